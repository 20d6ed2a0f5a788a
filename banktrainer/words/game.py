"""Sentences about games: how one stands, what an answer did, bests, streak, the puzzle's grid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.study.game.blitz import LIVES, POINTS, SECONDS, Blitz
from banktrainer.study.game.daily import SLOTS, Daily, day_of
from banktrainer.study.game.games import LADDER
from banktrainer.study.game.ladder import FALLS, STEPS, Ladder
from banktrainer.study.summary import CELLS
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.study.drilling import Trouble
    from banktrainer.study.game.daily import Given
    from banktrainer.study.game.games import Bests, State
    from banktrainer.study.game.play import Play
    from banktrainer.study.journal import Answer
    from banktrainer.study.summary import Summary


def clock(w: Words, seconds: float) -> str:
    """Seconds as minutes and seconds, begun ones whole: 1:05."""
    whole = -int(-seconds // 1)
    return w("game.blitz.clock", minutes=whole // 60, seconds=whole % 60)


def about_line(w: Words, play: Play) -> str:
    """What a mode is."""
    facts = {"seconds": play.seconds or SECONDS, "steps": STEPS, "falls": FALLS, "slots": SLOTS}
    return w(f"game.about.{play.mode}", lives=LIVES, **facts)


def status_parts(
    w: Words, state: State | None, game: str, seconds: float | None = None
) -> tuple[str, ...]:
    """How a game stands before a question, in short; `seconds` are left of a blitz."""
    match state:
        case Blitz():
            left = state.left_ms / 1000 if seconds is None else seconds
            time = w("game.blitz.left", clock=clock(w, left)) if left else w("game.blitz.up")
            lives = w.count("game.blitz.lives", state.lives)
            points = w("game.blitz.points", n=state.points)
            return time, lives, points, *_combo(w, state)
        case Ladder():
            rung = w("game.ladder.stand", cell=state.cell, name=_cell(w, state.cell))
            return rung, w("game.ladder.steps", steps=state.steps, of=STEPS)
        case Daily():
            day, generator = day_of(game)
            return (w("game.daily.stand", day=day, generator=generator),)
    return ()


def status_line(w: Words, state: State | None, game: str, seconds: float | None = None) -> str:
    """The parts of how a game stands, in one line; "" without a game."""
    return w("game.and").join(status_parts(w, state, game, seconds))


def gain_line(w: Words, before: State | None, state: State | None, answer: Answer) -> str:
    """What an answer did to the game; "" where that is nothing."""
    match before, state:
        case Blitz(), Blitz():
            return _blitz_gain(w, before, state, answer)
        case Ladder(), Ladder():
            return _ladder_gain(w, before, state, answer)
    return ""


def _combo(w: Words, state: Blitz) -> tuple[str, ...]:
    if not state.combo:
        return ()
    return (w("game.blitz.combo", n=state.combo, points=state.times * POINTS),)


def _blitz_gain(w: Words, before: Blitz, state: Blitz, answer: Answer) -> str:
    if state.late > before.late:
        return w("game.blitz.late")
    if answer.seen:
        return w("game.blitz.free")
    if state.points > before.points:
        return w("game.blitz.gained", points=state.points - before.points, n=state.combo)
    lives = w.count("game.blitz.lives", state.lives) if state.lives else w("game.blitz.out")
    lost = f"{lives[:1].upper()}{lives[1:]}."
    return f"{w('game.blitz.broken')} {lost}" if before.combo else lost


def _ladder_gain(w: Words, before: Ladder, state: Ladder, answer: Answer) -> str:
    if answer.seen:
        return w("game.ladder.seen")
    facts = {"cell": state.cell, "name": _cell(w, state.cell)}
    if state.tops > before.tops:
        return w("game.ladder.top")
    if state.rung != before.rung:
        return w("game.ladder.up" if state.rung > before.rung else "game.ladder.down", **facts)
    if state.misses > before.misses and state.rung:
        return w("game.ladder.warned")
    steps = w("game.ladder.steps", steps=state.steps, of=STEPS)
    return f"{steps}." if state.steps else ""


def end_lines(w: Words, state: State | None, play: Play, bests: Bests) -> Iterator[str]:
    """What a game came to, beside the `bests` before it; the puzzle's grid is `grid_lines`."""
    match state:
        case Blitz():
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
            yield w("game.ladder.told", cell=state.cell, name=_cell(w, state.cell), **facts)
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
    return w("game.end.cell", cell=trouble.cell, name=_cell(w, trouble.cell), **facts)


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


def _cell(w: Words, letter: str) -> str:
    return w(f"cli.cell.{letter}")
