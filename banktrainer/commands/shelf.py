"""The cards there are to practise: the packs on disk, and the skills."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from banktrainer.packs import Pack
    from banktrainer.packs.installed.shelves import Broken
    from banktrainer.words import Words


def shelf(w: Words, home: Path, *, cached: bool = False) -> tuple[Pack, ...]:
    """The packs in the language of `w`, those added to `home` too, and the skills behind them.
    Raises PackError.

    `cached` keeps what was read in `home`. An added pack that can't be used is told on stderr.
    """
    from banktrainer.packs import builtin
    from banktrainer.packs.installed.shelves import everything
    from banktrainer.study.skills import with_skills

    cache = home if cached else None
    found = everything(builtin(w.language, cache), home, w.language, cache)
    tell_broken(w, found.broken)
    return with_skills(found.packs)


def tell_broken(w: Words, broken: tuple[Broken, ...]) -> None:
    """A line for each pack that can't be used: the first fault, and how to see all of them."""
    from banktrainer.commands.console import console

    for each in broken if sys.stderr is not None else ():
        first = next((f for f in each.faults if f.code.startswith("E")), each.faults[0])
        facts = {"fault": first, "path": each.root}
        console().note(w("packs.unusable", **facts))
