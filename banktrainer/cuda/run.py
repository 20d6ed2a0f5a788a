"""The state of one run, and the tables through which expressions and statements are reached.

A construct is one function, registered with `@evaluates`, `@places` or `@executes`; this module
knows none of them, so that a new construct touches nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import RUN_DEPTH, STEPS, Budget, OutOfBudgetError
from banktrainer.cuda.memory import GlobalData, SharedMemory, Variable
from banktrainer.cuda.spelling import meant
from banktrainer.cuda.values import Cause, Home, Lanes, Mask, Value

N = TypeVar("N", bound=s.Node)
EVALUATORS: dict[type, Callable[[Run, Any], Value]] = {}
PLACERS: dict[type, Callable[[Run, Any], LValue]] = {}
EXECUTORS: dict[type, Callable[[Run, Any], None]] = {}


class Refusal(Exception):  # noqa: N818
    """Something at `node` that cannot be read; ends the statement in which it stands."""

    def __init__(self, node: s.Node, message: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message


class OverBudget(Exception):  # noqa: N818
    """The run used up its steps, depth, memory or time; ends the run."""

    def __init__(self, node: s.Node, message: str) -> None:
        super().__init__(message)
        self.node = node
        self.message = message


@dataclass(slots=True)
class LValue:
    """A place: a whole variable, or bytes at `offset` (1 or lanes,) inside `home`.

    `pitch`: elements from row to row, where its subscript is written as `row * pitch + col`.
    """

    type: c.CType
    home: Home | None
    offset: Lanes
    known: Mask | None = None
    cause: Cause | None = None
    variable: Variable | None = None
    field: str | None = None
    bits: tuple[int, int] | None = None
    pitch: int | None = None


@dataclass(frozen=True, slots=True)
class Overloads:
    """The functions of one name."""

    functions: tuple[s.Function, ...]


@dataclass(slots=True, eq=False)
class Closure:
    """A lambda with the scopes that it sees."""

    function: s.Function
    scopes: list[dict[str, Any]]
    this: LValue | None


@dataclass(slots=True)
class Pitched:
    """The pitch of a subscript, as far as its first turns show one."""

    index: s.Expr
    pitch: int | None = None
    turns: int = 0


@dataclass(slots=True)
class Loop:
    """The lanes that left the innermost loop or switch, or skip to its next turn."""

    broken: Mask
    continued: Mask | None
    doubt: Mask


@dataclass(slots=True)
class Frame:
    """One function's scopes, what it returned, and the lanes that may have returned."""

    scopes: list[dict[str, Any]]
    doubt: Mask
    result: Value | None = None
    returned: Mask | None = None
    result_type: c.CType | None = None
    loops: list[Loop] = field(default_factory=list)
    this: LValue | None = None
    name: str = ""


class Hooks(Protocol):
    """What the run needs from the floors of the reader above it."""

    def vector(self, name: str) -> Value | None:
        """threadIdx, blockIdx, blockDim, gridDim, or None."""

    def operator(self, run: Run, op: str, left: Value, right: Value, node: s.Node) -> Value | None:
        """A user-defined operator's result, or None where there is none."""

    def skip(self, run: Run, node: s.Node) -> None:
        """List the accesses under `node` as unread and forget what it may write."""

    def initialise(self, run: Run, kind: c.CType, init: s.Expr) -> Value:
        """The value of `kind` that a braced list gives."""

    def construct(
        self, run: Run, kind: c.CType, args: tuple[s.Expr, ...], node: s.Node, braces: bool
    ) -> Value:
        """A record made from constructor arguments."""

    def conversion(self, run: Run, value: Value, kind: c.CType, node: s.Node) -> Value | None:
        """A user-defined conversion's result, or None where there is none."""

    def operator_place(
        self, run: Run, name: str, owner: LValue, args: tuple[s.Expr, ...], node: s.Node
    ) -> LValue:
        """The place that a user-defined operator[] gives."""

    def everyone(self, run: Run) -> Mask:
        """The lanes that are threads of the block."""

    def reaches(self, run: Run, found: Overloads) -> bool:
        """Whether a function may reach shared memory that it is not handed."""

    def give_back(self, run: Run, value: s.Expr) -> None:
        """Keep a function's result for the active lanes."""


