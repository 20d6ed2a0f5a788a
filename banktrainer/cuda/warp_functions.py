"""Shuffles, votes and cooperative groups, between the lanes of a warp."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import BLOCK_THREADS
from banktrainer.cuda.expressions import truth
from banktrainer.cuda.math_functions import fitted
from banktrainer.cuda.run import Refusal, Run, builtin
from banktrainer.cuda.types_of import constant, value_argument
from banktrainer.cuda.values import Cause, Mask, Value, scalar, unknown

VOID = Value(c.VOID, np.zeros(1, np.uint8))
_KINDS = ("", "_up", "_down", "_xor")


def _shuffle_function(run: Run, node: s.Call) -> Value:
    """`__shfl…_sync(mask, value, lane, width)` and the old forms without a mask."""
    assert isinstance(node.function, s.Name)
    name = node.function.name
    args = node.args
    if name.endswith("_sync"):
        if not args:
            raise Refusal(node, f"`{name}` takes a mask first")
        run.evaluate(args[0])
        args = args[1:]
    if len(args) not in (2, 3):
        raise Refusal(node, f"`{name}` takes a value, a lane and a width")
    width = constant(run, args[2]) if len(args) == 3 else run.width
    value, by = run.evaluate(args[0]), run.evaluate(args[1])
    kind = name.removesuffix("_sync").removeprefix("__shfl")
    return shuffle(run, node, kind, value, by, width)


for _kind in _KINDS:
    builtin(f"__shfl{_kind}_sync", f"__shfl{_kind}")(_shuffle_function)


def shuffle(run: Run, node: s.Call, kind: str, value: Value, by: Value, width: int) -> Value:
    """Each lane's value from the lane that `kind` and `by` say, in segments of `width` lanes."""
    if width < 1 or width & (width - 1) or width > run.width:
        raise Refusal(node, f"a width of {width} is no power of two up to {run.width}")
    if isinstance(value.type, c.Opaque):
        return value
    lanes = np.arange(run.lanes)
    within, base = lanes % width, lanes // width * width
    step = np.broadcast_to(fitted(node, by, c.INT).data.astype(np.int64), (run.lanes,))
    if kind == "_up":
        source = np.where(within - step >= 0, within - step, within)
    elif kind == "_down":
        source = np.where(within + step < width, within + step, within)
    elif kind == "_xor":
        source = np.where((within ^ step) < width, within ^ step, within)
    else:
        source = step % width
    source = base + np.clip(source, 0, width - 1)
    data = np.broadcast_to(value.data, (run.lanes, *value.data.shape[1:]))[source]
    known = np.ones(run.lanes, bool) if value.known is None else _flat(value.known, run)
    known = known[source] & run.mask[source]
    if by.known is not None:
        known = known & by.known
    cause = value.cause or by.cause or Cause("a shuffle from a lane that is off", run.line(node))
    if known[run.mask].all() and not run.doubt.any():
        return Value(value.type, data, None, None, value.home)
    shown = known if data.ndim == 1 else np.broadcast_to(known[:, None], data.shape)
    return Value(value.type, data, shown, cause, value.home)


def _flat(known: Mask, run: Run) -> Mask:
    flat = known if known.ndim == 1 else known.all(axis=1)
    return np.broadcast_to(flat, (run.lanes,))


def vote(run: Run, node: s.Call, kind: str, test: Value, width: int) -> Value:
    """ballot, any and all over the active lanes of each segment of `width` lanes."""
    unsure = test.unknown_lanes(run.lanes) & run.mask
    yes = np.broadcast_to(test.data, (run.lanes,)) & run.mask
    rows = yes.reshape(-1, width)
    if kind == "ballot":
        wide = c.ULLONG if width > 32 else c.UINT
        weights = np.left_shift(np.ones(width, np.uint64), np.arange(width, dtype=np.uint64))
        made = (rows * weights).sum(axis=1, dtype=np.uint64).astype(wide.dtype)
        result: c.Scalar = wide
    else:
        active = run.mask.reshape(-1, width)
        made = rows.any(axis=1) if kind == "any" else (rows | ~active).all(axis=1)
        result = c.INT
        made = made.astype(np.int32)
    spoilt = np.repeat((unsure | run.doubt).reshape(-1, width).any(axis=1), width)
    cause = test.cause or run.doubt_cause
    return Value(result, np.repeat(made, width), ~spoilt if spoilt.any() else None, cause)


