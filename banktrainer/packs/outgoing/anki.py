"""Anki: its text format, and a package by genanki (the extra `anki`).

Both know a card again by the same GUID, made from its key, so that a second import updates what
the first one brought.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from html import escape
from pathlib import Path

from banktrainer.packs.model import Pack
from banktrainer.packs.outgoing.prose import to_html
from banktrainer.packs.outgoing.questions import Question
from banktrainer.packs.outgoing.tables import lettered, right_of

_HEAD = """\
#separator:Semicolon
#html:true
#notetype:Basic
#deck:{deck}
#columns:GUID;Front;Back;Tags
#guid column:1
#tags column:4
"""
_MODEL = "banktrainer"
_CSS = ".card { font-family: sans-serif; font-size: 18px; text-align: left; }"
_LARGEST_ID = 1 << 30


def as_anki(pack: Pack, found: Iterable[Question]) -> str:
    """The text of a file that Anki imports as it is."""
    made = io.StringIO()
    writer = csv.writer(made, delimiter=";", lineterminator="\n", quoting=csv.QUOTE_ALL)
    for each in found:
        writer.writerow((each.guid, *_sides(each), " ".join(_tags(each))))
    return _HEAD.format(deck=pack.title) + made.getvalue()


def write_apkg(pack: Pack, found: Iterable[Question], path: Path) -> None:
    """Write an Anki package to `path`. Raises ModuleNotFoundError without genanki, OSError.

    Its cards are dated by the newest file of the pack, so that one pack gives one package.
    """
    import genanki

    model = genanki.Model(
        _number(_MODEL),
        _MODEL,
        fields=[{"name": "Front"}, {"name": "Back"}],
        templates=[
            {
                "name": "Card 1",
                "qfmt": "{{Front}}",
                "afmt": "{{FrontSide}}<hr id=answer>{{Back}}",
            }
        ],
        css=_CSS,
    )
    deck = genanki.Deck(_number(pack.id), pack.title, escape(pack.description))
    for each in found:
        sides = list(_sides(each))
        note = genanki.Note(model=model, fields=sides, tags=_tags(each), guid=each.guid)
        deck.add_note(note)
    written = max(p.stat().st_mtime for p in pack.root.rglob("*") if p.is_file())
    genanki.Package(deck).write_to_file(str(path), timestamp=float(int(written)))


def _sides(question: Question) -> tuple[str, str]:
    choices = "".join(
        f"<div>{escape(line, quote=False)}</div>" for line in lettered(question.choices)
    )
    right = right_of(question)
    told = f"<p><b>{escape(right, quote=False)}</b></p>" if right else ""
    title = f"<h3>{escape(question.title, quote=False)}</h3>"
    return title + to_html(question.asked) + choices, told + to_html(question.answer)


def _tags(question: Question) -> Sequence[str]:
    return ["_".join(tag.split()) for tag in question.tags]


def _number(name: str) -> int:
    """A number that stands for a name in Anki, the same every time."""
    digest = blake2b(f"banktrainer/{name}".encode(), digest_size=8).digest()
    return _LARGEST_ID + int.from_bytes(digest, "big") % _LARGEST_ID
