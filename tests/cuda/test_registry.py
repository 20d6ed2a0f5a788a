"""Every construct of the syntax tree is run or refused at its place, never forgotten."""

from __future__ import annotations

import pytest

from banktrainer.cuda import syntax as s
from banktrainer.cuda import trace
from banktrainer.cuda.run import EVALUATORS, EXECUTORS
from tests.cuda.helpers import faults

# A case runs inside its switch, a braced list is read where its type is known, and a launch only
# tells a kernel's block and template arguments: run by itself it is refused (below).
WITHIN_OTHERS = {s.Case, s.InitList, s.Launches}


def _classes(base: type) -> set[type]:
    found = {x for x in vars(s).values() if isinstance(x, type) and issubclass(x, base)}
    return found - {base}


def test_every_statement_and_expression_is_handled() -> None:
    trace("int x = 1;")  # the tables are filled with the first trace
    assert _classes(s.Stmt) - set(EXECUTORS) - WITHIN_OTHERS == set()
    assert _classes(s.Expr) - set(EVALUATORS) - WITHIN_OTHERS == set()


@pytest.mark.parametrize("kind", ["float x", "const auto& x"])
def test_a_for_over_a_range_is_refused_at_its_place(kind: str) -> None:
    code = f"__shared__ float s[32]; float y = 0;\nfor ({kind} : s) {{ y = x; }}"
    assert faults(code) == ["2:1: a `for` over a range is not read: write it with an index"]


def test_what_a_refused_loop_may_write_is_unknown() -> None:
    code = "__shared__ int s[32]; int y = 0;\nfor (int x : s) { y = x; }\ns[y] = 1;"
    assert [fault.split(":")[0] for fault in faults(code)] == ["2", "3"]


def test_a_statement_without_executor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(EXECUTORS, s.ForEach)
    code = "__shared__ float s[32];\nfor (float x : s) {}"
    assert faults(code) == ["2:1: this statement is not read here"]


def test_an_expression_without_evaluator_is_refused() -> None:
    code = "__global__ void g() {}\n__global__ void k() {\ng<<<1, 32>>>();\n}"
    (unread,) = trace(code, kernel="k").unread
    assert (unread.line, unread.message) == (3, "a value is expected here")
