"""Stopwatch: how long a question has stood, without the time in which it was hidden."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.study.clock import Clock


class Stopwatch:
    """Runs from `start`; what passes between `hold` and `release` does not count.

    Held, it stays so over a new start: then no time passes at all until the release. Holding and
    releasing come from a screen, starts and readings from the thread that stores.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = Lock()
        self._began = clock.monotonic()
        self._held: float | None = None

    def start(self) -> None:
        with self._lock:
            self._began = self._clock.monotonic()
            if self._held is not None:
                self._held = self._began

    def hold(self) -> None:
        with self._lock:
            if self._held is None:
                self._held = self._clock.monotonic()

    def release(self) -> None:
        with self._lock:
            if self._held is not None:
                self._began += self._clock.monotonic() - self._held
                self._held = None

    @property
    def held(self) -> bool:
        return self._held is not None

    @property
    def seconds(self) -> float:
        """What has counted so far."""
        with self._lock:
            now = self._clock.monotonic() if self._held is None else self._held
            return now - self._began
