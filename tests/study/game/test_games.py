"""All games from the rows: bests, what may still go on, and what undo leaves (nothing)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given as they_give
from hypothesis import strategies as st

from banktrainer.study import live
from banktrainer.study.drills.draw import TEMPLATES
from banktrainer.study.game.daily import SLOTS, Daily, day_of, game_of
from banktrainer.study.game.games import LADDER, Bests, Games, games
from banktrainer.study.game.play import NAMES, Play, play_of
from banktrainer.study.journal import Answer
from tests.study.desk import row
from tests.study.game.makers import BLITZ, given, taken_back

PLAYS = (
    Play("blitz", "one", 30),
    Play("blitz", "two", 60),
    Play("ladder", LADDER),
    Play("ladder", "seeded"),
    *(Play("daily", "2026-11-30/1", slot=slot) for slot in range(SLOTS)),
    Play("random"),
)


def test_what_a_row_says_of_its_game_is_read_back() -> None:
    for play in PLAYS[:-1]:
        assert play_of(given("+", play)) == play
    assert play_of(given("+", PLAYS[-1])) is None
    assert play_of(row("a")) is None


@pytest.mark.parametrize(
    "params",
    [
        {"mode": "blitz", "game": "x"},
        {"mode": "blitz", "game": "x", "seconds": "60"},
        {"mode": "blitz", "game": "x", "seconds": True},
        {"mode": "blitz", "game": "x", "seconds": -1},
        {"mode": "blitz", "game": ["x"], "seconds": 60},
        {"mode": "daily", "game": "x"},
        {"mode": "ladder"},
        {"mode": ["blitz"], "game": "x"},
        {"mode": "chess", "game": "x"},
    ],
)
def test_params_of_strangers_are_no_game(params: dict[str, object]) -> None:
    odd = replace(given("+"), params=params)
    assert play_of(odd) is None
    assert games([odd]) == Games()


def test_no_template_has_a_parameter_that_a_game_adds() -> None:
    assert not [t.id for t in TEMPLATES.values() if set(NAMES) & set(t.domain)]
    assert set(NAMES) <= live.NO_NUMBERS


def test_the_game_is_no_part_of_what_was_revealed() -> None:
    assert live.draw_of(given("+", BLITZ)) == live.draw_of(given("+", PLAYS[2]))


def test_bests() -> None:
    short, long = PLAYS[0], PLAYS[1]
    rows = [given(sign, short) for sign in "+++-"]
    rows += [given(sign, replace(short, game="worse")) for sign in "++"]
    rows += [given(sign, long) for sign in "+-+"]
    rows += [given("+", PLAYS[2], cell=cell) for cell in "AAABBBC"]
    assert games(rows).bests == Bests({30: 60, 60: 20}, combo=3, height=2)


def daily(signs: str, game: str = "2026-11-30/1", seconds: float = 1) -> list[Answer]:
    return [given(s, Play("daily", game, slot=n), seconds) for n, s in enumerate(signs)]


def test_the_daily_puzzle() -> None:
    state = games(daily("+-+0")).state("2026-11-30/1")
    assert isinstance(state, Daily)
    assert (state.answers, state.right, state.marks, state.finished) == (4, 2, 2, False)
    rows = daily("+++++", seconds=9) + daily("++-++", "2026-12-01/1") + daily("+", "2026-12-02/1")
    rows += daily("+++++", "2026-12-03/1", seconds=7)
    assert games(rows).bests == Bests(dailies=3, perfect=2, quickest_ms=35_000)


def test_a_slot_counts_its_first_answer() -> None:
    first, again = daily("-")[0], daily("+")[0]
    state = games([first, again]).state("2026-11-30/1")
    assert isinstance(state, Daily)
    assert state.right == 0


def test_the_puzzles_name_says_day_and_generator() -> None:
    assert day_of(game_of(date(2026, 11, 30), "1")) == ("2026-11-30", "1")


def test_a_game_is_closed_two_days_after_it_began() -> None:
    rows = [given("+")]
    rows.append(replace(given("+"), at="2026-12-02T12:00:00.000000Z"))
    rows.append(replace(given("+"), at="2026-12-02T12:01:00.000000Z"))
    found = games(rows)
    assert found.bests.combo == 2, "the third answer is of another game"
    found.forget("2026-12-05T00:00:00.000000Z")
    assert found.state("b") is None


ROWS = st.lists(st.tuples(st.sampled_from("+-0s"), st.sampled_from(PLAYS), st.integers(0, 20)))


@they_give(ROWS)
def test_games_survive_json(signs: list[tuple[str, Play, int]]) -> None:
    found = games(given(*each) for each in signs)
    assert Games.of_data(found.to_data()) == found


@they_give(ROWS, ROWS)
def test_what_was_before_and_the_rest_are_the_whole(
    early: list[tuple[str, Play, int]], late: list[tuple[str, Play, int]]
) -> None:
    first, second = [given(*each) for each in early], [given(*each) for each in late]
    before = games(first)
    kept = before.to_data()
    assert games(second, before) == games(first + second)
    assert before.to_data() == kept


@they_give(ROWS, st.data())
def test_answers_taken_back_leave_the_games_as_without_them(
    signs: list[tuple[str, Play, int]], data: st.DataObject
) -> None:
    rows = [given(*each) for each in signs]
    undone = data.draw(st.sets(st.sampled_from(range(len(rows) or 1))))
    gone = [row for n, row in enumerate(rows) if n in undone]
    kept = [row for n, row in enumerate(rows) if n not in undone]
    assert games(live.live([*rows, *map(taken_back, gone)])) == games(kept)
