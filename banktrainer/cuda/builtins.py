"""CUDA's own functions that only order, print or check: they touch no shared memory."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import Run, builtin
from banktrainer.cuda.values import Value

VOID = Value(c.VOID, np.zeros(1, np.uint8))


@builtin(
    "__syncthreads",
    "__syncwarp",
    "__threadfence",
    "__threadfence_block",
    "__threadfence_system",
    "__pipeline_commit",
    "__pipeline_wait_prior",
    "__nanosleep",
    "__trap",
    "__builtin_assume",
    "__prof_trigger",
    "__builtin_amdgcn_s_barrier",
    "__builtin_amdgcn_wave_barrier",
)
def order(run: Run, node: s.Call) -> Value:
    """Barriers and fences: all lanes are in lockstep anyhow."""
    return VOID


@builtin("printf", "assert", "static_assert", "fprintf")
def printed(run: Run, node: s.Call) -> Value:
    """Output and checks: their operands are read, nothing is done with them."""
    for arg in node.args:
        if not isinstance(arg, s.Text):
            run.evaluate(arg)
    return VOID
