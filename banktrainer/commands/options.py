"""The options that all commands share: home and language, before or after a command's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from banktrainer.commands.settings import Options
from banktrainer.words import Words, languages

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _set_home(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    options = ctx.ensure_object(Options)
    if value is not None and not value.strip():
        raise click.BadParameter(Words(options.language)("cli.error.no_home"), ctx, param)
    if value is not None:
        options.home = value


def _set_language(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    options = ctx.ensure_object(Options)
    if value is not None:
        options.language = value


def _set_unsaved(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    options = ctx.ensure_object(Options)
    options.unsaved = options.unsaved or value


def home_option(command: _Command) -> _Command:
    """`--home DIR`, allowed before and after the command's name."""
    return click.option(
        "--home",
        metavar="DIR",
        expose_value=False,
        callback=_set_home,
        help=text("cli.option.home"),
    )(command)


def language_option(command: _Command) -> _Command:
    """`--lang LANGUAGE`, allowed before and after the command's name."""
    return click.option(
        "--lang",
        type=click.Choice(languages()),
        expose_value=False,
        callback=_set_language,
        help=text("cli.option.lang"),
    )(command)


def unsaved_option(command: _Command) -> _Command:
    """`--unsaved`: the one way to practise without records."""
    return click.option(
        "--unsaved",
        is_flag=True,
        expose_value=False,
        callback=_set_unsaved,
        help=text("cli.option.unsaved"),
    )(command)


def text(key: str) -> str:
    """A text for a command's own help."""
    return Words().text(key)
