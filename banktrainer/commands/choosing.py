"""`banktrainer settings`: what the settings' screen shows and changes, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.plain.text import wrap
from banktrainer.records.settings import CHOICES, HOURS, SWITCH, Settings, SettingsFile
from banktrainer.words import Words, languages

_HANG = "  "
_SWITCH: dict[str, object] = {"on": True, "off": False}


@click.command(help=text("cli.help.settings"))
@click.argument("name", required=False)
@click.argument("value", required=False)
@home_option
@language_option
@click.pass_context
def settings(ctx: click.Context, name: str | None, value: str | None) -> None:
    options = ctx.ensure_object(Options)
    w, out, known = options.words, console(), values()
    for note in options.notes:
        out.note(note)
    if name is not None and name not in known:
        raise click.UsageError(w("settings.error.name", name=name, allowed=", ".join(known)))
    holds = options.settings
    if name is not None and value is not None:
        chosen = _chosen(w, name, value)
        _keep(w, options, name, chosen)
        holds = holds._replace(**{name: chosen})  # type: ignore[arg-type]
        w = Words(holds.language)
    for each in known if name is None else (name,):
        for line in told(w, each, holds, out.width):
            out.line(line)


def values() -> dict[str, dict[str, object]]:
    """Each setting with its values by what one types for them; the keys are set on the screen."""
    every = {"language": languages(), **CHOICES}
    return {
        name: _SWITCH if allowed == SWITCH else {str(value): value for value in allowed}
        for name, allowed in every.items()
    }


def told(w: Words, name: str, holds: Settings, width: int | None) -> Iterator[str]:
    """A setting as it stands, what it is about, and what it can be."""
    typed = values()[name]
    now = getattr(holds, name)
    yield f"{name} = {next((word for word, value in typed.items() if value == now), now)}"
    allowed = f"{HOURS[0]}–{HOURS[-1]}" if name == "rollover" else ", ".join(typed)
    about = f"{w(f'settings.name.{name}')}: {w(f'settings.about.{name}')} ({allowed})"
    yield from (_HANG + line for line in wrap(about, width and width - len(_HANG), ""))


def _chosen(w: Words, name: str, value: str) -> object:
    typed = values()[name]
    if value.lower() not in typed and value not in typed:
        facts = {"name": name, "value": value, "allowed": ", ".join(typed)}
        raise CommandError(w("settings.error.variable", **facts), 2)
    return typed[value if value in typed else value.lower()]


def _keep(w: Words, options: Options, name: str, chosen: object) -> None:
    file = SettingsFile(options.folder)
    try:
        file.change(**{name: chosen})
    except OSError as error:
        path, why = error.filename or file.path, error.strerror or error
        raise CommandError(w("settings.error.unkept", path=path, why=why)) from error
