"""What the settings screen lists: each setting with its values, then the keys; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from banktrainer.records.settings import CHOICES, Settings
from banktrainer.tui.keys.keybar import face, face_of
from banktrainer.tui.keys.remap import Key, Remap, remappable
from banktrainer.tui.paint.blocks import Block, Hit, Line, Text
from banktrainer.tui.paint.text import styled
from banktrainer.tui.sheets.listing import mark
from banktrainer.words import Words, languages

_NAME = 26
_SWITCHES = {"ascii": ("signs", "ascii"), "still": ("moving", "still"), "game": ("off", "on")}


class Option(NamedTuple):
    """A setting that has one of several values; `words` are what each is called."""

    name: str
    values: Sequence[object]
    words: Sequence[str]

    def after(self, value: object, by: int) -> object:
        """The value `by` places on from `value`, round and round."""
        at = self.values.index(value) if value in self.values else 0
        return self.values[(at + by) % len(self.values)]

    def word(self, value: object) -> str:
        return self.words[self.values.index(value)] if value in self.values else str(value)


def options(w: Words) -> tuple[Option, ...]:
    """Every setting but the keys, in the order of the screen."""
    return (
        Option("language", languages(), [_language(w, name) for name in languages()]),
        *(
            Option(name, values, [_word(w, name, value) for value in values])
            for name, values in CHOICES.items()
        ),
    )


def _word(w: Words, name: str, value: object) -> str:
    """What a value of the setting `name` is called."""
    if name in _SWITCHES:
        return w(f"settings.value.{_SWITCHES[name][bool(value)]}")
    if name == "rollover":
        return w("settings.value.hour", n=value)
    if name == "minutes":
        return w("settings.value.minutes", n=value)
    return w(f"settings.value.{value}")


def _language(w: Words, name: str) -> str:
    key = f"settings.language.{name}"
    return w(key) if w.has(key) else name


def about(w: Words, option: Option) -> str:
    """One sentence about a setting."""
    if option.name == "language" and len(option.values) == 1:
        return w("settings.about.only_english")
    return w(f"settings.about.{option.name}")


class Row(NamedTuple):
    """One line: a name, and its value between the signs of the arrows where it is chosen."""

    number: int
    name: str
    value: Content
    chosen: bool
    arrows: bool = True
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        name = styled(self.name, "strong" if self.chosen else "")
        name = name.truncate(_NAME - 1, ellipsis=True)
        left, right = ("‹ ", " ›") if self.chosen and self.arrows else ("  ", "  ")
        gap = Content(" " * (_NAME - name.cell_length))
        value = styled(left, "note") + self.value + styled(right, "note")
        line = (mark(self.chosen) + name + gap + value).truncate(width, ellipsis=True)
        hit = Hit(0, width, f"point({self.number})")
        yield Line(line, "code-fill" if self.chosen else "", (hit,))


Entry = Option | Key
"""What a row of the screen is about."""


def entries(w: Words) -> tuple[Entry, ...]:
    """What there is to set: each option, then each key that may be another."""
    return (*options(w), *remappable())


def has(w: Words, entry: Entry, wanted: str) -> bool:
    """Whether those letters (small ones) stand in what the row or the note about it says."""
    if isinstance(entry, Option):
        text = (w(f"settings.name.{entry.name}"), about(w, entry), *entry.words)
    else:
        text = (key_name(w, entry), w(entry.action.tooltip), face(w, (entry.own,)))
    return wanted in " ".join(text).lower()


def option_rows(
    w: Words, settings: Settings, listed: Sequence[Option], chosen: int
) -> list[list[Block]]:
    """A row for each setting that is listed."""
    rows: list[list[Block]] = []
    for number, option in enumerate(listed):
        value = styled(option.word(getattr(settings, option.name)), "own")
        rows.append([Row(number, w(f"settings.name.{option.name}"), value, number == chosen)])
    return rows


def key_rows(
    w: Words, remap: Remap, listed: Sequence[Key], chosen: int, first: int
) -> list[list[Block]]:
    """A row for each key that is listed; the first with the heading above it."""
    rows: list[list[Block]] = []
    for number, key in enumerate(listed, first):
        row = Row(number, key_name(w, key), _key(w, key, remap), number == chosen, arrows=False)
        rows.append([row])
    heading: list[Block] = [Text(styled(w("settings.keys"), "note"))]
    note = w("settings.keys_note", all=face_of(w, "reset_keys", remap))
    heading.append(Text(styled(note, "soft"), close=True))
    if rows:
        rows[0] = [*heading, *rows[0]]
    return rows


def key_name(w: Words, key: Key) -> str:
    """What a key does; which of two, where an action has two."""
    label = w(key.action.label)
    several = sum(each.action is key.action for each in remappable()) > 1
    return f"{label} {face(w, (key.own,))}" if several else label


def _key(w: Words, key: Key, remap: Remap) -> Content:
    new = remap.get(key.id)
    own = face(w, (key.own,))
    if new is None:
        return styled(own, "key")
    return styled(face(w, (new,)), "own") + styled("  " + w("settings.own", key=own), "soft")
