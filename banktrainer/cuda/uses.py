"""Where a shared array is declared and used in a source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from banktrainer.cuda import syntax as s
from banktrainer.cuda.doubts import walk
from banktrainer.cuda.lower_stmts import body_of
from banktrainer.cuda.program import Program

_USED_UP = re.compile(r"(?:\w+::)*(?:atomic\w+|\w*memcpy_async|__cvta_generic_to_shared)")


@dataclass(frozen=True, slots=True)
class Use:
    """One element: the indices outermost first, and the member taken of it, if any."""

    node: s.Expr
    indices: tuple[s.Expr, ...]
    member: str | None = None


@dataclass(frozen=True, slots=True)
class Uses:
    """A shared array's declaration, its elements, and whether it is named in any other way."""

    declaration: s.Declaration
    declarator: s.Declarator
    elements: tuple[Use, ...]
    otherwise: bool


def uses_of(program: Program, kernel: str | None, array: str) -> Uses | None:
    """The uses of `array` where exactly one declaration of it counts for the kernel."""
    scopes = list(_scopes(program, kernel))
    for scope in scopes:
        found = [
            (node, made)
            for node in _nodes(scope)
            if isinstance(node, s.Declaration) and "__shared__" in node.qualifiers
            for made in node.declarators
            if made.name == array
        ]
        if len(found) > 1:
            return None
        if found:
            everywhere = scopes if scope is scopes[-1] and len(scopes) > 1 else [scope]
            return _uses(*found[0], [n for part in everywhere for n in _nodes(part)])
    return None


def _scopes(program: Program, kernel: str | None) -> Iterator[tuple[s.Node, ...]]:
    """The kernel's body, then each helper's, then what lies outside functions."""
    functions = sorted(program.unit.functions, key=lambda f: f.name != kernel)
    for function in functions:
        made = body_of(function) if "__host__" not in function.qualifiers else None
        if made is not None and (function.name == kernel or "__device__" in function.qualifiers):
            yield (made,)
    yield program.statements


def _nodes(scope: tuple[s.Node, ...]) -> Iterator[s.Node]:
    for part in scope:
        yield from walk(part)


def _uses(declaration: s.Declaration, made: s.Declarator, nodes: list[s.Node]) -> Uses:
    depth = sum(m.kind == "array" for m in made.modifiers)
    found: list[Use] = []
    inner: set[int] = set()
    for node in nodes:
        use = _element(node, made.name, depth)
        if use is not None and id(node) not in inner:
            found.append(use)
            inner.update(id(n) for n in _spine(node))
    named = sum(isinstance(n, s.Name) and n.name == made.name for n in nodes)
    kept = _addressed(nodes) & {id(use.node) for use in found}
    return Uses(declaration, made, tuple(found), named != len(found) or bool(kept))


def _addressed(nodes: list[s.Node]) -> set[int]:
    """What an `&` takes the address of, but for addresses that are used up at once."""
    taken = {id(n.operand) for n in nodes if isinstance(n, s.Unary) and n.op == "&"}
    for node in nodes:
        if isinstance(node, s.Unary) and node.op == "*":
            taken -= _behind(node.operand)
        elif isinstance(node, s.Subscript) and isinstance(node.index, s.Number):
            taken -= _behind(node.base) if node.index.text == "0" else set()
        elif isinstance(node, s.Call) and _uses_up(node.function):
            taken -= {at for arg in node.args for at in _behind(arg)}
    return taken


def _uses_up(function: s.Expr) -> bool:
    return isinstance(function, s.Name) and _USED_UP.fullmatch(function.name) is not None


def _behind(node: s.Expr) -> set[int]:
    """The operand of `&x` or of a cast of it."""
    while isinstance(node, s.Cast):
        node = node.value
    return {id(node.operand)} if isinstance(node, s.Unary) and node.op == "&" else set()


def _element(node: s.Node, array: str, depth: int) -> Use | None:
    """`node` as an element of the array, or as a member of one."""
    member = None
    base: s.Node = node
    if isinstance(node, s.Member) and not node.arrow:
        member, base = node.name, node.base
    indices: list[s.Expr] = []
    while isinstance(base, s.Subscript):
        indices.insert(0, base.index)
        base = base.base
    whole = isinstance(base, s.Name) and base.name == array and len(indices) == depth
    return Use(node, tuple(indices), member) if whole and isinstance(node, s.Expr) else None


def _spine(node: s.Node) -> Iterator[s.Node]:
    while isinstance(node, (s.Member, s.Subscript)):
        node = node.base
        yield node
