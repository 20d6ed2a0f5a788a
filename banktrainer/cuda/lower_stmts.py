"""Lowering of statements, function bodies and whole sources."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node as Tree

from banktrainer.cuda import lower_exprs as _lower_exprs
from banktrainer.cuda import syntax as s
from banktrainer.cuda.lower import Lowerer, lowers_statement
from banktrainer.cuda.lower_records import function, functions_in, record
from banktrainer.cuda.lower_types import (
    array_pointer,
    declaration,
    declarator,
    template_params,
    type_name,
)

_RECORDS = ("struct_specifier", "class_specifier", "union_specifier")


@lowers_statement("ERROR")
def _error(low: Lowerer, node: Tree) -> s.Stmt:
    fault = low.fault(node)
    message = fault.message if fault is not None else "this is not CUDA that can be read"
    return s.Refused(low.start(node), low.end(node), message)


@lowers_statement("expression_statement")
def _expression(low: Lowerer, node: Tree) -> s.Stmt:
    start, end = low.start(node), low.end(node)
    if not node.named_children and not node.has_error:
        return s.Empty(start, end)
    fault = low.fault(node)
    if fault is not None:
        return s.ExprStmt(start, end, fault)
    inner = node.named_children
    if inner[0].type == "co_await_expression" or len(inner) != 1:
        return s.Refused(start, end, "this statement is not read")
    declared = array_pointer(low, inner[0])
    if declared is not None:
        return declared
    return s.ExprStmt(start, end, low.expr(inner[0]))


@lowers_statement("declaration")
def _declaration(low: Lowerer, node: Tree) -> s.Stmt:
    fault = low.fault(node)
    if fault is not None:
        return s.ExprStmt(low.start(node), low.end(node), fault)
    return declaration(low, node)


@lowers_statement("type_definition")
def _typedef(low: Lowerer, node: Tree) -> s.Stmt:
    fault = low.fault(node)
    if fault is not None:
        return s.ExprStmt(low.start(node), low.end(node), fault)
    made = declaration(low, node)
    return s.TypeAlias(made.start, made.end, made.type, made.declarators)


@lowers_statement("alias_declaration")
def _using(low: Lowerer, node: Tree) -> s.Stmt:
    name = node.child_by_field_name("name")
    kind = type_name(low, node.child_by_field_name("type"))
    start, end = low.start(node), low.end(node)
    made = s.Declarator(start, end, low.text(name) if name is not None else "")
    return s.TypeAlias(start, end, kind, (made,))


@lowers_statement(*_RECORDS, "enum_specifier")
def _type(low: Lowerer, node: Tree) -> s.Stmt:
    return s.TypeStmt(low.start(node), low.end(node), type_name(low, node))


@lowers_statement("template_declaration")
def _template(low: Lowerer, node: Tree) -> s.Stmt:
    inner = node.named_children[-1]
    params = template_params(low, node.child_by_field_name("parameters"))
    start, end = low.start(node), low.end(node)
    if inner.type in _RECORDS:
        made = record(low, inner)
        fields = {f: getattr(made, f) for f in made.__dataclass_fields__}
        fields["template"] = params
        kind = type_name(low, inner)
        return (
            s.TypeStmt(
                start,
                end,
                s.TypeName(start, end, _special(low, inner), record=s.RecordDef(**fields)),
            )
            if kind.record is not None
            else s.Empty(start, end)
        )
    if inner.type == "alias_declaration":
        alias = _using(low, inner)
        if isinstance(alias, s.TypeAlias):
            return s.TypeAlias(start, end, alias.type, alias.declarators, params)
    if inner.type == "declaration":
        return s.Empty(start, end)
    return s.Refused(start, end, "a template is not read here")


def _special(low: Lowerer, node: Tree) -> str:
    """A record's name; a specialisation keeps its arguments in it (`Shared<double>`)."""
    name = node.child_by_field_name("name")
    return "".join(low.text(name).split()) if name is not None else ""


@lowers_statement(
    "using_declaration",
    "namespace_alias_definition",
    "static_assert_declaration",
    "friend_declaration",
    "preproc_call",
    "preproc_include",
    "preproc_def",
    "preproc_function_def",
    "attributed_statement",
    "template_instantiation",
    "empty_declaration",
    ";",
)
def _nothing(low: Lowerer, node: Tree) -> s.Stmt:
    if node.type == "attributed_statement":
        return low.stmt(node.named_children[-1])
    return s.Empty(low.start(node), low.end(node))


