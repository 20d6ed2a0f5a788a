"""The sentences about one access: a table of what is said of each kind."""

from __future__ import annotations

import numpy as np
import pytest

from banktrainer.engine import Access, serve
from banktrainer.words import Words
from banktrainer.words.explain import (
    cycle_line,
    lane_line,
    meeting_line,
    verdict_line,
    why_lines,
)

W = Words()
LANES = np.arange(32)
strided = Access.strided


def first(count: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return count > LANES


SAID = [
    (
        "stride 1",
        strided(1),
        "1 cycle, ideal 1: no bank conflict.",
        ("word(i) = i, and gcd(1, 32) = 1: every lane has a bank to itself.",),
    ),
    (
        "stride 6, offset 5",
        strided(6, 5),
        "2 cycles, ideal 1: 2-way bank conflict.",
        (
            "word(i) = 6·i + 5, and gcd(6, 32) = 2: 2 lanes queue at each bank in use.",
            "Lanes 0 and 16 both want bank 5, words 5 and 101.",
            "15 other banks have queues just as long.",
        ),
    ),
    (
        "stride 32",
        strided(32),
        "32 cycles, ideal 1: 32-way bank conflict.",
        (
            "word(i) = 32·i, and gcd(32, 32) = 32: 32 lanes queue at each bank in use.",
            "All 32 lanes want bank 0, each its own word: 0, 32, 64, …, 992.",
        ),
    ),
    (
        "backwards",
        strided(-1, 31),
        "1 cycle, ideal 1: no bank conflict.",
        ("word(i) = 31 − i, and gcd(1, 32) = 1: every lane has a bank to itself.",),
    ),
    (
        "broadcast",
        strided(0, 7),
        "1 cycle, ideal 1: no bank conflict.",
        ("All 32 lanes want word 7: one read serves them all.",),
    ),
    (
        "one word stored by all",
        strided(0, 7, op="store"),
        "1 cycle, ideal 1: no bank conflict.",
        ("All 32 lanes want word 7: one write serves them all.",),
    ),
    (
        "partial broadcast",
        Access(LANES % 8 * 4),
        "1 cycle, ideal 1: no bank conflict.",
        ("Each of 8 words is wanted by 4 lanes: one read serves them all.",),
    ),
    (
        "chars",
        strided(1, width=1),
        "1 cycle, ideal 1: no bank conflict.",
        ("Each of 8 words is wanted by 4 lanes: one read serves them all.",),
    ),
    (
        "doubles",
        strided(1, width=8),
        "2 cycles, ideal 2: no bank conflict.",
        ("8 bytes a lane, so 2 phases: lanes 0–15, then 16–31.",),
    ),
    (
        "every other double",
        strided(2, width=8),
        "4 cycles, ideal 2: 2-way bank conflict.",
        (
            "8 bytes a lane, so 2 phases: lanes 0–15, then 16–31.",
            "In phase 1, lanes 0 and 8 both want bank 0, words 0 and 32.",
            "15 other banks have queues just as long.",
        ),
    ),
    (
        "atomics on one word",
        strided(0, 5, op="atomic"),
        "32 cycles, ideal 1: 32 lanes queue at one bank.",
        ("All 32 lanes want word 5 in bank 5, served one after another.",),
    ),
    (
        "atomics, stride 16",
        strided(16, op="atomic"),
        "16 cycles, ideal 1: 16 lanes queue at one bank.",
        (
            "word(i) = 16·i, and gcd(16, 32) = 16: 16 lanes queue at each bank in use.",
            "Lanes 0, 2, 4, …, 30 want words 0, 32, 64, …, 480 in bank 0, "
            "served one after another.",
            "1 other bank has a queue just as long.",
        ),
    ),
    (
        "five lanes",
        strided(2, active=first(5)),
        "1 cycle, ideal 1: no bank conflict.",
        ("Only 5 of 32 lanes are active.", "word(i) = 2·i."),
    ),
    (
        "one lane",
        strided(2, active=first(1)),
        "1 cycle, ideal 1: no bank conflict.",
        ("Only 1 of 32 lanes is active.",),
    ),
    ("no lane", strided(2, active=first(0)), "0 cycles, ideal 0: no lane is active.", ()),
    (
        "a word shared inside a conflict",
        Access(np.where(LANES < 30, LANES, 32) * 4),
        "2 cycles, ideal 1: 2-way bank conflict.",
        (
            "Lanes 0, 30 and 31 want 2 different words of bank 0: 0 and 32.",
            "Lanes 30 and 31 share word 32: one read serves them.",
        ),
    ),
]


@pytest.mark.parametrize(
    ("access", "verdict", "why"), [case[1:] for case in SAID], ids=[case[0] for case in SAID]
)
def test_what_is_said_of_an_access(access: Access, verdict: str, why: tuple[str, ...]) -> None:
    timeline = serve(access)
    assert verdict_line(W, timeline) == verdict
    assert why_lines(W, access, timeline) == why


@pytest.mark.parametrize(("width", "said"), [(1, "1 byte a lane"), (2, "2 bytes a lane")])
def test_one_byte_is_no_bytes(width: int, said: str) -> None:
    access = Access.strided(1, 0, width, "load", 64)
    first = why_lines(W, access, serve(access, "gfx906"))[0]
    assert first == f"{said}, so 2 phases: lanes 0–31, then 32–63."


@pytest.mark.parametrize(
    ("access", "machine", "lane", "line"),
    [
        (strided(6, 5), "nvidia", 19, "lane 19: 19·6 + 5 = word 119 → 119 mod 32 = bank 23"),
        (strided(1), "nvidia", 19, "lane 19: word 19 → 19 mod 32 = bank 19"),
        (strided(1, 3), "nvidia", 19, "lane 19: 19 + 3 = word 22 → 22 mod 32 = bank 22"),
        (strided(-1, 31), "nvidia", 19, "lane 19: 31 − 19 = word 12 → 12 mod 32 = bank 12"),
        (
            strided(6, -6, active=LANES > 0),
            "nvidia",
            2,
            "lane 2: 2·6 − 6 = word 6 → 6 mod 32 = bank 6",
        ),
        (strided(0, 39), "nvidia", 3, "lane 3: word 39 → 39 mod 32 = bank 7"),
        (strided(1, width=1), "nvidia", 19, "lane 19: byte 19 div 4 = word 4 → 4 mod 32 = bank 4"),
        (strided(1, width=8), "nvidia", 19, "lane 19: words 38 and 39 → banks 6 and 7"),
        (strided(1, width=16), "nvidia", 19, "lane 19: words 76–79 → banks 12–15"),
        (
            *(strided(3, 1, width=8), "nvidia", 19),
            "lane 19: element 19·3 + 1 = 58, words 116 and 117 → banks 20 and 21",
        ),
        (strided(1, active=first(5)), "nvidia", 5, "lane 5 is off: it asks for nothing"),
        (strided(2), "cc3-64", 19, "lane 19: byte 152 div 8 = word 19 → 19 mod 32 = bank 19"),
        (strided(2), "cc1", 19, "lane 19: 19·2 = word 38 → 38 mod 16 = bank 6"),
    ],
)
def test_where_a_lane_goes(access: Access, machine: str, lane: int, line: str) -> None:
    assert lane_line(W, access, serve(access, machine), lane) == line


@pytest.mark.parametrize(
    ("access", "phase", "cycle", "line"),
    [
        (strided(6), 0, 0, "Cycle 1 of 2: 16 banks serve 16 lanes, 16 lanes wait."),
        (strided(6), 0, 1, "Cycle 2 of 2: 16 banks serve 16 lanes."),
        (strided(32), 0, 30, "Cycle 31 of 32: 1 bank serves 1 lane, 1 lane waits."),
        (strided(1, width=8), 1, 0, "Phase 2 of 2. Cycle 1 of 1: 32 banks serve 16 lanes."),
    ],
)
def test_what_happens_in_a_cycle(access: Access, phase: int, cycle: int, line: str) -> None:
    assert cycle_line(W, serve(access), phase, cycle) == line


def test_who_collides_is_told_on_its_own() -> None:
    assert meeting_line(W, serve(strided(6, 5))) == (
        "Lanes 0 and 16 both want bank 5, words 5 and 101."
    )
    assert meeting_line(W, serve(strided(1))) is None
    assert meeting_line(W, serve(strided(1, active=first(0)))) is None


def test_the_formula_counts_from_the_start_of_shared_memory() -> None:
    from banktrainer.engine import Origin

    access = Access(LANES * 8 + 400, origin=Origin("b", (64,), 4, base=400))
    assert why_lines(W, access, serve(access))[0].startswith("word(i) = 2·i + 100, ")


@pytest.mark.parametrize("machine", ["cc1", "cc3-32", "cc3-64", "gfx942", "gfx950", "nvidia-merge"])
def test_every_machine_finds_its_words(machine: str) -> None:
    from banktrainer.engine import MACHINES

    lanes = MACHINES[machine].lanes
    rng = np.random.default_rng(7)
    for width in (4, 8, 16):
        access = Access(rng.integers(0, 64, lanes) * width, width)
        timeline = serve(access, machine)
        sentences = why_lines(W, access, timeline)
        assert all(not s[0].islower() or s.startswith("word(i)") for s in sentences)
        assert all(s.endswith(".") for s in sentences)
