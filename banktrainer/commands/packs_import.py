"""`banktrainer packs import`: cards from notes, tables and GIFT, and all that is left out told."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import language_option, text
from banktrainer.commands.settings import Options
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs.incoming.bringing import Brought
    from banktrainer.packs.incoming.harvest import Harvest

FORMS = ("md", "csv", "tsv", "gift")
_BY_SUFFIX = {".md": "md", ".markdown": "md", ".csv": "csv", ".tsv": "tsv", ".gift": "gift"}
_GIFT = re.compile(r"(?<!\\)\{[^{}]*(?<!\\)\}\s*(?:\n\s*\n|\Z)|^::|^\$CATEGORY:", re.MULTILINE)


@click.command("import", help=text("packs.help.import"), epilog=text("packs.help.import_epilog"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--into", "folder", metavar="DIR", required=True,
    type=click.Path(path_type=Path), help=text("packs.option.into"),
)  # fmt: skip
@click.option(
    "--from", "form", type=click.Choice(FORMS), metavar="|".join(FORMS),
    help=text("packs.option.from"),
)  # fmt: skip
@language_option
@click.pass_context
def import_cards(ctx: click.Context, file: Path, folder: Path, form: str | None) -> None:
    from banktrainer.packs.incoming.bringing import bring_in, read_text
    from banktrainer.packs.installed.refusal import Refused

    w = ctx.ensure_object(Options).words
    try:
        found = read(w, read_text(file), form or _BY_SUFFIX.get(file.suffix.lower(), ""))
        done = bring_in(file.name, found, folder)
    except Refused as refusal:
        facts = {"path": file, "folder": folder, **refusal.facts}
        raise CommandError(w(f"packs.refused.{refusal.reason}", **facts)) from refusal
    except OSError as error:
        why, path = error.strerror or error, error.filename or file
        raise CommandError(w("packs.error.not_imported", path=path, why=why)) from error
    _tell(w, file, folder, done)
    ctx.exit(0 if done.cards else 1)


def read(w: Words, text: str, form: str) -> Harvest:
    """The cards in `text`; without a form what it looks like decides."""
    from banktrainer.packs.incoming.gift import GiftWords, read_gift
    from banktrainer.packs.incoming.notes import read_notes
    from banktrainer.packs.incoming.tables import read_table

    if form in ("csv", "tsv"):
        return read_table(text, tabs=form == "tsv")
    if form == "gift" or (not form and _GIFT.search(text)):
        said = (w(f"packs.gift.{name}") for name in ("true", "false", "essay"))
        return read_gift(text, GiftWords(*said))
    return read_notes(text)


def _tell(w: Words, file: Path, folder: Path, done: Brought) -> None:
    out = console()
    for each in done.left:
        why = w(f"packs.left.{each.reason}", text=each.text)
        line = each.line if each.last is None else f"{each.line}-{each.last}"
        out.line(w("packs.import.left", path=file, line=line, why=why))
    for card in done.cards:
        if card.changed:
            why = w(f"packs.changed.{card.changed}")
            out.line(w("packs.import.changed", path=file, line=card.line, why=why))
    for path in done.files:
        out.line(w("packs.import.written", path=path))
    out.note(w("packs.import.sum", cards=len(done.cards), left=len(done.left)))
    if done.cards:
        out.note(w("packs.new.next", path=shlex.quote(str(folder))))
