"""Games as lines of text: how they stand, what an answer does, how they end. Nothing is timed."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.plain.drill import PlainDrill
from banktrainer.plain.session import Lines
from banktrainer.study.diagnosis import answer_of
from banktrainer.study.drilling import DrillSession
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.game.daily import SLOTS
from banktrainer.study.game.order import Order
from banktrainer.study.models.every import MODELS
from banktrainer.study.session import Stage
from banktrainer.words import Words
from tests.study.desk import ManualClock, MemoryJournal, finish, numbered

RECORDS = Path("/home/me/records.sqlite3")


_OTHER = {"yes": "no", "no": "yes"}


class Desk:
    """A learner at the lines: gives the right answer for `+`, a wrong one, surely, for `-!`, and
    what else is in `typed` as it stands; each answer takes `each` seconds."""

    def __init__(self, order: Order, journal: MemoryJournal | None = None, each: float = 1) -> None:
        self.clock = ManualClock()
        kept = journal if journal is not None else MemoryJournal()
        ids = numbered(f"r{len(kept.kept)}-")
        self.session = DrillSession(order, kept, self.clock, version="1", ids=ids)
        self.said: list[str] = []
        self.each = each

    def play(self, *typed: str, ascii: bool = False) -> str:
        waiting = iter(typed)

        def ask(prompt: str) -> str | None:
            self.said.append(prompt)
            self.clock.tick(self.each)
            text = next(waiting, None)
            right = self.session.item.truth.text
            return {"+": right, "-!": f"{_OTHER.get(right, '999')}!"}.get(text or "", text)

        lines = Lines(self.said.append, ask)
        PlainDrill(self.session, Words(), lines, ascii=ascii).play(RECORDS)
        return "\n".join(self.said)


def told(text: str, *starts: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(starts)]


def test_a_blitz_tells_time_lives_points_and_combo_before_each_question() -> None:
    desk = Desk(Order("blitz", seconds=60), each=12.5)
    text = desk.play("+", "+", "idk", "q")
    assert text.startswith("As many as you can in 60 seconds, with 3 lives")
    assert "The clock stands while you read an answer." in text
    assert told(text, "time left") == [
        "time left 1:00 · 3 lives · 0 points",
        "time left 0:48 · 3 lives · 10 points · combo 1, next +20",
        "time left 0:35 · 3 lives · 30 points · combo 2, next +30",
        "time left 0:23 · 2 lives · 30 points",
    ]
    assert told(text, "+", "The combo") == [
        "+10 points, combo 1.",
        "+20 points, combo 2.",
        "The combo is broken. 2 lives.",
    ]
    assert "Blitz of 60 seconds: 30 points, 2 of 3 right, longest combo 2." in text
    assert "Your first blitz of 60 seconds: a mark to beat." in text
    assert text.splitlines()[-1].startswith("next due: nothing · records: /home/me")


def test_an_answer_after_the_time_is_saved_and_scores_nothing() -> None:
    desk = Desk(Order("blitz", seconds=10), each=11)
    text = desk.play("+", "+", "+")
    assert len(told(text, "saved")) == 1
    assert "Time is up: this answer is still stored, but scores nothing." in text
    assert "Blitz of 10 seconds: 0 points, 0 of 0 right, longest combo 0." in text
    assert desk.session.stage is Stage.DONE


def test_a_blitz_is_laid_beside_the_best_one() -> None:
    journal = MemoryJournal()
    Desk(Order("blitz"), journal).play("+", "+", "q")
    assert "Your best in 120 seconds: 30 points." in Desk(Order("blitz"), journal).play("+", "q")
    better = Desk(Order("blitz"), journal).play("+", "+", "+", "q")
    assert "A new best: 30 points before." in better
    seeded = Desk(Order("blitz", seed=3), journal).play(*"+++++", "q")
    assert "A game that a seed began makes no best." in seeded
    assert "Your best in 120 seconds: 60 points." in Desk(Order("blitz"), journal).play("+", "q")


def test_what_was_sure_and_wrong_comes_after_the_game_without_the_clock() -> None:
    text = Desk(Order("blitz", seed=2)).play("idk", "idk", "-!", "+")
    assert "No life left." in text
    assert "Without the clock now: what you were sure of, and wrong." in text
    assert "once more" in text


def test_the_ladder_tells_the_rung_and_what_moves_it() -> None:
    text = Desk(Order("ladder")).play("+", "+", "+", "idk", "idk", "q")
    assert told(text, "rung") == [
        "rung A: stride 1 · 0 of 3 right in a row",
        "rung A: stride 1 · 1 of 3 right in a row",
        "rung A: stride 1 · 2 of 3 right in a row",
        "rung B: odd stride · 0 of 3 right in a row",
        "rung B: odd stride · 0 of 3 right in a row",
        "rung A: stride 1 · 0 of 3 right in a row",
    ]
    assert told(text, "Up", "Down", "One", "1 of 3") == [
        "1 of 3 right in a row.",
        "Up to rung B: odd stride.",
        "One more wrong answer in a row leads down a rung.",
        "Down to rung A: stride 1.",
    ]
    assert "Ladder: you stand on rung A (stride 1), 0 of 3 right in a row." in text
    assert "Highest so far: rung B." in text
    assert "The ladder goes on from here next time." in text


@pytest.mark.parametrize(
    ("ascii", "grid"), [(False, "▲ ○ ▲ ▲ ▲"), (True, "# o # # #")], ids=["signs", "ascii"]
)
def test_the_puzzle_ends_with_a_grid_to_share(ascii: bool, grid: str) -> None:
    journal = MemoryJournal()
    text = Desk(Order("daily"), journal, each=20).play("+", "idk", "+", "+", "+", ascii=ascii)
    end = text[text.index("To share:") :].splitlines()
    assert end[1:4] == [
        "banktrainer daily 2026-11-30, generator 1",
        grid,
        "4 of 5 right, 8 marks, 1:40",
    ]
    again = Desk(Order("daily"), journal).play(ascii=ascii)
    assert "You have done today's puzzle." in again
    assert again[again.index("To share:") :].splitlines()[1:4] == end[1:4]


def test_a_puzzle_broken_off_says_what_is_open_and_shows_no_grid() -> None:
    text = Desk(Order("daily")).play("+", "q")
    assert f"{SLOTS - 1} of {SLOTS} are still open today." in text
    assert "To share" not in text


def believes(session: DrillSession, model: str) -> str | None:
    """What a believer of `model` answers to a question of figures; None: no idea."""
    item = session.item
    assert isinstance(item, DrillItem)
    verdict = MODELS[model].judge(item.drawn.access)
    return answer_of(verdict, item.asked) if verdict else None


def test_a_drill_ends_with_the_wrong_idea_what_holds_and_what_to_practise() -> None:
    desk = Desk(Order(count=7, seed=1))
    while desk.session.stage is not Stage.DONE:
        desk.session.forecast(believes(desk.session, "no-wrap"))
        finish(desk.session)
    said = desk.play()
    w = Words()
    assert desk.session.wrong_models == ("no-wrap",)
    assert f"So far your answers go as if {w('models.no-wrap.believed')}." in said
    assert f"What holds: {w('models.no-wrap.true')}." in said
    assert "Most trouble: cell " in said
    assert "To practise it: banktrainer drill --cell " in said
    assert "Today's puzzle waits: banktrainer drill --mode daily" in said
