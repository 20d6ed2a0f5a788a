"""The options that all commands share: home and language, before or after a command's name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

import click

from banktrainer.commands.settings import Options
from banktrainer.records.settings import LOOKS
from banktrainer.words import Words, languages
from banktrainer.words.catalogues import FALLBACK

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _set_home(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    options = ctx.ensure_object(Options)
    if value is not None and not value.strip():
        raise click.BadParameter(_spoken(options)("cli.error.no_home"), ctx, param)
    if value is not None:
        options.home = value


def _spoken(options: Options) -> Words:
    """Words for what goes wrong before the home, and the settings in it, are known."""
    return Words(str(options.flags.get("language", FALLBACK)))


def _set_language(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    options = ctx.ensure_object(Options)
    if value is not None:
        options.flags["language"] = value


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


def look_options(command: _Command) -> _Command:
    """`--theme`, `--ascii` and `--reduced-motion`: how the screens look in this run."""
    for option in (
        click.option(
            "--theme",
            type=click.Choice(LOOKS),
            expose_value=False,
            callback=_set_flag("look"),
            help=text("cli.option.theme"),
        ),
        click.option(
            "--ascii",
            is_flag=True,
            default=None,
            expose_value=False,
            callback=_set_flag("ascii"),
            help=text("cli.option.ascii"),
        ),
        click.option(
            "--reduced-motion",
            is_flag=True,
            default=None,
            expose_value=False,
            callback=_set_flag("still"),
            help=text("cli.option.still"),
        ),
    ):
        command = option(command)
    return command


def _set_flag(setting: str) -> Callable[[click.Context, click.Parameter, object], None]:
    def keep(ctx: click.Context, _param: click.Parameter, value: object) -> None:
        options = ctx.ensure_object(Options)
        if value is not None:
            options.flags[setting] = value

    return keep


def unsaved_option(command: _Command) -> _Command:
    """`--unsaved`: the one way to practise without records."""
    return click.option(
        "--unsaved",
        is_flag=True,
        expose_value=False,
        callback=_set_unsaved,
        help=text("cli.option.unsaved"),
    )(command)


def machine_name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Reads the name of a machine; an unknown one is wrong usage, with those that are near."""
    from banktrainer.engine import MACHINES

    if value not in MACHINES:
        near = get_close_matches(value.lower(), list(MACHINES), n=3) or list(MACHINES)
        w = ctx.ensure_object(Options).words
        raise click.BadParameter(w("cli.error.no_machine", name=value, near=", ".join(near)))
    return value


def text(key: str) -> str:
    """A text for a command's own help."""
    return Words().text(key)
