"""Which known name was probably meant by one that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

VECTORS = ("threadIdx", "blockIdx", "blockDim", "gridDim")
_ALIKE = 0.8
_MOST = 500


def meant(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that names what was probably meant; empty where nothing is near."""
    pool = {other.strip("_").replace("_", "").lower(): other for other in list(known)[:_MOST]}
    plain = name.rpartition("::")[2].strip("_").replace("_", "").lower()
    near = get_close_matches(plain, pool, n=1, cutoff=_ALIKE) if len(plain) > 3 else []
    return f": is `{pool[near[0]]}` meant?" if near and pool[near[0]] != name else ""


def built_in(name: str) -> str | None:
    """The built-in vector that `name` misspells, or None."""
    near = get_close_matches(name.replace("_", "").lower(), map(str.lower, VECTORS), 1, 0.8)
    return next((v for v in VECTORS if near and v.lower() == near[0]), None)
