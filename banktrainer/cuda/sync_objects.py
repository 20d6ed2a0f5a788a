"""libcu++'s barriers and pipelines: they order copies, and in lockstep all is ordered anyhow."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.casts import converted
from banktrainer.cuda.run import Refusal, Run, builtin
from banktrainer.cuda.types_of import constant
from banktrainer.cuda.values import Value

VOID = Value(c.VOID, np.zeros(1, np.uint8))
_METHODS = (
    "arrive arrive_and_wait arrive_and_drop wait wait_parity try_wait expect_tx quit"
    " producer_acquire producer_commit consumer_wait consumer_release"
)


def _method(run: Run, node: s.Call) -> Value:
    """A method of a barrier or a pipeline; the token that `arrive` gives is nobody's number."""
    return Value(c.Opaque("group:token", 0, 1), np.zeros(1, np.int64))


builtin(*(f".{name}" for name in _METHODS.split()))(_method)


@builtin("init")
def initialised(run: Run, node: s.Call) -> Value:
    """`init(&barrier, threads)`."""
    if len(node.args) not in (2, 3):
        raise Refusal(node, "the function `init` is not known")
    barrier, _ = run.evaluate(node.args[0]), run.evaluate(node.args[1])
    target = barrier.type.target if isinstance(barrier.type, c.Pointer) else None
    if not isinstance(target, c.Opaque) or target.name != "group:barrier":
        raise Refusal(node, "the function `init` is not known")
    return VOID


@builtin("make_pipeline")
def pipeline(run: Run, node: s.Call) -> Value:
    """A pipeline of a thread or a group."""
    return Value(c.Opaque("group:pipeline", 0, 1), np.zeros(1, np.int64))


@builtin("pipeline_consumer_wait_prior", "pipeline_producer_commit")
def pipeline_order(run: Run, node: s.Call) -> Value:
    """A pipeline's commit or wait as a free function."""
    return VOID


@builtin("move", "forward")
def moved(run: Run, node: s.Call) -> Value:
    """`std::move(x)` is x."""
    if len(node.args) != 1:
        raise Refusal(node, "one argument is expected")
    return run.evaluate(node.args[0])


@builtin("aligned_size_t")
def aligned_size(run: Run, node: s.Call) -> Value:
    """`cuda::aligned_size_t<A>(bytes)`: a size with a promise of alignment, kept in `extra`."""
    explicit = node.function.args if isinstance(node.function, s.Name) else None
    if not explicit or isinstance(explicit[0], s.TypeName) or len(node.args) != 1:
        raise Refusal(node, "an alignment and a size are expected")
    size = converted(run, node, run.evaluate(node.args[0]), c.ULONG)
    return Value(c.ULONG, size.data, size.known, size.cause, extra=constant(run, explicit[0]))
