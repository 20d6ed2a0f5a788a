"""Device libraries that keep their state outside shared memory: random numbers are data."""

from __future__ import annotations

from typing import Any

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import Run, builtin
from banktrainer.cuda.sync_objects import VOID
from banktrainer.cuda.values import Cause, Value, unknown

_RANDOM = {
    "unsigned int": ("", "_poisson", "_discrete"),
    "float": ("_uniform", "_normal", "_log_normal"),
    "double": ("_uniform_double", "_normal_double", "_log_normal_double"),
    "float2": ("_normal2", "_log_normal2"),
    "float4": ("_uniform4", "_normal4"),
    "uint4": ("4",),
}


def _drawn(kind: c.CType) -> Any:
    def function(run: Run, node: s.Call) -> Value:
        for arg in node.args:
            run.evaluate(arg)
        return unknown(kind, Cause("a random number", run.line(node)))

    return function


for _lead in ("curand", "hiprand"):
    for _kind, _endings in _RANDOM.items():
        _made = c.builtin(_kind)
        assert _made is not None
        builtin(*(f"{_lead}{ending}" for ending in _endings))(_drawn(_made))


@builtin("curand_init", "hiprand_init", "skipahead", "skipahead_sequence")
def seeded(run: Run, node: s.Call) -> Value:
    """Sets a generator up."""
    for arg in node.args:
        run.evaluate(arg)
    return VOID
