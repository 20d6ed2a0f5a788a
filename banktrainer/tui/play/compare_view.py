"""What the compare view says, as blocks: pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from banktrainer.tui.paint.blocks import Block, Hit, Line, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.play.comparing import Compared
from banktrainer.tui.play.found import window
from banktrainer.words import Words
from banktrainer.words.comparing import comparison_line

_COLUMNS = ("lanes", "banks", "cycles", "ideal", "degree")
_NAME, _CELL = 15, 7
_BAR = "█"
_CHOSEN = "▸ "


class MachineRow(NamedTuple):
    """A machine's figures in columns, and a bar of its cycles where there is room."""

    name: Content
    cells: tuple[Content, ...]
    cycles: int
    most: int
    call: str
    role: str = "own"
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        line = self.name + Content(" " * max(1, _NAME - self.name.cell_length))
        for cell in self.cells:
            line += Content(" " * max(1, _CELL - cell.cell_length)) + cell
        room = width - line.cell_length - 2
        if room > 0 and self.cycles:
            cells = max(1, round(room * self.cycles / max(1, self.most)))
            line += Content("  ") + styled(_BAR * cells, self.role)
        yield Line(line.truncate(width), hits=(Hit(0, width, self.call),) if self.call else ())


def compare_blocks(
    w: Words, base: str, rows: Sequence[Compared], chosen: int, room: int
) -> Iterator[Block]:
    """A table of the machines around the chosen one in `room` rows, then why it differs."""
    heads = tuple(styled(w(f"compare.head.{name}"), "soft") for name in _COLUMNS)
    most = max((one.found.timeline.cycles for one in rows if one.found), default=1)
    yield MachineRow(styled("  " + w("compare.head.machine"), "soft"), heads, 0, most, "")
    shown = window(len(rows), chosen, room)
    for number in shown:
        yield _row(rows[number], number, most, _mark(number, chosen, shown, len(rows)))
    yield Text(foreign(why_line(w, base, rows, chosen), "strong"), close=True)


def why_line(w: Words, base: str, rows: Sequence[Compared], chosen: int) -> str:
    """Why the chosen machine's figures are what they are, against the base machine's."""
    one = rows[chosen]
    if one.comparison is not None:
        return comparison_line(w, one.comparison, base)
    if one.found is None:
        return one.refused or w("compare.absent")
    lanes = next(row.machine.lanes for row in rows if row.machine.name == base)
    return w("compare.lanes", lanes=one.machine.lanes, base_lanes=lanes, base=base)


def _mark(number: int, chosen: int, shown: Sequence[int], total: int) -> str:
    """The chosen one's mark; at the ends of what is shown, that there are more."""
    if number == chosen:
        return _CHOSEN
    if number == shown[0] > 0:
        return "↑ "
    return "↓ " if number == shown[-1] < total - 1 else "  "


def _row(one: Compared, number: int, most: int, mark: str) -> MachineRow:
    chip = one.machine
    name = styled(mark, "mark") + styled(chip.name, "strong" if mark == _CHOSEN else "")
    call = f"machine_row({number})"
    if one.found is None:
        known = tuple(styled(str(n), "soft") for n in (chip.lanes, chip.banks))
        return MachineRow(name, (*known, *(styled("–", "faint"),) * 3), 0, most, call)
    line = one.found.timeline
    figures = (line.lanes, line.banks, line.cycles, line.ideal, line.degree)
    roles = ("soft", "soft", "bad" if line.excess else "good", "soft", "soft")
    cells = tuple(styled(str(n), role) for n, role in zip(figures, roles, strict=True))
    return MachineRow(name, cells, line.cycles, most, call, "bad" if line.excess else "own")
