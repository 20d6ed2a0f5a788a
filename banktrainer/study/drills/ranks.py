"""Templates of three lines whose costs are to be ordered."""

from __future__ import annotations

from banktrainer.study.drills.scene import Array, Line, Scene, scene
from banktrainer.study.drills.template import template
from banktrainer.study.drills.terms import number, tx

_STRIDES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20, 24, 31, 32, 33, 34, 36, 40, 48, 64)


def _lanes_meet(stride: int) -> int:
    return stride & -stride if stride % 32 else 32


@template(
    a=_STRIDES,
    b=_STRIDES,
    c=_STRIDES,
    off=(0, 1, 5),
    where=lambda a, b, c, off: len({_lanes_meet(a), _lanes_meet(b), _lanes_meet(c)}) == 3,
    kinds=("rank",),
)
def three_walks(a: int, b: int, c: int, off: int) -> Scene:
    return scene(
        Line(Array(), (tx * a,), result="a"),
        Line(Array(), (tx * b + off,), result="b"),
        Line(Array(), (tx * c,), result="c"),
    )


@template(
    g=(2, 4, 8, 16, 32),
    s=(2, 4, 8, 16, 32),
    k=(2, 4, 8, 16, 32),
    where=lambda g, s, k: s != k,
    kinds=("rank",),
)
def shared_and_walks(g: int, s: int, k: int) -> Scene:
    return scene(
        Line(Array(), (tx * s,), result="a"),
        Line(Array(), (tx // g if g < 32 else number(0),), result="b"),
        Line(Array(), (tx * k,), result="c"),
    )
