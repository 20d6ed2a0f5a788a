"""What the terminal of this process can do, as far as its environment tells."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App

_LOCALE = ("LC_ALL", "LC_CTYPE", "LANG")
_ASCII_LOCALES = ("C", "POSIX")


def few_colours() -> bool:
    """Whether the terminal says that it has 16 colours and no more."""
    from rich.console import Console

    return Console(force_terminal=True).color_system == "standard"


def takes_mouse() -> bool:
    """Whether the mouse may be asked for.

    GNU screen, once a program has asked for the mouse, keeps Esc back until the next key and then
    gives both away as one: Esc would never act by itself.
    """
    return not os.environ.get("STY") and not os.environ.get("TERM", "").startswith("screen.")


def ascii_locale() -> bool:
    """Whether somebody chose a locale without UTF-8, as in `LANG=C`; with none chosen it is open.

    Python takes the C locale for one with UTF-8; the terminal need not.
    """
    chosen = (os.environ.get(name, "") for name in _LOCALE)
    return bool(sys.flags.utf8_mode) and any(name in _ASCII_LOCALES for name in chosen)


def run_here(app: App[None]) -> None:
    """Run `app` in this process's terminal; it leaves when the terminal is gone.

    Textual takes an end of the terminal for silence, and looks for keys again at once, for ever.
    Most often SIGHUP tells of the end; it does not reach a program with a session of its own.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        on_hangup(sys.stdin.fileno(), partial(os.kill, os.getpid(), signal.SIGHUP))
    app.run(mouse=takes_mouse())


def on_hangup(terminal: int, act: Callable[[], None]) -> None:
    """Call `act`, from a thread that costs nothing until then, once nobody holds the other end."""

    def wait() -> None:
        poll = select.poll()
        poll.register(terminal, 0)  # asks for nothing: a hang-up is told all the same
        if any(event & select.POLLHUP for _, event in poll.poll()):
            act()

    Thread(target=wait, name="banktrainer-hangup", daemon=True).start()
