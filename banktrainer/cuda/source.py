"""Places: lines, columns and errors, and the map from expanded text back to the original."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field

_LINE = 160
_CUT = "…"


class SourceError(Exception):
    """Source that cannot be read at all; prints as `FILE:LINE:COL: error: …`, the line, a caret."""

    def __init__(
        self,
        message: str,
        name: str = "<code>",
        line: int = 1,
        column: int = 1,
        source_line: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.line = line
        self.column = column
        self.source_line = source_line

    def __str__(self) -> str:
        shown, column = self.excerpt
        lead = "".join("\t" if c == "\t" else " " for c in shown[: column - 1])
        return f"{self.head}\n{shown}\n{lead}^"

    @property
    def head(self) -> str:
        """The place and the message, without the line."""
        return f"{self.name}:{self.line}:{self.column}: error: {self.message}"

    @property
    def excerpt(self) -> tuple[str, int]:
        """The line and the caret's column in it; of a very long line, the part around it."""
        line, column = self.source_line, self.column
        if len(line) <= _LINE:
            return line, column
        start = max(0, min(column - 1 - _LINE // 2, len(line) - _LINE))
        lead = _CUT if start else ""
        tail = _CUT if start + _LINE < len(line) else ""
        return f"{lead}{line[start : start + _LINE]}{tail}", column - start + len(lead)


@dataclass(frozen=True, slots=True)
class Place:
    """A span of the original text; lines and columns from 1, in characters."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Text:
    """An original source text that knows its lines."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts = [0]
        self._starts.extend(i + 1 for i, char in enumerate(text) if char == "\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of a character offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number`, without its line end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def place(self, start: int, end: int) -> Place:
        """The span [start, end) as a Place."""
        line, column = self.position(start)
        end_line, end_column = self.position(max(start, end))
        return Place(line, column, end_line, end_column, self.text[start:end])

    def error(self, message: str, offset: int) -> SourceError:
        """A SourceError at a character offset."""
        line, column = self.position(min(offset, len(self.text)))
        return SourceError(message, self.name, line, column, self.line(line))


@dataclass(slots=True)
class Expanded:
    """Text after preprocessing, with the original span of every piece.

    A piece is exact (copied character by character) or the result of a macro or an include, which
    maps as a whole to the place where it was used. `packed` are the original spans under a
    `#pragma pack`, `dropped` the includes that were not followed, with the file's name.
    """

    original: Text
    text: str = ""
    packed: list[tuple[int, int]] = field(default_factory=list)
    dropped: list[tuple[int, int, str]] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _pieces: list[tuple[int, int, bool]] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _length: int = 0

    def add(self, text: str, start: int, end: int, exact: bool) -> None:
        """Append `text`, which stands for the original span [start, end)."""
        if not text:
            return
        last = self._pieces[-1] if self._pieces else None
        joins = exact and last is not None and last[2] and last[1] == start
        if joins and last is not None:
            self._pieces[-1] = (last[0], end, True)
        else:
            self._starts.append(self._length)
            self._pieces.append((start, end, exact))
        self._parts.append(text)
        self._length += len(text)

    def finish(self) -> Expanded:
        """Join the pieces; nothing may be added afterwards."""
        self.text = "".join(self._parts)
        return self

    def inserted(self, marks: list[tuple[int, str]]) -> Expanded:
        """A copy with `marks`, texts that stand for nothing, put in at their offsets, in order."""
        made = Expanded(self.original, packed=self.packed, dropped=self.dropped)
        waiting = deque(marks)
        ends = [*self._starts[1:], self._length]
        for first, last, (start, end, exact) in zip(self._starts, ends, self._pieces, strict=True):
            at = first
            while at < last:
                while waiting and waiting[0][0] <= at:
                    here = start + at - first if exact else start
                    made.add(waiting.popleft()[1], here, here, False)
                until = min(last, waiting[0][0]) if waiting else last
                shift = (at - first, until - first) if exact else (0, end - start)
                made.add(self.text[at:until], start + shift[0], start + shift[1], exact)
                at = until
        return made.finish()

    @property
    def last(self) -> str:
        """The text added last."""
        return self._parts[-1] if self._parts else ""

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original span of the expanded span [start, end)."""
        first = self._original(start)[0]
        last = self._original(max(start, end - 1))[1]
        return first, max(first, last)

    def _original(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return 0, 0
        start, end, exact = self._pieces[index]
        if not exact:
            return start, end
        at = start + offset - self._starts[index]
        return min(at, end), min(at + 1, end)

    def place(self, start: int, end: int) -> Place:
        """The original place of the expanded span [start, end)."""
        return self.original.place(*self.span(start, end))
