"""Errors of the floors below, turned into the one line that a command ends with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from banktrainer.commands.console import CommandError


@contextmanager
def reported() -> Iterator[None]:
    """Turn what is wrong with records or packs into a CommandError that says so."""
    from banktrainer.packs.model import PackError
    from banktrainer.packs.solving import SolveError
    from banktrainer.records import RecordsError

    try:
        yield
    except (RecordsError, PackError, SolveError) as error:
        raise CommandError(str(error)) from error