class Run:
    """One block running one kernel or snippet, all its lanes in lockstep under `mask`."""

    def __init__(self, lanes: int, width: int, budget: Budget) -> None:
        self.budget = budget
        self.lanes = lanes
        self.width = width
        self.mask: Mask = np.ones(lanes, bool)
        self.none: Mask = np.zeros(lanes, bool)
        self.doubt: Mask = self.none
        self.doubt_cause: Cause | None = None
        self.shared = SharedMemory()
        self.globals: dict[str, Any] = {}
        self.frames: list[Frame] = []
        self.statics: dict[Any, Home] = {}
        self.data: dict[str, GlobalData] = {}
        self.recorder: Any = None
        self.world: Hooks
        self.given: Any = None
        self.steps = 0
        self.block_guessed = False
        self._depth = 0
        self.partial: set[str] = set()
        # By identity; each keeps its node alive, so that no other can take the identity.
        self.pitches: dict[int, Pitched] = {}
        self.literals: dict[int, tuple[s.Node, Value]] = {}
        self.bodies: dict[int, tuple[s.Function, s.Block]] = {}

    @property
    def frame(self) -> Frame:
        """The function being run."""
        return self.frames[-1]

    def evaluate(self, node: s.Expr) -> Value:
        """The value of an expression for the active lanes. Raises Refusal."""
        evaluator = EVALUATORS.get(type(node))
        if evaluator is None:
            raise Refusal(node, "a value is expected here")
        self._enter(node)
        value = evaluator(self, node)
        self._depth -= 1
        return value

    def place(self, node: s.Expr) -> LValue:
        """The place that an expression names. Raises Refusal."""
        placer = PLACERS.get(type(node))
        if placer is None:
            raise Refusal(node, "this is not a place that can be written or addressed")
        self._enter(node)
        found = placer(self, node)
        self._depth -= 1
        return found

    def execute(self, node: s.Stmt) -> None:
        """Run a statement for the active lanes. Raises Refusal."""
        executor = EXECUTORS.get(type(node))
        if executor is None:
            raise Refusal(node, "this statement is not read here")
        self._enter(node)
        executor(self, node)
        self._depth -= 1

    def _enter(self, node: s.Node) -> None:
        self._depth += 1
        self.steps += 1
        if self._depth > RUN_DEPTH:
            raise OverBudget(node, "nested or called too deeply")
        if self.steps > STEPS:
            raise OverBudget(node, f"stopped after {STEPS} steps: a loop that does not end?")
        try:
            self.budget.spend()
        except OutOfBudgetError as error:
            raise OverBudget(node, str(error)) from None

    @contextmanager
    def restoring(self) -> Iterator[None]:
        """Restore depth, frames, scopes and masks when a refusal unwinds through them."""
        depth, mask, frames = self._depth, self.mask, len(self.frames)
        scopes = len(self.frames[-1].scopes) if self.frames else 0
        loops = len(self.frames[-1].loops) if self.frames else 0
        try:
            yield
        except Refusal:
            self._depth, self.mask = depth, mask
            del self.frames[frames:]
            if self.frames:
                del self.frames[-1].scopes[scopes:]
                del self.frames[-1].loops[loops:]
            raise

    @contextmanager
    def under(self, mask: Mask) -> Iterator[None]:
        """Evaluate for some of the active lanes only."""
        saved = self.mask
        self.mask = mask
        try:
            yield
        finally:
            self.mask = saved

    def line(self, node: s.Node) -> int:
        """The original line of `node`."""
        line: int = self.recorder.place(node).line
        return line

    def unread(self, node: s.Node, message: str) -> None:
        """Report that `node` could not be read."""
        self.recorder.unread(node, message)

    def warn(self, node: s.Node, message: str) -> None:
        """Report something about `node` that deserves a look."""
        self.recorder.warn(node, message)

    def doubt_warps(self) -> Mask:
        """Lanes of the warps in which some lane may or may not be active."""
        warps: Mask = np.repeat(self.doubt.reshape(-1, self.width).any(axis=1), self.width)
        return warps

    def doubt_message(self) -> str:
        """Why it is not known which lanes are active here."""
        cause = self.doubt_cause
        why = f" {cause}{cause.hint()}" if cause is not None else " something unknown"
        return f"whether this is reached depends on{why}"

    def outside_data(self, name: str, line: int) -> Home:
        """Data from outside that the source does not declare, as something to index."""
        if name not in self.data:
            cause = Cause(f"`{name}`", line, name)
            self.data[name] = GlobalData(name, cause, self.given.elements(self, name))
        return Home(name, c.UNTYPED, 0, 0, self.data[name])

    def data_named(self, name: str, cause: Cause | None) -> Home:
        """Unknown data of which only the cause is known."""
        return Home(name, c.UNTYPED, 0, 0, GlobalData(name, cause or Cause(f"`{name}`")))

    def missing(self, node: s.Node, name: str) -> None:
        """Report a name that nobody declared or gave, unless the run is quiet."""
        scopes = self.frames[-1].scopes if self.frames else []
        known = [*(key for scope in scopes for key in scope), *self.globals]
        near = meant(name, known) if self.recorder.few_warnings else ""
        self.recorder.missing(node, name, near)

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Evaluate without recording an access or reporting anything."""
        saved, self.recorder.quiet = self.recorder.quiet, True
        try:
            yield
        finally:
            self.recorder.quiet = saved

    @contextmanager
    def idly(self) -> Iterator[None]:
        """Evaluate for the type only: quietly, and in no lane, so that nothing changes."""
        doubt = self.doubt, self.doubt_cause
        self.doubt, self.doubt_cause = self.none, None
        try:
            with self.quietly(), self.under(self.none):
                yield
        finally:
            self.doubt, self.doubt_cause = doubt

    @contextmanager
    def doubting(self, lanes: Mask, cause: Cause | None) -> Iterator[None]:
        """Treat `lanes` as possibly active inside."""
        if not lanes.any():
            yield
            return
        saved = self.doubt, self.doubt_cause
        self.doubt, self.doubt_cause = self.doubt | lanes, cause or self.doubt_cause
        try:
            yield
        finally:
            self.leave_doubt(*saved)

    def leave_doubt(self, lanes: Mask, cause: Cause | None) -> None:
        """Go back to the doubt of before, plus what the loops and the function added."""
        added = [self.frame.doubt, *(x.doubt for x in self.frame.loops)] if self.frames else []
        more = np.logical_or.reduce([lanes, *added])
        if not (more & ~lanes).any():
            self.doubt, self.doubt_cause = lanes, cause
        else:
            self.doubt = more

    def lookup(self, name: str) -> Any:
        """What a name means here: a Variable, a type, a function, or None."""
        for scope in reversed(self.frames[-1].scopes) if self.frames else ():
            if name in scope:
                return scope[name]
        return self.globals.get(name)

    def declare(self, name: str, what: Any) -> None:
        """Give `name` a meaning in the innermost scope."""
        scope = self.frames[-1].scopes[-1] if self.frames else self.globals
        scope[name] = what


Builtin = Callable[[Run, s.Call], Value]
BUILTINS: dict[str, Builtin] = {}
HARMLESS: set[str] = set()


def builtin(*names: str, harmless: bool = True) -> Callable[[Builtin], Builtin]:
    """Register a function of CUDA's own; `harmless` where it writes nothing."""

    def register(function: Builtin) -> Builtin:
        BUILTINS.update(dict.fromkeys(names, function))
        if harmless:
            HARMLESS.update(names)
        return function

    return register


def evaluates(kind: type[N]) -> Callable[[Callable[[Run, N], Value]], Callable[[Run, N], Value]]:
    """Register how expressions of `kind` are evaluated."""

    def register(function: Callable[[Run, N], Value]) -> Callable[[Run, N], Value]:
        EVALUATORS[kind] = function
        return function

    return register


def places(kind: type[N]) -> Callable[[Callable[[Run, N], LValue]], Callable[[Run, N], LValue]]:
    """Register how expressions of `kind` name a place."""

    def register(function: Callable[[Run, N], LValue]) -> Callable[[Run, N], LValue]:
        PLACERS[kind] = function
        return function

    return register


def executes(kind: type[N]) -> Callable[[Callable[[Run, N], None]], Callable[[Run, N], None]]:
    """Register how statements of `kind` are run."""

    def register(function: Callable[[Run, N], None]) -> Callable[[Run, N], None]:
        EXECUTORS[kind] = function
        return function

    return register
