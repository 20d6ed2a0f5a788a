"""The command line: which commands there are, and how every way out of them looks."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from banktrainer import __version__
from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import Options, home_option, language_option, text
from banktrainer.printable import printable
from banktrainer.words import Words

INTERRUPTED = 130
_COMMANDS = ("practice", "explain", "machines", "stats", "data")
TRACEBACK_VARIABLE = "BANKTRAINER_TRACEBACK"


class LazyGroup(click.Group):
    """A group whose commands lie in `banktrainer.commands.NAME` and load when they are wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(import_module(f"banktrainer.commands.{cmd_name}"), cmd_name)
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
@click.version_option(__version__, message="%(prog)s %(version)s", help=text("cli.option.version"))
@click.pass_context
def banktrainer(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is None:
        from banktrainer.commands.app import run

        ctx.exit(run(ctx.ensure_object(Options)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; nothing leaves it as a traceback."""
    try:
        status = banktrainer.main(arguments, prog_name="banktrainer", standalone_mode=False)
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        return _failed(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except CommandError as error:
        return _failed(str(error), error.code)
    except Exception as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        name = type(error).__name__
        return _failed(Words()("cli.error.bug", name=name, message=error), 1)
    return status if isinstance(status, int) else 0


def _usage(error: click.UsageError) -> int:
    if error.ctx is not None:
        print(printable(error.ctx.get_usage()), file=sys.stderr)
    return _failed(error.format_message(), error.exit_code)


def _failed(message: str, code: int) -> int:
    console().note(Words()("cli.error.line", message=message))
    return code
