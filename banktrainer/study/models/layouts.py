"""Beliefs about padding and swizzles."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from banktrainer.engine import Access, Origin, Verdict
from banktrainer.study.models.model import wrong
from banktrainer.study.models.pattern import (
    hardware,
    looks_padded,
    looks_swizzled,
    pitch,
    plain,
)

_TX, _TY = [i % 16 for i in range(32)], [i // 16 for i in range(32)]
_TILE = Origin("tile", (16, 17), 4)


@wrong(
    2,
    met=12,
    example=Access([4 * (17 * x + y) for x, y in zip(_TX, _TY, strict=True)], origin=_TILE),  # type: ignore[arg-type]
)
def pad_cures(access: Access) -> Verdict | None:
    """Rows with a pad never conflict."""
    return _free(access) if _padded(access) else None


@wrong(9, met=6, example=replace(Access.strided(32), origin=Origin("s", (32 * 32 + 4,), 4)))
def declared_pad(access: Access) -> Verdict | None:
    """A buffer that is declared with a pad is free of conflicts, whatever the index is."""
    origin = access.origin
    if origin is None or len(origin.dims) != 1 or _padded(access):
        return None
    return _free(access) if plain(access) and looks_padded(prod(origin.dims)) else None


@wrong(10, met=6, example=Access([4 * (32 * i + (i & 7)) for i in range(32)]))  # type: ignore[arg-type]
def any_swizzle(access: Access) -> Verdict | None:
    """An XOR of the column with the row frees an access, whichever bits it takes."""
    return _free(access) if plain(access) and looks_swizzled(access) else None


@wrong(23, example=Access.strided(33))
def cure_halves(access: Access) -> Verdict | None:
    """A pad or a swizzle only half works: two ways are left."""
    if not plain(access) or not (_padded(access) or looks_swizzled(access)):
        return None
    true = hardware(access)
    return Verdict(2 * true.ideal, true.ideal, 2)


def _padded(access: Access) -> bool:
    rows = pitch(access)
    return plain(access) and rows is not None and looks_padded(rows)


def _free(access: Access) -> Verdict:
    ideal = hardware(access).ideal
    return Verdict(ideal, ideal, 1)
