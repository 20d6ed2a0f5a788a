"""Trouble outside the program, such as a full disk, as one clear line with the mend."""

from __future__ import annotations

from banktrainer.tui.keys.keybar import face_of
from banktrainer.tui.keys.remap import Remap
from banktrainer.words import Words


def of_records(error: Exception) -> bool:
    """Whether it is the records that fail: whoever says so may go on without them."""
    from banktrainer.records.errors import RecordsError

    return isinstance(error, RecordsError)


def trouble_told(w: Words, error: Exception, remap: Remap) -> str:
    """The line, and where it is the records that fail, the key to go on without them."""
    line = trouble_line(w, error)
    if not of_records(error):
        return line
    return w("home.trouble.go_on", trouble=line, key=face_of(w, "unsaved", remap))


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
