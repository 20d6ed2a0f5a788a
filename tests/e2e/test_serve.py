"""`serve`: the app in a real browser, behind a token, on this machine alone."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{16,}/")
PROGRAM = (sys.executable, "-m", "banktrainer")
needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("textual_serve") is None,
    reason="the extra is not installed: pip install 'banktrainer[web]'",
)


class Served(NamedTuple):
    child: subprocess.Popen[str]
    address: str


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A running server over records in `tmp_path / "home"`."""
    child = subprocess.Popen(
        [*PROGRAM, "--home", str(tmp_path / "home"), "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert child.stdout is not None
    found = ADDRESS.search(child.stdout.readline())
    assert found is not None
    yield Served(child, found[0])
    if child.poll() is None:
        child.terminate()
        assert child.wait(30) == 143
    child.stdout.close()


@pytest.fixture
def address(server: Served) -> str:
    return server.address


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@needs_extra
def test_without_the_token_nothing_is_served(address: str) -> None:
    root = address.rsplit("/", 2)[0]
    assert status(address) == 200
    for wrong in ("/", "/ws", "/static/js/textual.js", "/guess/", "/guess/ws"):
        assert status(root + wrong) == 404


@needs_extra
def test_the_page_needs_no_other_machine(address: str) -> None:
    with urllib.request.urlopen(address, timeout=30) as answer:
        page = answer.read().decode()
    assert "//" not in re.sub(r"<script>.*?</script>", "", page, flags=re.S)


@needs_extra
def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run([*PROGRAM, "serve", "--port", port], capture_output=True, text=True)
    assert done.returncode == 1
    assert f"127.0.0.1, port {port}:" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_extra_it_is_named(tmp_path: Path) -> None:
    code = "import sys; sys.modules['textual_serve'] = None; sys.modules['aiohttp'] = None;"
    code += "sys.modules['aiohttp_jinja2'] = None; sys.modules['jinja2'] = None;"
    code += "from banktrainer.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert "pip install 'banktrainer[web]'" in done.stderr


def test_a_page_ends_where_its_server_was_killed(tmp_path: Path) -> None:
    """Its program sees the end of its input, and nobody is left who could tell it to quit."""
    driver = {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"}
    child = subprocess.Popen(
        [*PROGRAM, "--home", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **driver},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdout as told:
        assert told.readline() == b"__GANGLION__\n"
        child.stdin.close()
        told.read()
    assert child.wait(30) == 0


@needs_extra
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
async def test_a_server_told_to_stop_ends_its_open_pages_and_then_itself(
    server: Served, number: signal.Signals, status: int
) -> None:
    aiohttp = pytest.importorskip("aiohttp")
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{server.address}ws") as first,
        session.ws_connect(f"{server.address}ws") as second,
    ):
        for page in (first, second):
            assert (await page.receive(timeout=30)).type is aiohttp.WSMsgType.BINARY
        server.child.send_signal(number)
        for page in (first, second):
            assert [m async for m in page if m.type is not aiohttp.WSMsgType.BINARY] == []
            assert page.closed
        assert await asyncio.to_thread(server.child.wait, 30) == status


@needs_extra
async def test_an_answer_given_in_a_browser_is_there_after_a_reload(
    address: str, tmp_path: Path
) -> None:
    pytest.importorskip("aiohttp")
    from tests.e2e.browser import CHROMIUM, browsing

    if CHROMIUM is None:
        pytest.skip("there is no Chromium: apt-get install chromium")
    async with browsing(tmp_path) as page:
        await page.open(address)
        await page.wait_for("for your first forecast")
        await page.press("Enter")
        await page.wait_for("cell A")
        await page.press("1")
        await page.press("s")
        await page.wait_for("saved")
        await page.wait_for("1 cycle, ideal 1")
        assert len(await page.picture()) > 10_000
        await page.reload()
        await page.wait_for("1 of 1 right · 3 marks")
    home = str(tmp_path / "home")
    done = subprocess.run(
        [*PROGRAM, "--home", home, "data", "export"], capture_output=True, check=True
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["forecast"], row["confidence"]) for row in rows] == [("1", "sure")]
