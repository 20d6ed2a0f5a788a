"""`--out FILE`: what a command writes to a file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from banktrainer.commands.console import CommandError, Console
from banktrainer.commands.errors import reported
from banktrainer.words import Words


def give(w: Words, screen: Console, text: str, out: str | None) -> None:
    """Print `text`, made printable, or put it into the file `out` and say so."""
    if out is None:
        for line in text.splitlines():
            screen.line(line)
        return
    with put(w, out) as made:
        made.write_text(text, encoding="utf-8")
    screen.note(w("classroom.said.out", path=Path(out).absolute()))


@contextmanager
def put(w: Words, out: str) -> Iterator[Path]:
    """A new file beside `out`, which takes its place when the block ends well.

    A file that is there is replaced, but no folder and no database: a slip must not cost records.
    """
    from banktrainer.records import failures, placing
    from banktrainer.records.examine import is_database

    path = Path(out).absolute()
    with reported():
        if path.is_dir():
            raise CommandError(w("classroom.error.out_folder", path=path))
        if path.is_file() and is_database(path):
            raise CommandError(w("classroom.error.out_records", path=path))
        try:
            if os.path.lexists(path) and not path.is_file():  # a device or a pipe
                raise FileExistsError(17, "this is not an ordinary file")
            with placing.draft(path) as made:
                yield made
                made.replace(path)
        except OSError as error:
            raise failures.unwritten(path, error) from error
