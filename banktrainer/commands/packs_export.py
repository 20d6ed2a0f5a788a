"""`banktrainer packs export`: a pack for Anki, Moodle, spreadsheets or paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.out_file import put
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.packs.outgoing.questions import Labels, Question

FORMS = ("anki", "gift", "csv", "md")
PACKAGE = ".apkg"
_DRAWS = 3


@click.command("export", help=text("packs.help.export"), epilog=text("packs.help.export_epilog"))
@click.argument("id", metavar="ID-or-PATH")
@click.option(
    "--to", "form", type=click.Choice(FORMS), required=True, metavar="|".join(FORMS),
    help=text("packs.option.to"),
)  # fmt: skip
@click.option("--out", metavar="FILE", help=text("packs.option.out"))
@click.option(
    "--draws", type=click.IntRange(1, 100), default=_DRAWS, show_default=True,
    help=text("packs.option.draws"),
)  # fmt: skip
@home_option
@language_option
@click.pass_context
def export(ctx: click.Context, id: str, form: str, out: str | None, draws: int) -> None:
    from banktrainer.packs.outgoing.questions import Labels, questions

    options = ctx.ensure_object(Options)
    w = options.words
    labels = Labels(*(w(f"packs.export.{name}") for name in ("yes", "no", "why", "answers")))
    package = form == "anki" and out is not None and out.endswith(PACKAGE)
    if package:
        _need_genanki(w)
    try:
        with reported():
            pack = find(options, id)
            found = list(questions(pack, labels, draws))
    except CommandError as error:
        raise CommandError(_short(w, id, error)) from error
    if out is None:
        console().line(as_text(form, pack, found, labels).rstrip("\n"))
        return
    with put(w, out) as made:
        if package:
            from banktrainer.packs.outgoing.anki import write_apkg

            write_apkg(pack, found, made)
        else:
            made.write_text(as_text(form, pack, found, labels), "utf-8", newline="")
    console().note(w("packs.export.done", n=len(found), path=out))


def find(options: Options, id: str) -> Pack:
    """The pack of that id, or in that folder. Raises CommandError, PackError."""
    from banktrainer.packs import builtin, load
    from banktrainer.packs.installed.shelves import everything

    language, home = options.settings.language, options.folder
    if ("/" in id or "." in id) and Path(id).is_dir():
        return load(Path(id), language)
    found = everything(builtin(language, home), home, language, home).packs
    pack = next((each for each in found if each.id == id), None)
    if pack is None:
        known = ", ".join(each.id for each in found)
        raise CommandError(options.words("packs.export.unknown", id=id, known=known))
    return pack


def as_text(form: str, pack: Pack, found: list[Question], labels: Labels) -> str:
    """The questions as a text of that form."""
    from banktrainer.packs.outgoing.anki import as_anki
    from banktrainer.packs.outgoing.gift import as_gift
    from banktrainer.packs.outgoing.printed import as_printed
    from banktrainer.packs.outgoing.tables import as_csv

    if form == "anki":
        return as_anki(pack, found)
    if form == "gift":
        return as_gift(pack, found)
    return as_csv(found) if form == "csv" else as_printed(pack, found, labels)


def _short(w: Words, id: str, error: CommandError) -> str:
    """One line of what is wrong, however many faults a pack has."""
    from banktrainer.packs import PackError

    if not isinstance(error.__cause__, PackError):
        return str(error)
    errors = [fault for fault in error.__cause__.faults if fault.code.startswith("E")]
    return w("packs.export.faults", fault=errors[0], n=len(errors), path=id)


def _need_genanki(w: Words) -> None:
    from importlib.util import find_spec

    if find_spec("genanki") is None:
        raise CommandError(w("packs.export.no_genanki"))
