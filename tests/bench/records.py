"""What a large journal costs, against one without an answer, in one run.

    python -m tests.bench.records [ANSWERS] [--keep DIR]

Makes a journal of ANSWERS rows (1,000,000) and prints: the file's size a row, the first paint and
the complete home screen with and without it, what one more answer costs to commit, and `stats`.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

from banktrainer.packs import builtin
from banktrainer.records import HomeCache, backups, open_journal
from banktrainer.records.recent import recent_of
from banktrainer.study.clock import SystemClock, study_day, utc_text
from banktrainer.study.progress import summarize
from tests.bench.make_journal import made_up, make
from tests.bench.paint import TRAINER, first_seen

RUNS = 7
APPENDS = 101


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("answers", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--keep", type=Path, help="a folder whose journal is used again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        empty, full = Path(name) / "empty", given.keep or Path(name) / "full"
        if not (full / "records.sqlite3").exists():
            make(full, given.answers, SystemClock().now())
        tell(empty, full)


def tell(empty: Path, full: Path) -> None:
    """Measure both homes and print the figures."""
    open_journal(empty).close()
    size = (full / "records.sqlite3").stat().st_size
    journal = open_journal(full)
    rows = journal.count()
    journal.close()
    line("rows", f"{rows:,}")
    line("file", f"{size / 1e6:.1f} MB, {size / rows:.0f} bytes a row")
    began = time.process_time()
    wall = timed(lambda: refresh(full))
    line(
        "reading all rows, once", f"{wall:.1f} s, {time.process_time() - began:.1f} s of processor"
    )
    line("reading the recent ones", f"{timed(lambda: refresh(full)) * 1000:.0f} ms")
    refresh(empty)
    compare("first paint", *paints((empty, full)))
    commit_empty, commit_full = commits(empty), commits(full)
    line("commit, empty", f"{commit_empty:.1f} ms")
    line("commit, full", f"{commit_full:.1f} ms, {commit_full - commit_empty:+.1f} (≤ +10)")
    line("stats, empty", "{:.2f} s, {:.2f} s of processor".format(*stats(empty)))
    line("stats, full", "{:.2f} s (≤ 1), {:.2f} s of processor".format(*stats(full)))
    began = time.perf_counter()
    backups.back_up(full, "hand", SystemClock().now())
    line("a verified backup", f"{time.perf_counter() - began:.1f} s")


def refresh(home: Path) -> None:
    """What a start does after the first paint: read, add up, keep the summary."""
    packs, now = builtin(), SystemClock().now()
    journal = open_journal(home)
    found = recent_of(journal, home, packs, now)
    HomeCache(home).write(summarize(packs, found.rows, now, past=found.past))
    journal.close()


def paints(homes: Sequence[Path]) -> list[tuple[float, float]]:
    """Of each home the medians in ms of the first paint and of the complete home screen."""
    told: dict[Path, list[list[float]]] = {home: [] for home in homes}
    for _ in range(RUNS):
        for home in homes:
            told[home].append(first_seen(TRAINER, home, [b"banktrainer", b"complete"]))
    columns = (zip(*told[home], strict=True) for home in homes)
    return [(statistics.median(paint), statistics.median(done)) for paint, done in columns]


def compare(what: str, empty: tuple[float, float], full: tuple[float, float]) -> None:
    share = full[0] / empty[0] - 1
    line(f"{what}, empty", f"{empty[0]:.0f} ms; complete {empty[1]:.0f} ms")
    line(f"{what}, full", f"{full[0]:.0f} ms, {share:+.0%} (≤ +20%); complete {full[1]:.0f} ms")


def commits(home: Path) -> float:
    """Median in ms of one more answer, on disk."""
    journal = open_journal(home)
    now = SystemClock().now()
    row = replace(next(made_up(1, now)), study_day=study_day(now).isoformat())
    moments = (utc_text(now + timedelta(milliseconds=n)) for n in range(APPENDS))
    rows = [replace(row, id=uuid4().hex, at=at) for at in moments]
    times = [timed(lambda row=row: journal.append(row)) for row in rows]  # type: ignore[misc]
    journal.close()
    return statistics.median(times) * 1000


def stats(home: Path) -> tuple[float, float]:
    """Medians in s of `banktrainer stats`, the program's start included, and of its processor."""
    command = [sys.executable, "-m", "banktrainer", "--home", str(home), "stats"]
    told = [_run(command) for _ in range(RUNS)]
    return statistics.median(wall for wall, _ in told), statistics.median(own for _, own in told)


def _run(command: Sequence[str]) -> tuple[float, float]:
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    status, usage = os.wait4(process.pid, 0)[1:]
    assert status == 0
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def line(what: str, value: str) -> None:
    print(f"{what:26} {value}", flush=True)


if __name__ == "__main__":
    main()
