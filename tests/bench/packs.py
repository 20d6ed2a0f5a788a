"""How long a large pack takes: `python -m tests.bench.packs [CARDS]` prints the figures.

Half of the cards are worked examples, each in its own file, half recall cards, forty to a file.
Seconds of the wall clock and of the processor, children included.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from banktrainer.packs import check, load, open_pack

CARDS = 10_000
_AFRESH = """
import sys, time
from pathlib import Path
from banktrainer.packs import open_pack
root, home = map(Path, sys.argv[1:])
wall, processor = time.perf_counter(), time.process_time()
open_pack(root, cache=home)
print(time.perf_counter() - wall, time.process_time() - processor)
"""
_MANIFEST = "format: 1\nid: large\ntitle: A large pack\nversion: 1\nlanguage: en\n"
_TOGETHER = 40
_EXAMPLE = """\
---
id: {id}
kind: example
title: A walk of {stride} from word {offset}, number {number}
set: {{tid: threadIdx.x}}
requires: [{requires}]
difficulty: {difficulty}
---
The lanes of a warp walk through an array. Lane 0 begins at element {offset}, and each lane goes on
by {stride} elements more than the lane before it; this is walk number {number}.

```cuda
__shared__ float s[{size}];
float v = s[{stride} * tid + {offset}];
```

## Forecast
How many cycles does this read take?

## Step: find the stride
From one lane to the next the word moves on by {{{{stride}}}}. Lane 1 is in bank {{{{bank 1}}}}.
> Why: the index grows by the factor of the lane.

## Step: count the queue
The longest queue in a bank has {{{{degree}}}} words.
> Why: words that are a multiple of 32 apart share a bank.

## Step: pad it
```cuda fix
__shared__ float s[{padded}];
float v = s[({stride} + 1 - {stride} % 2) * tid + {offset}];
```
With an odd stride it takes {{{{fix.cycles}}}} cycle, for {{{{fix.bytes - bytes}}}} bytes more.
> Why: an odd number and 32 have no common divisor.

## Answer
**{{{{cycles}}}} cycles**, {{{{excess}}}} of them more than without a conflict.

## Traps
- 1000: That would be more than all lanes one after another.

## Footnote
Cycles are passes through shared memory, not time.
"""
_RECALL = """\
# {id}
---
title: Lane {lane} of walk {number}
ask: bank
lane: {lane}
---
```cuda
__shared__ float s[{size}];
float v = s[{stride} * threadIdx.x + {offset}];
```

## Question
Which bank does lane {lane} ask on walk {number}?

## Answer
Lane {lane} wants word {{{{word {lane}}}}}, so it is bank **{{{{bank {lane}}}}}**.

"""


def make(root: Path, cards: int = CARDS) -> Path:
    """A pack of so many cards in the new folder `root`, written a minute ago."""
    (root / "cards").mkdir(parents=True)
    (root / "pack.yaml").write_text(_MANIFEST)
    for number in range(0, cards, 2):
        before = f"walk-{number - 2}" if number else ""
        text = _EXAMPLE.format(id=f"walk-{number}", requires=before, **_numbers(number))
        (root / "cards" / f"walk-{number:05}.md").write_text(text)
    for first in range(1, cards, 2 * _TOGETHER):
        numbers = range(first, min(first + 2 * _TOGETHER, cards), 2)
        asked = (_RECALL.format(id=f"lane-{number}", **_numbers(number)) for number in numbers)
        text = "---\nkind: recall\n---\n\n" + "".join(asked)
        (root / "cards" / f"lanes-{first:05}.md").write_text(text)
    then = time.time() - 60
    for file in root.rglob("*"):
        os.utime(file, (then, then))
    return root


def _numbers(number: int) -> dict[str, int]:
    stride, offset = number % 64 + 1, number // 64
    size = 31 * (stride + 1) + offset + 1
    return {
        "number": number,
        "stride": stride,
        "offset": offset,
        "size": size,
        "padded": size + 32,
        "lane": number % 32,
        "difficulty": number % 5 + 1,
    }


@contextmanager
def timed(what: str) -> Iterator[None]:
    wall, processor = time.perf_counter(), _processor()
    yield
    wall, processor = time.perf_counter() - wall, _processor() - processor
    _print(what, wall, processor)


def _print(what: str, wall: float, processor: float) -> None:
    print(f"{what:<44} {wall:7.3f} s  {processor:7.3f} s of processor")


def _afresh(root: Path, home: Path) -> tuple[float, float]:
    """Seconds of the wall and of the processor that opening takes in a new process."""
    command = [sys.executable, "-c", _AFRESH, str(root), str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    wall, processor = map(float, done.stdout.split())
    return wall, processor


def _processor() -> float:
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def main() -> None:
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else CARDS
    with tempfile.TemporaryDirectory() as folder:
        root, home = make(Path(folder) / "large", cards), Path(folder)
        size = sum(file.stat().st_size for file in root.rglob("*.md"))
        print(f"{cards} cards, {size / 2**20:.1f} MiB")
        runs: list[tuple[str, Callable[[], object]]] = [
            ("open, no index", lambda: open_pack(root)),
            ("open, an index made", lambda: open_pack(root, cache=home)),
            ("one card shown", lambda: open_pack(root, cache=home).cards[cards // 2].question),
        ]
        for what, run in runs:
            with timed(what):
                run()
        for what in ("open a second time, a fresh process", "open a third time, a fresh process"):
            wall, processor = _afresh(root, home)
            _print(what, wall, processor)
        with timed("check"):
            faults = check(root, None)
        print(*faults[:5], sep="\n")
        with timed("load, every card whole"):
            load(root)


if __name__ == "__main__":
    main()
