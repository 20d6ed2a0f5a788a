"""Rows as games leave them."""

from __future__ import annotations

from itertools import count

from banktrainer.study.game.play import Play
from banktrainer.study.journal import Answer
from tests.study.desk import row

BLITZ = Play("blitz", "b", 60)
_moments = count()


def given(sign: str, play: Play = BLITZ, seconds: float = 1, cell: str = "A") -> Answer:
    """A row of a game: `+` right, `-` wrong, `0` no idea, `s` right but seen before."""
    confidence = "none" if sign == "0" else "think"
    verdict = {"-": "wrong", "0": "none"}.get(sign, "right")
    return row(
        "walk",
        at=f"2026-11-30T12:00:00.{next(_moments):06}Z",
        pack="drill",
        template="walk",
        forecast=None if sign == "0" else "2",
        confidence=confidence,
        verdict=verdict,
        seen=sign == "s",
        duration_ms=round(seconds * 1000),
        cell=cell,
        params={"s": 3, **play.params},
    )


def taken_back(answer: Answer) -> Answer:
    return row("walk", pack="drill", at=answer.at, asked="void", voids=answer.id, verdict="none")
