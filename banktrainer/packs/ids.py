"""Ids made from names that people gave: files, folders, questions."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 64
_APART = re.compile(r"[^a-z0-9]+")


def id_from(text: str, otherwise: str, longest: int = LONGEST) -> str:
    """An id that reminds of `text`, at most `longest` characters; `otherwise` if nothing is left.

    Cut at a hyphen where it is too long.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = _APART.sub("-", plain).strip("-")
    if len(found) > longest:
        cut = found[: longest + 1].rpartition("-")[0]
        found = cut or found[:longest]
    return found or otherwise


def unlike(wanted: str, taken: set[str]) -> str:
    """`wanted`, with a number behind it where that id is taken; the id is taken from then on."""
    made, number = wanted, 1
    while made in taken:
        number += 1
        end = f"-{number}"
        made = wanted[: LONGEST - len(end)].rstrip("-") + end
    taken.add(made)
    return made
