"""What the terminal of this process can do, as far as its environment tells."""

from __future__ import annotations

import os
import sys

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
