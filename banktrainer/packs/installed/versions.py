"""Which of two versions is the newer one; authors count as they like."""

from __future__ import annotations

import re
from itertools import zip_longest

_PART = re.compile(r"[0-9]+|[a-z]+")


def is_older(version: str, than: str) -> bool:
    """Whether `version` comes before `than`: numbers by their size, and a word before its absence,
    so that 1.9 < 1.10, 1.0 = 1.0.0 and 1.0-beta < 1.0."""
    for mine, other in zip_longest(_parts(version), _parts(than), fillvalue="0"):
        if _key(mine) != _key(other):
            return _key(mine) < _key(other)
    return False


def _parts(version: str) -> list[str]:
    return _PART.findall(version.casefold().partition("+")[0].removeprefix("v"))


def _key(part: str) -> tuple[bool, int, str]:
    digits = part.isdigit()
    return digits, len(part.lstrip("0")) if digits else 0, part.lstrip("0") if digits else part
