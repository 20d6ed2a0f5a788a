"""Launches in host code: the block and the template arguments that a source gives its kernel."""

from __future__ import annotations

import numpy as np
from tree_sitter import Node as Tree

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.lower import Lowerer
from banktrainer.cuda.model import Dim
from banktrainer.cuda.parse import launch_nodes
from banktrainer.cuda.program import Program
from banktrainer.cuda.run import Frame, OverBudget, Refusal, Run
from banktrainer.cuda.types_of import constant

_SIMPLE = ("declaration", "expression_statement")


def launches_of(program: Program, kernel: str) -> list[s.Launches]:
    """The launches of `kernel` in the source, with the simple statements before each."""
    found = []
    for node in launch_nodes(program.parsed.tree, program.lowerer.budget):
        made = program.lowerer.expr(node)
        if isinstance(made, s.Launches) and made.name.rsplit("::", 1)[-1] == kernel:
            before = tuple(_before(program.lowerer, node))
            found.append(
                s.Launches(made.start, made.end, made.name, made.config, made.args, before)
            )
    return found


def _before(low: Lowerer, node: Tree) -> list[s.Stmt]:
    """Declarations in the blocks around a launch, above it."""
    found: list[s.Stmt] = []
    inner, outer = node, node.parent
    while outer is not None and outer.type != "translation_unit":
        if outer.type == "compound_statement":
            above = [n for n in outer.named_children if n.end_byte <= inner.start_byte]
            found = [low.stmt(n) for n in above if n.type in _SIMPLE] + found
        inner, outer = outer, outer.parent
    return found


def block_in(run: Run, launch: s.Launches) -> Dim | None:
    """The block of a launch whose configuration is constant in the source, else None."""
    if len(launch.config) < 2:
        return None
    run.frames.append(Frame([{}], run.none))
    try:
        with run.quietly():
            for node in launch.before:
                _try(run, node)
            return _dims(run, launch.config[1])
    except Refusal:
        return None
    finally:
        run.frames.pop()


def _try(run: Run, node: s.Stmt) -> None:
    """One host statement; one that is not read leaves its names unknown."""
    try:
        with run.restoring():
            if isinstance(node, s.Declaration) or _sets_dim(node):
                run.execute(node)
    except (Refusal, OverBudget):
        for made in node.declarators if isinstance(node, s.Declaration) else ():
            run.frame.scopes[-1].pop(made.name, None)


def _sets_dim(node: s.Stmt) -> bool:
    value = node.value if isinstance(node, s.ExprStmt) else None
    return isinstance(value, s.Assign) and isinstance(value.target, (s.Name, s.Member))


def _dims(run: Run, node: s.Expr) -> Dim | None:
    value = run.evaluate(node)
    if isinstance(value.type, c.Record) and value.type.name in ("dim3", "uint3"):
        if value.known is not None and not value.known.all():
            return None
        x, y, z = np.ascontiguousarray(value.data[0]).view("<u4").tolist()
        return _positive(x, y, z)
    if isinstance(value.type, c.Scalar) and value.type.integral:
        return _positive(constant(run, node), 1, 1)
    return None


def _positive(x: int, y: int, z: int) -> Dim | None:
    return (x, y, z) if min(x, y, z) > 0 else None


def bounds_of(run: Run, kernel: s.Function) -> Dim | None:
    """The block that `__launch_bounds__` states, where it is constant."""
    if kernel.bounds is None:
        return None
    try:
        with run.quietly():
            return _positive(constant(run, kernel.bounds), 1, 1)
    except Refusal:
        return None
