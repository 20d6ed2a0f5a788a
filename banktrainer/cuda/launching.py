"""From a program to its start: block shape, globals, parameters and template arguments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import BLOCK_THREADS
from banktrainer.cuda.casts import converted
from banktrainer.cuda.declare import variable
from banktrainer.cuda.functions import body_for
from banktrainer.cuda.launches import block_in, bounds_of, launches_of
from banktrainer.cuda.memory import GlobalData, Variable
from banktrainer.cuda.model import Dim, Launch
from banktrainer.cuda.program import Program
from banktrainer.cuda.run import Frame, Overloads, Refusal, Run
from banktrainer.cuda.source import SourceError
from banktrainer.cuda.statements import perform_all
from banktrainer.cuda.types_of import apply, bind, plain_special, resolve
from banktrainer.cuda.values import Cause, Home, Value, unknown

_SPACES = {"__constant__", "__device__", "__managed__"}


def dims(given: Sequence[int], what: str, least: int = 1) -> Dim:
    """One to three numbers as three. Raises SourceError."""
    parts = [int(x) for x in given]
    if not 1 <= len(parts) <= 3 or min(parts) < least:
        raise SourceError(f"a {what} has one to three sizes of at least {least}")
    filled = (*parts, *(least, least)[: 3 - len(parts)])
    return filled[0], filled[1], filled[2]


def block_of(
    run: Run, program: Program, made: s.Function, launch: Launch
) -> tuple[Dim, str | None, bool]:
    """A kernel's block as the source gives it, else 256; with a note on the choice, and whether it
    is a guess."""
    if launch.block is not None:
        return checked(dims(launch.block, "block")), None, False
    for found in launches_of(program, made.name):
        block = block_in(run, found)
        if block is not None:
            note = f"block {shown(block)}, as `{made.name}` is launched in the source"
            return checked(block), note, False
    block = bounds_of(run, made)
    if block is not None:
        return checked(block), f"block {shown(block)}, from __launch_bounds__", False
    return (256, 1, 1), "block 256: the source does not say; `--block` changes it", True


def shown(block: Dim) -> str:
    """A block as people write it: 256, or 32,8."""
    x, y, z = block
    return str(x) if (y, z) == (1, 1) else f"{x},{y}" if z == 1 else f"{x},{y},{z}"


def checked(block: Dim) -> Dim:
    """A block that the hardware would take. Raises SourceError."""
    if block[0] * block[1] * block[2] > BLOCK_THREADS:
        raise SourceError(f"a block has at most {BLOCK_THREADS} threads")
    return block


def set_up(run: Run, program: Program, kernel: bool) -> None:
    """Declare the program's functions and, for kernels, its global declarations."""
    names: dict[str, list[s.Function]] = {}
    for function in program.unit.functions:
        name = function.name.rsplit("::", 1)[-1]
        name = plain_special(name) if name.endswith(">") and "<" in name else name
        names.setdefault(name, []).append(function)
    for name, functions in names.items():
        run.globals[name] = Overloads(tuple(functions))
    if not kernel:
        return
    for node in program.statements:
        if isinstance(node, s.Declaration):
            _global(run, node)
        elif isinstance(node, (s.TypeAlias, s.TypeStmt)):
            _type(run, node)


def _type(run: Run, node: s.Stmt) -> None:
    try:
        with run.restoring():
            run.execute(node)
    except Refusal:
        return


def _global(run: Run, node: s.Declaration) -> None:
    """A global: a shared array, a constant, or data of which nothing is known."""
    try:
        with run.restoring():
            if "__shared__" in node.qualifiers:
                run.execute(node)
            else:
                _data(run, node)
    except Refusal as refusal:
        for made in node.declarators:
            run.globals.pop(made.name, None)
            if "__shared__" in node.qualifiers:
                run.unread(refusal.node, refusal.message)
                cause = Cause("what was refused", run.line(refusal.node))
                run.globals[made.name] = Variable(
                    made.name, c.UNTYPED, unknown(c.UNTYPED, cause), run.mask
                )


def _data(run: Run, node: s.Declaration) -> None:
    fixed = {"const", "constexpr"} & node.qualifiers or "__constant__" in node.qualifiers
    base = resolve(run, node.type) if node.type.name != "auto" else c.UNTYPED
    for made in node.declarators:
        if any(m.kind == "function" for m in made.modifiers):
            continue
        kind = apply(run, base, made.modifiers)
        if made.init is not None and fixed:
            one = s.Declaration(node.start, node.end, node.qualifiers, node.type, (made,))
            run.execute(one)
        elif made.init is None or _SPACES & node.qualifiers:
            if "__device__" in node.qualifiers and not isinstance(kind, c.Array):
                _device(run, made, kind)
            else:
                outside(run, made.name, kind, made)


def _device(run: Run, made: s.Declarator, kind: c.CType) -> None:
    """A `__device__` variable: one place for the whole grid, whose value nobody knows."""
    data = GlobalData(made.name, Cause(f"`{made.name}`", run.line(made), made.name))
    run.data[made.name] = data
    data.given = run.given.elements(run, made.name)
    run.declare(made.name, Home(made.name, kind, 0, 0, data))


def outside(run: Run, name: str, kind: c.CType, at: s.Node) -> None:
    """Declare something whose value comes from outside: given, or unknown."""
    cause = Cause(f"`{name}`", run.line(at), name)
    if isinstance(kind, (c.Pointer, c.Array)):
        data = run.data.get(name)
        if data is None:
            data = run.data[name] = GlobalData(name, cause, run.given.elements(run, name))
        target = kind.target if isinstance(kind, c.Pointer) else kind
        home = Home(name, target, 0, 0, data)
        if isinstance(kind, c.Array):
            run.declare(name, home)
        else:
            variable(run, name, kind, Value(kind, np.zeros(1, np.int64), home=home))
        return
    given = run.given.value(run, name, at)
    value = unknown(kind, cause)
    if given is not None:
        value = converted(run, at, given, kind)
    variable(run, name, kind, value)


def start_kernel(run: Run, program: Program, made: s.Function) -> None:
    """Bind template and function parameters, then run the body. Raises Refusal."""
    bound: dict[str, object] = {}
    if made.template:
        bound = bind(run, made.template, _explicit(run, program, made), made)
    frame = Frame([bound, {}], run.none, name=made.name, result_type=c.VOID)
    run.frames.append(frame)
    for param in made.params:
        _parameter(run, param)
    body = body_for(run, made, made)
    frame.scopes.append({})
    perform_all(run, body.body)


def _explicit(run: Run, program: Program, made: s.Function) -> tuple[s.TypeName | s.Expr, ...]:
    """The template arguments of the first launch, unless `--set` gives some."""
    if any(run.given.has(p.name) for p in made.template or ()):
        return ()
    found = [x.args for x in launches_of(program, made.name) if x.args]
    for args in found:
        try:
            with run.restoring(), run.quietly():
                bind(run, made.template or (), args, made)
            return args
        except Refusal:
            continue
    return ()


def _parameter(run: Run, param: s.Param) -> None:
    name = param.declarator.name
    try:
        kind = apply(run, resolve(run, param.type), param.declarator.modifiers)
    except Refusal:
        cause = Cause(f"`{name}`", run.line(param), None)
        run.declare(name, Variable(name, c.UNTYPED, unknown(c.UNTYPED, cause), run.mask))
        return
    if isinstance(kind, c.Reference):
        kind = kind.target
    if isinstance(kind, c.Array):
        kind = c.pointer(kind.element)
    outside(run, name, kind, param.declarator)
