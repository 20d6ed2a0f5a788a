"""What the moving board costs: `python -m tests.bench.board [SECONDS]`.

The app runs alone in a pseudo-terminal of 80 by 24, as under a person's hands, and tells its own
processor time over a stretch of wall time; a share of 100 % is one core. A plain loop is timed
before and after, since a busy machine stretches processor time too.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time

SECONDS = 8.0
WARM = 1.0
SIZE = (80, 24)
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Cost:
    """Share of a core, frames a second, and bytes a second written to the terminal."""

    name: str
    share: float
    frames: float
    written: float

    def __str__(self) -> str:
        return (
            f"{self.name:<24} {self.share:6.1%} of a core  {self.frames:5.1f} fps  "
            f"{self.written / 1024:6.1f} KiB/s"
        )


def main(argv: list[str]) -> None:
    if argv[:1] == ["--child"]:
        _play(argv[1], float(argv[2]), Path(argv[3]))
        return
    seconds = float(argv[0]) if argv else SECONDS
    print(f"a million additions: {reference():.0f} ms")
    for name in ("idle", "stride 8", "stride 1", "column", "double"):
        print(measure(name, seconds), flush=True)
    print(f"a million additions: {reference():.0f} ms")


def reference() -> float:
    """Median milliseconds of processor time for a fixed piece of work."""
    return median(_loop() for _ in range(9)) * 1000


def _loop() -> float:
    start, total = process_time(), 0
    for number in range(1_000_000):
        total += number
    return process_time() - start


def measure(name: str, seconds: float) -> Cost:
    """The cost of one show, played again and again."""
    with TemporaryDirectory() as folder:
        result = Path(folder, "cost.json")
        pid, terminal = pty.fork()
        if pid == 0:
            _become_child(name, seconds, result)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
        written = _drain(terminal)
        os.waitpid(pid, 0)
        found = json.loads(result.read_text())
    wall = found["wall"]
    return Cost(name, found["cpu"] / wall, found["frames"] / wall, written / (wall + WARM))


def _become_child(name: str, seconds: float, result: Path) -> None:
    os.chdir(ROOT)
    size = {"COLUMNS": str(SIZE[0]), "LINES": str(SIZE[1])}
    env = {**os.environ, **size, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    child = [sys.executable, "-m", "tests.bench.board", "--child", name, str(seconds), str(result)]
    os.execve(sys.executable, child, env)


def _drain(terminal: int) -> int:
    """Read all that the program writes; the number of bytes."""
    written = 0
    while True:
        select.select([terminal], [], [])
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return written
        if not data:
            return written
        written += len(data)


def _play(name: str, seconds: float, result: Path) -> None:
    """The program under test: a board alone, shown afresh (nothing cached) whenever it ends."""
    from textual.app import App, ComposeResult

    from banktrainer.engine import Access, serve
    from banktrainer.tui.board import Board

    shows = {
        "idle": Access.strided(8),
        "stride 8": Access.strided(8),
        "stride 1": Access.strided(1),
        "column": Access.strided(32),
        "double": Access.strided(1, width=8),
    }

    class Counted(Board):
        frames = 0

        def tick(self) -> None:
            type(self).frames += 1
            super().tick()

    class Stage(App[None]):
        def compose(self) -> ComposeResult:
            yield Counted()

        def on_mount(self) -> None:
            self.show()
            if name == "idle":
                self.query_one(Counted).skip()
            self.set_timer(WARM, self.begin)

        def show(self) -> None:
            access = shows[name]
            code = "float v = s[threadIdx.x];"
            self.query_one(Counted).show(access, serve(access), code, name)

        def begin(self) -> None:
            self.start = monotonic(), process_time(), Counted.frames
            self.set_timer(seconds, self.end)

        def end(self) -> None:
            wall, cpu, frames = self.start
            cost = {
                "wall": monotonic() - wall,
                "cpu": process_time() - cpu,
                "frames": Counted.frames - frames,
            }
            result.write_text(json.dumps(cost))
            self.exit()

        def on_board_finished(self) -> None:
            if name != "idle":
                self.show()

    Stage().run()


if __name__ == "__main__":
    main(sys.argv[1:])
