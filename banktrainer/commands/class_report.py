"""`banktrainer class report`: what an instructor sees of a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.out_file import give
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.classroom.loading import Loaded
    from banktrainer.classroom.report import ClassReport


@click.group("class", help=text("classroom.help.class"), no_args_is_help=False)
@home_option
@language_option
def class_() -> None:
    """The command below it does the work."""


@class_.command(help=text("classroom.help.report"))
@click.argument("files", nargs=-1, required=True, metavar="FILES…")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "html"]),
    default="table",
    help=text("classroom.help.format"),
)
@click.option("--out", metavar="FILE", help=text("classroom.help.out"))
@click.option("--names", is_flag=True, help=text("classroom.help.names"))
@home_option
@language_option
@click.pass_context
def report(
    ctx: click.Context, files: Sequence[str], form: str, out: str | None, names: bool
) -> None:
    w, screen = ctx.ensure_object(Options).words, console()
    told, notes, whole = _read(w, [Path(name) for name in dict.fromkeys(files)])
    for note in notes:
        screen.note(note)
    if told is None:
        raise CommandError(w("classroom.error.nothing"))
    give(w, screen, _form(form)(w, told, notes, names), out)
    ctx.exit(0 if whole else 1)


def _read(w: Words, paths: Sequence[Path]) -> tuple[ClassReport | None, list[str], bool]:
    """The report (None where no file could be used), what is to be said of the files, and
    whether all of them were used."""
    from banktrainer.classroom.loading import loaded
    from banktrainer.classroom.report import report_of

    try:
        import duckdb  # noqa: F401 -- to say what is missing before a file is opened
    except ImportError as error:
        raise CommandError(w("classroom.error.extra")) from error
    with loaded(paths) as found:
        told = report_of(found) if found.learners else None
        return told, list(_notes(w, found)), not found.faults


def _notes(w: Words, found: Loaded) -> Sequence[str]:
    faults = [
        w(f"classroom.fault.{each.kind}", path=each.path, line=each.line, **each.facts)
        for each in sorted(found.faults, key=lambda each: str(each.path))
    ]
    shared = [w.count("classroom.shared.answer", n, a=a, b=b) for a, b, n in found.shared]
    return [*faults, *shared]


def _form(form: str) -> Callable[[Words, ClassReport, Sequence[str], bool], str]:
    from banktrainer.commands import class_html, class_table

    forms = {"table": class_table.table, "csv": class_table.csv_text, "html": class_html.page}
    return forms[form]
