"""`banktrainer serve`: the app in a browser, on this machine alone unless told otherwise."""

from __future__ import annotations

import secrets
import shlex
import socket
import sys
from ipaddress import ip_address

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import (
    home_option,
    language_option,
    look_options,
    text,
    unsaved_option,
)
from banktrainer.commands.settings import Options

HOST = "127.0.0.1"
PORT = 8000
_TOKEN_BYTES = 16


@click.command(help=text("cli.help.serve"))
@click.option("--host", default=HOST, metavar="ADDRESS", help=text("cli.option.host"))
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, help=text("cli.option.port"))
@home_option
@language_option
@unsaved_option
@look_options
@click.pass_context
def serve(ctx: click.Context, host: str, port: int) -> None:
    options, out = ctx.ensure_object(Options), console()
    w = options.words
    try:
        from banktrainer.commands.serving import TokenServer
    except ModuleNotFoundError as error:
        raise CommandError(w("cli.error.no_web", missing=error.name)) from error
    bound = _bound(options, host, port)
    if not _is_own(bound.getsockname()[0]):
        out.note(w("cli.serve.open"))
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    ctx.exit(TokenServer(command(options), bound, token, w, out.line).run())


def command(options: Options) -> str:
    """The shell's line that runs the app for one page, with what this command was given."""
    flags = {"language": "--lang", "look": "--theme"}
    switches = {"ascii": "--ascii", "still": "--reduced-motion"}
    words = [sys.executable, "-m", "banktrainer", "--home", str(options.folder)]
    for name, value in options.flags.items():
        words += [flags[name], str(value)] if name in flags else [switches[name]]
    return shlex.join([*words, "--unsaved"] if options.unsaved else words)


def _bound(options: Options, host: str, port: int) -> socket.socket:
    """A socket at the address; CommandError with what to do where there can be none."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family)
    except (OSError, UnicodeError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        message = options.words("cli.error.address", host=host, port=port, why=why)
        raise CommandError(message) from error


def _is_own(host: str) -> bool:
    return ip_address(host).is_loopback
