"""The board as still text: over each bank the lanes that wait for it, cycle 1 at the bottom.

Two cells a bank, banks in groups of four so that numbers stay apart without colour: 79 columns
for 32 banks. More banks come as a second board below the first, and so do those for which lines are
too short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banktrainer.plain.paint import Piece, Row, Tone
from banktrainer.words import Words
from banktrainer.words.crowd import deciding, queues, worst_phase
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.engine import Phase, Timeline

MOST_ROWS = 8
_LABEL = 8
_BANDS = (32, 16, 8)
"""How many banks may lie side by side, by how long lines may be."""
_GROUP = 4


@dataclass(frozen=True, slots=True)
class _Signs:
    shared: str
    left: str
    right: str
    idle: str
    more: str
    floor: str
    decides: str


_UNICODE = _Signs("≡", "▐", "▌", "··", " ⋮", "──", "▀▀")
_ASCII = _Signs("=", "[", "]", "..", " :", "--", "^^")


@dataclass(frozen=True, slots=True)
class _Token:
    """What one bank serves in one cycle: the lanes that get the word."""

    lanes: tuple[int, ...]
    word: int


_Cycle = Mapping[int, _Token]


def still(
    w: Words,
    timeline: Timeline,
    *,
    ascii_only: bool = False,
    most_rows: int = MOST_ROWS,
    width: int | None = None,
) -> tuple[Row, ...]:
    """The board of the phase with the highest degree; empty where no lane is active.

    Row n over the floor is what the banks serve in cycle n. Of more than `most_rows` cycles the
    middle is left out. Where 32 banks are longer than `width` cells fewer lie side by side.
    """
    worst = worst_phase(timeline)
    if worst is None:
        return ()
    signs = _ASCII if ascii_only else _UNICODE
    rows = list(_heading(w, timeline, worst))
    band = next((each for each in _BANDS if width is None or _cells(each) <= width), _BANDS[-1])
    for first in range(0, timeline.banks, band):
        banks = range(first, min(first + band, timeline.banks))
        rows += _band(w, timeline, timeline.phases[worst], banks, signs, most_rows)
    return tuple(rows)


def _cells(banks: int) -> int:
    """The cells of a line with so many banks."""
    return _LABEL + 2 * banks + banks // _GROUP - 1


def _heading(w: Words, timeline: Timeline, worst: int) -> Iterator[Row]:
    if len(timeline.phases) > 1:
        lanes = numbers(w, timeline.phases[worst].lanes)
        facts = {"phase": worst + 1, "phases": len(timeline.phases), "lanes": lanes}
        yield (Piece(" " * _LABEL), Piece(w("plain.board.phase", **facts), "soft"))


def _band(
    w: Words, timeline: Timeline, phase: Phase, banks: range, signs: _Signs, most_rows: int
) -> Iterator[Row]:
    served = _tokens(phase)
    tall = max((n for n, cycle in enumerate(served, 1) if set(cycle) & set(banks)), default=1)
    cycles = served[:tall]
    for shown in _shown(len(cycles), most_rows):
        if shown is None:
            hidden = {bank for cycle in cycles[_bottom(most_rows) : -1] for bank in cycle}
            yield _line("", [_more(bank in hidden, signs) for bank in banks])
        else:
            label = w("plain.board.cycle", n=1) if not shown else str(shown + 1)
            yield _line(label, _stack_row(cycles[shown], banks, shown == 0, signs))
    yield from _floor(w, timeline, phase, banks, signs)


def _floor(
    w: Words, timeline: Timeline, phase: Phase, banks: range, signs: _Signs
) -> Iterator[Row]:
    lengths = {queue.bank: len(queue.turns) for queue in queues(phase)}
    worst = {queue.bank for queue in deciding(phase)} if phase.degree > 1 else set()
    tones: dict[int, Tone] = {b: "decides" if b in worst else "soft" for b in lengths}
    yield _line(
        "",
        [Piece(signs.decides if b in worst else signs.floor, tones.get(b, "faint")) for b in banks],
        gap=signs.floor[:1],
    )
    yield _line(
        w("plain.board.bank"), [Piece(f"{bank:02}", tones.get(bank, "faint")) for bank in banks]
    )
    if worst and lengths.keys() & set(banks):
        counts = [Piece(f"{lengths.get(b, ''):>2}", tones.get(b, "faint")) for b in banks]
        yield _line(w(f"plain.board.{'lanes' if timeline.op == 'atomic' else 'words'}"), counts)


def _tokens(phase: Phase) -> list[_Cycle]:
    """For each cycle what each bank serves; two words of one pass stand as one token."""
    cycles: list[_Cycle] = []
    for cycle in phase.cycles:
        tokens: dict[int, _Token] = {}
        for served in cycle.served:
            before = tokens.get(served.bank)
            lanes = (*(before.lanes if before else ()), *served.lanes)
            tokens[served.bank] = _Token(lanes, before.word if before else served.word)
        cycles.append(tokens)
    return cycles


def _bottom(most_rows: int) -> int:
    """How many of the lowest rows stay when the middle is left out: all but one and the top."""
    return most_rows - 2


def _shown(cycles: int, most_rows: int) -> tuple[int | None, ...]:
    """The cycles to show, the last one on top; None where the middle is left out."""
    if cycles <= most_rows:
        return tuple(reversed(range(cycles)))
    return (cycles - 1, None, *reversed(range(_bottom(most_rows))))


def _more(hidden: bool, signs: _Signs) -> Piece:
    return Piece(signs.more, "waits") if hidden else Piece("  ")


def _stack_row(cycle: _Cycle, banks: range, now: bool, signs: _Signs) -> list[Piece]:
    """A piece for each bank; a lane that takes several neighbouring words has one wide token."""
    pieces: list[Piece] = []
    while len(pieces) < len(banks):
        bank = banks[len(pieces)]
        token = cycle.get(bank)
        if token is None:
            pieces.append(Piece(signs.idle if now else "  ", "faint"))
            continue
        width = _span(cycle, bank, token)
        tone = _tone(token, now, odd=bank // width % 2 > 0)
        text = _label(token, width, signs)
        pieces += [Piece(text[2 * i : 2 * i + 2], tone) for i in range(width)]
    return pieces


def _tone(token: _Token, now: bool, odd: bool) -> Tone:
    """The tone of a token; neighbours differ a little, so that their numbers stay apart."""
    if len(token.lanes) > 1:
        return "shared_odd" if odd else "shared"
    if now:
        return "served_odd" if odd else "served"
    return "waits_odd" if odd else "waits"


def _span(cycle: _Cycle, bank: int, token: _Token) -> int:
    """Over how many banks a token runs: the same lanes, the next words, within its group."""
    width = 1
    while (bank + width) % _GROUP:
        if cycle.get(bank + width) != _Token(token.lanes, token.word + width):
            break
        width += 1
    return width


def _label(token: _Token, width: int, signs: _Signs) -> str:
    n = len(token.lanes)
    text = f"{token.lanes[0]:02}" if n == 1 else f"{signs.shared}{n if n < 10 else '+'}"
    return text if width == 1 else f"{signs.left}{text:^{2 * width - 2}}{signs.right}"


def _line(label: str, pieces: list[Piece], gap: str = " ") -> Row:
    row = [Piece(f"{label:>{_LABEL - 1}} ", "soft")]
    for i, piece in enumerate(pieces):
        if i and i % _GROUP == 0:
            row.append(Piece(gap, "faint" if gap.strip() else "plain"))
        row.append(piece)
    return tuple(row)
