"""Which wrong models can be behind an answer, by what the learner was shown."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from banktrainer.engine import Access
from banktrainer.study.models.pattern import pattern

_OF_BLOCK_ROWS = frozenset({"one-row-warp", "rows-in-turn"})
_OF_PADDED_ROWS = frozenset({"pad-cures", "cure-halves"})


@dataclass(frozen=True, slots=True)
class Shown:
    """What stood beside the question: the code and the block's shape; None where it is unknown."""

    code: str | None = None
    block: tuple[int, ...] | None = None


def apt(model: str, access: Access, asked: str, shown: Shown) -> bool:
    """Whether an answer to what was asked may be put down to the model.

    An access alone doesn't tell what it was written as: a belief about rows of a block, padded
    rows or an XOR has to find one on the card.
    """
    if model in _OF_BLOCK_ROWS:
        return _rows_of_block(access, shown)
    if model in _OF_PADDED_ROWS and shown.code is not None:
        return _rows_of_array(access)
    if model == "any-swizzle":
        return shown.code is None or "^" in shown.code
    if model == "no-wrap" and asked == "bank":  # its banks are numbered for the picture alone
        return False
    # Who takes the replays for the cycles knows well that there is a conflict.
    return model != "replays" or asked != "conflict"


def _rows_of_block(access: Access, shown: Shown) -> bool:
    """Whether the warp spans several rows of its block."""
    if shown.block is None:
        return shown.code is None or "threadIdx.y" in shown.code
    return shown.block[0] < min(access.lanes, prod(shown.block))


def _rows_of_array(access: Access) -> bool:
    """Whether there are rows that a pad could part: an even walk through one dimension has none."""
    origin = access.origin
    return (origin is not None and len(origin.dims) > 1) or pattern(access).line is None
