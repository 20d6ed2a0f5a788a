"""Lowering of expressions."""

from __future__ import annotations

from tree_sitter import Node as Tree

from banktrainer.cuda import syntax as s
from banktrainer.cuda.lower import Lowerer, lowers
from banktrainer.cuda.lower_types import (
    declarator,
    declarator_chain,
    params,
    squeeze,
    template_args,
    type_name,
)

_NO_INDEX = "an index is missing between the brackets"
_CASTS = {"reinterpret_cast", "static_cast", "const_cast"}


@lowers("number_literal")
def _number(low: Lowerer, node: Tree) -> s.Expr:
    return s.Number(low.start(node), low.end(node), low.text(node))


@lowers("true", "false", "nullptr", "null")
def _word(low: Lowerer, node: Tree) -> s.Expr:
    return s.Number(low.start(node), low.end(node), low.text(node))


@lowers("char_literal")
def _char(low: Lowerer, node: Tree) -> s.Expr:
    return s.Char(low.start(node), low.end(node), low.text(node))


@lowers("string_literal", "concatenated_string", "raw_string_literal")
def _string(low: Lowerer, node: Tree) -> s.Expr:
    return s.Text(low.start(node), low.end(node), low.text(node))


@lowers("identifier", "field_identifier", "primitive_type", "type_identifier", "this")
def _name(low: Lowerer, node: Tree) -> s.Expr:
    return s.Name(low.start(node), low.end(node), low.text(node))


@lowers("sized_type_specifier")
def _sized(low: Lowerer, node: Tree) -> s.Expr:
    return s.Name(low.start(node), low.end(node), " ".join(low.text(node).split()))


@lowers("template_function", "template_method", "template_type")
def _template(low: Lowerer, node: Tree) -> s.Expr:
    name = node.child_by_field_name("name")
    args = template_args(low, node.child_by_field_name("arguments"))
    return s.Name(low.start(node), low.end(node), low.text(name) if name else "", args)


@lowers("qualified_identifier")
def _qualified(low: Lowerer, node: Tree) -> s.Expr:
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    inner = low.expr(name)
    start, end = low.start(node), low.end(node)
    if not isinstance(inner, s.Name):
        return s.Unreadable(start, end, "this qualified name is not read")
    if scope is not None and scope.type == "template_type":
        return s.Name(start, end, inner.name, inner.args, type_name(low, scope))
    lead = squeeze(low.text(scope)) + "::" if scope is not None else ""
    return s.Name(start, end, lead + inner.name, inner.args, inner.scope)


@lowers("parenthesized_expression", "condition_clause")
def _parenthesized(low: Lowerer, node: Tree) -> s.Expr:
    inner = node.named_children
    if len(inner) != 1:
        return s.Unreadable(low.start(node), low.end(node), "one expression is expected here")
    return low.expr(inner[0])


@lowers("unary_expression", "pointer_expression")
def _unary(low: Lowerer, node: Tree) -> s.Expr:
    op = node.child_by_field_name("operator")
    operand = low.expr(node.child_by_field_name("argument"))
    start, end = low.start(node), low.end(node)
    span = low.cast_at(op) if op is not None else None
    if span is not None:
        kind = s.TypeName(span[0] - low.base, span[1] - low.base, squeeze(low.slice(span)))
        return s.Cast(start, end, kind, operand, "c")
    word = {"not": "!", "compl": "~"}
    text = low.text(op) if op is not None else ""
    return s.Unary(start, end, word.get(text, text), operand)


_WORDS = {"and": "&&", "or": "||", "bitand": "&", "bitor": "|", "xor": "^", "not_eq": "!="}


@lowers("binary_expression")
def _binary(low: Lowerer, node: Tree) -> s.Expr:
    left = low.expr(node.child_by_field_name("left"))
    right = low.expr(node.child_by_field_name("right"))
    op = node.child_by_field_name("operator")
    text = low.token(op) if op is not None else ""
    return s.Binary(low.start(node), low.end(node), _WORDS.get(text, text), left, right)


@lowers("assignment_expression")
def _assignment(low: Lowerer, node: Tree) -> s.Expr:
    left = low.expr(node.child_by_field_name("left"))
    right = low.expr(node.child_by_field_name("right"))
    op = node.child_by_field_name("operator")
    return s.Assign(low.start(node), low.end(node), low.text(op) if op else "=", left, right)


@lowers("update_expression")
def _update(low: Lowerer, node: Tree) -> s.Expr:
    target = node.child_by_field_name("argument")
    op = node.child_by_field_name("operator")
    if target is None or op is None:
        return s.Unreadable(low.start(node), low.end(node), "this update is not read")
    prefix = op.start_byte < target.start_byte
    return s.Update(low.start(node), low.end(node), low.text(op), prefix, low.expr(target))


@lowers("conditional_expression")
def _ternary(low: Lowerer, node: Tree) -> s.Expr:
    condition, yes, no = (
        node.child_by_field_name(f) for f in ("condition", "consequence", "alternative")
    )
    if yes is None:
        text = "`?:` needs a value between the two"
        return s.Unreadable(low.start(node), low.end(node), text)
    return s.Ternary(
        low.start(node), low.end(node), low.expr(condition), low.expr(yes), low.expr(no)
    )


@lowers("comma_expression")
def _comma(low: Lowerer, node: Tree) -> s.Expr:
    left = low.expr(node.child_by_field_name("left"))
    return s.Comma(
        low.start(node), low.end(node), left, low.expr(node.child_by_field_name("right"))
    )


