"""Strides: what each stride from 0 to 64 costs, and the chosen one on the board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from banktrainer.tui.board import Board
from banktrainer.tui.board.telling import teller
from banktrainer.tui.desk.jobs import Jobs
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.page import Page
from banktrainer.tui.paint.text import styled
from banktrainer.tui.play.bars import EVERY, Bars
from banktrainer.tui.sheets.board_sheet import BoardSheet
from banktrainer.tui.sheets.picker import Picker
from banktrainer.words.explain import why_lines
from banktrainer.words.strides import ladder_heading

if TYPE_CHECKING:
    from banktrainer.engine import Access, Op, Rung, Timeline
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words

MOST = 64
_BARS = 2
_LEAST_BOARD = 8
_WITH_CODE, _ROOMY = 22, 30
"""Rows of terminal from which on there is room for the code, and for all the words."""

_TYPES = {1: "char", 2: "short", 4: "float", 8: "float2", 16: "float4"}
"""What has so many bytes in CUDA."""

_SOURCES: dict[Op, str] = {
    "load": "{type} v = s[{index}];",
    "store": "s[{index}] = v;",
    "atomic": "atomicAdd(&s[{index}], v);",
}


_OPS = tuple(_SOURCES)
_ATOMIC_WIDTHS = (4, 8)
"""Bytes of the integers that CUDA's atomicAdd takes."""


@dataclass(frozen=True, slots=True)
class Walk:
    """What is explored: element(i) = stride·i + offset, in elements of `width` bytes."""

    stride: int = 6
    offset: int = 0
    width: int = 4
    op: Op = "load"
    machine: str = "nvidia"


@dataclass(frozen=True, slots=True)
class Climbed:
    """A walk with its board and the ladder around it."""

    walk: Walk
    rungs: tuple[Rung, ...]
    access: Access
    timeline: Timeline


def climb(walk: Walk, before: Climbed | None = None) -> Climbed:
    """Count a walk; the ladder of `before` is kept where only the stride has changed."""
    from banktrainer.engine import MACHINES, Access, ladder, serve

    kept = before is not None and replace(before.walk, stride=walk.stride) == walk
    if before is not None and kept:
        rungs = before.rungs
    else:
        rungs = ladder(range(MOST + 1), walk.offset, walk.width, walk.op, walk.machine)
    lanes = MACHINES[walk.machine].lanes
    access = Access.strided(walk.stride, walk.offset, walk.width, walk.op, lanes)
    return Climbed(walk, rungs, access, serve(access, walk.machine))


def code_line(walk: Walk) -> str:
    """The walk as CUDA reads it, `s` an array of elements of the walk's width."""
    times = {0: "", 1: "threadIdx.x"}.get(walk.stride, f"threadIdx.x * {walk.stride}")
    plus = str(walk.offset) if walk.offset or not walk.stride else ""
    index = " + ".join(part for part in (times, plus) if part)
    return _SOURCES[walk.op].format(type=_TYPES[walk.width], index=index)


def widths(walk: Walk) -> tuple[int, ...]:
    """The widths for which the machine has a rule, and CUDA such an operation."""
    from banktrainer.engine import MACHINES

    known = (width for op, width in MACHINES[walk.machine].rules if op == walk.op)
    return tuple(width for width in known if walk.op != "atomic" or width in _ATOMIC_WIDTHS)


def served(walk: Walk) -> Walk:
    """The walk, of a width that there is."""
    known = widths(walk)
    return walk if walk.width in known else replace(walk, width=known[0])


