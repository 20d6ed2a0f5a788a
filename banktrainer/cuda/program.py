"""A whole source, read once: its functions, its other declarations, its kernels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import NESTING, Budget
from banktrainer.cuda.lower import Lowerer
from banktrainer.cuda.lower_stmts import has_functions, statements, unit
from banktrainer.cuda.parse import Parsed, parse
from banktrainer.cuda.source import Expanded, SourceError, Text

_HEAD = "void f(){"
_TAIL = "\n;}"
_GLOBAL = "__global__"
_BRACES = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|[{}]")


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


def read(expanded: Expanded, budget: Budget) -> Program:
    """Parse and lower an expanded source. Raises SourceError and OutOfBudgetError."""
    text = expanded.text
    if deepest(text) > NESTING:
        message = f"brackets are nested more than {NESTING} deep"
        raise SourceError(message, expanded.original.name)
    parsed = parse(text if text.rstrip().endswith(("}", ";")) else f"{text}\n;", budget)
    low = Lowerer(parsed, text, budget)
    if _GLOBAL in text or has_functions(parsed.tree.root_node):
        made = unit(low, parsed.tree.root_node)
        kernels = tuple(f for f in made.functions if _GLOBAL in f.qualifiers and _has_body(f))
        return Program(expanded, made, made.body, parsed, low, kernels)
    wrapped = parse(f"{_HEAD}{text}{_TAIL}", budget)
    root = wrapped.tree.root_node
    body = root.named_children[0].child_by_field_name("body") if root.named_children else None
    if body is None or len(root.named_children) != 1:
        made = unit(low, parsed.tree.root_node)
        return Program(expanded, made, made.body, parsed, low)
    inner = Lowerer(wrapped, text, budget, len(_HEAD))
    alone = s.Unit(0, len(text), (), ())
    return Program(expanded, alone, statements(inner, body), wrapped, inner)


def deepest(text: str) -> int:
    """How many brackets are open at once, at most, whatever their kind."""
    depth = most = 0
    for found in re.finditer(r"([(\[{]+)|[)\]}]+", text):
        step = len(found[0])
        depth = depth + step if found[1] else max(0, depth - step)
        most = max(most, depth)
    return most


def unclosed(text: str) -> int | None:
    """Where the first `{` stands that nothing closes, or None."""
    found: list[int] = []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            found.append(match.start())
        elif match[0] == "}" and found:
            found.pop()
    return found[0] if found else None


def _has_body(function: s.Function) -> bool:
    return function.body[1] is not None


def parse_value(text: str, name: str) -> s.Expr:
    """One expression of `--set`. Raises SourceError and OutOfBudgetError."""
    expanded = Expanded(Text(name, text))
    head = "void f(){x="
    budget = Budget()
    parsed = parse(f"{head}{text}\n;}}", budget)
    low = Lowerer(parsed, text, budget, len(head))
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
