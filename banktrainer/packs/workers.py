"""Several processes for a large pack: each checks some of its files, the results come in order."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

from banktrainer.packs.faults import Faults
from banktrainer.packs.judging import Judge
from banktrainer.packs.parts import Reader

Job = TypeVar("Job")
Result = TypeVar("Result")
Task = Callable[[Reader, Job, Judge], Result]


@dataclass(slots=True)
class _Own:
    """What one process keeps between its jobs: its reader, and the time lost on slow code."""

    reader: Reader
    judge: Judge


_own: list[_Own] = []


def results(
    task: Task[Job, Result], reader: Reader, jobs: Sequence[Job], judge: Judge, processes: int
) -> Iterator[Result]:
    """`task` on each of `jobs`, in order; in this process where one is enough.

    Where a process dies, what it had not done yet is done here.
    """
    done = 0
    if processes > 1 and len(jobs) > 1:
        for result in _in_processes(task, reader, jobs, min(processes, len(jobs))):
            done += 1
            yield result
    for job in jobs[done:]:
        yield task(_fresh(reader), job, judge)


def _in_processes(
    task: Task[Job, Result], reader: Reader, jobs: Sequence[Job], processes: int
) -> Iterator[Result]:
    left = iter(jobs)
    waiting: deque[Future[Result]] = deque()
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _begin, (_fresh(reader),))
    try:
        # Few at a time: what was handed in is done to its end, also where nobody wants it.
        while True:
            for job in islice(left, 2 * processes - len(waiting)):
                waiting.append(pool.submit(_work, task, job))
            if not waiting:
                return
            yield waiting.popleft().result()
    except BrokenProcessPool:
        return
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(reader: Reader) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own[:] = [_Own(reader, Judge(reader.faults))]


def _work(task: Task[Job, Result], job: Job) -> Result:
    (own,) = _own
    return task(_fresh(own.reader), job, own.judge)


def _fresh(reader: Reader) -> Reader:
    return replace(reader, faults=Faults(), complete=True)
