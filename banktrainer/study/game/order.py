"""Order: what somebody asks of a sitting of drills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from banktrainer.study.game.blitz import SECONDS
from banktrainer.study.game.play import Mode

COUNT = 10
MOST_COUNT = 1000
LEAST_SECONDS, MOST_SECONDS = 10, 3600
Clash = Literal["cell", "count", "seconds", "seed"]


@dataclass(frozen=True, slots=True)
class Order:
    """A mode and what narrows it; None leaves it to the mode.

    `seed` begins with its own item and repeats the sitting for the same answers.
    """

    mode: Mode = "adaptive"
    cell: str | None = None
    count: int | None = None
    seconds: int | None = None
    seed: int | None = None

    @property
    def clash(self) -> Clash | None:
        """What is asked for that the mode decides by itself; None where all goes together.

        The ladder goes through all cells, the daily puzzle is the same for everybody, and only a
        blitz has a time.
        """
        if self.cell is not None and self.mode in ("ladder", "daily"):
            return "cell"
        if self.seconds is not None and self.mode != "blitz":
            return "seconds"
        if self.mode != "daily":
            return None
        return "count" if self.count is not None else "seed" if self.seed is not None else None

    @property
    def items(self) -> int | None:
        """How many items there will be; None for as many as there is time for."""
        if self.mode == "blitz":
            return self.count
        return self.count or COUNT

    @property
    def time(self) -> int:
        """The seconds of a blitz."""
        return self.seconds or SECONDS
