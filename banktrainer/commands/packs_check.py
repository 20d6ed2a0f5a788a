"""`banktrainer packs check`: every fault of a pack, for people, programs and GitHub's pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, Console, console
from banktrainer.commands.options import language_option, text
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Fault

FORMATS = ("text", "json", "github")
_IN_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = {**_IN_DATA, ord(":"): "%3A", ord(","): "%2C"}


@click.command(help=text("packs.help.check"), epilog=text("packs.help.check_epilog"))
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    metavar="|".join(FORMATS),
    help=text("packs.option.format"),
)
@click.option("--strict", is_flag=True, help=text("packs.option.strict"))
@click.option("--fix", is_flag=True, help=text("packs.option.fix"))
@language_option
@click.pass_context
def check(ctx: click.Context, path: Path, form: str, strict: bool, fix: bool) -> None:
    from banktrainer.packs.checking import examine

    out, w = console(), ctx.ensure_object(Options).words
    if fix:
        _mend(out, w, path)
    found = examine(path)
    errors = sum(fault.code.startswith("E") for fault in found.faults)
    warnings = len(found.faults) - errors
    if form == "json":
        out.json(as_json(found.faults, found.cards))
    for fault in found.faults if form != "json" else ():
        out.line(str(fault) if form == "text" else as_command(fault))
    out.note(w("packs.check.sum", cards=found.cards, errors=errors, warnings=warnings))
    ctx.exit(1 if errors or (strict and warnings) else 0)


def as_json(faults: Sequence[Fault], cards: int) -> str:
    """The report as one line of JSON."""
    rows = [
        {
            "path": fault.place.path,
            "line": fault.place.line,
            "column": fault.place.column,
            "code": fault.code,
            "message": fault.message,
        }
        for fault in faults
    ]
    errors = sum(fault.code.startswith("E") for fault in faults)
    report = {"cards": cards, "errors": errors, "warnings": len(rows) - errors, "faults": rows}
    return json.dumps(report, ensure_ascii=False)


def as_command(fault: Fault) -> str:
    """The workflow command by which GitHub shows a fault beside its line."""
    at, level = fault.place, "error" if fault.code.startswith("E") else "warning"
    path = at.path.translate(_IN_PROPERTY)
    message = f"{fault.code} {fault.message}".translate(_IN_DATA)
    return f"::{level} file={path},line={at.line},col={at.column},title={fault.code}::{message}"


def _mend(out: Console, w: Words, path: Path) -> None:
    from banktrainer.packs.tidy import fix

    try:
        for name in fix(path):
            out.note(w("packs.check.mended", name=name))
    except OSError as error:
        why = error.strerror or error
        raise CommandError(
            w("packs.error.not_mended", name=error.filename or path, why=why)
        ) from error