def _vote_function(run: Run, node: s.Call) -> Value:
    assert isinstance(node.function, s.Name)
    name = node.function.name.removeprefix("__")
    if name.endswith("_sync"):
        if len(node.args) != 2:
            raise Refusal(node, f"`__{name}` takes a mask and a condition")
        run.evaluate(node.args[0])
    test = truth(run, node.args[-1])
    return vote(run, node, name.removesuffix("_sync"), test, run.width)


builtin("__ballot_sync", "__any_sync", "__all_sync", "__ballot", "__any", "__all")(_vote_function)


@builtin("__activemask")
def active_mask(run: Run, node: s.Call) -> Value:
    """The lanes that are active here."""
    return vote(run, node, "ballot", Value(c.BOOL, np.ones(1, bool)), run.width)


@builtin("__reduce_add_sync", "__reduce_max_sync", "__reduce_min_sync", "__match_any_sync")
def reduced(run: Run, node: s.Call) -> Value:
    """Reductions over a warp: their operands are read, the result is left unknown."""
    for arg in node.args:
        run.evaluate(arg)
    return unknown(c.INT, Cause("a warp reduction", run.line(node)))


@builtin("reduce", "inclusive_scan", "exclusive_scan")
def group_reduced(run: Run, node: s.Call) -> Value:
    """`cg::reduce(group, value, op)`: the value is read, the result is left unknown."""
    if len(node.args) < 2:
        raise Refusal(node, "a group and a value are expected")
    value = run.evaluate(node.args[1])
    return unknown(value.type, Cause("a reduction over a group", run.line(node)))


# ---------------------------------------------------------------- cooperative groups


def group(width: int | str) -> Value:
    """A thread group: the block, or tiles of `width` lanes."""
    return Value(c.Opaque(f"group:{width}", 0, 1), np.zeros(1, np.int64))


@builtin("this_thread_block")
def this_block(run: Run, node: s.Call) -> Value:
    """The whole block."""
    return group("block")


@builtin("this_grid", "this_cluster", "this_multi_grid")
def this_grid(run: Run, node: s.Call) -> Value:
    """The whole grid."""
    return group("grid")


@builtin("coalesced_threads")
def coalesced(run: Run, node: s.Call) -> Value:
    """The active lanes."""
    return group("coalesced")


@builtin("tiled_partition")
def tiles(run: Run, node: s.Call) -> Value:
    """Tiles of a constant number of lanes."""
    explicit = node.function.args if isinstance(node.function, s.Name) else None
    if explicit:
        width = constant(run, value_argument(explicit[0]))
    elif len(node.args) == 2:
        width = constant(run, node.args[1])
    else:
        raise Refusal(node, "the size of these tiles is not known")
    if width < 1 or width & (width - 1) or width > BLOCK_THREADS:
        raise Refusal(node, f"tiles of {width} lanes are not read")
    return group(width)


def _width(run: Run, node: s.Call) -> int | str:
    assert isinstance(node.function, s.Member)
    name = run.evaluate(node.function.base).type.name.removeprefix("group:")
    return int(name) if name.isdigit() else name


@builtin(".sync", ".barrier_wait", ".barrier_arrive")
def group_sync(run: Run, node: s.Call) -> Value:
    """A barrier."""
    return VOID


@builtin("sync", "wait", "wait_prior")
def free_sync(run: Run, node: s.Call) -> Value:
    """`cg::sync(group)` and waits for copies."""
    return VOID


