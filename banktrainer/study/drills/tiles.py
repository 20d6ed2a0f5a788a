"""Templates of two dimensions: columns, blocks, pads, swizzles, and tiles to repair."""

from __future__ import annotations

from banktrainer.study.drills.scene import Array, Line, Scene, scene
from banktrainer.study.drills.template import template
from banktrainer.study.drills.terms import number, tx, ty

_PITCHES = (8, 9, 10, 12, 16, 17, 18, 20, 24, 32, 33, 34, 36, 40, 48, 63, 64, 65, 66, 68)
_BLOCKS = (4, 8, 16)
_TYPES = ("float", "float", "double", "float2", "float4")


@template(p=range(5, 73), c=range(5), op=("load", "store"))
def column(p: int, c: int, op: str) -> Scene:
    return scene(Line(Array(dims=(32, p), name="tile"), (tx, number(c)), op))  # type: ignore[arg-type]


@template(p=_PITCHES, k=(2, 3, 4), c=(0, 2))
def spread_column(p: int, k: int, c: int) -> Scene:
    return scene(Line(Array(dims=(32 * k, p), name="tile"), (tx * k, number(c))))


@template(type=("double", "float4"), p=_PITCHES, c=(0, 1, 3))
def wide_column(type: str, p: int, c: int) -> Scene:
    return scene(Line(Array(type, (32, p), "tile"), (tx, number(c))))


