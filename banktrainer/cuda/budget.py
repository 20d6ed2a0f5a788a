"""The limits within which strangers' source is read; each is reached with a clear error.

Seconds are of the thread's own processor time, so that a busy machine reads as far as a quiet one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE_CHARS = 1 << 20
EXPANDED_CHARS = 4 << 20
MACRO_TOKENS = 400_000
INCLUDE_DEPTH = 32
SECONDS = 10.0
NESTING = 8_000
TREE_DEPTH = 240
RUN_DEPTH = 700
CALL_DEPTH = 40
STEPS = 2_000_000
NODES = 1_500_000
LOOP_TURNS = 10_000
LANE_ACCESSES = 8_000_000
UNREAD_PLACES = 200
SHARED_BYTES = 1 << 20
LOCAL_BYTES = 64 << 20
BLOCK_THREADS = 1024


class UnwantedError(Exception):
    """Nobody waits for the result any more."""


_WANTED: ContextVar[Callable[[], bool]] = ContextVar("wanted", default=lambda: True)


@contextmanager
def while_wanted(wanted: Callable[[], bool]) -> Iterator[None]:
    """Read inside only as long as `wanted` says so; after that a run raises UnwantedError."""
    token = _WANTED.set(wanted)
    try:
        yield
    finally:
        _WANTED.reset(token)


def check_wanted() -> None:
    """Raise UnwantedError where nobody waits any more."""
    if not _WANTED.get()():
        raise UnwantedError


class OutOfBudgetError(Exception):
    """The work on one source took more steps or seconds than it may."""


class Budget:
    """What one source may take, over all stages that read it: steps, and seconds of `clock`.

    Two budgets with the same steps stop at the same place; the clock is only the net below them,
    for what happens inside the parser and numpy.
    """

    def __init__(
        self,
        steps: int = STEPS + NODES,
        seconds: float = SECONDS,
        clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._left = steps
        self._steps = steps
        self._seconds = seconds
        self._clock = clock
        self._deadline = clock() + seconds

    @property
    def late(self) -> bool:
        """Whether the seconds are over."""
        return self._clock() > self._deadline

    def spend(self, steps: int = 1) -> None:
        """Take `steps` from what is left. Raises OutOfBudgetError and UnwantedError."""
        self._left -= steps
        if self._left < 0:
            raise OutOfBudgetError(f"stopped after {self._steps} steps")
        if self._left & 0xFF >= steps:
            return
        check_wanted()
        if self.late:
            raise OutOfBudgetError(f"stopped after {self._seconds:g} seconds")
