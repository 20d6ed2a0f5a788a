"""The bottom row: the keys that act now, as many as fit, each of them a thing to click too."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple
from unicodedata import lookup

from textual import events
from textual.content import Content

from banktrainer.tui.keys.remap import NONE, Remap, keys_of
from banktrainer.tui.keys.table import Action, Mode, active, named
from banktrainer.tui.paint.blocks import Line
from banktrainer.tui.paint.row import Row
from banktrainer.words import Words

_GAPS = ("   ", "  ")


class Entry(NamedTuple):
    """One action as the footer names it."""

    action: Action
    face: str
    label: str
    rank: int

    @property
    def content(self) -> Content:
        return Content.styled(self.face, "key") + " " + Content.styled(self.label, "soft")


def entries(
    words: Words, mode: Mode, remap: Remap = NONE, idle: Container[str] = ()
) -> tuple[Entry, ...]:
    """The footer's entries of a mode, in the table's order, but for the actions that are `idle`."""
    return tuple(
        Entry(action, face(words, keys_of(action, remap)), said(words, action, mode), rank)
        for action in active(mode)
        if (rank := action.rank_in(mode)) is not None and action.id not in idle
    )


def said(words: Words, action: Action, mode: Mode) -> str:
    """The footer's word for an action; some have one of their own in a mode."""
    own = f"keys.in.{mode}.{action.id}"
    return words(own if words.has(own) else action.label)


def face(words: Words, keys: Sequence[str]) -> str:
    """How keys are written: runs of letters or digits as a range, others side by side."""
    if len(keys) > 2 and all(len(key) == 1 for key in keys) and _in_turn(keys):
        return f"{keys[0]}–{keys[-1]}"
    return " ".join(_name(words, key) for key in keys)


def _in_turn(keys: Sequence[str]) -> bool:
    """Whether each key follows the one before: `a b c` do, `v b w` don't."""
    return all(ord(after) == ord(key) + 1 for key, after in pairwise(keys))


def _name(words: Words, key: str) -> str:
    """How one key is written: by a word of ours, or as the sign that it makes."""
    if words.has(f"keys.name.{key}"):
        return words(f"keys.name.{key}")
    try:
        return lookup(key.replace("_", " "))
    except KeyError:
        return key


def face_of(words: Words, action: str, remap: Remap = NONE) -> str:
    """How the keys of the action of that id are written."""
    return face(words, keys_of(named(action), remap))


class KeyRow(NamedTuple):
    """The entries that fit one row; the last to be named in the table's ranks go first."""

    entries: tuple[Entry, ...]
    close: bool = False

    def lines(self, width: int) -> Iterator[Line]:
        gap, kept = self.fitting(width)
        yield Line(Content(gap).join(entry.content for entry in kept))

    def fitting(self, width: int) -> tuple[str, tuple[Entry, ...]]:
        """The gap between the entries, and the entries that fit `width` cells with it."""
        kept = self.entries
        while True:
            for gap in _GAPS:
                if _width(kept, gap) <= width or not kept:
                    return gap, kept
            worst = max(kept, key=lambda entry: entry.rank)
            kept = tuple(entry for entry in kept if entry is not worst)

    def at(self, x: int, width: int) -> Action | None:
        """The action whose entry is drawn at column `x`."""
        found = self._found(x, width)
        return found[0].action if found else None

    def key_at(self, x: int, width: int) -> str | None:
        """The key that a click at column `x` stands for; of two that lie side by side the one
        that was hit, and on the word beside them the second. None for a range of keys."""
        found = self._found(x, width)
        if found is None:
            return None
        entry, inside = found
        keys, faces = entry.action.keys, entry.face.split(" ")
        if not entry.action.each:
            return keys[0]
        if len(keys) != len(faces):
            return None
        ends = accumulate(Content(face).cell_length + 1 for face in faces)
        return next((key for key, end in zip(keys, ends, strict=True) if inside < end), keys[-1])

    def _found(self, x: int, width: int) -> tuple[Entry, int] | None:
        """The entry at column `x`, and the column inside it."""
        gap, kept = self.fitting(width)
        start = 0
        for entry in kept:
            end = start + entry.content.cell_length
            if start <= x < end:
                return entry, x - start
            start = end + len(gap)
        return None


def _width(kept: Sequence[Entry], gap: str) -> int:
    return sum(entry.content.cell_length for entry in kept) + len(gap) * max(0, len(kept) - 1)


class KeyBar(Row):
    """The footer: a KeyRow for the mode that the screen is in."""

    def __init__(self, words: Words) -> None:
        super().__init__(id="keys")
        self._words = words
        self._keys = KeyRow(())

    def show_mode(self, mode: Mode, remap: Remap = NONE, idle: Container[str] = ()) -> None:
        self._keys = KeyRow(entries(self._words, mode, remap, idle))
        self.show(self._keys)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the key under the mouse does, in the sentence that the help has for it."""
        offset = event.get_content_offset(self)
        action = self._keys.at(offset.x, self.content_size.width) if offset else None
        tip = Content(self._words(action.tooltip)) if action is not None else None
        if tip != self.tooltip:
            self.tooltip = tip

    async def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None:
            return
        at = offset.x, self.content_size.width
        action, key = self._keys.at(*at), self._keys.key_at(*at)
        if action is not None and key is not None:
            await self.screen.run_action(action.call(key))