@lowers("subscript_expression")
def _subscript(low: Lowerer, node: Tree) -> s.Expr:
    base = low.expr(node.child_by_field_name("argument"))
    indices = node.child_by_field_name("indices")
    inner = indices.named_children if indices is not None else []
    start, end = low.start(node), low.end(node)
    if len(inner) != 1:
        text = "one index is expected between the brackets: write `[a][b]`" if inner else _NO_INDEX
        return s.Unreadable(start, end, text)
    return s.Subscript(start, end, base, low.expr(inner[0]))


@lowers("field_expression")
def _member(low: Lowerer, node: Tree) -> s.Expr:
    base = low.expr(node.child_by_field_name("argument"))
    field = node.child_by_field_name("field")
    op = node.child_by_field_name("operator")
    start, end = low.start(node), low.end(node)
    if field is None or op is None:
        return s.Unreadable(start, end, "this member is not read")
    args = None
    if field.type in ("template_method", "dependent_name"):
        inner = field if field.type == "template_method" else field.named_children[-1]
        args = template_args(low, inner.child_by_field_name("arguments"))
        field = inner.child_by_field_name("name") or inner
    return s.Member(start, end, base, low.text(field), low.text(op) == "->", args)


@lowers("call_expression")
def _call(low: Lowerer, node: Tree) -> s.Expr:
    start, end = low.start(node), low.end(node)
    called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    config = next((c for c in node.children if c.type == "kernel_call_syntax"), None)
    function = low.expr(called)
    args = tuple(low.expr(c) for c in arguments.named_children) if arguments is not None else ()
    if config is not None:
        return _launch(low, node, function, config)
    if isinstance(function, s.Name) and function.name in _CASTS and function.args:
        kind = function.args[0]
        if isinstance(kind, s.TypeName) and len(args) == 1:
            return s.Cast(start, end, kind, args[0], function.name)
    if isinstance(function, s.Unreadable):
        return function
    return s.Call(start, end, function, args)


def _launch(low: Lowerer, node: Tree, function: s.Expr, config: Tree) -> s.Expr:
    start, end = low.start(node), low.end(node)
    if not isinstance(function, s.Name):
        return s.Unreadable(start, end, "this launch is not read")
    inner = tuple(low.expr(c) for c in config.named_children)
    made = s.Launches(start, end, function.name, inner, function.args)
    low.launches.append(made)
    return made


@lowers("cast_expression")
def _cast(low: Lowerer, node: Tree) -> s.Expr:
    kind = type_name(low, node.child_by_field_name("type"))
    value = low.expr(node.child_by_field_name("value"))
    return s.Cast(low.start(node), low.end(node), kind, value, "c")


@lowers("compound_literal_expression")
def _compound_literal(low: Lowerer, node: Tree) -> s.Expr:
    kind = type_name(low, node.child_by_field_name("type"))
    value = low.expr(node.child_by_field_name("value"))
    items = value.items if isinstance(value, s.InitList) else (value,)
    return s.Construct(low.start(node), low.end(node), kind, items, True)


@lowers("initializer_list")
def _init_list(low: Lowerer, node: Tree) -> s.Expr:
    items = tuple(low.expr(child) for child in node.named_children)
    return s.InitList(low.start(node), low.end(node), items)


@lowers("sizeof_expression", "alignof_expression")
def _sizeof(low: Lowerer, node: Tree) -> s.Expr:
    kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    what: s.TypeName | s.Expr = type_name(low, kind) if kind is not None else low.expr(value)
    return s.SizeOf(low.start(node), low.end(node), what, node.type.startswith("align"))


@lowers("lambda_expression")
def _lambda(low: Lowerer, node: Tree) -> s.Expr:
    start, end = low.start(node), low.end(node)
    head = node.child_by_field_name("declarator")
    found = params(low, head.child_by_field_name("parameters") if head is not None else None)
    result = s.TypeName(start, start, "auto")
    for child in head.children if head is not None else ():
        if child.type == "trailing_return_type":
            result = type_name(low, child.named_children[-1])
    body = (low, node.child_by_field_name("body"))
    function = s.Function(start, end, "lambda", result, result.modifiers, found, frozenset(), body)
    captures = node.child_by_field_name("captures")
    words = low.text(captures) if captures is not None else "[]"
    names = tuple(
        (part.strip().lstrip("&").strip(), part.strip().startswith("&"))
        for part in words.strip("[]").split(",")
        if part.strip() not in ("", "&", "=")
    )
    return s.Lambda(start, end, function, words.strip("[] ").startswith("&"), names)


@lowers("gnu_asm_expression")
def _asm(low: Lowerer, node: Tree) -> s.Expr:
    code = node.child_by_field_name("assembly_code")
    return s.Asm(
        low.start(node),
        low.end(node),
        low.text(code) if code is not None else "",
        _operands(low, node.child_by_field_name("output_operands")),
        _operands(low, node.child_by_field_name("input_operands")),
    )


def _operands(low: Lowerer, node: Tree | None) -> tuple[tuple[str, s.Expr], ...]:
    found = []
    for child in node.named_children if node is not None else ():
        constraint, value = (child.child_by_field_name(f) for f in ("constraint", "value"))
        if constraint is not None:
            found.append((low.text(constraint).strip('"'), low.expr(value)))
    return tuple(found)


@lowers("type_descriptor")
def _type_as_value(low: Lowerer, node: Tree) -> s.Expr:
    kind = type_name(low, node)
    if kind.modifiers or kind.record or kind.enum:
        return s.Unreadable(kind.start, kind.end, "a value is expected here, not a type")
    return s.Name(kind.start, kind.end, kind.name, kind.args, kind.scope)


@lowers("declaration")
def _declared_condition(low: Lowerer, node: Tree) -> s.Expr:
    return s.Unreadable(low.start(node), low.end(node), "a declaration is not read here")


__all__ = ["declarator", "declarator_chain"]
