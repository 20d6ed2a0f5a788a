"""The wrong answers of public threads, each with the access that it was given to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from banktrainer.cuda import Launch, trace
from banktrainer.engine import Access, Verdict
from banktrainer.study.models.every import MODELS

CASES = Path(__file__).parents[2] / "data" / "cases.jsonl"


@dataclass(frozen=True)
class Row:
    """A wrong answer: `asks` says which figure `value` is, `number` whose misconception it is."""

    id: str
    access: Access
    asks: str
    value: int
    number: int

    def yielding(self) -> tuple[str, ...]:
        """The ids of the models that give this number on this access."""
        return tuple(name for name, verdict in _verdicts(self.access) if self._is(verdict))

    def _is(self, verdict: Verdict) -> bool:
        return bool(getattr(verdict, self.asks) == self.value)


@cache
def rows() -> tuple[Row, ...]:
    """Every numeric wrong answer that is put down to a misconception."""
    return tuple(_rows())


def _rows() -> Iterator[Row]:
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        told = [w for w in case.get("wrong", ()) if w["model"] and isinstance(w["value"], int)]
        if told:
            launch = Launch(block=case["block"], warps=(case["warp"],))
            values = {name: str(value) for name, value in case["set"].items()}
            traced = trace(case["code"], launch, values, case["machine"]).accesses
            access = traced[0].executions[0].access
            for w in told:
                yield Row(case["id"], access, w["asks"], w["value"], w["model"])


def _verdicts(access: Access) -> list[tuple[str, Verdict]]:
    judged = ((name, model.judge(access)) for name, model in MODELS.items())
    return [(name, verdict) for name, verdict in judged if verdict is not None]
