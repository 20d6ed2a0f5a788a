"""YAML as text with places: every scalar stays the text that was written (`NO`, `1:30`, `010`).

Built from the parser's events with an explicit stack, because composing would resolve aliases and
hide tags, and could then refuse neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Place
from banktrainer.packs.source import STAND_IN, Source
from banktrainer.printable import is_hostile

MAX_DEPTH = 16
MAX_NODES = 10_000

Tree = str | list["Tree"] | dict[str, "Tree"]
Loc = tuple[str | int, ...]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Yaml:
    """A YAML document: its data, and the place of each value and each key by its path.

    `refused` are the places of values that stand for nothing, as an alias does.
    """

    data: Tree
    values: Mapping[Loc, Place]
    keys: Mapping[Loc, Place]
    refused: frozenset[Place] = frozenset()

    def place(self, *loc: str | int) -> Place:
        """The place of the value at `loc`, or of the nearest one that holds it."""
        while loc not in self.values:
            loc = loc[:-1]
        return self.values[loc]

    def items(self) -> Iterator[Yaml]:
        """Each item of a document that is a list, with its own places."""
        parts: defaultdict[Loc, tuple[dict[Loc, Place], dict[Loc, Place]]]
        parts = defaultdict(lambda: ({}, {}))
        for which, places in enumerate((self.values, self.keys)):
            for loc, place in places.items():
                parts[loc[:1]][which][loc[1:]] = place
        for at, data in enumerate(self.data if isinstance(self.data, list) else ()):
            yield Yaml(data, *parts[(at,)], self.refused)

    def key_place(self, *loc: str | int) -> Place:
        return self.keys.get(loc) or self.place(*loc)


def read_yaml(source: Source, first: int, last: int, faults: Faults) -> Yaml | None:
    """The document on lines `first` to `last` of `source` (from 1, `last` included).

    None where it can't be built; all that is wrong is in `faults`.
    """
    text = "\n".join(source.lines[first - 1 : last])
    builder = _Builder(lambda mark: _place(source, first, last, mark), faults)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            builder.feed(event)
    except _StopError:
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = builder.at(mark) if mark else source.place(first)
        faults.add(place, "E201", f"not YAML: {error.problem or error.context}")
        return None
    except yaml.YAMLError as error:
        faults.add(source.place(first), "E201", f"not YAML: {' '.join(str(error).split())}")
        return None
    return builder.result(source.place(first))


def _place(source: Source, first: int, last: int, mark: Any) -> Place:
    """The place of `mark`; libyaml sets the end of a text on the line after its last."""
    line = mark.line + first
    if line <= last:
        return source.place(line, mark.column + 1)
    return source.place(last, len(source.lines[last - 1]) + 1)


class _StopError(Exception):
    """The document can't be followed any further; the reason is already among the faults."""


@dataclass(slots=True)
class _Frame:
    holder: dict[str, Tree] | list[Tree]
    loc: Loc
    key: str | None = None


@dataclass(slots=True)
class _Builder:
    at: Callable[[Any], Place]
    faults: Faults
    stack: list[_Frame] = field(default_factory=list)
    root: Tree | None = None
    values: dict[Loc, Place] = field(default_factory=dict)
    keys: dict[Loc, Place] = field(default_factory=dict)
    refused: set[Place] = field(default_factory=set)
    documents: int = 0

    def feed(self, event: Any) -> None:
        place = self.at(event.start_mark)
        if isinstance(event, yaml.DocumentStartEvent):
            self._document(event, place)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse(place, f"the alias {quoted('*' + str(event.anchor))}")
            self.refused.add(place)
            self._scalar("", place)
        elif isinstance(event, yaml.ScalarEvent):
            self._refuse_properties(event, place)
            self._scalar(self._shown(str(event.value), place), place)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._refuse_properties(event, place)
            self._open([] if isinstance(event, yaml.SequenceStartEvent) else {}, place)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.stack.pop()

    def result(self, start: Place) -> Yaml:
        root: Tree = {} if self.root is None or self.root == "" else self.root
        values = {(): start, **self.values}
        return Yaml(root, values, self.keys, frozenset(self.refused))

    def _document(self, event: Any, place: Place) -> None:
        self.documents += 1
        if event.version or event.tags:
            self._refuse(place, "a directive")
        if self.documents > 1:
            self.faults.add(place, "E201", "a second YAML document in one file")
            raise _StopError

    def _refuse(self, place: Place, what: str) -> None:
        self.faults.add(place, "E202", f"{what} is not allowed; write the value out")

    def _refuse_properties(self, event: Any, place: Place) -> None:
        if event.anchor is not None:
            self._refuse(place, f"the anchor {quoted('&' + str(event.anchor))}")
        if event.tag is not None:
            self._refuse(place, f"the tag {quoted(str(event.tag))}")

    def _shown(self, text: str, place: Place) -> str:
        """`text` without what a terminal could obey: YAML's escapes can write any character."""
        hostile = {char for char in text if is_hostile(char)} if not text.isprintable() else ()
        for char in sorted(hostile):
            self.faults.add(place, "E105", f"the character U+{ord(char):04X} is not allowed")
        return text.translate(dict.fromkeys(map(ord, hostile), STAND_IN))

    def _scalar(self, text: str, place: Place) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is not None and isinstance(frame.holder, dict) and frame.key is None:
            self._key(frame, frame.holder, text, place)
        else:
            self._attach(text, place)

    def _key(self, frame: _Frame, holder: dict[str, Tree], text: str, place: Place) -> None:
        if text in holder:
            first = self.keys[(*frame.loc, text)].line
            self.faults.add(place, "E203", f"the key {quoted(text)} was given on line {first}")
        else:
            self.keys[(*frame.loc, text)] = place
        frame.key = text

    def _open(self, holder: dict[str, Tree] | list[Tree], place: Place) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is not None and isinstance(frame.holder, dict) and frame.key is None:
            self.faults.add(place, "E207", "a key must be text")
            raise _StopError
        if len(self.stack) >= MAX_DEPTH:
            self.faults.add(place, "E204", f"more than {MAX_DEPTH} levels deep")
            raise _StopError
        loc = self._attach(holder, place)
        self.stack.append(_Frame(holder, loc))

    def _attach(self, value: Tree, place: Place) -> Loc:
        if len(self.values) >= MAX_NODES:
            self.faults.add(place, "E204", f"more than {MAX_NODES} values")
            raise _StopError
        loc: Loc = ()
        if not self.stack:
            self.root = value
        else:
            loc = self._attach_to(self.stack[-1], value)
        self.values[loc] = place
        return loc

    @staticmethod
    def _attach_to(frame: _Frame, value: Tree) -> Loc:
        if isinstance(frame.holder, list):
            frame.holder.append(value)
            return (*frame.loc, len(frame.holder) - 1)
        key, frame.key = str(frame.key), None
        frame.holder[key] = value
        return (*frame.loc, key)
