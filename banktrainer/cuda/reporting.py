"""A trace as rows of figures: what each source access costs on its machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from banktrainer.cuda.model import Execution, Trace, TracedAccess
from banktrainer.engine import Machine, Verdict, cell_of, machine_of, verdict_of
from banktrainer.engine.inputs import Op

_Known = dict[tuple[Op, int, bytes, bytes | None], Verdict]


@dataclass(frozen=True, slots=True)
class AccessRow:
    """One source access. `cycles`, `ideal` and `excess` are sums over all executions, `degree` the
    worst; lanes, cell, addresses (bytes, None where off) and banks describe the worst execution,
    `worst` (its warp, and its place among the executions). `turn` tells accesses apart that a macro
    put at one place: the how-manieth of its kind this is."""

    line: int
    column: int
    text: str
    array: str
    op: Op
    width: int
    lanes: int
    active: int
    executions: int
    cycles: int
    ideal: int
    degree: int
    cell: str | None
    worst: tuple[int, int]
    addresses: tuple[int | None, ...]
    banks: tuple[int | None, ...]
    turn: int = 0

    @property
    def mark(self) -> tuple[object, ...]:
        """What makes it the same source access in a report of another machine."""
        where = self.line, self.column, self.text
        return *where, self.op, self.width, self.array, self.turn

    @property
    def excess(self) -> int:
        """Cycles beyond the ideal."""
        return self.cycles - self.ideal


@dataclass(frozen=True, slots=True)
class Report:
    """The rows of a trace in order of first execution, and their totals.

    `places` says by its mark where among the rows one stands.
    """

    machine: str
    rows: tuple[AccessRow, ...]
    places: Mapping[tuple[object, ...], int] = field(default_factory=dict, repr=False)

    def same(self, row: AccessRow) -> AccessRow | None:
        """The row of the same source access as `row` of another machine's report, or None."""
        at = self.places.get(row.mark)
        return None if at is None else self.rows[at]

    @property
    def cycles(self) -> int:
        """All cycles."""
        return sum(row.cycles for row in self.rows)

    @property
    def ideal(self) -> int:
        """All cycles, were there no conflict."""
        return sum(row.ideal for row in self.rows)

    @property
    def excess(self) -> int:
        """What a profiler would call the bank conflicts."""
        return self.cycles - self.ideal


def report(trace: Trace, machine: str | Machine | None = None) -> Report:
    """The figures of `trace` on its own machine, or on another with as many lanes."""
    chip = machine_of(machine if machine is not None else trace.machine)
    seen: Counter[tuple[object, ...]] = Counter()
    known: _Known = {}
    rows = []
    for traced in trace.accesses:
        row = _row(traced, chip, known)
        rows.append(replace(row, turn=seen[row.mark]))
        seen[row.mark] += 1
    return Report(chip.name, tuple(rows), {row.mark: at for at, row in enumerate(rows)})


def _row(traced: TracedAccess, chip: Machine, known: _Known) -> AccessRow:
    cycles = ideal = degree = 0
    worst, most = 0, -1
    for number, execution in enumerate(traced.executions):
        verdict = _verdict(execution, chip, known)
        cycles += verdict.cycles
        ideal += verdict.ideal
        degree = max(degree, verdict.degree)
        if verdict.cycles > most:
            worst, most = number, verdict.cycles
    shown = traced.executions[worst]
    access = shown.access
    active = set(access.active_lanes)
    addresses = tuple(
        int(a) if lane in active else None for lane, a in enumerate(access.addresses.tolist())
    )
    banks = tuple(None if a is None else a // chip.bank_bytes % chip.banks for a in addresses)
    return AccessRow(
        traced.line,
        traced.column,
        traced.text,
        traced.array,
        traced.op,
        traced.width,
        access.lanes,
        len(active),
        len(traced.executions),
        cycles,
        ideal,
        degree,
        cell_of(access),
        (shown.warp, worst),
        addresses,
        banks,
    )


def _verdict(execution: Execution, chip: Machine, known: _Known) -> Verdict:
    """What one execution costs; the same addresses, moved by whole rows of banks, cost the same."""
    access = execution.access
    row = 2 * chip.rule(access.op, access.width).banks * chip.bank_bytes
    moved = access.addresses - int(access.addresses.min()) // row * row
    active = None if access.active is None else access.active.tobytes()
    key = (access.op, access.width, moved.tobytes(), active)
    found = known.get(key)
    if found is None:
        found = known[key] = verdict_of(access, chip)
    return found
