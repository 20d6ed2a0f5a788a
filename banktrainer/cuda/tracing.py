"""The front of the reader: source and a launch in, a Trace out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from banktrainer.cuda import (
    async_copies,
    atomics,
    builtins,
    choosing,
    copies,
    libraries,
    literals,
    math_functions,
    sync_objects,
    warp_functions,
)
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import SOURCE_CHARS, Budget, OutOfBudgetError
from banktrainer.cuda.given import Given
from banktrainer.cuda.launching import block_of, checked, dims, set_up, start_kernel
from banktrainer.cuda.model import Launch, Trace
from banktrainer.cuda.preprocess import preprocess
from banktrainer.cuda.program import Program, parse_value, read, unclosed
from banktrainer.cuda.recorder import Recorder
from banktrainer.cuda.ruleless import by_rule
from banktrainer.cuda.run import Frame, OverBudget, Refusal, Run
from banktrainer.cuda.source import SourceError, Text
from banktrainer.cuda.statements import perform_all
from banktrainer.cuda.world import World
from banktrainer.engine import Machine, machine_of

_LOADED = (
    *(async_copies, atomics, builtins, choosing, copies, libraries, literals, math_functions),
    *(sync_objects, warp_functions),
)
_FRAMES = 12_000
_ONE, _ZERO = (1, 1, 1), (0, 0, 0)


class Reading:
    """A source prepared for one kind of machine, from which any of its kernels can be traced.

    `budget` makes what reading and the first run may take together, and each later run. Raises
    SourceError where nothing can be read at all.
    """

    def __init__(
        self,
        source: str,
        machine: str | Machine = "nvidia",
        *,
        name: str = "<code>",
        defines: Mapping[str, str] | None = None,
        include_dirs: Sequence[Path] = (),
        base_dir: Path | None = None,
        budget: Callable[[], Budget] = Budget,
    ) -> None:
        self._budget = budget
        self._amd = _is_amd(machine_of(machine))
        if len(source) > SOURCE_CHARS:
            raise SourceError(f"the source has more than {SOURCE_CHARS} characters", name)
        own = budget()
        self._own: Budget | None = own
        try:
            with _deep():
                expanded = preprocess(
                    Text(name, source),
                    defines or {},
                    include_dirs,
                    base_dir,
                    budget=own,
                    amd=self._amd,
                )
                self._program = read(expanded, own)
        except OutOfBudgetError as error:
            raise SourceError(f"this source is too much to read: {error}", name) from None

    @property
    def program(self) -> Program:
        """The syntax."""
        return self._program

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the `__global__` functions with a body, in order of the source and of what
        it includes."""
        return self._program.kernel_names()

    def fits(self, machine: str | Machine) -> bool:
        """Whether the source reads the same for `machine` (its predefined macros agree)."""
        return _is_amd(machine_of(machine)) == self._amd

    def trace(
        self,
        launch: Launch | None = None,
        values: Mapping[str, str] | None = None,
        machine: str | Machine = "nvidia",
        kernel: str | None = None,
    ) -> Trace:
        """One kernel, or the snippet: its shared-memory accesses in order. What cannot be read
        in part is in `Trace.unread`. Raises SourceError."""
        chip = machine_of(machine)
        self._program.lowerer.budget = self._own or self._budget()
        self._own = None
        with np.errstate(all="ignore"), _deep():
            try:
                return _trace(self._program, launch or Launch(), values or {}, chip, kernel)
            except OutOfBudgetError as error:
                name = self._program.expanded.original.name
                raise SourceError(f"this source is too much to read: {error}", name) from None


def _is_amd(chip: Machine) -> bool:
    return chip.name.startswith("gfx")


def trace(
    source: str,
    launch: Launch | None = None,
    values: Mapping[str, str] | None = None,
    machine: str | Machine = "nvidia",
    *,
    name: str = "<code>",
    kernel: str | None = None,
    defines: Mapping[str, str] | None = None,
    include_dirs: Sequence[Path] = (),
    base_dir: Path | None = None,
    budget: Callable[[], Budget] = Budget,
) -> Trace:
    """Read a snippet or one kernel and return its shared-memory accesses in order.

    `budget` makes what this may take. Raises SourceError where nothing can be read at all; what
    cannot be read in part is in `Trace.unread`.
    """
    reading = Reading(
        source,
        machine,
        name=name,
        defines=defines,
        include_dirs=include_dirs,
        base_dir=base_dir,
        budget=budget,
    )
    return reading.trace(launch, values, machine, kernel)


