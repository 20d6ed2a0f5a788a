"""The packs as blocks: one row for each, and below it what a check found; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from banktrainer.tui.paint.blocks import Block, Hit, Line, Text
from banktrainer.tui.paint.text import foreign
from banktrainer.tui.sheets.listing import mark
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Fault, Pack
    from banktrainer.packs.model import Kind

KINDS: tuple[Kind, ...] = ("example", "recall", "template")
_NAME = 20
_MOST_CARDS = 5


class PackRow(NamedTuple):
    """One pack: its id, its title and its version."""

    number: int
    id: str
    title: str
    chosen: bool
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        name = foreign(self.id, "strong" if self.chosen else "own")
        name = name.truncate(_NAME - 1, ellipsis=True)
        gap = Content(" " * (_NAME - name.cell_length))
        line = mark(self.chosen) + name + gap + foreign(self.title)
        fill = "code-fill" if self.chosen else ""
        hit = Hit(0, width, f"point({self.number})")
        yield Line(line.truncate(width, ellipsis=True), fill, (hit,))


def pack_rows(
    w: Words,
    packs: Sequence[Pack],
    chosen: int,
    faults: dict[str, tuple[Fault, ...] | None],
    wanted: str = "",
) -> list[list[Block]]:
    """A row for each pack, with what is in it; `faults` by id, None while they are looked for.

    `wanted` names some of the cards that have those letters.
    """
    rows = []
    for number, pack in enumerate(packs):
        row: list[Block] = [PackRow(number, pack.id, pack.title, number == chosen, number == 0)]
        for text in (holds(w, pack), spoken(w, pack), pack.description):
            if text:
                row.append(_below(text, "soft"))
        row += [_below(f"· {title}", "own") for title in _titles(pack, wanted)]
        if pack.id in faults:
            row += fault_blocks(w, faults[pack.id])
        rows.append(row)
    return rows


def pack_text(pack: Pack) -> str:
    """What a search for a pack looks through, in small letters: its own words and its cards'."""
    cards = (f"{card.id} {card.title}" for card in pack.cards)
    return " ".join((pack.id, pack.title, pack.description, *cards)).lower()


def _titles(pack: Pack, wanted: str) -> list[str]:
    """The first cards whose names have what is wanted; none where nothing is."""
    found = [c.title for c in pack.cards if wanted and wanted in f"{c.id} {c.title}".lower()]
    return found[:_MOST_CARDS]


def holds(w: Words, pack: Pack) -> str:
    """The version, and how many cards there are of each kind."""
    kinds = Counter(card.kind for card in pack.cards)
    counts = [w.count(f"shelf.kind.{kind}", kinds[kind]) for kind in KINDS if kinds[kind]]
    if pack.glossary:
        counts.append(w.count("shelf.terms", len(pack.glossary)))
    return " · ".join((w("shelf.version", version=pack.version), *counts))


def spoken(w: Words, pack: Pack) -> str:
    """The languages that it comes in."""
    names = [_language(w, name) for name in (pack.language, *pack.translations)]
    return w("shelf.languages", names=", ".join(names))


def _language(w: Words, name: str) -> str:
    key = f"settings.language.{name}"
    return w(key) if w.has(key) else name


def fault_blocks(w: Words, faults: tuple[Fault, ...] | None) -> Iterator[Block]:
    """What a check found: each fault with its place, a line that says so where there is none."""
    if faults is None:
        yield _below(w("shelf.checking"), "wait")
    elif not faults:
        yield _below("✓ " + w("shelf.sound"), "good")
    else:
        yield _below(w.count("shelf.faults", len(faults)), "bad")
        for fault in faults:
            yield _below(str(fault), "bad" if fault.code.startswith("E") else "wait")


def _below(text: str, role: str) -> Block:
    return Text(foreign(text, role), lead=Content("  "), close=True)
