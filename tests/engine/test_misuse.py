"""Whatever is put in whichever place, the answer is a result or one clear error of the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from banktrainer.engine import (
    MACHINES,
    Access,
    EngineError,
    Machine,
    Origin,
    Rule,
    Source,
    Sureness,
    Tile,
    affine,
    broadcasts,
    cell_of,
    closed_form,
    collisions,
    compare,
    count,
    machine_of,
    remedies,
    serve,
    stride_degree,
)

LINE: Any = [4 * lane for lane in range(32)]
A = Access.strided(1)
NVIDIA = MACHINES["nvidia"]
HOW: Any = (Sureness.HIGH, (Source("here"),))
LONGEST = 300

RUBBISH: list[Any] = [
    *(None, 0, -1, 1.5, float("nan"), 1j, 2**70, True, "x", b"x", object(), len),
    *([], {}, (), set(), range(3), [None] * 32, {1: 2}, ["nvidia"], [[]], [[1], [2, 3]]),
    *(np.array([1, 2]), np.array(5), np.zeros(32), np.zeros((2, 2, 32), int), np.array(["a"] * 32)),
    *(np.float32(4), np.datetime64("2020-01-01"), np.ma.masked_array([1] * 32, [True] * 32)),
    *(A, [A], [A, None], NVIDIA, {("load", 4): None}, [[0] * 32] * 2),
]

PLACES: dict[str, Callable[[Any], object]] = {
    "Access addresses": Access,
    "Access width": lambda it: Access(LINE, it),
    "Access op": lambda it: Access(LINE, 4, it),
    "Access active": lambda it: Access(LINE, 4, "load", it),
    "Access origin": lambda it: Access(LINE, origin=it),
    "strided stride": Access.strided,
    "strided offset": lambda it: Access.strided(1, it),
    "strided width": lambda it: Access.strided(1, 0, it),
    "strided op": lambda it: Access.strided(1, op=it),
    "strided lanes": lambda it: Access.strided(1, lanes=it),
    "strided active": lambda it: Access.strided(1, active=it),
    "words lane": A.words,
    "words bytes": lambda it: A.words(0, it),
    "Origin array": lambda it: Origin(it, (1,), 4),
    "Origin dims": lambda it: Origin("s", it, 4),
    "Origin element_bytes": lambda it: Origin("s", (1,), it),
    "Origin field": lambda it: Origin("s", (1,), 4, it),
    "Origin base": lambda it: Origin("s", (1,), 4, None, it),
    "Origin pitch": lambda it: Origin("s", (1,), 4, None, 0, it),
    "count addresses": count,
    "count width": lambda it: count(LINE, it),
    "count op": lambda it: count(LINE, op=it),
    "count active": lambda it: count(LINE, active=it),
    "count active of many": lambda it: count([LINE] * 20, active=it),
    "count machine": lambda it: count(LINE, machine=it),
    "serve access": serve,
    "serve machine": lambda it: serve(A, it),
    "machine_of": machine_of,
    "cell_of": cell_of,
    "affine": affine,
    "closed_form access": closed_form,
    "closed_form machine": lambda it: closed_form(A, it),
    "stride_degree stride": stride_degree,
    "stride_degree banks": lambda it: stride_degree(4, it),
    "compare access": compare,
    "compare machines": lambda it: compare(A, it),
    "compare base": lambda it: compare(A, None, it),
    "collisions": collisions,
    "broadcasts": broadcasts,
    "remedies accesses": lambda it: remedies(it, (32, 32), 4),
    "remedies dims": lambda it: remedies([A], it, 4),
    "remedies element_bytes": lambda it: remedies([A], (32, 32), it),
    "remedies machine": lambda it: remedies([A], (32, 32), 4, it),
    "Tile dims": lambda it: Tile(it, 4),
    "Tile element_bytes": lambda it: Tile((4, 4), it),
    "rule op": lambda it: NVIDIA.rule(it, 4),
    "rule width": lambda it: NVIDIA.rule("load", it),
    "Rule phases": lambda it: Rule(it, 32, *HOW),
    "Rule banks": lambda it: Rule(((0,),), it, *HOW),
    "Machine lanes": lambda it: Machine("own", it, 32, 4, NVIDIA.rules, *HOW),
    "Machine bank_bytes": lambda it: Machine("own", 32, 32, it, NVIDIA.rules, *HOW),
    "Machine rules": lambda it: Machine("own", 32, 32, 4, it, *HOW),
}


@pytest.mark.parametrize("place", PLACES)
def test_no_argument_gives_anything_but_a_result_or_a_clear_error(place: str) -> None:
    for thing in RUBBISH:
        said = refusal(PLACES[place], thing)
        assert said is None or 0 < len(said) <= LONGEST, thing
        assert "\n" not in (said or ""), thing


def refusal(call: Callable[[Any], object], thing: Any) -> str | None:
    """What the engine says to `thing`, or None where it takes it."""
    try:
        call(thing)
    except EngineError as error:
        return str(error)
    return None
