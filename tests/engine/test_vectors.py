"""The published figures: measured, documented or claimed, each with its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from banktrainer.engine import Access, count, serve

from . import reference

Vector = dict[str, Any]
VECTORS: list[Vector] = [
    json.loads(line)
    for line in Path(__file__).parents[1].joinpath("data/vectors.jsonl").read_text().splitlines()
]


def addresses(vector: Vector) -> list[int]:
    """The byte addresses; the expression of the lane comes from our own data file."""
    code = compile(vector["byte_address"], vector["id"], "eval")
    return [int(eval(code, {"i": lane})) for lane in range(vector["lanes"])]


def active(vector: Vector) -> list[bool] | None:
    on = vector["active"]
    return None if on is None else [lane in on for lane in range(vector["lanes"])]


def test_there_are_all_of_them() -> None:
    assert len(VECTORS) == 101
    assert len({vector["id"] for vector in VECTORS}) == 101


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['machine']}:{v['id']}")
def test_published_figure(vector: Vector) -> None:
    print(f"{vector['machine']:12} {vector['id']:28} {vector['evidence']:10} {vector['source']}")
    where, mask = addresses(vector), active(vector)
    access = Access(where, vector["width"], vector["op"], mask)  # type: ignore[arg-type]
    machine = vector["machine"]
    timeline = serve(access, machine)
    if "cycles" in vector:
        assert timeline.cycles == vector["cycles"]
    else:
        assert timeline.degree == vector["degree"]
    assert count(where, vector["width"], vector["op"], mask, machine) == timeline.cycles
    figures = reference.figures(machine, where, vector["width"], vector["op"], mask)
    assert figures == (timeline.cycles, timeline.ideal, timeline.degree)
