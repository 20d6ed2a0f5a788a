"""The places of figures in a card's text, so that what is wrong with one can be told there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from banktrainer.packs.expression import ExpressionError
from banktrainer.packs.faults import Faults
from banktrainer.packs.fences import TRACED
from banktrainer.packs.figures import FIGURE, check_figure
from banktrainer.packs.model import Place
from banktrainer.packs.sections import RawCard
from banktrainer.packs.source import Source


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure as written between its braces; `place` is that of the first brace."""

    place: Place
    source: str

    def place_of(self, error: ExpressionError) -> Place:
        """The place within the figure that `error` is about."""
        return Place(self.place.path, self.place.line, self.place.column + 2 + error.offset)


def figures_of(
    raw: RawCard, source: Source, fences: Collection[str], faults: Faults
) -> tuple[Figure, ...]:
    """The figures that a card with these fences can hold; the others are among the faults."""
    lines = {line for section in raw.sections for line in text_lines(section.tokens)}
    found: list[Figure] = []
    for line in sorted(lines):
        for figure in _on_line(source, line, faults):
            try:
                check_figure(figure.source, fences)
            except ExpressionError as error:
                faults.add(figure.place_of(error), "E314", str(error))
            else:
                found.append(figure)
    return tuple(found)


def text_lines(tokens: Sequence[Token]) -> Iterator[int]:
    """The lines of text and of shown code; code that the engine reads has no figures."""
    for token in tokens:
        shown = token.type == "fence" and token.info.split(maxsplit=1)[:1] != [TRACED]
        if token.type in ("inline", "code_block") or shown:
            first, end = token.map or (0, 0)
            yield from range(first + 1, end + 1)


def _on_line(source: Source, line: int, faults: Faults) -> Iterator[Figure]:
    text = source.lines[line - 1]
    for match in FIGURE.finditer(text):
        yield Figure(source.place(line, match.start() + 1), match[1])
    open_at = FIGURE.sub(lambda match: " " * len(match[0]), text).find("{{")
    if open_at >= 0:
        place = source.place(line, open_at + 1)
        faults.add(place, "E314", "the figure is not closed with `}}` on its line")
