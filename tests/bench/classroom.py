"""What a report of a large class costs: made-up learners of one skill each, then the whole report.

    python -m tests.bench.classroom [LEARNERS] [ANSWERS] [--keep DIR]

Prints seconds and the peak memory of `class report`, started fresh as a program of its own.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from banktrainer.classroom.handing_in import Results
from banktrainer.records.unsaved import UnsavedJournal
from banktrainer.study.journal import Answer
from banktrainer.study.summary import CELLS

ITEMS = 200
MODELS = ("row-is-warp", "bank-is-chunk", "any-swizzle", "atomics-broadcast")
_BEGAN = date(2026, 9, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("learners", type=int, nargs="?", default=1000)
    parser.add_argument("answers", type=int, nargs="?", default=1000)
    parser.add_argument("--keep", type=Path, help="a folder whose files are used again")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = given.keep or Path(name)
        folder.mkdir(exist_ok=True)
        if not any(folder.glob("*.jsonl")):
            make(folder, given.learners, given.answers)
        tell(folder)


def make(folder: Path, learners: int, answers: int, seed: int = 7) -> list[Path]:
    """A results file for each learner; how likely one is right comes of skill and item."""
    paths = []
    for number in range(learners):
        chance = random.Random(f"{seed} {number}")
        journal = UnsavedJournal(folder / "none")
        for row in answered(chance, answers):
            journal.append(row)
        path = folder / f"{number:04}.jsonl"
        results = Results(journal, datetime(2026, 11, 30, tzinfo=UTC), "0.1.0")
        path.write_text("".join(f"{line}\n" for line in results.lines()), "ascii")
        paths.append(path)
    return paths


def answered(chance: random.Random, answers: int) -> Iterator[Answer]:
    """A learner's rows over some sixty days, the likelier right the longer they go on."""
    skill = chance.gauss(0, 1)
    for n in range(answers):
        item = chance.randrange(ITEMS)
        hardness = (item * 37 % ITEMS) / ITEMS * 4 - 2
        right = chance.random() < 1 / (1 + 2.718281828 ** (hardness - skill - n / answers))
        day = _BEGAN + timedelta(days=n * 60 // answers)
        yield Answer(
            id=f"{chance.getrandbits(128):032x}",
            pack="core",
            card=f"item-{item:03}",
            asked="cycles",
            forecast="2" if right else "1",
            confidence=chance.choice(("guess", "think", "sure")),
            verdict="right" if right else "wrong",
            at=f"{day.isoformat()}T12:00:00.000000Z",
            utc_offset=0,
            study_day=day.isoformat(),
            version="0.1.0",
            duration_ms=chance.randrange(2000, 60000),
            cell=CELLS[item % len(CELLS)],
            model=None if right else chance.choice(MODELS),
        )


def tell(folder: Path) -> None:
    """Make the report in each form, and print what it took."""
    files = sorted(map(str, folder.glob("*.jsonl")))
    size = sum(Path(name).stat().st_size for name in files)
    print(f"{'files':26} {len(files):,}, {size / 1e6:.0f} MB", flush=True)
    for form in ("table", "csv", "html"):
        out = ["--out", str(folder / f"report.{form}")]
        command = [sys.executable, "-m", "banktrainer", "class", "report", "--format", form, *out]
        began = time.perf_counter()
        process = subprocess.Popen([*command, *files])
        usage: resource.struct_rusage = os.wait4(process.pid, 0)[2]
        peak = usage.ru_maxrss / (1 << 20 if sys.platform != "darwin" else 1 << 30)
        took = time.perf_counter() - began
        print(
            f"{form:26} {took:.1f} s (≤ 15), {usage.ru_utime + usage.ru_stime:.1f} s of processor, "
            f"{peak:.2f} GiB at most (≤ 1)",
            flush=True,
        )


if __name__ == "__main__":
    main()
