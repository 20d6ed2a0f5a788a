"""Packs written to a folder for a test, and cards solved without the CUDA reader."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from banktrainer.cuda.model import Execution, Trace, TracedAccess
from banktrainer.engine import Access, serve
from banktrainer.packs import Card, Fence, PackError, Place, Prose, SolvedCard, load
from banktrainer.packs.model import Paragraph, Span
from banktrainer.packs.solving import SolvedFence

MANIFEST = """\
format: 1
id: demo
title: A demo
version: 1.0
language: en
translations: [hi-Latn]
"""

CODE = """\
```cuda
__shared__ float s[512];
float v = s[threadIdx.x * 6 + 5];
```
"""

EXAMPLE = f"""\
---
id: offset
kind: example
title: A walk
---
{CODE}
## Forecast
How many cycles?

## Answer
{{{{cycles}}}} cycles.
"""

RECALL = """\
---
id: ask
kind: recall
---
## Question
Why?

## Answer
Because.
"""


def write_pack(
    root: Path, cards: Mapping[str, str | bytes], manifest: str | bytes | None = MANIFEST
) -> Path:
    """A pack at `root` with these card files (by name under `cards/`)."""
    (root / "cards").mkdir(parents=True, exist_ok=True)
    if manifest is not None:
        _write(root / "pack.yaml", manifest)
    for name, text in cards.items():
        file = root / "cards" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, text)
    return root


def _write(file: Path, text: str | bytes) -> None:
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))


def load_cards(root: Path, *texts: str) -> tuple[Card, ...]:
    """The cards of a pack with one file for each text, named a.md, b.md, …"""
    names = [f"{chr(ord('a') + at)}.md" for at in range(len(texts))]
    return load(write_pack(root, dict(zip(names, texts, strict=True)))).cards


def load_card(root: Path, text: str) -> Card:
    (card,) = load_cards(root, text)
    return card


def faults_of(root: Path) -> list[str]:
    """What `load` complains of, a line each, with paths relative to the pack."""
    try:
        load(root)
    except PackError as error:
        return [str(fault).replace(f"{root}/", "") for fault in error.faults]
    return []


def load_faults(root: Path, text: str | bytes) -> list[str]:
    """The faults of a pack whose one card file is `text`, without the folder in front."""
    found = faults_of(write_pack(root, {"a.md": text}))
    return [line.removeprefix("cards/") for line in found]


def codes(faults: list[str]) -> list[str]:
    """Each fault as `FILE:LINE:COL: CODE`."""
    return [" ".join(line.split(" ")[:2]) for line in faults]


def text(written: str) -> Prose:
    return (Paragraph((Span(written),)),)


def solved_fence(access: Access, name: str = "", array_bytes: int = 2048) -> SolvedFence:
    """A fence that was traced to `access` alone."""
    fence = Fence(name, "", Place("a.md", 1))
    traced = TracedAccess(1, 1, 1, 2, "s[i]", "s", access.op, access.width, (Execution(0, access),))
    trace = Trace("a.md", "", None, (32, 1, 1), (0,), "nvidia", (traced,), shared_bytes=array_bytes)
    return SolvedFence(fence, trace, traced, access, serve(access), array_bytes)


def solved_card(*fences: SolvedFence) -> SolvedCard:
    place = Place("a.md", 1)
    card = Card("demo", "x", "example", "X", place, question=(), answer=())
    return SolvedCard(card, {fence.fence.name: fence for fence in fences})
