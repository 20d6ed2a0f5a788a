"""Catalogues: the texts of one area in one language, as TOML beside this module.

`en/board.toml` holds the keys `board.…`; tables nest, so `[result]` with `right = "…"` is the
key `board.result.right`. A language's file may be missing, English never is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

FALLBACK = "en"
_ROOT = Path(__file__).parent


def languages() -> tuple[str, ...]:
    """The languages that have a folder of catalogues, English first."""
    found = sorted(path.name for path in _ROOT.iterdir() if any(path.glob("*.toml")))
    return (FALLBACK, *(name for name in found if name != FALLBACK))


def areas(language: str = FALLBACK) -> tuple[str, ...]:
    """The areas that a language has a catalogue for, by name."""
    return tuple(sorted(path.stem for path in (_ROOT / language).glob("*.toml")))


@cache
def catalogue(area: str, language: str = FALLBACK) -> Mapping[str, str]:
    """Key to text for one area, read once; empty where the language has no such file.

    Raises ValueError where an entry is not text.
    """
    path = _ROOT / language / f"{area}.toml"
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return dict(_entries(tree, area))


def _entries(tree: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in tree.items():
        key = f"{prefix}.{name}"
        if isinstance(value, dict):
            yield from _entries(value, key)
        elif isinstance(value, str):
            yield key, value
        else:
            raise ValueError(f"{key}: a catalogue holds text only")
