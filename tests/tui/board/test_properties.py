"""What holds for every timeline, time and size."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from banktrainer.engine import MACHINES, OPS, Access, MachineError, Timeline, serve
from banktrainer.tui.board.palette import DARK
from banktrainer.tui.board.rows import Frame
from banktrainer.tui.board.strips import Strips
from banktrainer.tui.board.timing import POISED, Schedule
from banktrainer.tui.board.tokens import Tokens
from tests.tui.board.makers import picture

Served = tuple[Access, str]


@st.composite
def served(draw: st.DrawFn) -> Served:
    """An access that its machine serves."""
    machine = MACHINES[draw(st.sampled_from(sorted(MACHINES)))]
    width = draw(st.sampled_from([1, 2, 4, 8, 16]))
    op = draw(st.sampled_from(OPS[:3]))
    spread = draw(st.sampled_from([1, 4, 40, 400]))
    elements = draw(
        st.lists(st.integers(0, spread), min_size=machine.lanes, max_size=machine.lanes)
        | st.integers(0, 33).map(lambda s: [s * lane for lane in range(machine.lanes)])
    )
    active = draw(
        st.none() | st.lists(st.booleans(), min_size=machine.lanes, max_size=machine.lanes)
    )
    mask = None if active is None else np.array(active)
    access = Access(np.array(elements) * width, width=width, op=op, active=mask)
    try:
        serve(access, machine)
    except MachineError:
        return Access.strided(1), "nvidia"
    return access, machine.name


times = st.sampled_from([POISED, 0.0, 1e9]) | st.floats(0, 6)
sizes = st.tuples(st.integers(1, 300), st.integers(1, 100)) | st.sampled_from(
    [(80, 23), (120, 39), (60, 17), (200, 59), (48, 13), (40, 10)]
)
views = st.sampled_from(["stack", "ledger"])


@given(served(), times, sizes, views, st.booleans(), st.booleans(), st.integers(-1, 63))
@settings(max_examples=120, deadline=None)
def test_a_frame_fills_any_size_exactly(
    given: Served,
    t: float,
    size: tuple[int, int],
    view: str,
    ascii: bool,
    compact: bool,
    lane: int,
) -> None:
    access, machine = given
    chosen = lane if 0 <= lane < access.lanes else None
    shown = picture(
        access,
        t,
        size,
        machine=machine,
        view="ledger" if view == "ledger" else "stack",
        ascii=ascii,
        compact=compact,
        lane=chosen,
    )
    assert len(shown.rows) == size[1]
    assert all(cell_len(line) == size[0] for line in shown.lines)
    strips = Strips(shown.layout, DARK)
    for row, line in zip(shown.rows, shown.lines, strict=True):
        strip = strips.strip(row)
        assert strip.text == line
        assert strip.cell_length == size[0]
        assert all(segment.style and segment.style.bgcolor for segment in strip)


@given(served(), sizes.filter(lambda size: size[0] >= 12))
@settings(max_examples=50, deadline=None)
def test_the_last_frame_shows_the_total(given: Served, size: tuple[int, int]) -> None:
    access, machine = given
    total = serve(access, machine).cycles
    words = f"{total} cycle{'' if total == 1 else 's'}"
    shown = picture(access, 1e9, size, machine=machine, title="")
    assert any(words in line for line in shown.lines)


@given(served())
@settings(max_examples=60, deadline=None)
def test_tokens_tell_every_lane_once_a_bank_and_word(given: Served) -> None:
    access, machine = given
    timeline = serve(access, machine)
    tokens = list(Tokens.of(timeline).all())
    assert {lane for token in tokens for lane in token.lanes} == set(timeline.active_lanes)
    told = sorted((t.number, bank, lane) for t in tokens for bank in t.banks for lane in t.lanes)
    assert told == sorted(_served(timeline))


def _served(timeline: Timeline) -> list[tuple[int, int, int]]:
    cycles = [cycle for phase in timeline.phases for cycle in phase.cycles]
    return [
        (number, one.bank, lane)
        for number, cycle in enumerate(cycles)
        for one in cycle.served
        for lane in one.lanes
    ]


@given(served(), st.integers(0, 40))
@settings(max_examples=60, deadline=None)
def test_every_lane_of_a_phase_is_shown_or_counted(given: Served, number: int) -> None:
    """Where each token has a row, lanes are named, or counted by ≡ in the token or beside it."""
    access, machine = given
    timeline = serve(access, machine)
    if not timeline.cycles:
        return
    number = min(1 + number % timeline.cycles, timeline.cycles)
    schedule = Schedule(timeline)
    t = schedule.start_of(number)
    shown = picture(access, t, (300, 90), machine=machine)
    moment = shown.moment
    tokens = [
        token for token in Tokens.of(timeline).phases[moment.phase] if token.cycle >= moment.cycle
    ]
    assert _counted(shown) == sum(len(token.lanes) for token in tokens)


def _counted(shown: Frame) -> int:
    layout = shown.layout
    body = "\n".join(
        line[layout.left : layout.right] for line in shown.lines[layout.top : layout.floor]
    )
    body = re.sub(r"×\d+", "", body)
    shared = [int(n) for n in re.findall(r"≡(\d+)", body)]
    named = re.findall(r"(?<![≡\d])\d\d(?!\d)", re.sub(r"≡\d+", "", body))
    return len(named) + sum(shared)


@given(served(), times)
@settings(max_examples=25, deadline=None)
def test_a_frame_depends_on_nothing_but_its_arguments(given: Served, t: float) -> None:
    access, machine = given
    first = picture(access, t, machine=machine)
    assert picture(access, t, machine=machine).rows == first.rows
