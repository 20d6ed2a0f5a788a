"""`banktrainer packs`: question packs, for those who write them."""

from __future__ import annotations

import click

from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.packs_check import check
from banktrainer.commands.packs_export import export
from banktrainer.commands.packs_guide import codes, guide, schema
from banktrainer.commands.packs_import import import_cards
from banktrainer.commands.packs_new import new
from banktrainer.commands.packs_preview import preview
from banktrainer.commands.packs_shelf import add, list_packs, remove


@click.group(help=text("packs.help.packs"), no_args_is_help=False)
@home_option
@language_option
def packs() -> None:
    """The commands below it do the work."""


_COMMANDS = (
    *(list_packs, check, new, preview, add, remove),
    *(import_cards, export, schema, codes, guide),
)
for command in _COMMANDS:
    packs.add_command(command)
