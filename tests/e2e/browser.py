"""A headless Chromium driven over its DevTools protocol, and the terminal that its page shows."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pyte

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DEADLINE_S = 60.0
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[[0-9;?]*\$p|\x1bP[^\x1b]*\x1b\\")
_LISTEN = """
(() => {
  const Plain = window.WebSocket;
  window.heard = [];
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      const size = new URL(given[0]).searchParams;
      window.cells = [Number(size.get("width")), Number(size.get("height"))];
      this.addEventListener("message", (event) => {
        if (event.data instanceof ArrayBuffer) {
          window.heard.push(...new Uint8Array(event.data));
        }
      });
    }
  };
})();
"""
_HEARD = "JSON.stringify([window.cells || null, window.heard.splice(0)])"


class Page:
    """A page of the browser: what its terminal was sent, painted by an emulator."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0
        self._screen: pyte.Screen | None = None
        self._stream = pyte.ByteStream()

    async def open(self, address: str) -> None:
        await self.send("Page.enable")
        await self.send("Page.addScriptToEvaluateOnNewDocument", source=_LISTEN)
        await self.send("Page.navigate", url=address)

    async def reload(self) -> None:
        self._screen = None
        await self.send("Page.reload")

    async def wait_for(self, wanted: str | Callable[[str], bool]) -> str:
        """Read until the terminal shows `wanted`; fails with the screen as it was."""
        end = time.monotonic() + DEADLINE_S
        while True:
            text = await self.text()
            if wanted in text if isinstance(wanted, str) else wanted(text):
                return text
            assert time.monotonic() < end, f"never showed {wanted!r}:\n{text}"
            await asyncio.sleep(0.1)

    async def text(self) -> str:
        """What the page's terminal shows."""
        told = await self.evaluate(f"window.heard ? {_HEARD} : '[null, []]'")
        cells, heard = json.loads(told)
        if self._screen is None and cells:
            self._screen = pyte.Screen(*cells)
            self._stream = pyte.ByteStream(self._screen)
        if self._screen is None:
            return ""
        self._stream.feed(_UNKNOWN.sub(b"", bytes(heard)))
        return "\n".join(line.rstrip() for line in self._screen.display)

    async def press(self, key: str) -> None:
        """Press a key in the page: a letter, a digit, or Enter."""
        await self.evaluate("document.querySelector('.xterm-helper-textarea').focus()")
        if key == "Enter":
            facts: dict[str, Any] = {"key": key, "code": key, "windowsVirtualKeyCode": 13}
            text = "\r"
        else:
            facts, text = {"key": key, "windowsVirtualKeyCode": ord(key.upper())}, key
        await self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **facts)
        await self.send("Input.dispatchKeyEvent", type="keyUp", **facts)

    async def picture(self) -> bytes:
        """The page as a PNG."""
        return base64.b64decode((await self.send("Page.captureScreenshot"))["data"])

    async def evaluate(self, expression: str) -> Any:
        done = await self.send("Runtime.evaluate", expression=expression)
        return done["result"].get("value")

    async def send(self, method: str, **parameters: object) -> dict[str, Any]:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            message = await self._socket.receive_json(timeout=DEADLINE_S)
            if message.get("id") == self._number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Page]:
    """A page of a fresh headless Chromium that keeps its files in `folder`."""
    assert CHROMIUM is not None
    profile = folder / "chromium"
    flags = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
    where = ("--remote-debugging-port=0", f"--user-data-dir={profile}", "--window-size=1000,700")
    child = subprocess.Popen(
        [CHROMIUM, *flags, *where, "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        port = await _port(profile / "DevToolsActivePort")
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{port}/json/list") as told,
        ):
            pages = [each for each in await told.json() if each["type"] == "page"]
            address = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(address, max_msg_size=0) as socket:
                yield Page(socket)
    finally:
        child.terminate()
        child.wait()


async def _port(file: Path) -> int:
    """The port that Chromium tells once it listens."""
    end = time.monotonic() + DEADLINE_S
    while not (file.exists() and "\n" in file.read_text("utf-8")):
        assert time.monotonic() < end, "Chromium never listened"
        await asyncio.sleep(0.1)
    return int(file.read_text("utf-8").splitlines()[0])
