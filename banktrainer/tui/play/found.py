"""What the playground says under the code, as blocks made from a Reading: pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from textual.content import Content

from banktrainer.cuda.budget import BLOCK_THREADS
from banktrainer.tui.paint.blocks import Block, Hit, Line, Pair, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.play.reading import MOST_KERNELS, Fault, Found, Reading
from banktrainer.words import Words
from banktrainer.words.explain import cost

_MOST_FAULTS = 2
_OPTION = re.compile(r"`--(set|block|warp|shared)\b *([^`]*)`")
"""An option of `explain` that the reader names."""


class AccessRow(NamedTuple):
    """An access on one row: what it is, cut where it must be, and its price."""

    what: Content
    price: Content
    call: str
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        room = max(1, width - self.price.cell_length - 2)
        line = self.what.truncate(room, ellipsis=True) + Content("  ") + self.price
        yield Line(line, hits=(Hit(0, width, self.call),))


def found_blocks(
    w: Words, reading: Reading | None, picked: int, rows: int, *, busy: bool = False
) -> Iterator[Block]:
    """The total, the accesses around the picked one, and the first faults, in about `rows` rows."""
    if reading is None:
        yield Text(styled(w("play.reading"), "soft"))
        return
    faults = reading.faults[:_MOST_FAULTS]
    for number, fault in enumerate(faults):
        yield fault_row(w, fault, f"fault({number})" if fault.line is not None else "")
    if not reading.found and not faults:
        yield Text(styled(w("play.nothing"), "soft"), close=True)
    if reading.found:
        yield _total(w, reading, busy=busy)
        room = max(1, rows - 1 - len(faults))
        for number in window(len(reading.found), picked, room):
            yield _row(w, reading.found[number], number, picked=number == picked)


def window(things: int, picked: int, rows: int) -> range:
    """So many neighbours of `things`, the picked one among them."""
    first = max(0, min(picked - rows // 2, things - rows))
    return range(first, min(things, first + rows))


def fault_row(w: Words, fault: Fault, call: str = "") -> Text:
    """What is wrong and where: `✗ line 3, column 7: …`; a click runs `call`."""
    sign, role = ("! ", "wait") if fault.warning else ("✗ ", "bad")
    text = with_fields(w, fault.message)
    if fault.why:
        most = MOST_KERNELS if fault.why == "kernels" else BLOCK_THREADS
        text = w(f"play.fault.{fault.why}", text=fault.message, most=most)
    elif fault.line is not None:
        text = w("play.fault.at", line=fault.line, column=fault.column, message=text)
    return Text(foreign(text, role), lead=styled(sign, role), close=True, call=call)


def with_fields(w: Words, message: str) -> str:
    """What the reader says, with the playground's fields where it names options of `explain`."""

    def field(found: re.Match[str]) -> str:
        return w(f"play.option.{found[1]}", given=found[2].replace("--set ", ""))

    return _OPTION.sub(field, message)


def _total(w: Words, reading: Reading, *, busy: bool) -> Pair:
    accesses = w.count("play.accesses", len(reading.found))
    price = cost(w, reading.cycles, reading.ideal)
    key = "play.partial" if reading.partial else "play.total"
    excess = reading.cycles - reading.ideal
    text = styled(w(key, accesses=accesses, cost=price, excess=excess), "strong")
    return Pair(text, styled(w("play.reading") if busy else "", "soft"), close=True)


def _row(w: Words, found: Found, number: int, *, picked: bool) -> AccessRow:
    """One access: its line, what it does, what it costs."""
    row = found.row
    sign = styled("▸ " if picked else "  ", "mark")
    line = styled(w("play.access", line=row.line, op=w(f"play.op.{row.op}")) + " ", "soft")
    what = foreign(" ".join(row.text.split()), "code")
    times = w("play.times", n=row.executions) if row.executions > 1 else ""
    price = styled(f"{times}{cost(w, row.cycles, row.ideal)}", "bad" if row.excess else "good")
    if row.degree > 1:
        price += styled("  " + w("play.degree", degree=row.degree), "soft")
    return AccessRow(sign + line + what, price, f"access({number})")
