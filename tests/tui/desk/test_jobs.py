"""Jobs: in order, in one thread, finished even where nobody waits any longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event, current_thread
from time import monotonic

import pytest

from banktrainer.tui.desk.jobs import Jobs


async def test_jobs_run_in_order_in_one_thread() -> None:
    jobs = Jobs("worker")
    seen: list[tuple[int, str]] = []

    def note(number: int) -> Callable[[], None]:
        return lambda: seen.append((number, current_thread().name))

    await asyncio.gather(*(jobs.run(note(number)) for number in range(5)))
    assert seen == [(number, "worker") for number in range(5)]
    jobs.close()
    assert jobs.join(monotonic() + 10)


async def test_what_a_job_raises_reaches_who_awaits_it() -> None:
    jobs = Jobs("worker")

    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await jobs.run(fail)
    assert await jobs.run(lambda: 1) == 1
    jobs.close()


async def test_a_job_is_finished_though_nobody_waits() -> None:
    jobs, go, done = Jobs("worker"), Event(), Event()

    def work() -> None:
        go.wait(10)
        done.set()

    task = asyncio.create_task(jobs.run(work))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go.set()
    jobs.close()
    assert jobs.join(monotonic() + 10)
    assert done.is_set()


def test_closing_drops_what_has_not_begun() -> None:
    jobs, go, begun, seen = Jobs("worker"), Event(), Event(), list[int]()

    def first() -> None:
        begun.set()
        go.wait(10)
        seen.append(1)

    jobs.submit(first)
    dropped = jobs.submit(lambda: seen.append(2))
    assert begun.wait(10)
    jobs.close(drop=True)
    go.set()
    assert jobs.join(monotonic() + 10)
    assert seen == [1]
    assert dropped.cancelled()
    with pytest.raises(RuntimeError):
        jobs.submit(lambda: None)


def test_a_job_that_hangs_is_given_up_on() -> None:
    jobs, go = Jobs("worker"), Event()
    jobs.submit(lambda: go.wait(10))
    jobs.close()
    assert not jobs.join(monotonic())
    go.set()


def test_without_jobs_there_is_no_thread() -> None:
    jobs = Jobs("worker")
    jobs.close()
    assert jobs.join(monotonic())
