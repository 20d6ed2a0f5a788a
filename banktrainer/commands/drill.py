"""`banktrainer drill`: generated items, chosen by what the answers show, as lines of text."""

from __future__ import annotations

import click

from banktrainer import __version__
from banktrainer.commands.console import Console, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text, unsaved_option
from banktrainer.commands.practice import CELLS, opened, reader
from banktrainer.commands.settings import Options

COUNT = 10
_MOST = 1000


@click.command(help=text("drill.help.command"), epilog=text("cli.help.practice_epilog"))
@click.option(
    "--cell",
    type=click.Choice(CELLS, case_sensitive=False),
    metavar="A-J",
    help=text("cli.option.cell"),
)
@click.option(
    "--count", type=click.IntRange(1, _MOST), default=COUNT, help=text("drill.help.count")
)
@click.option("--seed", type=click.IntRange(0, (1 << 31) - 1), help=text("drill.help.seed"))
@click.option("--plain", is_flag=True, help=text("cli.option.plain"))
@home_option
@language_option
@unsaved_option
@click.pass_context
def drill(ctx: click.Context, cell: str | None, count: int, seed: int | None, plain: bool) -> None:
    options = ctx.ensure_object(Options)
    play(options, console(), cell.upper() if cell else None, count, seed)


def play(options: Options, out: Console, cell: str | None, count: int, seed: int | None) -> None:
    """A sitting of drills from the first question to what the answers show."""
    from banktrainer.commands.app import finish_backup, renew
    from banktrainer.packs import builtin
    from banktrainer.plain.session import Lines, PlainSession
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock
    from banktrainer.study.drills.sitting import Chooser, DrillSession
    from banktrainer.words.drills import named_line

    clock, w, rollover = SystemClock(), options.words, options.settings.rollover
    with reported():
        packs = builtin()
        journal = opened(options, clock)
        try:
            found = recent_of(journal, options.folder, packs, clock.now(), rollover)
            chooser = Chooser(len(found.rows), seed, cell)
            session = DrillSession(
                chooser,
                count,
                journal,
                clock,
                version=__version__,
                rows=found.rows,
                packs=packs,
                past=found.past,
                rollover=rollover,
            )
            lines = Lines(out.line, reader(out), out.width if out.interactive else None)
            if out.interactive:
                out.line(w("plain.hint"))
            PlainSession(session, w, lines).play(journal.path)
            named = chooser.beliefs(session.rows).named()
        finally:
            journal.close()
            finish_backup()
    if named is not None:
        out.line(named_line(w, shown(named)))
    if options.unsaved:
        out.note(w("cli.closing.unsaved"))
    else:
        renew(options.folder, packs, clock, rollover)


def shown(named: tuple[str, ...]) -> tuple[str, ...]:
    """The models to tell of; none where the answers are those of the hardware."""
    from banktrainer.study.drills.pool import shipped

    return () if named == shipped().hypotheses[0] else named
