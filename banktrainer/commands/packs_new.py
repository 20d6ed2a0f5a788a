"""`banktrainer packs new`: a small pack to begin with."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import language_option, text
from banktrainer.commands.settings import Options


@click.command(help=text("packs.help.new"))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@language_option
@click.pass_context
def new(ctx: click.Context, folder: Path) -> None:
    from banktrainer.packs.starting import NotEmptyError, start_pack

    out, w = console(), ctx.ensure_object(Options).words
    try:
        names = start_pack(Path(folder.absolute()))
    except NotEmptyError:
        raise CommandError(w("packs.error.not_empty", path=folder)) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise CommandError(w("packs.error.not_written", name=folder, why=why)) from error
    for name in names:
        out.line(str(folder / name))
    out.note(w("packs.new.next", path=shlex.quote(str(folder))))