def kernels(
    source: str,
    *,
    name: str = "<code>",
    defines: Mapping[str, str] | None = None,
    include_dirs: Sequence[Path] = (),
    base_dir: Path | None = None,
) -> tuple[str, ...]:
    """The names of the `__global__` functions with a body, in order of the source and of what it
    includes. Raises SourceError."""
    found = Reading(
        source, name=name, defines=defines, include_dirs=include_dirs, base_dir=base_dir
    )
    return found.kernels


def program_of(source: str, *, defines: Mapping[str, str] | None = None) -> Program:
    """The syntax of `source` alone, nothing included. Raises SourceError."""
    return Reading(source, defines=defines).program


@contextmanager
def _deep() -> Iterator[None]:
    """Room for the frames that the budget of depth may take."""
    saved = sys.getrecursionlimit()
    sys.setrecursionlimit(max(saved, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(saved)


def _trace(
    program: Program, launch: Launch, values: Mapping[str, str], chip: Machine, kernel: str | None
) -> Trace:
    made = program.pick(kernel)
    given = Given(values, parse_value)
    notes: list[str] = []
    guessed = False
    if made is None:
        block = checked(dims(launch.block or (32,), "block"))
    else:
        trial = _run(program, given, World((chip.lanes, 1, 1), _ONE, _ZERO, chip.lanes), chip, None)
        set_up(trial, program, kernel=True)
        block, note, guessed = block_of(trial, program, made, launch)
        notes += [note] if note else []
    world = World(
        block, dims(launch.grid, "grid"), dims(launch.block_idx, "block index", 0), chip.lanes
    )
    warps = _warps(launch, made, world.lanes // chip.lanes)
    run = _run(program, given, world, chip, frozenset(warps))
    run.block_guessed = guessed
    if launch.shared_bytes is not None:
        run.shared.dynamic_bytes = launch.shared_bytes
    try:
        _perform(run, program, made)
    except OverBudget as stop:
        run.unread(stop.node, stop.message)
    except OutOfBudgetError as stop:
        run.unread(made or program.unit, str(stop))
    except RecursionError:
        run.unread(made or program.unit, "nested too deeply")
    recorder = run.recorder
    accesses, ruleless = by_rule(recorder.accesses(), chip)
    unread = sorted((*recorder.unreads(), *ruleless), key=lambda one: (one.line, one.column))
    return Trace(
        program.expanded.original.name,
        program.expanded.original.text,
        made.name if made is not None else None,
        block,
        warps,
        chip.name,
        accesses,
        tuple(unread),
        recorder.warnings(),
        run.shared.top,
        tuple(notes + recorder.notes()),
        given.unused(program.expanded.text),
    )


def _run(
    program: Program, given: Given, world: World, chip: Machine, warps: frozenset[int] | None
) -> Run:
    run = Run(world.lanes, chip.lanes, program.lowerer.budget)
    run.recorder, run.world, run.given = Recorder(program.expanded, warps), world, given
    run.mask = world.alive
    run.frames.append(Frame([run.globals], run.none))
    return run


def _perform(run: Run, program: Program, made: s.Function | None) -> None:
    set_up(run, program, kernel=made is not None)
    open_brace = unclosed(program.expanded.text)
    if open_brace is not None:
        run.unread(s.Empty(open_brace, open_brace + 1), "this `{` is not closed: a `}` is missing")
    if made is None:
        perform_all(run, program.statements)
        _helpers_alone(run, program)
        return
    try:
        start_kernel(run, program, made)
    except Refusal as refusal:
        run.unread(refusal.node, refusal.message)


def _helpers_alone(run: Run, program: Program) -> None:
    """Functions that only a kernel would call, with no kernel there."""
    helpers = [f for f in program.unit.functions if "__device__" in f.qualifiers]
    if helpers and not run.recorder.accesses() and not run.recorder.unreads():
        name = helpers[0].name
        text = (
            f"there is no kernel here: nothing calls `{name}`. Add a `__global__` function, or a"
            " line that calls it"
        )
        run.unread(s.Empty(helpers[0].start, helpers[0].start + 1), text)


def _warps(launch: Launch, made: s.Function | None, count: int) -> tuple[int, ...]:
    if launch.warps is None:
        return tuple(range(count)) if made is not None else (0,)
    for warp in launch.warps:
        if not 0 <= warp < count:
            last = f"warp 0 to {count - 1}" if count > 1 else "warp 0 only"
            raise SourceError(f"there is no warp {warp}: the block has {last}")
    return tuple(launch.warps)
