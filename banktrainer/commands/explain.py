"""`banktrainer explain`: every shared-memory access of one's own code, counted."""

from __future__ import annotations

from math import prod
from typing import Any

import click

from banktrainer.commands.console import console
from banktrainer.commands.explain_options import (
    Dim,
    Question,
    defines,
    dimensions,
    settings,
    source_of,
    warp,
)
from banktrainer.commands.options import language_option, machine_name, text
from banktrainer.commands.settings import Options
from banktrainer.words import Words

_DIM = "X[,Y[,Z]]"
_MOST_SHARED = 1 << 20
_MOST_LANES = 64


@click.command(help=text("cli.help.explain"), epilog=text("cli.help.explain_epilog"))
@click.argument("file", required=False, metavar="[FILE | -]")
@click.option("-c", "code", metavar="CODE", help=text("cli.option.code"))
@click.option("--kernel", metavar="NAME", help=text("cli.option.kernel"))
@click.option("--block", metavar=_DIM, callback=dimensions(1), help=text("cli.option.block"))
@click.option("--grid", metavar=_DIM, callback=dimensions(1), help=text("cli.option.grid"))
@click.option(
    "--block-idx",
    metavar=_DIM,
    default="0",
    callback=dimensions(0),
    help=text("cli.option.block_idx"),
)
@click.option("--warp", metavar="N|all", callback=warp, help=text("cli.option.warp"))
@click.option(
    "--shared",
    type=click.IntRange(0, _MOST_SHARED),
    metavar="BYTES",
    help=text("cli.option.shared"),
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    callback=settings,
    help=text("cli.option.set"),
)
@click.option(
    "-D",
    "defines",
    metavar="NAME[=TEXT]",
    multiple=True,
    callback=defines,
    help=text("cli.option.define"),
)
@click.option("-I", "includes", metavar="DIR", multiple=True, help=text("cli.option.include"))
@click.option(
    "--machine",
    default="nvidia",
    metavar="MACHINE",
    callback=machine_name,
    help=text("cli.option.machine"),
)
@click.option("--compare", is_flag=True, help=text("cli.option.compare"))
@click.option("--ledger", is_flag=True, help=text("cli.option.ledger"))
@click.option(
    "--lane", type=click.IntRange(0, _MOST_LANES - 1), metavar="N", help=text("cli.option.lane")
)
@click.option("--json", "as_json", is_flag=True, help=text("cli.option.json"))
@language_option
@click.pass_context
def explain(
    ctx: click.Context,
    /,
    file: str | None,
    code: str | None,
    as_json: bool,
    machine: str,
    **given: Any,
) -> None:
    from banktrainer.commands.explain_run import answer

    w = ctx.ensure_object(Options).words
    question = Question(source=source_of(w, file, code), machine=machine, **given)
    _check_launch(w, question)
    ctx.exit(answer(w, console(), question, as_json=as_json))


def _check_launch(w: Words, question: Question) -> None:
    """Refuse a block that no hardware takes, and one that lies outside the grid that was given."""
    from banktrainer.cuda.budget import BLOCK_THREADS

    if question.block is not None and prod(question.block) > BLOCK_THREADS:
        message = w("cli.error.block_size", most=BLOCK_THREADS)
        raise click.BadParameter(message, param_hint="'--block'")
    grid = question.grid
    if grid is None:
        return
    if any(at >= size for at, size in zip(question.block_idx, grid, strict=True)):
        message = w("cli.error.no_block", block=_dim(question.block_idx), grid=_dim(grid))
        raise click.BadParameter(message, param_hint="'--block-idx'")


def _dim(numbers: Dim) -> str:
    return ",".join(map(str, numbers))
