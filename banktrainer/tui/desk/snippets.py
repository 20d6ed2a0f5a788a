"""Snippets: the codes of the packs' worked examples, with their values, for the playground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from banktrainer.packs.model import Fence, Pack
from banktrainer.tui.desk.draft import Draft, Snippet

EMPTY = Draft("")
_FIRST_CELL = "F"


def snippets(packs: Iterable[Pack]) -> tuple[Snippet, ...]:
    """One for each worked example that has code, none of them twice."""
    found = {one.draft: one for one in reversed(list(_snippets(packs)))}
    return tuple(reversed(found.values()))


def opening(found: Iterable[Snippet]) -> Draft:
    """What to begin with where nobody has typed anything: a column of a matrix, if there is one."""
    kept = list(found)
    first = next((one for one in kept if one.cell == _FIRST_CELL), kept[0] if kept else None)
    return first.draft if first else EMPTY


def _snippets(packs: Iterable[Pack]) -> Iterator[Snippet]:
    for pack in packs:
        for card in pack.cards:
            if card.kind == "example" and card.fences:
                yield Snippet(card.title, pack.id, _draft(card.fences[0]), card.cell)


def _draft(fence: Fence) -> Draft:
    values = ", ".join(f"{name}={value}" for name, value in fence.values.items())
    return Draft(fence.code, values, _block(fence), machine=fence.machine)


def _block(fence: Fence) -> str:
    """The block as it is typed; a snippet of one warp needs none."""
    if fence.block == (32, 1, 1) and "__global__" not in fence.code:
        return ""
    last = max((n for n, size in enumerate(fence.block) if size > 1), default=0)
    return ",".join(map(str, fence.block[: last + 1]))
