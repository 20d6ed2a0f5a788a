"""When lanes leave, land and are served."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access, serve
from banktrainer.tui.board.player import Player
from banktrainer.tui.board.timing import POISED, Moment, Schedule
from tests.tui.board.makers import COLUMN, DOUBLE, OFF, STRIDE_8

FALL = 31 * 0.020 + 0.320


def test_lanes_leave_20_ms_apart_and_fall_320_ms() -> None:
    schedule = Schedule(serve(STRIDE_8))
    assert schedule.leaves(0, 0) == 0
    assert schedule.leaves(0, 5) == pytest.approx(0.100)
    assert schedule.start_of(1) == pytest.approx(FALL)


def test_a_cycle_takes_240_ms() -> None:
    schedule = Schedule(serve(STRIDE_8))
    assert schedule.start_of(3) == pytest.approx(FALL + 2 * 0.240)
    assert schedule.duration == pytest.approx(FALL + 8 * 0.240)


def test_all_cycles_take_at_most_two_and_a_half_seconds() -> None:
    assert Schedule(serve(COLUMN)).duration == pytest.approx(FALL + 2.5)


def test_each_phase_falls_and_plays_in_turn() -> None:
    schedule = Schedule(serve(DOUBLE))
    fall = 15 * 0.020 + 0.320
    assert schedule.leaves(1, 16) == pytest.approx(fall + 0.240)
    assert schedule.moment(fall) == Moment("cycle", 0, 0, 1)
    assert schedule.moment(fall + 0.240) == Moment("falling", 1, 0, 1)
    assert schedule.moment(schedule.start_of(2)) == Moment("cycle", 1, 0, 2)


@pytest.mark.parametrize(
    ("t", "moment"),
    [
        (POISED, Moment("poised")),
        (0.0, Moment("falling")),
        (FALL - 0.001, Moment("falling")),
        (FALL + 0.001, Moment("cycle", 0, 0, 1)),
        (FALL + 8 * 0.240 + 0.001, Moment("done", 0, 0, 8)),
        (1e9, Moment("done", 0, 0, 8)),
    ],
)
def test_moments(t: float, moment: Moment) -> None:
    assert Schedule(serve(STRIDE_8)).moment(t) == moment


def test_with_no_active_lane_all_is_done_at_once() -> None:
    schedule = Schedule(serve(OFF))
    assert schedule.duration == 0
    assert schedule.moment(0) == Moment("done")


def test_inactive_lanes_do_not_hold_the_others_up() -> None:
    access = Access(STRIDE_8.addresses, active=np.isin(np.arange(32), (3, 30)))
    assert Schedule(serve(access)).leaves(0, 30) == pytest.approx(0.020)


def _player(access: Access = STRIDE_8) -> tuple[Player, list[float]]:
    now = [100.0]
    return Player(Schedule(serve(access)), lambda: now[0]), now


def test_the_player_follows_the_clock_and_rests_at_the_end() -> None:
    player, now = _player()
    player.play()
    now[0] += FALL + 0.01
    player.tick()
    assert player.moment.number == 1
    now[0] += 60
    player.tick()
    assert player.done
    assert not player.moving
    now[0] -= 60
    player.tick()
    assert player.done


def test_steps_go_round_by_the_end() -> None:
    player, _ = _player(Access.strided(2))
    seen = []
    player.end()
    for _ in range(4):
        player.step(1)
        seen.append((player.moment.stage, player.moment.number))
    assert seen == [("cycle", 1), ("cycle", 2), ("done", 2), ("cycle", 1)]
    player.step(-1)
    assert player.moment.number == 1
    player.end()
    player.step(-1)
    assert player.moment == Moment("cycle", 0, 1, 2)


def test_a_step_while_it_moves_goes_to_the_end() -> None:
    player, _ = _player()
    player.play()
    player.step(-1)
    assert player.done
