"""From a program to its start: block shape, globals, parameters and template arguments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import BLOCK_THREADS
from banktrainer.cuda.calls import body_for
from banktrainer.cuda.casts import converted
from banktrainer.cuda.declare import variable
from banktrainer.cuda.given import Given
from banktrainer.cuda.memory import GlobalData, Variable
from banktrainer.cuda.model import Dim, Launch
from banktrainer.cuda.program import Program
from banktrainer.cuda.run import Frame, Overloads, Refusal, Run
from banktrainer.cuda.source import SourceError
from banktrainer.cuda.statements import perform, perform_all
from banktrainer.cuda.types_of import apply, bind, resolve
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
    program: Program, made: s.Function | None, launch: Launch, given: Given, notes: list[str]
) -> Dim:
    """The block: as asked, else from the source, else 32 for a snippet and 256 for a kernel."""
    if launch.block is not None:
        block = dims(launch.block, "block")
    elif made is None:
        block = (32, 1, 1)
    else:
        block = (256, 1, 1)
        notes.append("block 256: the source does not say; `--block` changes it")
    if block[0] * block[1] * block[2] > BLOCK_THREADS:
        raise SourceError(f"a block has at most {BLOCK_THREADS} threads")
    return block


def set_up(run: Run, program: Program, quiet: bool) -> None:
    """Declare the program's functions and, for kernels, its global declarations."""
    names: dict[str, list[s.Function]] = {}
    for function in program.unit.functions:
        names.setdefault(function.name.rsplit("::", 1)[-1], []).append(function)
    for name, functions in names.items():
        run.globals[name] = Overloads(tuple(functions))
    if not quiet:
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
    except Refusal:
        for made in node.declarators:
            run.globals.pop(made.name, None)


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
            outside(run, made.name, kind, run.line(made))


def outside(run: Run, name: str, kind: c.CType, line: int) -> None:
    """Declare something whose value comes from outside: given, or unknown."""
    cause = Cause(f"`{name}`", line, name)
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
    given = run.given.value(run, name)
    value = unknown(kind, cause)
    if given is not None:
        value = converted(run, s.Node(0, 0), given, kind)
    variable(run, name, kind, value)


def start_kernel(run: Run, program: Program, made: s.Function) -> None:
    """Bind template and function parameters, then run the body. Raises Refusal."""
    bound: dict[str, object] = {}
    if made.template:
        bound = bind(run, made.template, (), made)
    frame = Frame([bound, {}], run.none, name=made.name, result_type=c.VOID)
    run.frames.append(frame)
    for param in made.params:
        _parameter(run, param)
    body = body_for(made, made)
    frame.scopes.append({})
    perform_all(run, body.body)


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
    outside(run, name, kind, run.line(param.declarator))


__all__ = ["perform"]
