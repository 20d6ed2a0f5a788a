"""What a sitting is asked to be about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.study.game.order import Order


@dataclass(frozen=True, slots=True)
class Request:
    """Which cards to practise: those of a pack, of a cell, or one card (`PACK/ID` or `ID`).

    With nothing given: what is due, then what is new. `drill` asks for generated items, `place`
    for a placement round, and `seed` for that draw of the card.
    """

    pack: str | None = None
    cell: str | None = None
    card: str | None = None
    place: bool = False
    seed: int | None = None
    drill: Order | None = None

    @property
    def name(self) -> str:
        """What was asked for, as the learner wrote it."""
        return " ".join(part for part in (self.card, self.pack, self.cell) if part)


class NoCards(Exception):  # noqa: N818 -- nothing failed, there is just nothing there
    """Nothing answers to a request."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.name)
        self.request = request
