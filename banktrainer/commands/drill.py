"""`banktrainer drill`: generated items and the games made of them, as lines of text."""

from __future__ import annotations

import sys

import click

from banktrainer.commands.console import Console, console, terminal
from banktrainer.commands.options import (
    home_option,
    language_option,
    look_options,
    text,
    unsaved_option,
)
from banktrainer.commands.practice import CELLS, lines_of
from banktrainer.commands.settings import Options
from banktrainer.commands.sitting import laid
from banktrainer.study.game.order import LEAST_SECONDS, MOST_COUNT, MOST_SECONDS, Order
from banktrainer.study.game.play import MODES, Mode


@click.command(help=text("drill.help.command"), epilog=text("cli.help.practice_epilog"))
@click.option(
    "--mode",
    type=click.Choice(MODES, case_sensitive=False),
    default="adaptive",
    help=text("drill.help.mode"),
)
@click.option(
    "--cell",
    type=click.Choice(CELLS, case_sensitive=False),
    metavar="A-J",
    help=text("cli.option.cell"),
)
@click.option("--count", type=click.IntRange(1, MOST_COUNT), help=text("drill.help.count"))
@click.option(
    "--seconds", type=click.IntRange(LEAST_SECONDS, MOST_SECONDS), help=text("drill.help.seconds")
)
@click.option("--seed", type=click.IntRange(0, (1 << 31) - 1), help=text("drill.help.seed"))
@click.option("--plain", is_flag=True, help=text("cli.option.plain"))
@home_option
@language_option
@unsaved_option
@look_options
@click.pass_context
def drill(
    ctx: click.Context,
    mode: Mode,
    cell: str | None,
    count: int | None,
    seconds: int | None,
    seed: int | None,
    plain: bool,
) -> None:
    options = ctx.ensure_object(Options)
    order = Order(mode, cell.upper() if cell else None, count, seconds, seed)
    if (clash := order.clash) is not None:
        w = options.words
        raise click.UsageError(w(f"game.clash.{clash}", mode=w(f"game.mode.{mode}")))
    if plain or not (terminal(sys.stdin) and terminal(sys.stdout)):
        play(options, console(ascii=options.settings.ascii), order)
        return
    from banktrainer.commands.app import drill as show

    ctx.exit(show(options, order))


def play(options: Options, out: Console, order: Order) -> None:
    """A sitting of drills from the first question to what the answers show."""
    from banktrainer.plain.drill import PlainDrill
    from banktrainer.study.drilling import DrillSession

    w = options.words
    with laid(options, out) as table:
        lines = lines_of(out)
        if out.interactive:
            out.line(w("plain.hint"))
        session = DrillSession(order, table.journal, table.clock, **table.facts)
        offer = options.settings.game
        told = PlainDrill(session, w, lines, ascii=not out.unicode, offer=offer)
        told.play(table.journal.path)
