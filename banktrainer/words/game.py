"""Sentences about games: what each is, how one stands, and what an answer did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.study.game.blitz import LIVES, POINTS, SECONDS, Blitz
from banktrainer.study.game.daily import SLOTS, Daily, day_of
from banktrainer.study.game.ladder import FALLS, STEPS, Ladder
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.study.game.games import State
    from banktrainer.study.game.play import Play
    from banktrainer.study.journal import Answer


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
            rung = w("game.ladder.stand", cell=state.cell, name=cell_name(w, state.cell))
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
    facts = {"cell": state.cell, "name": cell_name(w, state.cell)}
    if state.tops > before.tops:
        return w("game.ladder.top")
    if state.rung != before.rung:
        return w("game.ladder.up" if state.rung > before.rung else "game.ladder.down", **facts)
    if state.misses > before.misses and state.rung:
        return w("game.ladder.warned")
    steps = w("game.ladder.steps", steps=state.steps, of=STEPS)
    return f"{steps}." if state.steps else ""


def cell_name(w: Words, letter: str) -> str:
    """What a cell is, in short."""
    return w(f"cli.cell.{letter}")
