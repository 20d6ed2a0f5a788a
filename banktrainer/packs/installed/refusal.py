"""Refused: why something is not brought in, as a reason and its facts; `words` makes a sentence."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 -- nothing has failed: the program will not do it
    """`reason` is a key of the catalogue below `packs.refused`, `facts` fill it in (foreign)."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(f"{reason}: {facts}")
        self.reason = reason
        self.facts = facts
