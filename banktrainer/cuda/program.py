"""A whole source, read once: its functions, its other declarations, its kernels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import NESTING
from banktrainer.cuda.lower import Lowerer
from banktrainer.cuda.lower_stmts import statements, unit
from banktrainer.cuda.parse import Parsed, TooSlowError, parse
from banktrainer.cuda.source import Expanded, SourceError, Text

_HEAD = "void f(){"
_TAIL = "\n;}"
_GLOBAL = "__global__"


@dataclass(slots=True)
class Program:
    """`statements` are a snippet's; for a source with kernels they are its global declarations."""

    expanded: Expanded
    unit: s.Unit
    statements: tuple[s.Stmt, ...]
    parsed: Parsed
    lowerer: Lowerer
    kernels: tuple[s.Function, ...] = field(default=())

    def kernel_names(self) -> tuple[str, ...]:
        """The kernels' names in order, each once."""
        return tuple(dict.fromkeys(f.name for f in self.kernels))

    def pick(self, name: str | None) -> s.Function | None:
        """The kernel to read: the one named, else the only or first one, or None in a snippet."""
        if name is None:
            return self.kernels[0] if self.kernels else None
        found = [f for f in self.kernels if f.name == name]
        if not found:
            known = ", ".join(self.kernel_names()) or "none"
            text = f"there is no kernel `{name}`; the source has: {known}"
            raise SourceError(text, self.expanded.original.name)
        return found[0]


def read(expanded: Expanded) -> Program:
    """Parse and lower an expanded source. Raises SourceError."""
    text = expanded.text
    if deepest(text) > NESTING:
        message = f"brackets are nested more than {NESTING} deep"
        raise SourceError(message, expanded.original.name)
    try:
        parsed = parse(text if text.rstrip().endswith(("}", ";")) else f"{text}\n;")
        low = Lowerer(parsed, text)
        made = unit(low, parsed.tree.root_node)
        kernels = tuple(f for f in made.functions if _GLOBAL in f.qualifiers and _has_body(f))
        if kernels or made.functions or made.templated:
            return Program(expanded, made, made.body, parsed, low, kernels)
        wrapped = parse(f"{_HEAD}{text}{_TAIL}")
    except TooSlowError:
        raise SourceError("this source takes too long to parse", expanded.original.name) from None
    inner = Lowerer(wrapped, text, len(_HEAD))
    root = wrapped.tree.root_node
    body = root.named_children[0].child_by_field_name("body") if root.named_children else None
    if body is None or len(root.named_children) != 1:
        return Program(expanded, made, made.body, parsed, low)
    return Program(expanded, made, statements(inner, body), wrapped, inner)


def deepest(text: str) -> int:
    """How many brackets are open at once, at most, whatever their kind."""
    depth = most = 0
    for found in re.finditer(r"([(\[{]+)|[)\]}]+", text):
        step = len(found[0])
        depth = depth + step if found[1] else max(0, depth - step)
        most = max(most, depth)
    return most


def _has_body(function: s.Function) -> bool:
    return function.body[1] is not None


def parse_value(text: str, name: str) -> s.Expr:
    """One expression of `--set`. Raises SourceError."""
    expanded = Expanded(Text(name, text))
    head = "void f(){x="
    parsed = parse(f"{head}{text}\n;}}")
    low = Lowerer(parsed, text, len(head))
    root = parsed.tree.root_node
    stmts = root.named_children[0].child_by_field_name("body") if root.named_children else None
    inner = [c for c in stmts.named_children if c.type != "comment"] if stmts is not None else []
    if root.has_error or len(root.named_children) != 1 or not inner or not _only_one(inner):
        raise SourceError(
            f"`{text}` is not a value that can be read", expanded.original.name, 1, 1, text
        )
    assignment = inner[0].named_children[0]
    return low.expr(assignment.child_by_field_name("right"))


def _only_one(inner: Sequence[object]) -> bool:
    kinds = [(getattr(c, "type", ""), getattr(c, "named_child_count", 0)) for c in inner]
    if kinds[0] != ("expression_statement", 1):
        return False
    return all(kind == ("expression_statement", 0) for kind in kinds[1:])