def _block_size(run: Run) -> int:
    return int(run.world.everyone(run).sum())


@builtin(".thread_rank")
def thread_rank(run: Run, node: s.Call) -> Value:
    """The lane's number in its group."""
    width = _width(run, node)
    lanes = np.arange(run.lanes)
    if width == "block":
        return Value(c.ULLONG, lanes.astype(np.uint64))
    if isinstance(width, int):
        return Value(c.ULLONG, (lanes % width).astype(np.uint64))
    if width == "grid":
        return _grid_rank(run)
    if width == "coalesced":
        ranks = np.cumsum(run.mask.reshape(-1, run.width), axis=1).reshape(-1) - 1
        return Value(c.ULLONG, np.maximum(ranks, 0).astype(np.uint64))
    raise Refusal(node, f"the rank in a {width} group is not read")


def _grid_rank(run: Run) -> Value:
    """The lane's number in the grid: the block's, times its threads, plus its own."""
    index, grid = (_numbers(run, name) for name in ("blockIdx", "gridDim"))
    block = (index[2] * grid[1] + index[1]) * grid[0] + index[0]
    lanes = np.arange(run.lanes) + block * _block_size(run)
    return Value(c.ULLONG, lanes.astype(np.uint64))


def _numbers(run: Run, name: str) -> list[int]:
    found = run.world.vector(name)
    assert found is not None
    numbers: list[int] = np.ascontiguousarray(found.data[0]).view("<u4").tolist()
    return numbers


@builtin(".size", ".num_threads")
def group_size(run: Run, node: s.Call) -> Value:
    """The lanes in a group."""
    width = _width(run, node)
    if isinstance(width, int):
        return scalar(c.ULLONG, width)
    if width == "block":
        return scalar(c.ULLONG, _block_size(run))
    if width == "grid":
        x, y, z = _numbers(run, "gridDim")
        return scalar(c.ULLONG, x * y * z * _block_size(run))
    raise Refusal(node, f"the size of a {width} group is not read")


@builtin(".meta_group_rank")
def meta_rank(run: Run, node: s.Call) -> Value:
    """Which tile of the block a lane is in."""
    width = _width(run, node)
    if not isinstance(width, int):
        raise Refusal(node, "this group is no tile")
    return Value(c.ULLONG, (np.arange(run.lanes) // width).astype(np.uint64))


@builtin(".meta_group_size")
def meta_size(run: Run, node: s.Call) -> Value:
    """How many tiles the block has."""
    width = _width(run, node)
    if not isinstance(width, int):
        raise Refusal(node, "this group is no tile")
    return scalar(c.ULLONG, -(-_block_size(run) // width))


@builtin(".thread_index", ".group_index")
def group_vector(run: Run, node: s.Call) -> Value:
    """threadIdx or blockIdx."""
    assert isinstance(node.function, s.Member)
    name = "threadIdx" if node.function.name == "thread_index" else "blockIdx"
    found = run.world.vector(name)
    assert found is not None
    return found


def _group_shuffle(run: Run, node: s.Call) -> Value:
    assert isinstance(node.function, s.Member)
    width = _width(run, node)
    if not isinstance(width, int) or len(node.args) != 2:
        raise Refusal(node, "this shuffle is not read")
    value, by = run.evaluate(node.args[0]), run.evaluate(node.args[1])
    return shuffle(run, node, node.function.name.removeprefix("shfl"), value, by, width)


for _kind in _KINDS:
    builtin(f".shfl{_kind}")(_group_shuffle)


def _group_vote(run: Run, node: s.Call) -> Value:
    assert isinstance(node.function, s.Member)
    width = _width(run, node)
    if not isinstance(width, int) or width > run.width or len(node.args) != 1:
        raise Refusal(node, "this vote is not read")
    return vote(run, node, node.function.name, truth(run, node.args[0]), width)


builtin(".ballot", ".any", ".all")(_group_vote)
