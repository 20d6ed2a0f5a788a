"""`data import`: the rows of another machine, or of an export, into these records."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from banktrainer.commands.console import console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options


@click.command("import", help=text("cli.help.data_import"))
@click.argument("file", metavar="FILE")
@home_option
@language_option
@click.pass_context
def import_(ctx: click.Context, file: str) -> None:
    from banktrainer.records import open_journal
    from banktrainer.records.merge import merge
    from banktrainer.study.clock import SystemClock

    options = ctx.ensure_object(Options)
    w = options.words
    with reported(), _source(file) as source:
        journal = open_journal(options.folder)
        try:
            done = merge(options.folder, journal, source, SystemClock().now())
        finally:
            journal.close()
    out = console()
    out.line(w.count("records.import.added", done.added, known=done.known))
    if done.backup is not None:
        out.line(w("records.import.backup", path=done.backup))


@contextmanager
def _source(file: str) -> Iterator[Path]:
    """The file to read; `-` is stdin, which is put into a file since it is read twice."""
    if file != "-":
        yield Path(file).absolute()
        return
    handle, name = tempfile.mkstemp(prefix="banktrainer-", suffix=".jsonl")
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as kept:
            if sys.stdin is not None:
                shutil.copyfileobj(sys.stdin.buffer, kept)
        yield path
    finally:
        path.unlink()
