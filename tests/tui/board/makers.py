"""Accesses that show every sign of the board, and frames as lines of text."""

from __future__ import annotations

import numpy as np

from banktrainer.engine import Access, serve
from banktrainer.tui.board.frame import frame
from banktrainer.tui.board.rows import Frame
from banktrainer.tui.board.scene import View
from banktrainer.tui.board.timing import Schedule

NORMAL = (80, 23)
"""A terminal of 80 by 24 less the row of the keys."""
NARROW = (60, 17)
WIDE = (120, 39)

STRIDE_8 = Access.strided(8)
COLUMN = Access.strided(32)
DOUBLE = Access.strided(1, width=8)
FLOAT4 = Access.strided(1, width=16)
ONE_BIN = Access.strided(0, 5, op="atomic")
ONE_WORD = Access.strided(0, 7)
OFF = Access(np.zeros(32, np.int64), active=np.zeros(32, np.bool_))


def mixed() -> Access:
    """Broadcasts, conflicts, free banks and inactive lanes in one access; bank 12 decides."""
    words = np.full(32, 5)
    words[8:11] = 5 + 32 * np.arange(1, 4)
    words[11:14] = 6
    words[14] = 6 + 32
    words[15:23] = np.arange(20, 28)
    words[26:32] = 12 + 32 * np.arange(1, 7)
    active = np.ones(32, np.bool_)
    active[23:26] = False
    return Access(words * 4, active=active)


MIXED = mixed()


def at_cycle(access: Access, number: int, machine: str = "nvidia") -> float:
    """When cycle `number` of an access begins; 0 is the end."""
    schedule = Schedule(serve(access, machine))
    return schedule.start_of(number) if number else schedule.duration


def picture(
    access: Access,
    t: float,
    size: tuple[int, int] = NORMAL,
    *,
    machine: str = "nvidia",
    lane: int | None = None,
    view: View = "stack",
    ascii: bool = False,
    compact: bool = False,
    title: str = "a title",
    code: str = "float v = s[i];",
) -> Frame:
    return frame(
        serve(access, machine),
        access,
        t,
        size,
        lane=lane,
        view=view,
        ascii=ascii,
        compact=compact,
        title=title,
        code=code,
    )


def stripped(found: Frame) -> list[str]:
    """The lines of a frame without the blanks at their ends."""
    return [line.rstrip() for line in found.lines]
