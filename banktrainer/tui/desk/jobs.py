"""Jobs: one thread for blocking work, in order, awaited from the app's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Jobs:
    """A thread that runs one job after another; started by the first job.

    The thread is a daemon, so that a job that hangs can't keep the program alive; `close` waits
    for the jobs already given, for a while.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._closed = False

    async def run(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises. Cancelling the caller does not cancel the work."""
        return await asyncio.shield(asyncio.wrap_future(self.submit(work)))

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Queue `work`. Raises RuntimeError after `close`."""
        if self._closed:
            raise RuntimeError(f"{self._name}: closed")
        future: Future[T] = Future()
        self._queue.put((work, future))
        if self._thread is None:
            self._thread = Thread(target=self._loop, name=self._name, daemon=True)
            self._thread.start()
        return future

    def close(self, *, drop: bool = False) -> None:
        """Take no more jobs; with `drop`, forget those that have not begun."""
        self._closed = True
        while drop and not self._queue.empty():
            if (job := self._queue.get()) is not None:
                job[1].cancel()
        self._queue.put(None)

    def join(self, until: float) -> bool:
        """Wait for the jobs given until `monotonic()` reaches `until`; whether they are done."""
        if self._thread is None:
            return True
        self._thread.join(max(0.0, until - monotonic()))
        return not self._thread.is_alive()

    def _loop(self) -> None:
        while (job := self._queue.get()) is not None:
            _run(*job)


def _run(work: Callable[[], Any], future: Future[Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = work()
    except BaseException as error:  # handed to whoever awaits it
        future.set_exception(error)
    else:
        future.set_result(result)