@lowers_statement("compound_statement")
def _block(low: Lowerer, node: Tree) -> s.Stmt:
    return s.Block(low.start(node), low.end(node), statements(low, node))


def statements(low: Lowerer, node: Tree) -> tuple[s.Stmt, ...]:
    """The statements directly inside a block."""
    return tuple(low.stmt(c) for c in node.children if c.is_named and c.type != "comment")


@lowers_statement("if_statement")
def _if(low: Lowerer, node: Tree) -> s.Stmt:
    clause = node.child_by_field_name("condition")
    declared, condition = _condition(low, clause)
    other = node.child_by_field_name("alternative")
    no = None
    if other is not None:
        no = low.stmt(other.named_children[-1] if other.type == "else_clause" else other)
    constexpr = any(child.type == "constexpr" for child in node.children)
    yes = _body(low, node, "consequence")
    start, end = low.start(node), low.end(node)
    return _after_init(low, clause, s.If(start, end, condition, yes, no, constexpr, declared))


def _after_init(low: Lowerer, clause: Tree | None, made: s.Stmt) -> s.Stmt:
    """`if (init; …)` and `switch (init; …)`: the init-statement first, in a block of their own."""
    first = clause.child_by_field_name("initializer") if clause is not None else None
    inner = first.named_children if first is not None and first.type == "init_statement" else []
    first = inner[0] if inner else first
    if first is None or (clause is not None and clause.has_error):
        return made
    return s.Block(made.start, made.end, (low.stmt(first), made))


def _body(low: Lowerer, node: Tree, field: str = "body") -> s.Stmt:
    inner = node.child_by_field_name(field)
    if inner is None:
        return s.Refused(low.start(node), low.end(node), "a statement is missing here")
    return low.stmt(inner)


def _condition(low: Lowerer, node: Tree | None) -> tuple[s.Declaration | None, s.Expr]:
    """A condition, with the variable that it declares, if it does."""
    value = node.child_by_field_name("value") if node is not None else None
    if value is None or node is None or node.has_error:
        return None, low.expr(node)
    if value.type != "declaration":
        return None, low.expr(value)
    made = declaration(low, value)
    start, end = low.start(value), low.end(value)
    if len(made.declarators) != 1:
        return None, s.Unreadable(start, end, "this condition is not read")
    return made, s.Name(start, end, made.declarators[0].name)


@lowers_statement("for_statement")
def _for(low: Lowerer, node: Tree) -> s.Stmt:
    start, end = low.start(node), low.end(node)
    first, condition, step = (
        node.child_by_field_name(f) for f in ("initializer", "condition", "update")
    )
    init: s.Stmt | None = low.stmt(first) if first is not None else None
    made = low.expr(condition) if condition is not None else None
    last = low.expr(step) if step is not None else None
    return s.Loop(start, end, init, made, last, _body(low, node))


@lowers_statement("while_statement")
def _while(low: Lowerer, node: Tree) -> s.Stmt:
    declared, condition = _condition(low, node.child_by_field_name("condition"))
    start, end = low.start(node), low.end(node)
    return s.Loop(start, end, None, condition, None, _body(low, node), True, declared)


@lowers_statement("do_statement")
def _do(low: Lowerer, node: Tree) -> s.Stmt:
    condition = low.expr(node.child_by_field_name("condition"))
    return s.Loop(
        low.start(node), low.end(node), None, condition, None, _body(low, node), test_first=False
    )


@lowers_statement("for_range_loop")
def _for_each(low: Lowerer, node: Tree) -> s.Stmt:
    inner = node.child_by_field_name("declarator")
    kind = type_name(low, node.child_by_field_name("type"))
    made = declarator(low, inner) if inner is not None else s.Declarator(kind.start, kind.end, "")
    over = low.expr(node.child_by_field_name("right"))
    return s.ForEach(low.start(node), low.end(node), kind, made, over, _body(low, node))