class Strides(BoardSheet):
    """Left and right change the stride, up and down the offset; the board follows."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["strides"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self.walk = Walk()
        self.climbed: Climbed | None = None
        self.ladder = Page(id="ladder")
        self.board = Board(words=words, id="board")
        self._jobs = Jobs("banktrainer-strides")

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.ladder
        yield self.board
        yield self.key_bar

    @property
    def mode(self) -> Mode:
        return "strides"

    @property
    def idle(self) -> frozenset[str]:
        """A board of one cycle has no next one."""
        one = self.climbed is not None and self.climbed.timeline.cycles <= 1
        return frozenset({"step"}) if one else frozenset()

    def on_mount(self) -> None:
        self.paint()
        self.follow()

    def on_unmount(self) -> None:
        self._jobs.close(drop=True)

    def follow(self) -> None:
        """Count the walk in a thread, the newest only."""
        self.show_bars(self.words("strides.title"), self._heading())
        self.work(self._follow, group="strides", exclusive=True)

    async def _follow(self) -> None:
        walk, before = self.walk, self.climbed
        climbed = await self._jobs.run(lambda: climb(walk, before))
        if walk == self.walk:
            self.climbed = climbed
            self.paint()
            self._show(climbed)

    def _show(self, climbed: Climbed) -> None:
        """Put the walk on the board, with what there is room for."""
        height = self.app.size.height
        code = code_line(climbed.walk) if height >= _WITH_CODE else ""
        told = height >= _ROOMY  # above the board, by all the words
        tell = teller(self.words, climbed.access, meeting=not told)
        self.board.show(climbed.access, climbed.timeline, code, done=True, tell=tell)

    def _heading(self) -> str:
        walk = self.walk
        return ladder_heading(self.words, walk.machine, walk.op, walk.width, walk.offset)

    def paint(self) -> None:
        """Show the ladder as it stands, and give the board the rest."""
        self.show_bars(self.words("strides.title"), self._heading())
        self.ladder.show(self._blocks())
        rows = self.app.size.height - _BARS
        wanted = self.ladder.rows_in(self.app.size.width)
        self.ladder.styles.height = min(wanted, max(1, rows - _LEAST_BOARD))
        self.board.compact = self.app.size.height < _ROOMY

    def _blocks(self) -> list[Block]:
        found, height = self.climbed, self.app.size.height
        if found is None:
            return [Text(styled(self.words("strides.reading"), "soft"))]
        blocks: list[Block] = [Bars(found.rungs, found.walk.stride)]
        if height >= _WITH_CODE:
            blocks.append(Text(styled(self.words("strides.legend"), "soft"), close=True))
        why = why_lines(self.words, found.access, found.timeline)
        rows = 0 if height < _WITH_CODE else 1 if height < _ROOMY else len(why)
        blocks += [Text(styled(one), close=True) for one in why[:rows]]
        return blocks

    def on_resize(self) -> None:
        """The board stays as it is but for the rows that it is given; so does the chosen lane."""
        self.paint()
        if self.climbed is not None and self.climbed.walk == self.walk:
            lane = self.board.lane
            self._show(self.climbed)
            self.board.lane = lane

    # Keys.

    def _change(self, **facts: object) -> None:
        self.walk = served(replace(self.walk, **facts))  # type: ignore[arg-type]
        self.follow()

    def action_stride(self, which: str | int) -> None:
        """The next stride (right), the one before (left), or that one."""
        step = {"left": -1, "right": 1}
        at = self.walk.stride + step[which] if isinstance(which, str) else which
        self._change(stride=max(0, min(MOST, at)))

    def action_far_stride(self, key: str) -> None:
        """As many strides on (page down) or back as lie between two numbers of the scale."""
        step = EVERY if key == "pagedown" else -EVERY
        self.action_stride(self.walk.stride + step)

    def action_offset(self, key: str) -> None:
        step = 1 if key == "up" else -1
        self._change(offset=(self.walk.offset + step) % MOST)

    def action_width(self) -> None:
        """The next width that the machine knows."""
        known = widths(self.walk)
        at = known.index(self.walk.width) + 1
        self._change(width=known[at % len(known)])

    def action_op(self) -> None:
        self._change(op=_OPS[(_OPS.index(self.walk.op) + 1) % len(_OPS)])

    def action_machine(self) -> None:
        from banktrainer.tui.play.machines import machine_options

        options = machine_options(self.words)
        names = [name for _, name in options]
        title, intro = self.words("play.machines.title"), self.words("play.machines.intro")
        at = names.index(self.walk.machine)
        self.trainer.push(Picker(self.words, title, intro, options, self._on_machine, chosen=at))

    def _on_machine(self, machine: str) -> None:
        self._change(machine=machine)

    def action_back(self) -> None:
        self.dismiss()
