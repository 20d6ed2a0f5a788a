"""The reader's own syntax tree: what the grammar's tree is lowered to, with spans.

Spans (`start`, `end`) are character offsets into the expanded text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything with a span."""

    start: int
    end: int


class Expr(Node):
    """An expression."""

    __slots__ = ()


class Stmt(Node):
    """A statement."""

    __slots__ = ()


# ---------------------------------------------------------------- types as written


@dataclass(frozen=True, slots=True, eq=False)
class TypeName(Node):
    """A type as written, without declarator: a name (`unsigned long`, `cg::thread_block`),
    template arguments, or the definition of a record or an enum."""

    name: str
    args: tuple[TypeName | Expr, ...] | None = None
    record: RecordDef | None = None
    enum: EnumDef | None = None
    modifiers: tuple[Modifier, ...] = ()
    scope: TypeName | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Modifier(Node):
    """One step of a declarator, applied outwards: `kind` is pointer, reference, array, function."""

    kind: str
    size: Expr | None = None
    params: tuple[Param, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Declarator(Node):
    """A declared name with the modifiers in the order in which they apply to the base type."""

    name: str
    modifiers: tuple[Modifier, ...] = ()
    init: Expr | None = None
    bits: Expr | None = None
    args: tuple[Expr, ...] | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """A function's parameter."""

    type: TypeName
    declarator: Declarator
    default: Expr | None = None
    pack: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TemplateParam(Node):
    """A template's parameter: a type (`type` None) or a value."""

    name: str
    type: TypeName | None = None
    default: TypeName | Expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class RecordDef(Node):
    """A struct, class or union with its fields in order and its methods."""

    name: str
    union: bool
    fields: tuple[Declaration, ...]
    methods: tuple[Function, ...] = ()
    types: tuple[Stmt, ...] = ()
    align: tuple[Expr, ...] = ()
    bases: tuple[TypeName, ...] = ()
    template: tuple[TemplateParam, ...] | None = None
    fault: Unreadable | None = None
    special: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EnumDef(Node):
    """An enum; members of a scoped one are reached through its name."""

    name: str
    members: tuple[tuple[str, Expr | None], ...]
    base: TypeName | None = None
    scoped: bool = False
    fault: Unreadable | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Function(Node):
    """A function, its body lowered on demand."""

    name: str
    result: TypeName
    modifiers: tuple[Modifier, ...]
    params: tuple[Param, ...]
    qualifiers: frozenset[str]
    body: Any = None
    template: tuple[TemplateParam, ...] | None = None
    bounds: Expr | None = None
    inits: tuple[tuple[str, tuple[Expr, ...]], ...] = ()
    scope: str = ""
    conversion: bool = False


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expr):
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Char(Expr):
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Text(Expr):
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Name(Expr):
    """A name, `a::b` included; `args` are explicit template arguments."""

    name: str
    args: tuple[TypeName | Expr, ...] | None = None
    scope: TypeName | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expr):
    op: str
    operand: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Expr):
    op: str
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Update(Expr):
    op: str
    prefix: bool
    target: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Ternary(Expr):
    condition: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Comma(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Subscript(Expr):
    base: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Member(Expr):
    base: Expr
    name: str
    arrow: bool
    args: tuple[TypeName | Expr, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    function: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cast(Expr):
    """A cast; `style` is c, static_cast, reinterpret_cast, const_cast or call (`float(x)`)."""

    type: TypeName
    value: Expr
    style: str


@dataclass(frozen=True, slots=True, eq=False)
class Construct(Expr):
    """`T(a, b)`, `T{a, b}` or `T()`."""

    type: TypeName
    args: tuple[Expr, ...]
    braces: bool


@dataclass(frozen=True, slots=True, eq=False)
class SizeOf(Expr):
    """sizeof or alignof of a type or an expression."""

    what: TypeName | Expr
    align: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class InitList(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lambda(Expr):
    function: Function
    by_reference: bool
    captures: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Launches(Expr):
    """`kernel<<<grid, block, bytes>>>(…)`."""

    name: str
    config: tuple[Expr, ...]
    args: tuple[TypeName | Expr, ...] | None
    before: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Asm(Expr):
    code: str
    outputs: tuple[tuple[str, Expr], ...]
    inputs: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Unreadable(Expr):
    """Text that the grammar or the lowering could not read; refused when reached."""

    message: str


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True, eq=False)
class ExprStmt(Stmt):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Declaration(Stmt):
    """`qualifiers` are words such as __shared__, extern, static, const, volatile, constexpr."""

    qualifiers: frozenset[str]
    type: TypeName
    declarators: tuple[Declarator, ...]
    align: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TypeAlias(Stmt):
    """typedef or using, possibly with template parameters."""

    type: TypeName
    declarators: tuple[Declarator, ...]
    template: tuple[TemplateParam, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TypeStmt(Stmt):
    """A record or enum defined on its own."""

    type: TypeName


@dataclass(frozen=True, slots=True, eq=False)
class Block(Stmt):
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    condition: Expr
    yes: Stmt
    no: Stmt | None
    constexpr: bool = False
    declared: Declaration | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Loop(Stmt):
    """for, while and do; `test_first` is False for do."""

    init: Stmt | None
    condition: Expr | None
    step: Expr | None
    body: Stmt
    test_first: bool = True
    declared: Declaration | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Stmt):
    type: TypeName
    declarator: Declarator
    over: Expr
    body: Stmt


@dataclass(frozen=True, slots=True, eq=False)
class Case(Stmt):
    """`value` None is default."""

    value: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Switch(Stmt):
    value: Expr
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Break(Stmt):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Continue(Stmt):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Empty(Stmt):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Refused(Stmt):
    """A statement that cannot be read; `what` holds what was written, for its message."""

    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Goto(Stmt):
    """A jump to a label, which is not followed."""


@dataclass(frozen=True, slots=True, eq=False)
class Unit(Node):
    """A whole source: functions and records by name, and the other statements in order."""

    functions: tuple[Function, ...]
    body: tuple[Stmt, ...]
