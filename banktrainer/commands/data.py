"""`banktrainer data`: where the records are, the records themselves, and what keeps them whole."""

from __future__ import annotations

import click

from banktrainer.commands.console import console
from banktrainer.commands.data_care import backup, doctor, restore
from banktrainer.commands.data_export import export
from banktrainer.commands.data_import import import_
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options


@click.group(help=text("cli.help.data"), no_args_is_help=False)
@home_option
@language_option
def data() -> None:
    """The commands below it do the work."""


@data.command(help=text("cli.help.data_path"))
@home_option
@click.pass_context
def path(ctx: click.Context) -> None:
    from banktrainer.records.make import require_no_file
    from banktrainer.records.schema import FILE_NAME

    folder = ctx.ensure_object(Options).folder
    with reported():
        require_no_file(folder)
    console().line(str(folder / FILE_NAME))


for command in (export, import_, backup, restore, doctor):
    data.add_command(command)
