"""The 112 real questions in CUDA form, each with its cycles and ideal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from banktrainer.cuda import Launch, report, trace

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "cases.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    launch = Launch(block=case["block"], warps=(case["warp"],))
    values = {name: str(value) for name, value in case["set"].items()}
    traced = trace(case["code"], launch, values, case["machine"])
    assert not traced.unread
    (row,) = report(traced).rows
    assert (row.op, row.cycles, row.ideal) == (case["op"], case["cycles"], case["ideal"])


def test_there_are_112_cases() -> None:
    assert len(CASES) == 112
