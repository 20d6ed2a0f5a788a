"""The stopwatch of a question: what was hidden does not count."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from banktrainer.study.stopwatch import Stopwatch
from tests.study.desk import ManualClock, MemoryJournal, card, sit


def test_time_runs_from_the_start_but_for_what_was_held() -> None:
    clock = ManualClock()
    watch = Stopwatch(clock)
    clock.tick(5)
    watch.start()
    clock.tick(2)
    watch.hold()
    clock.tick(60)
    watch.hold()
    clock.tick(60)
    assert watch.seconds == 2
    watch.release()
    clock.tick(3)
    watch.release()
    assert watch.seconds == 5


def test_a_start_while_held_begins_at_the_release() -> None:
    clock = ManualClock()
    watch = Stopwatch(clock)
    watch.hold()
    clock.tick(10)
    watch.start()
    clock.tick(10)
    watch.release()
    clock.tick(4)
    assert watch.seconds == 4


@given(st.lists(st.sampled_from(["hold", "release", "start", 1, 2, 7]), max_size=30))
def test_it_counts_what_a_plain_sum_counts(doings: list[str | int]) -> None:
    clock = ManualClock()
    watch, held, counted = Stopwatch(clock), False, 0
    for doing in doings:
        if isinstance(doing, int):
            clock.tick(doing)
            counted += 0 if held else doing
        else:
            getattr(watch, doing)()
            held = {"hold": True, "release": False}.get(doing, held)
            counted = 0 if doing == "start" else counted
        assert round(watch.seconds, 6) == counted


def test_an_answer_takes_the_time_in_which_the_question_was_seen() -> None:
    clock, journal = ManualClock(), MemoryJournal()
    session = sit(card(), journal=journal, clock=clock)
    clock.tick(3)
    session.watch.hold()
    clock.tick(600)
    session.watch.release()
    clock.tick(4)
    session.forecast("2")
    assert journal.kept[-1].duration_ms == 7000
