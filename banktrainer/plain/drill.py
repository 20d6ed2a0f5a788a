"""A sitting of drills as lines: how the game stands, what each answer did to it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from banktrainer.plain.session import Lines, PlainSession
from banktrainer.plain.text import wrap
from banktrainer.words import Words
from banktrainer.words.drills import named_lines
from banktrainer.words.game import about_line, gain_line, status_line
from banktrainer.words.game_end import end_lines, grid_lines, legend_line, next_lines

if TYPE_CHECKING:
    from banktrainer.study.drilling import DrillSession

DRILL = "banktrainer drill"


class PlainDrill(PlainSession):
    """Plays a DrillSession. With `ascii` the puzzle's grid keeps to ASCII; `offer` says whether
    other games may be suggested."""

    def __init__(
        self,
        session: DrillSession,
        w: Words,
        lines: Lines,
        *,
        ascii: bool = False,
        offer: bool = True,
    ) -> None:
        super().__init__(session, w, lines)
        self._drill = session
        self._ascii = ascii
        self._offer = offer

    def _begun(self) -> Iterator[str]:
        if self._drill.play.game:
            yield from wrap(about_line(self._w, self._drill.play), self._lines.width)
            yield ""

    def _standing(self) -> Iterator[str]:
        drill, w = self._drill, self._w
        if drill.counts:
            standing = status_line(w, drill.state, drill.play.game, drill.seconds_left)
        else:
            standing = w("game.blitz.once_more") if drill.play.mode == "blitz" else ""
        if standing:
            yield standing

    def _earned(self) -> Iterable[str]:
        """A replay tells the same: what was seen before today earns no marks."""
        return super()._earned() if self._drill.order.seed is None else ()

    def _gained(self) -> Iterator[str]:
        drill, result = self._drill, self._drill.result
        if result is not None and drill.counts:
            gained = gain_line(self._w, drill.previous, drill.state, result.answer)
            if gained:
                yield from wrap(gained, self._lines.width)

    def _ended(self) -> Iterator[str]:
        for line in drill_end(self._w, self._drill, ascii=self._ascii, offer=self._offer):
            yield from wrap(line, self._lines.width) or ("",)


def drill_end(w: Words, drill: DrillSession, *, ascii: bool, offer: bool) -> Iterator[str]:
    """How a sitting of drills went, what it showed, and what to do next."""
    results, state = drill.results, drill.state
    if not results and not drill.daily_done:
        return
    if results:
        right = sum(result.right is True for result in results)
        score = w.count("practice.end.score", len(results), right=right)
        marks = w.count("home.marks", sum(result.marks for result in results))
        # A replay tells the same: what was seen before today earns no marks.
        yield f"{score}." if drill.order.seed is not None else f"{score} · {marks}."
    yield from end_lines(w, state, drill.play, drill.bests)
    if drill.daily_done is not None:
        yield w("game.daily.share")
        yield from grid_lines(w, drill.daily_done, drill.play.game, ascii=ascii)
        yield legend_line(w, ascii=ascii)
    if (models := drill.wrong_models) is not None:
        yield from named_lines(w, models)
    yield from next_lines(w, drill.trouble, offer and drill.daily_waits, DRILL)
