"""`data export`: every answer, or what is to be handed in; as lines of JSON or as Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer import __version__
from banktrainer.commands.console import CommandError, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.out_file import put
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.classroom.handing_in import Results
    from banktrainer.study.journal import Journal

_LONGEST_NAME = 100


@click.command(help=text("cli.help.data_export"))
@click.option("--results", is_flag=True, help=text("classroom.help.results"))
@click.option("--name", metavar="NAME", help=text("classroom.help.name"))
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "parquet"]),
    default="jsonl",
    help=text("classroom.help.format"),
)
@click.option("--out", metavar="FILE", help=text("classroom.help.out"))
@home_option
@language_option
@click.pass_context
def export(ctx: click.Context, results: bool, name: str | None, form: str, out: str | None) -> None:
    from banktrainer.records import export_lines, read_journal

    options = ctx.ensure_object(Options)
    w = options.words
    if form == "parquet" and out is None:
        raise click.UsageError(w("classroom.error.parquet_out"))
    if name is not None and (not results or not 0 < len(name.strip()) <= _LONGEST_NAME):
        raise click.UsageError(w("classroom.error.name"))
    with reported():
        journal = read_journal(options.folder)
        try:
            made = _results(w, journal, name) if results else None
            if form == "parquet":
                _write_parquet(w, made or journal, str(out))
            else:
                _give(w, export_lines(journal) if made is None else made.lines(), out)
        finally:
            journal.close()
    if made is not None and made.seal:
        rows = w.count("classroom.rows", made.rows)
        said = w("classroom.said.seal", learner=made.learner, rows=rows, seal=made.seal)
        console().note(said)


def _results(w: Words, journal: Journal, name: str | None) -> Results:
    from banktrainer.classroom.handing_in import Results
    from banktrainer.study.clock import SystemClock

    made = Results(journal, SystemClock().now(), __version__, name)
    if not made.learner:
        raise CommandError(w("classroom.error.no_answers"))
    return made


def _give(w: Words, lines: Iterator[str], out: str | None) -> None:
    """Print the lines, or put them into the file `out`."""
    if out is None:
        screen = console()
        for line in lines:
            screen.json(line)
        return
    with put(w, out) as made, made.open("w", encoding="ascii") as file:
        file.writelines(f"{line}\n" for line in lines)
    console().note(w("classroom.said.out", path=Path(out).absolute()))


def _write_parquet(w: Words, what: Results | Journal, out: str) -> None:
    """A column for each field; whose results they are is in the file's metadata."""
    from banktrainer.classroom import chain
    from banktrainer.classroom.handing_in import Results
    from banktrainer.classroom.parquet import write_parquet
    from banktrainer.records import export_lines
    from banktrainer.records.lines import FIELDS, SCHEMA

    try:
        with put(w, out) as made:
            if isinstance(what, Results):
                lines = map(json.dumps, what.answers())
                write_parquet(lines, ("n", *chain.FIELDS), made, what.head)
            else:
                columns = ("schema", *FIELDS)
                write_parquet(export_lines(what), columns, made, {"schema": SCHEMA})
    except ImportError as error:
        raise CommandError(w("classroom.error.extra")) from error
    console().note(w("classroom.said.out", path=Path(out).absolute()))