@lowers_statement("switch_statement")
def _switch(low: Lowerer, node: Tree) -> s.Stmt:
    clause = node.child_by_field_name("condition")
    declared, value = _condition(low, clause)
    body = node.child_by_field_name("body")
    cases: list[s.Case] = []
    for child in body.named_children if body is not None else ():
        if child.type != "case_statement":
            text = "a statement before the first case is not read"
            return s.Refused(low.start(node), low.end(node), text)
        cases.append(_case(low, child))
    made: s.Stmt = s.Switch(low.start(node), low.end(node), value, tuple(cases))
    if declared is not None:
        made = s.Block(made.start, made.end, (declared, made))
    return _after_init(low, clause, made)


def _case(low: Lowerer, node: Tree) -> s.Case:
    value = node.child_by_field_name("value")
    inner = [c for c in node.named_children if value is None or c.id != value.id]
    made = low.expr(value) if value is not None else None
    return s.Case(low.start(node), low.end(node), made, tuple(low.stmt(c) for c in inner))


@lowers_statement("break_statement")
def _break(low: Lowerer, node: Tree) -> s.Stmt:
    return s.Break(low.start(node), low.end(node))


@lowers_statement("continue_statement")
def _continue(low: Lowerer, node: Tree) -> s.Stmt:
    return s.Continue(low.start(node), low.end(node))


@lowers_statement("return_statement")
def _return(low: Lowerer, node: Tree) -> s.Stmt:
    inner = node.named_children
    value = (low.fault(node) or low.expr(inner[0])) if inner or node.has_error else None
    return s.Return(low.start(node), low.end(node), value)


@lowers_statement("goto_statement")
def _goto(low: Lowerer, node: Tree) -> s.Stmt:
    return s.Goto(low.start(node), low.end(node))


@lowers_statement("labeled_statement")
def _label(low: Lowerer, node: Tree) -> s.Stmt:
    return low.stmt(node.named_children[-1])


def body_of(made: s.Function) -> s.Stmt | None:
    """The body of a function, lowered now; None for a declaration."""
    low, node = made.body
    return None if node is None else _block(low, node)


_SCOPES = ("linkage_specification", "declaration_list")


def has_functions(root: Tree) -> bool:
    """Whether a source defines functions or templates, so that its statements are no snippet."""
    for node in root.named_children:
        if node.type in ("function_definition", "template_declaration", "namespace_definition"):
            return True
        body = node.child_by_field_name("body") if node.type in _SCOPES else None
        if body is not None and (body.type == "function_definition" or has_functions(body)):
            return True
    return False


def unit(low: Lowerer, root: Tree) -> s.Unit:
    """A whole source: its functions, and its other statements in order."""
    functions: list[s.Function] = []
    body: list[s.Stmt] = []
    _collect(low, root, "", functions, body)
    return s.Unit(low.start(root), low.end(root), tuple(functions), tuple(body))


def _collect(
    low: Lowerer,
    root: Tree,
    scope: str,
    functions: list[s.Function],
    body: list[s.Stmt],
) -> None:
    for node in root.named_children:
        inner = node.child_by_field_name("body")
        if node.type == "namespace_definition" and inner is not None:
            _collect(low, inner, scope, functions, body)
        elif node.type == "linkage_specification" and inner is not None:
            if inner.type == "declaration_list":
                _collect(low, inner, scope, functions, body)
            elif inner.type == "function_definition":
                functions.append(function(low, inner, None, scope))
            else:
                body.append(low.stmt(inner))
        elif node.type == "function_definition":
            functions.append(function(low, node, None, scope))
        elif node.type == "template_declaration" and functions_in(low, node):
            functions.extend(functions_in(low, node, None, scope))
        elif node.type != "comment":
            body.append(low.stmt(node))
            functions.extend(_kernels_inside(body[-1]))


def _kernels_inside(node: s.Stmt) -> list[s.Function]:
    """The kernels that a class keeps as static functions, with the class's own parameters."""
    record = node.type.record if isinstance(node, s.TypeStmt) else None
    found = []
    for made in record.methods if record is not None else ():
        if "__global__" in made.qualifiers:
            both = (*(record.template or ()), *(made.template or ())) if record else ()
            found.append(replace(made, template=both or None))
    return found


__all__ = ["_lower_exprs", "body_of", "statements", "unit"]
