"""The server of `serve`: textual-serve behind a token, on a socket of its own.

Every route lies below the token: an address that lacks it, or guesses it, leads nowhere. Nothing
that the page needs comes from another machine.
"""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import aiohttp_jinja2
import jinja2
from aiohttp import web
from aiohttp.web_runner import GracefulExit
from textual_serve.server import Server, to_int

from banktrainer.words import Words

_TEMPLATES = Path(__file__).with_name("web")
_FONT_SIZE = 16
_STATUS = {signal.SIGINT: 130, signal.SIGTERM: 143}
_LEAVING_SECONDS = 10.0
"""How long open pages may take to leave once the server is told to stop."""


class TokenServer(Server):
    """Runs `command` once for each page; `address` is the one way in."""

    def __init__(
        self,
        command: str,
        bound: socket.socket,
        token: str,
        words: Words,
        say: Callable[[str], None],
    ) -> None:
        host, port = bound.getsockname()[:2]
        name = socket.gethostname() if ip_address(host).is_unspecified else host
        shown = f"[{name}]" if ":" in name else name
        super().__init__(
            command, host, port, "banktrainer", f"http://{shown}:{port}", templates_path=_TEMPLATES
        )
        self._bound, self._token, self._words, self._say = bound, token, words, say
        self._status = 0
        self._pages: set[asyncio.Task[Any]] = set()

    @property
    def address(self) -> str:
        return f"{self.public_url}/{self._token}/"

    def run(self) -> int:
        """Serve until a signal says stop; the exit status."""
        loop = asyncio.new_event_loop()
        for number in _STATUS:
            loop.add_signal_handler(number, partial(self._stop, number))
        web.run_app(
            self._make_app(),
            sock=self._bound,
            handle_signals=False,
            loop=loop,
            print=None,
            access_log=None,
            shutdown_timeout=_LEAVING_SECONDS,
        )
        return self._status

    def _stop(self, number: signal.Signals) -> None:
        """End every page as a closed tab does: its program leaves in good order."""
        self._status = _STATUS[number]
        for page in self._pages:
            page.cancel()
        raise GracefulExit

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Run the program for one page; the server would wait for its end when told to stop."""
        page = asyncio.current_task()
        assert page is not None
        self._pages.add(page)
        try:
            return await super().handle_websocket(request)
        finally:
            self._pages.discard(page)

    async def _make_app(self) -> web.Application:
        app = web.Application()
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(self.templates_path))
        below = f"/{self._token}"
        app.add_routes(
            [
                web.get(f"{below}/", self._index, name="index"),
                web.get(f"{below}/ws", self.handle_websocket, name="websocket"),
                web.get(f"{below}/download/{{key}}", self.handle_download, name="download"),
                web.static(f"{below}/static", self.statics_path, name="static"),
                web.route("*", "/{anything:.*}", self._refuse),
            ]
        )
        app.on_startup.append(self.on_startup)
        return app

    @aiohttp_jinja2.template("app_index.html")
    async def _index(self, request: web.Request) -> dict[str, Any]:
        return {
            "font_size": to_int(request.query.get("fontsize", ""), _FONT_SIZE),
            "ended": self._words("cli.serve.ended"),
            "again": self._words("cli.serve.again"),
        }

    async def _refuse(self, _request: web.Request) -> web.Response:
        return web.Response(status=404, text=self._words("cli.serve.no_token") + "\n")

    async def on_startup(self, app: web.Application) -> None:
        self._say(self._words("cli.serve.at", address=self.address))
        self._say(self._words("cli.serve.stop"))
