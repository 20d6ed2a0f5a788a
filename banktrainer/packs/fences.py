"""Code fences: the info string (`cuda fix set="col=0" block=16,16`) and the mark `// ?`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.fields import block_shape, is_name, machine_name
from banktrainer.packs.markdown import line_of
from banktrainer.packs.model import Block3, Fence, Place
from banktrainer.packs.schema import CardKeys
from banktrainer.packs.source import Source
from banktrainer.packs.writing import ASKED_MARK

TRACED = "cuda"
SHOWN = "text"
MAX_CODE = 64 * 1024

_WORD = re.compile(
    r'\s+(?:(?P<key>[a-z]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))|(?P<name>\S+))'
)
_DEFAULT_BLOCK: Block3 = (32, 1, 1)


@dataclass(slots=True)
class Shelf:
    """The fences of one card by name, as they are met; `keys` has the card's own values."""

    source: Source
    faults: Faults
    keys: CardKeys
    fences: dict[str, Fence] = field(default_factory=dict)

    def put(self, token: Token) -> Fence:
        """The fence that `token` writes; a name that is taken or missing is a fault."""
        fence = self._fence(token)
        place = fence.place
        if fence.name not in self.fences:
            self.fences[fence.name] = fence
        elif fence.name:
            self.faults.add(place, "E310", f"the name {quoted(fence.name)} is taken in this card")
        else:
            self.faults.add(place, "E310", "every fence but the one asked about needs a name")
        return fence

    def _fence(self, token: Token) -> Fence:
        place = fence_place(self.source, token)
        code, asked = self._unmarked(token.content.removesuffix("\n"), place)
        if not code.strip():
            self.faults.add(place, "E308", "the fence has no code")
        if len(code) > MAX_CODE:
            self.faults.add(place, "E103", f"more than {MAX_CODE // 1024} KiB of code")
        words = self._words(token, place)
        machine = words.machine or self.keys.machine
        block = words.block or self.keys.block or _warp_of(machine)
        values = {**self.keys.set, **words.values}
        return Fence(words.name, code, place, values, block, machine, asked)

    def _unmarked(self, code: str, place: Place) -> tuple[str, int | None]:
        lines = code.split("\n")
        marked = [number for number, line in enumerate(lines, 1) if ASKED_MARK.search(line)]
        for number in marked[1:]:
            extra = replace(place, line=place.line + number)
            self.faults.add(extra, "E311", "only one line of a fence can be marked `// ?`")
        if not marked:
            return code, None
        return "\n".join(ASKED_MARK.sub("", line) for line in lines), marked[0]

    def _words(self, token: Token, place: Place) -> _Words:
        words, rest, at = _Words(), token.info.strip()[len(TRACED) :], 0
        while at < len(rest):
            match = _WORD.match(rest, at)
            if match is None:
                self.faults.add(place, "E308", f"can't read {quoted(rest[at:])} of the fence")
                break
            try:
                words.take(match)
            except ValueError as error:
                self.faults.add(place, "E308", str(error))
            at = match.end()
        return words


@dataclass(slots=True)
class _Words:
    """What an info string says after `cuda`."""

    name: str = ""
    values: dict[str, str] = field(default_factory=dict)
    block: Block3 | None = None
    machine: str | None = None

    def take(self, word: re.Match[str]) -> None:
        """Note one word. Raises ValueError with what is wrong with it."""
        key, value = word["key"], word["bare"] if word["quoted"] is None else word["quoted"]
        match key:
            case None:
                self._take_name(word["name"])
            case "set":
                self.values |= _values(value)
            case "block":
                self.block = _block_of(value)
            case "machine":
                self.machine = _machine_of(value)
            case _:
                raise ValueError(f"a fence has no {quoted(key)}; it has set, block and machine")

    def _take_name(self, name: str) -> None:
        if self.name:
            raise ValueError(f"the fence is called {quoted(self.name)}; what is {quoted(name)}?")
        if not is_name(name):
            raise ValueError(f"{quoted(name)} is not a name: letters, digits and underscores")
        self.name = name


def fence_place(source: Source, token: Token) -> Place:
    """The place of the fence's opening marks."""
    return source.block_place(line_of(token))


def is_closed(source: Source, token: Token) -> bool:
    """Whether the fence ends with its closing marks, and not with the text that holds it."""
    first, end = token.map or [0, 0]
    last = source.lines[end - 1].strip(" \t>") if end - 1 > first else ""
    return len(last) >= len(token.markup) and not last.strip(token.markup[0])


def _values(text: str) -> Mapping[str, str]:
    pairs = [piece.partition("=") for piece in text.split(";")]
    for name, sign, value in pairs:
        if not (sign and is_name(name.strip()) and value.strip()):
            raise ValueError(f'set needs NAME=VALUE, as in set="col=0"; found {quoted(text)}')
    return {name.strip(): value.strip() for name, _, value in pairs}


def _block_of(text: str) -> Block3:
    try:
        return block_shape(text.split(","))
    except ValueError as error:
        raise ValueError(f"block {error}") from None


def _machine_of(name: str) -> str:
    try:
        return machine_name(name)
    except ValueError as error:
        raise ValueError(f"machine {error}") from None


def _warp_of(machine: str) -> Block3:
    """One warp of `machine`, the block of a fence that names none."""
    if machine == "nvidia":
        return _DEFAULT_BLOCK
    from banktrainer.engine import machine_of

    return (machine_of(machine).lanes, 1, 1)
