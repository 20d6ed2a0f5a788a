"""Draws the README's pictures with the program itself: `python -m tests.pictures`."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from pathlib import Path

from banktrainer.records import open_journal
from banktrainer.study.clock import utc_text
from banktrainer.study.journal import Answer
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.request import Request
from banktrainer.words import Words
from tests.study import desk
from tests.tui import workbench as wb

FOLDER = Path(__file__).parents[1] / ".github"
_FONT_FACES = re.compile(r"\s*@font-face \{.*?\}", re.S)
_INDENTED = re.compile(
    r'(<text [^>]*?x=")([\d.]+)("[^>]*?textLength=")([\d.]+)("[^>]*>)((?:&#160;)+)'
)
_PRACTISED = (
    ("unit-stride", "A", 4, 0),
    ("odd-stride", "B", 3, 0),
    ("even-stride", "C", 2, 1),
    ("multiple-of-32", "D", 3, 1),
    ("offset", "E", 1, 1),
    ("column-walk", "F", 1, 0),
)
"""Cards, their cells, on how many days they were right, and then on how many wrong."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What is opened, and the keys pressed before the picture is taken."""

    start: Request | None
    keys: tuple[str, ...]


PICTURES = {
    "board": Picture(
        Request(card="core/array-of-structs"),
        ("8", "enter", "enter", "space", "full_stop", "full_stop"),
    ),
    "home": Picture(None, ()),
    "playground": Picture(None, ("p", "space", "space", "space")),
    "strides": Picture(None, ("x", "right", "right")),
}


async def draw(name: str) -> str:
    """The picture of that name at 80×24, of a learner of some days."""
    with tempfile.TemporaryDirectory() as folder:
        home, clock, picture = Path(folder), desk.ManualClock(), PICTURES[name]
        _practise(home)
        app = BanktrainerApp(home, picture.start or "home", clock, Words("en"))
        app.animation_level = "none"
        async with app.run_test(size=(80, 24)) as pilot:
            await wb.settle(pilot)
            for key in picture.keys:
                await wb.press(pilot, key)
            await wb.settle(pilot)
            return self_contained(app.export_screenshot(title="banktrainer"))


def _practise(home: Path) -> None:
    journal = open_journal(home)
    for answer in _answers():
        journal.append(answer)
    journal.close()


def _answers() -> Iterator[Answer]:
    for card, cell, right, wrong in _PRACTISED:
        for day in range(1, right + wrong + 1):
            at = desk.NOON - timedelta(days=day)
            found = day > wrong
            yield desk.row(
                card,
                id=f"{card}-{day}",
                cell=cell,
                at=utc_text(at),
                study_day=at.date().isoformat(),
                confidence="think" if found and day % 2 else "sure",
                verdict="right" if found else "wrong",
            )


def self_contained(svg: str) -> str:
    """Without fonts from elsewhere: a viewer's own monospaced font will do."""
    plain = _FONT_FACES.sub("", svg).replace("Fira Code", "monospace")
    return _INDENTED.sub(_moved, plain)


def _moved(found: re.Match[str]) -> str:
    """A text without its leading blanks, which some viewers leave out, at the place after them."""
    before, x, between, length, rest, blanks = found.groups()
    text = found.string[found.end() :].partition("<")[0].replace("&#160;", " ")
    cells, all_cells = blanks.count(";"), len(unescape(text)) + blanks.count(";")
    if cells == all_cells:
        return found[0]
    cell = float(length) / all_cells
    return f"{before}{float(x) + cells * cell:g}{between}{float(length) - cells * cell:g}{rest}"


def file_of(name: str) -> Path:
    return FOLDER / f"{name}.svg"


if __name__ == "__main__":
    for each in PICTURES:
        file_of(each).write_text(asyncio.run(draw(each)), "utf-8")
