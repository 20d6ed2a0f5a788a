"""Collects the accesses of a run, the places that were not read, and the warnings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import LANE_ACCESSES, UNREAD_PLACES
from banktrainer.cuda.model import Execution, TracedAccess, Unread
from banktrainer.cuda.run import LValue, OverBudget, Run
from banktrainer.cuda.source import Expanded, Place
from banktrainer.cuda.values import Home, Lanes, Mask
from banktrainer.engine.access import Access, Origin
from banktrainer.engine.inputs import Op

_STEPS_AN_ACCESS = 4
_FEW = 20
_TOO_MANY = (
    f"more than {LANE_ACCESSES} accesses by lanes: ask for fewer warps, as with `--warp 0`,"
    " or for shorter loops"
)


@dataclass(slots=True)
class _Row:
    place: Place
    array: str
    op: Op
    width: int
    executions: list[Execution] = field(default_factory=list)


class Recorder:
    """`warps` are the warps whose accesses are kept; None keeps all."""

    def __init__(self, expanded: Expanded, warps: frozenset[int] | None) -> None:
        self.quiet = False
        self._expanded = expanded
        self._warps = warps
        self._rows: dict[tuple[object, ...], _Row] = {}
        self._unread: dict[tuple[object, ...], Unread] = {}
        self._warnings: dict[tuple[object, ...], Unread] = {}
        self._left = LANE_ACCESSES
        self._given: tuple[Place, str] | None = None
        self._notes: list[str] = []
        for start, end, file in expanded.dropped:
            self._include(expanded.original.place(start, end), file)

    def _include(self, place: Place, file: str) -> None:
        message = f"`{file}` was not included: it is not found, or lies outside the given folders"
        key = (place.line, place.column, message)
        self._warnings[key] = Unread(place.line, place.column, place.text.rstrip(), message)

    def place(self, node: s.Node) -> Place:
        """The original place of `node`; of what was given, the place that asked for it."""
        if self._given is not None:
            return self._given[0]
        return self._expanded.place(node.start, node.end)

    def text(self, node: s.Node) -> str:
        """The expanded text of `node`."""
        return self._expanded.text[node.start : node.end]

    def packed(self, node: s.Node) -> int | None:
        """The line of the `#pragma pack` under which `node` stands, or None."""
        at = self._expanded.span(node.start, node.end)[0]
        spans = (start for start, end in self._expanded.packed if start <= at < end)
        return next((self._expanded.original.position(start)[0] for start in spans), None)

    def record(
        self,
        run: Run,
        node: s.Node,
        op: Op,
        width: int,
        addresses: Lanes,
        mask: Mask,
        place: LValue,
    ) -> None:
        """Keep one access for each warp with an active lane."""
        if self.quiet:
            return
        home = place.home
        if home is None:
            return
        if home.type is c.VOID:
            found = run.shared.holding(int(np.broadcast_to(addresses, (run.lanes,))[mask][0]))
            home = found or home
        origin = _origin(home, place, width)
        key = (node.start, node.end, op, width, home.name)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = _Row(self.place(node), home.name, op, width)
        wide = np.where(mask, addresses, 0).reshape(-1, run.width)
        active = mask.reshape(-1, run.width)
        for warp in np.flatnonzero(active.any(axis=1)).tolist():
            if self._warps is None or warp in self._warps:
                self._left -= run.width
                lanes = None if active[warp].all() else active[warp].copy()
                made = Access(wide[warp].copy(), width, op, lanes, origin)
                row.executions.append(Execution(warp, made))
                run.budget.spend(_STEPS_AN_ACCESS)
        if self._left < 0:
            raise OverBudget(node, _TOO_MANY)

    def unread(self, node: s.Node, message: str) -> None:
        """Note a place that was not read, once."""
        self._note(self._unread, node, message)

    def warn(self, node: s.Node, message: str) -> None:
        """Note a warning, once a place."""
        self._note(self._warnings, node, message)

    @property
    def few_warnings(self) -> bool:
        """Whether there are still so few warnings that each may take its time."""
        return len(self._warnings) < _FEW

    def missing(self, node: s.Node, name: str, near: str) -> None:
        """Note a name that is declared nowhere, and what it is `near` to."""
        self.warn(node, f"`{name}` is not declared here: its value is taken as unknown{near}")

    @contextmanager
    def standing_for(self, node: s.Node | None, text: str) -> Iterator[None]:
        """Report what is found in `text`, which was given, at the `node` that asked for it."""
        saved = self._given
        self._given = (self.place(node), text) if node is not None else saved
        try:
            yield
        finally:
            self._given = saved

    def remark(self, text: str) -> None:
        """Note something that the report should say once."""
        if text not in self._notes and not self.quiet:
            self._notes.append(text)

    def _note(self, notes: dict[tuple[object, ...], Unread], node: s.Node, message: str) -> None:
        if self.quiet or len(notes) >= UNREAD_PLACES:
            return
        place = self.place(node)
        message = f"`{self._given[1]}`: {message}" if self._given is not None else message
        once = (place.line, place.column, place.end_line, place.end_column)
        key = (*once, "" if notes is self._unread else message)
        if key in notes:
            return
        notes[key] = Unread(place.line, place.column, place.text, message)

    def notes(self) -> list[str]:
        """What the report should say once."""
        return list(self._notes)

    def accesses(self) -> tuple[TracedAccess, ...]:
        """The accesses in order of first execution, those of other warps left out."""
        return tuple(
            TracedAccess(
                row.place.line,
                row.place.column,
                row.place.end_line,
                row.place.end_column,
                row.place.text,
                row.array,
                row.op,
                row.width,
                tuple(row.executions),
            )
            for row in self._rows.values()
            if row.executions
        )

    def unreads(self) -> tuple[Unread, ...]:
        """The places that were not read, in order of the source."""
        return tuple(sorted(self._unread.values(), key=lambda u: (u.line, u.column)))

    def warnings(self) -> tuple[Unread, ...]:
        """The warnings, in order of the source."""
        return tuple(sorted(self._warnings.values(), key=lambda u: (u.line, u.column)))


def _origin(home: Home, place: LValue, width: int) -> Origin:
    kind = home.type
    dims: tuple[int, ...] = ()
    element = kind
    if isinstance(kind, c.Array):
        dims, element = kind.dims(), kind.innermost()
    size = max(element.size, 1)
    if home.dynamic:
        if place.field is None:
            size = max(width, 1)
        dims = (home.size // size,)
    pitch = place.pitch if len(dims) == 1 else None
    return Origin(home.name, dims, size, place.field, home.base, pitch)
