"""The limits within which strangers' source is read; each is reached with a clear error.

Seconds are of the thread's own processor time, so that a busy machine reads as far as a quiet one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

SOURCE_CHARS = 1 << 20
EXPANDED_CHARS = 4 << 20
MACRO_TOKENS = 400_000
INCLUDE_DEPTH = 32
PARSE_SECONDS = 2.0
RUN_SECONDS = 10.0
NESTING = 8_000
TREE_DEPTH = 240
RUN_DEPTH = 700
CALL_DEPTH = 40
STEPS = 2_000_000
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
