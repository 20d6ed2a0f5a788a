"""Reading one text file of a pack: bounded, UTF-8, and nothing in it that a terminal could obey."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from banktrainer.packs.faults import Faults
from banktrainer.packs.model import Place
from banktrainer.printable import is_hostile

MAX_FILE_BYTES = 128 * 1024
STAND_IN = "\ufffd"


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text; `path` as people are shown it, `lines` without their line ends."""

    path: str
    lines: tuple[str, ...]

    def place(self, line: int, column: int = 1) -> Place:
        return Place(self.path, line, column)

    def block_place(self, line: int) -> Place:
        """The place of the first character of `line` that is not space or a quote mark."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        return Place(self.path, line, len(text) - len(text.lstrip(" \t>")) + 1)


def read_source(file: Path, shown: str, faults: Faults) -> Source | None:
    """The text of `file`, or None where there is no text to go on with.

    A text with hostile characters is still read, each replaced by U+FFFD, so that its other faults
    can be told in the same run; the fault itself keeps the pack from loading.
    """
    data = _read_bounded(file, shown, faults)
    text = None if data is None else _decoded(data, shown, faults)
    return None if text is None else source_of(text, shown, faults)


def source_of(text: str, shown: str, faults: Faults) -> Source:
    """`text` as a Source, as `read_source` would read it from a file."""
    text = _without_mark(text, shown, faults)
    text = _without_returns(text, shown, faults)
    return Source(shown, tuple(_without_hostile(text, shown, faults).split("\n")))


def _read_bounded(file: Path, shown: str, faults: Faults) -> bytes | None:
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        faults.add(Place(shown, 1), "E101", f"can't be read: {error.strerror or error}")
        return None
    if len(data) > MAX_FILE_BYTES:
        limit = MAX_FILE_BYTES // 1024
        faults.add(Place(shown, 1), "E103", f"larger than {limit} KiB; split it")
        return None
    return data


def _decoded(data: bytes, shown: str, faults: Faults) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        place = _place_after(shown, before)
        byte = f"0x{data[error.start]:02x}"
        faults.add(place, "E104", f"the byte {byte} is not UTF-8; save the file as UTF-8")
        return None


def _place_after(shown: str, before: str) -> Place:
    return Place(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))


def _without_mark(text: str, shown: str, faults: Faults) -> str:
    if not text.startswith("\ufeff"):
        return text
    faults.add(Place(shown, 1), "E106", "begins with a byte order mark; save as UTF-8 without it")
    return text[1:]


def _without_returns(text: str, shown: str, faults: Faults) -> str:
    first = text.find("\r\n")
    if first < 0:
        return text
    place = _place_after(shown, text[:first])
    faults.add(place, "E107", "has Windows line ends; save with LF")
    return text.replace("\r\n", "\n")


def _without_hostile(text: str, shown: str, faults: Faults) -> str:
    hostile = sorted(filter(is_hostile, set(text)))
    counts = Counter(text) if hostile else Counter()
    for char in hostile:
        place = _place_after(shown, text[: text.index(char)])
        more = f" ({counts[char]} of them)" if counts[char] > 1 else ""
        faults.add(place, "E105", f"the character U+{ord(char):04X} is not allowed{more}")
    return text.translate(dict.fromkeys(map(ord, hostile), STAND_IN))
