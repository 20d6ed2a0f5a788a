"""solve: the reader and the engine run over a card's fences; where a card's numbers come from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import thread_time
from typing import TYPE_CHECKING

from banktrainer.packs.model import Card, Fault, Fence, Place

if TYPE_CHECKING:
    from banktrainer.cuda import SourceError, Trace, TracedAccess
    from banktrainer.engine import Access, Affine, Timeline

_LINE = re.compile(r"\bline ([0-9]+)\b")
_OPTION = re.compile(r"`--set (\$?\w+)(?:=[^`]*)?`")


class SolveError(Exception):
    """Code on a card that gives no figures; `fault` says why and where in the pack."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class SolvedFence:
    """A fence with the access it is asked about (`access`, one execution of `traced`), served.

    `bytes` is the shared memory that the fence's arrays take.
    """

    fence: Fence
    trace: Trace
    traced: TracedAccess
    access: Access
    timeline: Timeline
    bytes: int

    @property
    def stride(self) -> int | None:
        """Elements from one lane to the next, or None where the lanes walk in unequal steps."""
        walk = self._walk()
        return None if walk is None else walk.stride

    @property
    def offset(self) -> int | None:
        """The element of lane 0, or None where the lanes walk in unequal steps."""
        walk = self._walk()
        return None if walk is None else walk.offset

    def bank(self, lane: int) -> int | None:
        """The bank of the first word that `lane` touches, or None where it touches none."""
        touched = [
            (served.word, served.bank)
            for phase in self.timeline.phases
            for cycle in phase.cycles
            for served in cycle.served
            if lane in served.lanes
        ]
        return min(touched)[1] if touched else None

    def word(self, lane: int) -> int | None:
        """The first 4-byte word that `lane` touches, from the start of shared memory."""
        if lane not in self.timeline.active_lanes:
            return None
        return self.access.words(lane)[0]

    def _walk(self) -> Affine | None:
        from banktrainer.engine import affine

        return affine(self.access)


@dataclass(frozen=True, slots=True)
class SolvedCard:
    """A card with its solved fences by name."""

    card: Card
    fences: Mapping[str, SolvedFence]

    @property
    def main(self) -> SolvedFence | None:
        """The fence that the card asks about."""
        return self.fences.get("")


def solve(card: Card) -> SolvedCard:
    """`card` with what its code does. Raises SolveError at the first fence that can't be read."""
    return SolvedCard(card, {fence.name: solve_fence(fence) for fence in card.fences})


def solve_fence(fence: Fence, seconds: float | None = None) -> SolvedFence:
    """`fence` traced and its asked access served, in `seconds` of this thread's processor time.

    Raises SolveError.
    """
    from banktrainer.cuda.budget import UnwantedError, while_wanted
    from banktrainer.engine import EngineError, serve

    try:
        with while_wanted(_in_time(seconds)):
            trace = _traced(fence)
    except UnwantedError:
        why = f"the code takes longer than {seconds} seconds to read"
        raise SolveError(Fault(fence.place, "E501", why)) from None
    asked = _asked(fence, trace)
    access = asked.executions[0].access
    try:
        timeline = serve(access, fence.machine)
    except EngineError as error:
        raise SolveError(_fault(fence, asked.line, asked.column, "E501", str(error))) from error
    return SolvedFence(fence, trace, asked, access, timeline, trace.shared_bytes)


def asked_truth(card: Card, fence: SolvedFence) -> str | None:
    """The right answer to what `card` asks of `fence`, as an author states it.

    None where several answers are right (`ask: lanes`, `ask: repair`).
    """
    match card.ask:
        case "cycles":
            return str(fence.timeline.cycles)
        case "degree":
            return str(fence.timeline.degree)
        case "conflict":
            return "yes" if fence.timeline.degree > 1 else "no"
        case "bank":
            return str(fence.bank(card.lane or 0))
        case _:
            return None


def place_in(fence: Fence, line: int, column: int) -> Place:
    """Where a place within the code of `fence` is in the card's file."""
    at = fence.place
    return replace(at, line=at.line + line, column=at.column + column - 1)


def _in_time(seconds: float | None) -> Callable[[], bool]:
    if seconds is None:
        return lambda: True
    end = thread_time() + seconds
    return lambda: thread_time() < end


def _traced(fence: Fence) -> Trace:
    """The trace of one warp; whatever the reader couldn't read fails the card."""
    from banktrainer.cuda import Launch, SourceError, trace

    launch = Launch(block=fence.block, warps=(0,))
    try:
        found = trace(fence.code, launch, fence.values, fence.machine, name=fence.place.path)
    except SourceError as error:
        raise _refused(fence, error) from error
    if found.partial:
        first = found.unread[0]
        raise SolveError(_fault(fence, first.line, first.column, "E501", first.message))
    return found


def _refused(fence: Fence, error: SourceError) -> SolveError:
    return SolveError(_fault(fence, error.line, error.column, "E501", error.message))


def _asked(fence: Fence, trace: Trace) -> TracedAccess:
    for access in trace.accesses:
        if access.executions and fence.asked_line in (None, access.line):
            return access
    if fence.asked_line is None:
        raise SolveError(Fault(fence.place, "E502", "the code has no access to shared memory"))
    message = "the line marked `// ?` has no access to shared memory"
    raise SolveError(_fault(fence, fence.asked_line, 1, "E502", message))


def _fault(fence: Fence, line: int, column: int, code: str, message: str) -> Fault:
    return Fault(place_in(fence, line, column), code, _for_authors(fence, message))


def _for_authors(fence: Fence, message: str) -> str:
    """The reader's message with the file's lines for the snippet's, and `set:` for the option."""
    moved = _LINE.sub(lambda match: f"line {int(match[1]) + fence.place.line}", message)
    return _OPTION.sub(r"`set: {\1: …}`", moved)
