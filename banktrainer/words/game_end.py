"""Sentences about games that are over: what they came to, the puzzle's grid, bests, the streak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.study.game.blitz import Blitz
from banktrainer.study.game.daily import Daily, day_of
from banktrainer.study.game.games import LADDER
from banktrainer.study.game.ladder import STEPS, Ladder
from banktrainer.study.summary import CELLS
from banktrainer.words import Words
from banktrainer.words.game import cell_name, clock

if TYPE_CHECKING:
    from banktrainer.study.drilling import Trouble
    from banktrainer.study.game.daily import Given
    from banktrainer.study.game.games import Bests, State
    from banktrainer.study.game.play import Play
    from banktrainer.study.summary import Summary


def end_lines(w: Words, state: State | None, play: Play, bests: Bests) -> Iterator[str]:
    """What a game came to, beside the `bests` before it; the puzzle's grid is `grid_lines`."""
    match state:
        case Blitz():
            if state.over:
                yield w("game.blitz.over.lives" if not state.lives else "game.blitz.over.time")
            yield w(
                "game.blitz.told",
                seconds=state.seconds,
                points=state.points,
                right=state.right,
                answers=state.answers,
                longest=state.longest,
            )
            yield _beside(w, state, bests, play)
        case Ladder():
            facts = {"steps": state.steps, "of": STEPS}
            yield w("game.ladder.told", cell=state.cell, name=cell_name(w, state.cell), **facts)
            if state.height > state.rung:
                yield w("game.ladder.height", cell=_rung(state.height))
            if play.game == LADDER:
                yield w("game.ladder.again")
        case Daily() if not state.finished:
            of = len(state.given)
            yield w("game.daily.left", left=of - state.answers, of=of)
        case Daily():
            yield w("game.daily.done")


def _beside(w: Words, state: Blitz, bests: Bests, play: Play) -> str:
    if play.replay:
        return w("game.blitz.replay")
    before = bests.blitz.get(state.seconds)
    if before is None:
        return w("game.blitz.first", seconds=state.seconds)
    if state.points > before:
        return w("game.blitz.new", before=before)
    return w("game.blitz.best", seconds=state.seconds, points=before)


def trouble_line(w: Words, trouble: Trouble) -> str:
    """The cell that gave the most trouble."""
    facts = {"right": trouble.right, "answers": trouble.answers}
    return w("game.end.cell", cell=trouble.cell, name=cell_name(w, trouble.cell), **facts)


def next_lines(w: Words, trouble: Trouble | None, daily_waits: bool, drill: str) -> Iterator[str]:
    """What to do next after a sitting; `drill` is the command that drills."""
    if trouble is not None:
        command = w("game.end.practise", command=f"{drill} --cell {trouble.cell}")
        yield f"{trouble_line(w, trouble)} {command}"
    if daily_waits:
        yield w("game.end.daily", command=f"{drill} --mode daily")


def grid_lines(w: Words, state: Daily, game: str, *, ascii: bool = False) -> tuple[str, ...]:
    """The daily puzzle as text to share: signs that need no colour, and none of the answers."""
    day, generator = day_of(game)
    told = w(
        "game.daily.score",
        right=state.right,
        of=len(state.given),
        marks=state.marks,
        clock=clock(w, state.spent_ms / 1000),
    )
    return (
        w("game.daily.title", day=day, generator=generator),
        signs_text(w, state, ascii=ascii),
        told,
    )


def signs_text(w: Words, state: Daily, *, ascii: bool = False) -> str:
    """A sign for each question that was answered."""
    return " ".join(_sign(w, given, ascii=ascii) for given in state.given if given is not None)


def legend_line(w: Words, *, ascii: bool = False) -> str:
    """What the grid's signs say."""
    table = "ascii" if ascii else "sign"
    signs = {name: w(f"game.{table}.{name}") for name in ("right", "wrong", "none")}
    return w("game.daily.legend", **signs)


def _sign(w: Words, given: Given, *, ascii: bool) -> str:
    table = "ascii" if ascii else "sign"
    name = "right" if given.right else "none" if given.confidence == "none" else "wrong"
    return w(f"game.{table}.{name}") * (2 if given.confidence == "sure" else 1)


def best_parts(w: Words, bests: Bests) -> Iterator[str]:
    """Each best in words; none for a game not played yet."""
    for seconds, points in sorted(bests.blitz.items()):
        yield w("game.best.blitz", seconds=seconds, points=points)
    if bests.combo:
        yield w("game.best.combo", n=bests.combo)
    if bests.tops:
        yield w("game.best.tops", n=bests.tops)
    elif bests.height:
        yield w("game.best.ladder", cell=_rung(bests.height))
    if bests.dailies:
        yield w.count("game.best.dailies", bests.dailies, perfect=bests.perfect)
    if bests.quickest_ms is not None:
        yield w("game.best.quickest", clock=clock(w, bests.quickest_ms / 1000))


def streak_line(w: Words, summary: Summary) -> str:
    """The streak and its rest days, explained."""
    if not summary.streak:
        return w("game.streak.none")
    parts = [w.count("game.streak.days", summary.streak)]
    if summary.rest_days:
        parts.append(w.count("game.streak.rest", summary.rest_days))
    if summary.next_rest:
        parts.append(w.count("game.streak.more", summary.next_rest))
    if summary.longest_streak > summary.streak:
        parts.append(w.count("game.streak.longest", summary.longest_streak))
    return " ".join(parts)


def _rung(height: int) -> str:
    """The cell of the highest rung that was reached."""
    return CELLS[min(height, len(CELLS) - 1)]
