"""The command line: which commands there are, and how every way out of them looks."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import click

from banktrainer import __version__
from banktrainer.commands.ending import INTERRUPTED, failed, guarded
from banktrainer.commands.options import (
    home_option,
    language_option,
    look_options,
    text,
    unsaved_option,
)
from banktrainer.commands.settings import Options
from banktrainer.printable import printable

_COMMANDS = (
    *("practice", "drill", "explain", "strides", "machines", "glossary"),
    *("stats", "settings", "packs", "data", "class", "serve"),
)
_ELSEWHERE = {"class": ("class_report", "class_"), "settings": ("choosing", "settings")}
"""Commands whose names are taken, by Python or by a module: where they lie and under what name."""


class LazyGroup(click.Group):
    """A group whose commands lie in `banktrainer.commands.NAME` and load when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _ELSEWHERE.get(cmd_name, (cmd_name, cmd_name))
        command = getattr(import_module(f"banktrainer.commands.{module}"), name)
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    help=text("cli.help.banktrainer"),
    epilog=text("cli.help.epilog"),
    context_settings={"help_option_names": ["-h", "--help"], "obj": None},
)
@home_option
@language_option
@unsaved_option
@look_options
@click.version_option(__version__, message="%(prog)s %(version)s", help=text("cli.option.version"))
@click.pass_context
def banktrainer(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        from banktrainer.commands.app import run

        ctx.exit(run(ctx.ensure_object(Options)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; nothing leaves it as a traceback."""
    return guarded(lambda: _run(arguments))


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = banktrainer.main(arguments, prog_name="banktrainer", standalone_mode=False)
    except click.UsageError as error:
        if error.ctx is not None:
            print(printable(error.ctx.get_usage()), file=sys.stderr)
        return failed(error.format_message(), error.exit_code)
    except click.ClickException as error:
        return failed(error.format_message(), error.exit_code)
    except click.Abort:
        return INTERRUPTED
    return status if isinstance(status, int) else 0
