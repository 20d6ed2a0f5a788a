"""Trouble outside the program, such as a full disk, as one clear line with the mend."""

from __future__ import annotations

from banktrainer.words import Words


def trouble_line(w: Words, error: Exception) -> str:
    """What is wrong, where, and what to do; raises `error` again where it is a bug of ours."""
    from banktrainer.packs.model import PackError
    from banktrainer.packs.solving import SolveError
    from banktrainer.records.errors import RecordsError
    from banktrainer.tui.request import NoCards

    if isinstance(error, RecordsError):
        return w("home.trouble.records", what=error.what, path=error.path, todo=error.todo)
    if isinstance(error, PackError):
        return w("home.trouble.pack", fault=error.faults[0])
    if isinstance(error, SolveError):
        return w("home.trouble.card", fault=error.fault)
    if isinstance(error, NoCards):
        return w("home.trouble.no_cards", asked=error.request.name)
    raise error
