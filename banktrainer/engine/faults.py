"""What the engine refuses, as typed errors; each has a message that can be shown as it stands."""

from __future__ import annotations

from reprlib import repr as short


class EngineError(ValueError):
    """What the engine refuses; `lane` is the first lane at fault and `row` its warp, if any."""

    def __init__(self, message: str, lane: int | None = None, row: int | None = None) -> None:
        super().__init__(message)
        self.lane = lane
        self.row = row

    def __reduce__(self) -> tuple[type[EngineError], tuple[object, ...]]:
        return type(self), (*self.args, self.lane, self.row)


class AccessError(EngineError):
    """An access that no hardware would accept."""


def wrong_kind(wanted: str, value: object) -> AccessError:
    """The error for an argument of another type: what is wanted, and what was given, shortened."""
    return AccessError(f"{wanted} is needed, not {short(value)} ({type(value).__name__})")