@template(type=_TYPES, w=_BLOCKS, p=_PITCHES, h=(0, 1, 2), where=lambda type, w, p, h: p >= w + h)
def block_row(type: str, w: int, p: int, h: int) -> Scene:
    array = Array(type, (32 // w + h, p), "tile")
    return scene(Line(array, (ty + h, tx + h)), block=(w, 32 // w))


@template(
    type=_TYPES, w=_BLOCKS, p=_PITCHES, k=(1, 2), where=lambda type, w, p, k: p >= 32 // w * k
)
def block_column(type: str, w: int, p: int, k: int) -> Scene:
    return scene(Line(Array(type, (w, p), "tile"), (tx, ty * k)), block=(w, 32 // w))


@template(type=_TYPES, w=_BLOCKS, p=_PITCHES, s=range(1, 9), b=(0, 1))
def block_flat(type: str, w: int, p: int, s: int, b: int) -> Scene:
    pitch = _pitch(p, w + b) if s == 1 else None
    line = Line(Array(type), (ty * p + tx * s + b,), pitch=pitch)
    return scene(line, block=(w, 32 // w))


def _pitch(pitch: int, columns: int) -> int | None:
    """The pitch of rows written by hand, unless the columns run over it."""
    return pitch if columns <= pitch else None


@template(w=_BLOCKS, p=_PITCHES, q=(1, 2, 3, 4, 8, 16))
def block_shared(w: int, p: int, q: int) -> Scene:
    """Lanes of one block row share words in groups."""
    pitch = _pitch(p, w // 2) if q == 1 else None
    return scene(Line(Array(), (ty * p + tx // 2 * q,), pitch=pitch), block=(w, 32 // w))


@template(
    p=(8, 16, 32, 64), m=(1, 3, 7, 15, 31), c=range(0, 16, 3), where=lambda p, m, c: p > m and p > c
)
def swizzle(p: int, m: int, c: int) -> Scene:
    return scene(Line(Array(), (tx * p + ((tx & m) ^ c),)))


@template(
    type=("double", "float4"),
    p=(4, 8, 16),
    m=(1, 3, 7, 15),
    c=range(4),
    where=lambda type, p, m, c: p > m,
)
def wide_swizzle(type: str, p: int, m: int, c: int) -> Scene:
    return scene(Line(Array(type), (tx * p + ((tx & m) ^ c),)))


@template(k=(1, 2, 3), m=(1, 3, 7), p=(16, 32))
def late_swizzle(k: int, m: int, p: int) -> Scene:
    """The XOR takes its bits from too far up."""
    return scene(Line(Array(), (tx * p + ((tx >> k) & m),)))


@template(s=(2, 4, 6, 8, 12, 16, 24, 32), b=(0, 1, 7), k=range(3, 8))
def shifted_pad(s: int, b: int, k: int) -> Scene:
    i = tx * s + b
    named = i.named("i")
    return scene(Line(Array(), (named + (named >> k),)), names=(f"int i = {i.text};",))


@template(p=(8, 16, 32, 64), pad=(1, 2, 4, 8), b=(0, 1, 5), where=lambda p, pad, b: pad <= 4 * p)
def unused_pad(p: int, pad: int, b: int) -> Scene:
    """The buffer is longer than its rows need, and the index knows nothing of it."""
    return scene(Line(Array(dims=(32 * p + pad + b,)), (tx * p + b,)))


@template(
    p=(8, 16, 32, 64),
    m=(1, 3, 7, 15),
    c=range(4),
    pad=(4, 8, 16),
    where=lambda p, m, c, pad: p > m and pad <= 4 * p,
)
def padded_swizzle(p: int, m: int, c: int, pad: int) -> Scene:
    """A swizzle of too few bits in a buffer that is longer than it need be."""
    return scene(Line(Array(dims=(32 * p + pad,)), (tx * p + ((tx & m) ^ c),)))


@template(
    type=("float", "double"),
    w=_BLOCKS,
    p=(16, 32, 64),
    s=(1, 2, 3, 4),
    pad=(4, 8, 16),
    across=(0, 1),
)
def block_unused_pad(type: str, w: int, p: int, s: int, pad: int, across: int) -> Scene:
    """A block's rows, or columns, in a buffer that is longer than it need be."""
    index = tx * p + ty * s if across else ty * p + tx * s
    pitch = _pitch(p, 32 // w if across else w) if s == 1 else None
    line = Line(Array(type, (1024 + pad,)), (index,), pitch=pitch)
    return scene(line, block=(w, 32 // w))


@template(
    type=("short", "unsigned char"),
    w=_BLOCKS,
    p=(16, 17, 18, 20, 24, 32, 34, 36, 40, 64, 66, 68, 72),
    h=(0, 1, 2),
    s=(1, 2),
    where=lambda type, w, p, h, s: p >= w * s + h,
)
def block_small(type: str, w: int, p: int, h: int, s: int) -> Scene:
    array = Array(type, (32 // w + h, p), "tile")
    return scene(Line(array, (ty + h, tx * s + h)), block=(w, 32 // w))


@template(
    type=("short", "short", "unsigned char", "float"),
    p=(16, 32, 64, 128),
    m=(3, 7, 15),
    c=range(4),
    pad=(0, 8, 16, 32),
)
def paired_swizzle(type: str, p: int, m: int, c: int, pad: int) -> Scene:
    """A swizzle of pairs of lanes, in a buffer that may be longer than it need be."""
    index = (tx >> 1) * p + ((tx & m) ^ c)
    return scene(Line(Array(type, (16 * p + pad,)), (index,)))


@template(
    type=("float", "int", "double"),
    p=range(32, 69, 4),
    r=range(4),
    c=(0, 3, 5, 9),
    kinds=("repair",),
)
def row_and_column(type: str, p: int, r: int, c: int) -> Scene:
    array = Array(type, (32, p), "tile")
    return scene(Line(array, (number(r), tx), "store"), Line(array, (tx, number(c))))


@template(
    type=("float", "int"), w=_BLOCKS, p=(16, 18, 20, 24, 32, 34, 36, 40, 48), kinds=("repair",)
)
def block_columns(type: str, w: int, p: int) -> Scene:
    return scene(Line(Array(type, (w, p), "tile"), (tx, ty)), block=(w, 32 // w))


@template(type=("float", "int"), p=range(32, 69, 2), c=range(8), k=(1, 2), kinds=("repair",))
def column_only(type: str, p: int, c: int, k: int) -> Scene:
    return scene(Line(Array(type, (32 * k, p), "tile"), (tx * k, number(c))))
