"""`data backup`, `data restore` and `data doctor`: what keeps the records whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import Console, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.records.doctor import Finding


@click.command(help=text("cli.help.data_backup"))
@home_option
@language_option
@click.pass_context
def backup(ctx: click.Context) -> None:
    from banktrainer.records import backups, open_journal
    from banktrainer.study.clock import SystemClock

    options = ctx.ensure_object(Options)
    with reported():
        journal = open_journal(options.folder)
        journal.close()
        made = backups.back_up(options.folder, "hand", SystemClock().now())
    console().line(options.words("records.backup.made", path=made))


@click.command(help=text("cli.help.data_restore"))
@click.argument("file", metavar="FILE")
@home_option
@language_option
@click.pass_context
def restore(ctx: click.Context, file: str) -> None:
    from banktrainer.records import restore as restoring
    from banktrainer.study.clock import SystemClock

    options = ctx.ensure_object(Options)
    out, w = console(), options.words
    with reported():
        source = _named(options.folder, file)
        done = restoring.restore(options.folder, source, SystemClock().now())
    out.line(w.count("records.restore.done", done.rows, source=source, path=done.path))
    if done.aside is not None:
        out.line(w("records.restore.aside", path=done.aside))


def _named(home: Path, file: str) -> Path:
    """The file of that name: a path, or else one in the backups or kept aside."""
    from banktrainer.records import backups

    path = Path(file)
    places = (path, backups.folder_of(home) / path.name, home / path.name)
    found = places if path.name == file else (path,)
    return next((each.absolute() for each in found if each.exists()), path.absolute())


@click.command(help=text("cli.help.data_doctor"))
@home_option
@language_option
@click.pass_context
def doctor(ctx: click.Context) -> None:
    from banktrainer.records.doctor import examined

    options = ctx.ensure_object(Options)
    out, w = console(), options.words
    wrong = 0
    with reported():
        for finding in examined(options.folder):
            _print(out, w, finding)
            wrong += finding.level == "wrong"
    out.line(w.count("records.doctor.sum", wrong) if wrong else w("records.doctor.well"))
    ctx.exit(1 if wrong else 0)


def _print(out: Console, w: Words, finding: Finding) -> None:
    """What was found, where, and under it what to do where something is."""
    facts = {**finding.facts, "path": finding.path}
    what = w(f"records.found.{finding.kind}", **facts)
    out.line(w(f"records.doctor.{finding.level}", path=finding.path, what=what))
    if finding.level == "wrong":
        out.line(w("records.doctor.todo", todo=w(f"records.todo.{finding.kind}", **facts)))
