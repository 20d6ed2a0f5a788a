"""What the screens cost, beside a Textual app of one line in the same run: all of it in one table.

    python -m tests.bench.screen [RUNS] [SECONDS]

First paint and peak memory are those of fresh programs; from key to paint is the time until what
the key changes is on the terminal, with nothing else moving and while lanes fall; processor time
is a share of one core. `tests.bench.paint` and `tests.bench.board` say more of their parts.
"""

from __future__ import annotations

import os
import select
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import struct_rusage
from statistics import median, quantiles
from time import monotonic, perf_counter, sleep

from tests.bench.board import measure
from tests.bench.paint import TRAINER, shown, started

QUIET = 0.25
PAUSE = 0.12
ONE_LINE = """
from textual.app import App
from textual.widgets import Static

class OneLine(App):
    typed = 0

    def compose(self):
        yield Static("banktrainer")

    def on_key(self, event):
        self.typed += 1
        self.query_one(Static).update(f"banktrainer {event.key} {self.typed}·i")

OneLine().run()
"""


class Program:
    """A fresh program in a terminal of its own."""

    def __init__(self, source: str, home: Path, *arguments: str) -> None:
        self.begun = perf_counter()
        self._process, self._terminal = started(source, home, *arguments)

    def until(self, mark: str) -> float:
        """Read until `mark` is on the terminal; seconds since the start or the last key."""
        text = b""
        while mark.encode() not in shown(text):
            if not select.select([self._terminal], [], [], 30)[0]:
                raise TimeoutError(f"{mark!r} never came; the terminal shows {text[-500:]!r}")
            text += os.read(self._terminal, 1 << 16)
        return perf_counter() - self.begun

    def press(self, key: str) -> None:
        self.begun = perf_counter()
        os.write(self._terminal, key.encode())

    def drain(self, seconds: float, *, quiet: bool = False) -> int:
        """The bytes that it writes for so long, or until it is `quiet` for so long."""
        written, end = 0, monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if select.select([self._terminal], [], [], left)[0]:
                written += len(os.read(self._terminal, 1 << 16))
                end = monotonic() + seconds if quiet else end
        return written

    @property
    def processor_time(self) -> float:
        """Seconds of a core that it used so far; NaN where the system has no /proc."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> struct_rusage:
        """End it at once; what it used."""
        self._process.kill()
        _, status, used = os.wait4(self._process.pid, 0)
        self._process.returncode = status
        os.close(self._terminal)
        return used


def peak(used: struct_rusage) -> float:
    """The most memory in MiB: the kernel counts in KiB, that of macOS in bytes."""
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def alone(home: Path) -> tuple[float, float]:
    """Milliseconds to the first paint, and peak memory in MiB, of the app of one line."""
    program = Program(ONE_LINE, home)
    took = program.until("banktrainer")
    program.drain(QUIET, quiet=True)
    return took * 1000, peak(program.stop())


def ours(home: Path) -> tuple[float, float, float]:
    """The same of the app, its memory at home and after a forecast with its board."""
    program = Program(TRAINER, home)
    took = program.until("banktrainer")
    program.until("complete")
    at_home = peak(program.stop())
    program = Program(TRAINER, home, "practice", "core/array-of-structs")
    program.until("forecast")
    for key in ("8", "\r"):
        program.drain(QUIET, quiet=True)
        program.press(key)
    program.until("4 cycles, ideal 1")
    program.drain(2 * QUIET, quiet=True)
    return took * 1000, at_home, peak(program.stop())


def key_times(program: Program, keys: Iterator[tuple[str, str]], wait: float) -> list[float]:
    """Milliseconds from each key to what it paints; `wait` seconds after each."""
    times = []
    for key, mark in keys:
        program.press(key)
        times.append(program.until(mark) * 1000)
        program.drain(wait)
    return times


def base_keys(home: Path, count: int) -> list[float]:
    program = Program(ONE_LINE, home)
    program.until("banktrainer")
    program.drain(QUIET, quiet=True)
    try:
        return key_times(program, (("x", f"{n}·i") for n in range(1, count + 1)), PAUSE)
    finally:
        program.stop()


def still_keys(home: Path, count: int) -> list[float]:
    """A digit typed as a forecast, and taken back."""
    program = Program(TRAINER, home, "practice", "core/array-of-structs")
    program.until("forecast")
    program.drain(1 + QUIET, quiet=True)
    keys = (("7", "7") if n % 2 == 0 else ("\x7f", "type a number") for n in range(count))
    try:
        return key_times(program, keys, PAUSE)
    finally:
        program.stop()


def moving_keys(home: Path, count: int) -> list[float]:
    """The next stride and back, while the lanes of the last one fall."""
    program = Program(TRAINER, home)
    program.until("complete")
    program.drain(1 + QUIET, quiet=True)
    program.press("x")
    program.until("word(i)")
    program.drain(0.6)
    keys = (("\x1b[C", "7·i") if n % 2 == 0 else ("\x1b[D", "6·i") for n in range(count))
    try:
        return key_times(program, keys, 0.3)
    finally:
        program.stop()


def lane_keys(home: Path, count: int) -> list[float]:
    """Another lane picked in the playground, while a column of lanes falls and is served."""
    program = Program(TRAINER, home)
    program.until("complete")
    program.drain(1 + QUIET, quiet=True)
    program.press("p")
    program.until("cycle 1")
    times: list[float] = []
    try:
        for n in range(count):
            if n % 8 == 0:
                program.press("r")
                program.drain(0.5)
            lane = abs(31 - n % 62)  # down to lane 0 and up again
            key = "," if n == 0 or 0 < n % 62 < 32 else "."
            times += key_times(program, iter([(key, f"lane {lane}:")]), 0.15)
        return times
    finally:
        program.stop()


def at_rest(source: str, home: Path, mark: str, seconds: float) -> tuple[float, float]:
    """Share of a core and bytes a second while nobody touches it."""
    program = Program(source, home)
    program.until(mark)
    sleep(2)  # what is loaded ahead of need
    program.drain(QUIET, quiet=True)
    before = program.processor_time
    written = program.drain(seconds)
    used = program.processor_time - before
    program.stop()
    return used / seconds, written / seconds


def row(name: str, value: float, unit: str, base: float, most: str = "") -> str:
    ratio = f"× {value / base:5.2f}" if base else " " * 7
    return f"{name:<38} {value:8.1f} {unit:<6} {ratio}  {most}".rstrip()


def key_rows(name: str, times: Sequence[float], base: Sequence[float], most: str) -> Iterator[str]:
    yield row(f"{name}, median", median(times), "ms", median(base))
    yield row(f"{name}, p95", last(times), "ms", last(base), most)


def last(times: Sequence[float]) -> float:
    return quantiles(times, n=20)[-1]


def rows(home: Path, runs: int, seconds: float) -> Iterator[str]:
    ours(home)  # so that caches are there
    pairs = [(alone(home), ours(home)) for _ in range(runs)]
    paint, memory = (median(one[n] for one, _ in pairs) for n in (0, 1))
    first, at_home, sitting = (median(own[n] for _, own in pairs) for n in (0, 1, 2))
    yield row("one line: first paint", paint, "ms", paint)
    yield row("one line: peak memory", memory, "MiB", memory)
    yield row("first paint", first, "ms", paint, "at most 1.25")
    yield row("peak memory, home complete", at_home, "MiB", memory, "at most 2")
    yield row("peak memory, after a board", sitting, "MiB", memory, "at most 2")
    keys = 10 * runs
    base = base_keys(home, keys)
    yield from key_rows("one line: key to paint", base, base, "")
    yield from key_rows("key to paint, still", still_keys(home, keys), base, "at most 10 ms")
    yield from key_rows("key to paint, moving", lane_keys(home, keys), base, "at most 35 ms")
    yield from key_rows("next stride, moving", moving_keys(home, keys), base, "")
    rest, _ = at_rest(ONE_LINE, home, "banktrainer", seconds)
    idle, written = at_rest(TRAINER, home, "complete", seconds)
    board = [measure(name, seconds) for name in ("idle", "stride 8", "column")]
    yield row("one line: idle", rest * 100, "%", 0)
    yield row("home, idle", idle * 100, "%", 0, f"at most 0.5 %; {written:.0f} bytes/s")
    for cost in board:
        moves = f"10 %; {cost.written / 1024:.1f} KiB/s"
        most = "at most " + ("0.5 %" if cost.name == "idle" else moves)
        yield row(f"board alone, {cost.name}", cost.share * 100, "%", 0, most)


def main(argv: Sequence[str]) -> None:
    runs = int(argv[0]) if argv else 5
    seconds = float(argv[1]) if len(argv) > 1 else 6.0
    with tempfile.TemporaryDirectory() as home:
        for line in rows(Path(home), runs, seconds):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
