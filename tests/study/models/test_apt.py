"""An answer is put down to no belief about what the card doesn't show."""

from __future__ import annotations

import pytest

from banktrainer.cuda import Launch, trace
from banktrainer.study.diagnosis import answer_of, diagnose
from banktrainer.study.drills.draw import drawn, verdicts
from banktrainer.study.drills.item import DrillItem
from banktrainer.study.models.apt import Shown, apt
from banktrainer.study.models.every import MODELS

_ROWS = {"one-row-warp", "rows-in-turn"}


def models(code: str, asked: str, answer: str, block: tuple[int, int, int]) -> set[str]:
    access = trace(code, Launch(block=block)).accesses[0].executions[0].access
    found = diagnose(access, "nvidia", asked, answer, shown=Shown(code, block))
    return {found.model, *found.others} if found else set()


TX = "threadIdx.x"


@pytest.mark.parametrize(
    ("code", "block", "asked", "model", "is_apt"),
    [
        # A walk of stride 36 has no rows that a pad could part; rows of 36 have.
        (f"float v = s[{TX} * 36];", 32, "cycles", "pad-cures", False),
        (f"float v = t[{TX}][0];", 32, "cycles", "pad-cures", True),
        (f"int i = {TX} * 4 + 1; float v = s[i + (i >> 4)];", 32, "cycles", "pad-cures", True),
        # A block of 32 threads in a row is one row, however its lanes walk.
        (f"float v = s[{TX} % 16 * 33 + {TX} / 16];", 32, "cycles", "one-row-warp", False),
        (f"float v = s[threadIdx.y * 18 + {TX}];", 16, "cycles", "one-row-warp", True),
        # An XOR must be there to be believed in.
        (f"float v = s[{TX} * 32 + (({TX} >> 1) & 1)];", 32, "cycles", "any-swizzle", False),
        (f"float v = s[{TX} * 32 + (({TX} & 1) ^ 1)];", 32, "cycles", "any-swizzle", True),
        # Who takes the replays for the cycles knows that there are some.
        (f"float v = s[{TX} * 2];", 32, "conflict", "replays", False),
        (f"float v = s[{TX} * 2];", 32, "cycles", "replays", True),
    ],
)
def test_a_belief_needs_something_on_the_card(
    code: str, block: int, asked: str, model: str, is_apt: bool
) -> None:
    whole = f"__shared__ float s[2048], t[32][36]; {code}"
    answer = "1" if asked == "cycles" else "no"
    assert (model in models(whole, asked, answer, (block, 32 // block, 1))) is is_apt


def test_who_sees_banks_without_end_names_no_bank_that_there_is() -> None:
    access = MODELS["no-wrap"].example
    assert not apt("no-wrap", access, "bank", Shown())
    assert apt("no-wrap", access, "cycles", Shown())


def test_an_access_of_which_no_more_is_known_may_be_anything() -> None:
    assert all(apt(each.id, each.example, "cycles", Shown()) for each in MODELS.values())


@pytest.mark.parametrize("seed", range(400))
def test_drills_name_block_rows_and_xors_only_where_there_are_some(seed: int) -> None:
    draw = drawn(seed)
    item = DrillItem(draw)
    if draw.kind not in ("cycles", "degree", "conflict"):
        return
    for verdict in verdicts(draw.access).values():
        answer = answer_of(verdict, draw.kind)
        found = item.diagnose(answer) if answer is not None else None
        named = {found.model, *found.others} if found else set()
        assert not named & _ROWS or "threadIdx.y" in draw.scene.code
        assert "any-swizzle" not in named or "^" in draw.scene.code
