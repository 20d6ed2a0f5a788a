"""`banktrainer strides`: what each stride from 0 to 64 costs, as the stride explorer shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import language_option, machine_name, text
from banktrainer.commands.settings import Options
from banktrainer.plain.text import wrap
from banktrainer.words.strides import ladder_heading, ladder_lines

if TYPE_CHECKING:
    from banktrainer.engine import Op

_MOST = 64
_WIDTHS = ("1", "2", "4", "8", "16")


@click.command(help=text("cli.help.strides"))
@click.option(
    "--offset", type=click.IntRange(0, 1 << 20), default=0, help=text("cli.option.offset")
)
@click.option("--width", type=click.Choice(_WIDTHS), default="4", help=text("cli.option.width"))
@click.option(
    "--op",
    type=click.Choice(("load", "store", "atomic")),
    default="load",
    help=text("cli.option.op"),
)
@click.option(
    "--machine",
    default="nvidia",
    metavar="MACHINE",
    callback=machine_name,
    help=text("cli.option.machine"),
)
@language_option
@click.pass_context
def strides(ctx: click.Context, offset: int, width: str, op: Op, machine: str) -> None:
    from banktrainer.engine import MachineError, ladder

    w, out = ctx.ensure_object(Options).words, console()
    try:
        rungs = ladder(range(_MOST + 1), offset, int(width), op, machine)
    except MachineError as error:
        raise CommandError(str(error)) from error
    out.line(ladder_heading(w, machine, op, int(width), offset))
    for sentence in ladder_lines(w, rungs):
        for line in wrap(sentence, out.width, "  "):
            out.line(line)
