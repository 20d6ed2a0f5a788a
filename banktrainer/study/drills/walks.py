"""Templates of one row of lanes: walks, structs, shared words, small elements, atomics, guards."""

from __future__ import annotations

from banktrainer.study.drills.scene import Array, Line, Scene, scene
from banktrainer.study.drills.template import template
from banktrainer.study.drills.terms import Term, number, tx

_OFFSETS = (0, 0, 0, 1, 3, 4, 5, 9, 16, 31, 32, 33)
_WIDE = ("double", "float2", "float4")


@template(s=range(1, 65), b=_OFFSETS, op=("load", "store"))
def walk(s: int, b: int, op: str) -> Scene:
    return scene(Line(Array(), (tx * s + b,), op))  # type: ignore[arg-type]


@template(s=range(1, 25), b=(0, 1, 4, 7))
def walk_down(s: int, b: int) -> Scene:
    return scene(Line(Array(), (number(31 * s + b) - tx * s,)))


@template(
    fields=range(2, 10), field=range(9), k=(1, 2, 3), where=lambda fields, field, k: field < fields
)
def struct_field(fields: int, field: int, k: int) -> Scene:
    return scene(Line(Array(fields=fields), (tx * k,), field=field))


@template(g=(2, 4, 8, 16), s=range(1, 41), b=(0, 1, 5))
def shared_word(g: int, s: int, b: int) -> Scene:
    return scene(Line(Array(), ((tx // g) * s + b,)))


@template(m=(2, 3, 4, 6, 8, 12, 16, 24), s=(*range(1, 17), 31, 32, 33, 34, 36, 40, 48), b=(0, 3))
def recurring_word(m: int, s: int, b: int) -> Scene:
    return scene(Line(Array(), ((tx % m) * s + b,)))


@template(c=range(32), op=("load", "store"))
def one_word(c: int, op: str) -> Scene:
    return scene(Line(Array(), (number(c),), op))  # type: ignore[arg-type]


@template(
    type=("short", "unsigned char"),
    s=(1, 1, 1, 2, 2, 3, 3, *range(4, 9), 16, 24, 32, 64, 66, 68, 96, 128),
    b=(0, 1, 2, 3, 6, 64),
)
def small(type: str, s: int, b: int) -> Scene:
    return scene(Line(Array(type), (tx * s + b,)))


@template(type=_WIDE, s=range(1, 25), b=(0, 0, 1, 2, 3))
def wide_walk(type: str, s: int, b: int) -> Scene:
    return scene(Line(Array(type), (tx * s + b,)))


@template(type=_WIDE, m=(3, 4, 6, 8, 12, 16), s=(1, 2, 3, 4, 5, 8, 9, 16))
def wide_recurring(type: str, m: int, s: int) -> Scene:
    return scene(Line(Array(type), ((tx % m) * s,)))


@template(type=_WIDE, k=range(1, 5), b=(0, 1, 2, 4))
def wide_permuted(type: str, k: int, b: int) -> Scene:
    return scene(Line(Array(type), ((tx >> k) + (tx & ((1 << k) - 1)) * (32 >> k) + b,)))


@template(s=range(1, 34), b=(0, 1, 5))
def atomic_walk(s: int, b: int) -> Scene:
    return scene(Line(Array("int"), (tx * s + b,), "atomic"))


@template(
    by=("mod", "div"),
    m=(2, 3, 4, 5, 6, 8, 12, 16),
    s=(1, 2, 3, 4, 6, 8, 16, 31, 32, 33),
    b=(0, 5, 9),
)
def atomic_bins(by: str, m: int, s: int, b: int) -> Scene:
    bins = tx % m if by == "mod" else tx // m
    return scene(Line(Array("int"), (bins * s + b,), "atomic"))


@template(
    type=("float", "float", "double", "float4"),
    side=("low", "high"),
    n=(2, 4, 6, 8, 10, 12, 16, 20, 24, 28),
    s=(1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32, 33, 36, 48, 64),
    b=(0, 0, 2),
)
def guarded(type: str, side: str, n: int, s: int, b: int) -> Scene:
    return scene(Line(Array(type), (tx * s + b,), guard=tx < n if side == "low" else tx >= n))


@template(m=(4, 8, 16), n=(2, 4, 8), s=(1, 2, 4, 6, 8, 12, 16, 32, 64), where=lambda m, n, s: n < m)
def guarded_by_turns(m: int, n: int, s: int) -> Scene:
    return scene(Line(Array(), (tx * s,), guard=tx % m < n))


@template(n=(3, 5, 8, 12, 20, 27), m=(2, 4, 8, 32), s=(1, 2, 16, 32))
def guarded_atomic(n: int, m: int, s: int) -> Scene:
    bins: Term = tx % m if m < 32 else tx
    return scene(Line(Array("int"), (bins * s,), "atomic", guard=tx < n))


@template(type=("short", "unsigned char"), n=(6, 10, 12, 20, 24), s=(1, 2, 3, 64), b=(0, 3, 6))
def guarded_small(type: str, n: int, s: int, b: int) -> Scene:
    return scene(Line(Array(type), (tx * s + b,), guard=tx < n))


@template(type=("double", "float2"), k=range(1, 5), pad=(1, 2, 4), b=(0, 1))
def padded_permuted(type: str, k: int, pad: int, b: int) -> Scene:
    """A permutation in a buffer that is longer than it need be."""
    index = (tx >> k) + (tx & ((1 << k) - 1)) * (32 >> k) + b
    return scene(Line(Array(type, (32 + pad + b,)), (index,)))
