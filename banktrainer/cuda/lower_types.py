"""Lowering of types, declarators, parameters and functions."""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from banktrainer.cuda import syntax as s
from banktrainer.cuda.lower import Lowerer

_RECORDS = ("struct_specifier", "class_specifier", "union_specifier")
_ATTRIBUTES = ("attribute_specifier", "attribute_declaration")
_PACKED = re.compile(r"\b(__packed__|packed)\b")
_WORDS = {
    "storage_class_specifier",
    "type_qualifier",
    "explicit_function_specifier",
    "virtual",
    "inline",
    "noexcept",
}
_DECLARATORS = {
    "identifier",
    "field_identifier",
    "type_identifier",
    "qualified_identifier",
    "operator_name",
    "destructor_name",
    "operator_cast",
    "template_function",
    "structured_binding_declarator",
}
_WRAPPERS = {
    "pointer_declarator": "pointer",
    "abstract_pointer_declarator": "pointer",
    "reference_declarator": "reference",
    "abstract_reference_declarator": "reference",
    "array_declarator": "array",
    "abstract_array_declarator": "array",
    "function_declarator": "function",
    "abstract_function_declarator": "function",
    "parenthesized_declarator": "",
    "abstract_parenthesized_declarator": "",
    "attributed_declarator": "",
    "init_declarator": "",
    "variadic_declarator": "",
}


def squeeze(text: str) -> str:
    """A name without white space around its `::`."""
    return "".join(text.split())


def type_name(low: Lowerer, node: Tree | None) -> s.TypeName:
    """A type specifier (or a whole type_descriptor) as a TypeName."""
    if node is None:
        return s.TypeName(0, 0, "int")
    start, end = low.start(node), low.end(node)
    kind = node.type
    if kind == "type_descriptor":
        inner = type_name(low, node.child_by_field_name("type"))
        _, modifiers = declarator_chain(low, node.child_by_field_name("declarator"))
        return s.TypeName(
            start, end, inner.name, inner.args, inner.record, inner.enum, modifiers, inner.scope
        )
    if kind in _RECORDS:
        from_record = low.record(node)
        return (
            s.TypeName(start, end, from_record.name, record=from_record)
            if _body(node)
            else (s.TypeName(start, end, from_record.name))
        )
    if kind == "enum_specifier":
        made = enum(low, node)
        return s.TypeName(start, end, made.name, enum=made if _body(node) else None)
    if kind == "template_type":
        name = node.child_by_field_name("name")
        args = template_args(low, node.child_by_field_name("arguments"))
        return s.TypeName(start, end, low.text(name) if name else "", args)
    if kind in ("qualified_identifier", "dependent_type"):
        found = _qualified(low, node)
        return found if found.args else _with_blanked(low, node, found)
    if kind == "type_identifier":
        plain = s.TypeName(start, end, low.text(node))
        return _with_blanked(low, node, plain)
    return s.TypeName(start, end, " ".join(low.text(node).split()))


def _with_blanked(low: Lowerer, node: Tree, made: s.TypeName) -> s.TypeName:
    """A type's name with the arguments that were blanked behind it, if any were."""
    span = low.parsed.arguments.get(node.end_byte)
    if span is None:
        return made
    args: list[s.TypeName | s.Expr] = []
    for word in re.finditer(r"\w+", low.slice(span)):
        at = span[0] - low.base + word.start()
        kind = s.Number if word[0][0].isdigit() else s.Name
        args.append(kind(at, at + len(word[0]), word[0]))
    return s.TypeName(made.start, made.end, made.name, tuple(args), scope=made.scope)


def _qualified(low: Lowerer, node: Tree) -> s.TypeName:
    start, end = low.start(node), low.end(node)
    if node.type == "dependent_type":
        inner = type_name(low, node.named_children[-1])
        return s.TypeName(start, end, inner.name, inner.args, scope=inner.scope)
    scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
    inner = type_name(low, name)
    if scope is not None and scope.type == "template_type":
        return s.TypeName(start, end, inner.name, inner.args, scope=type_name(low, scope))
    lead = squeeze(low.text(scope)) + "::" if scope is not None else ""
    return s.TypeName(start, end, lead + inner.name, inner.args, scope=inner.scope)


def _body(node: Tree) -> bool:
    return node.child_by_field_name("body") is not None


def template_args(low: Lowerer, node: Tree | None) -> tuple[s.TypeName | s.Expr, ...]:
    """The arguments between `<` and `>`: types or values."""
    if node is None:
        return ()
    found: list[s.TypeName | s.Expr] = []
    for child in node.named_children:
        found.append(type_name(low, child) if child.type == "type_descriptor" else low.expr(child))
    return tuple(found)


def declarator_chain(low: Lowerer, node: Tree | None) -> tuple[Tree | None, tuple[s.Modifier, ...]]:
    """The name node of a declarator and its modifiers, in the order of their application."""
    modifiers: list[s.Modifier] = []
    while node is not None and node.type in _WRAPPERS:
        kind = _WRAPPERS[node.type]
        if kind:
            modifiers.append(_modifier(low, node, kind))
        below = node.child_by_field_name("declarator")
        if below is None:
            named = [
                c for c in node.named_children if c.type in _DECLARATORS or c.type in _WRAPPERS
            ]
            below = named[-1] if named and node.type != "array_declarator" else None
        node = below
    return node, tuple(modifiers)


def _modifier(low: Lowerer, node: Tree, kind: str) -> s.Modifier:
    start, end = low.start(node), low.end(node)
    if kind == "array":
        size = node.child_by_field_name("size")
        return s.Modifier(start, end, kind, low.expr(size) if size is not None else None)
    if kind == "function":
        return s.Modifier(
            start, end, kind, params=params(low, node.child_by_field_name("parameters"))
        )
    return s.Modifier(start, end, kind)


def declarator(low: Lowerer, node: Tree) -> s.Declarator:
    """One declarator with its initialiser, if it has one."""
    name_node, modifiers = declarator_chain(low, node)
    names: tuple[str, ...] = ()
    if name_node is not None and name_node.type == "structured_binding_declarator":
        names = tuple(low.text(child) for child in name_node.named_children)
    init: s.Expr | None = None
    args: tuple[s.Expr, ...] | None = None
    value = node.child_by_field_name("value") if node.type == "init_declarator" else None
    if value is not None and value.type == "argument_list":
        args = tuple(low.expr(child) for child in value.named_children)
    elif value is not None:
        init = low.expr(value)
    name = squeeze(low.text(name_node)) if name_node is not None else ""
    at = name_node if name_node is not None else node
    return s.Declarator(low.start(at), low.end(at), name, modifiers, init, None, args, names)


def params(low: Lowerer, node: Tree | None) -> tuple[s.Param, ...]:
    """The parameters of a parameter_list; `(void)` and `…` give none."""
    found = []
    for child in node.named_children if node is not None else ():
        if "parameter_declaration" not in child.type:
            continue
        kind = type_name(low, child.child_by_field_name("type"))
        inner = child.child_by_field_name("declarator")
        made = (
            declarator(low, inner) if inner is not None else s.Declarator(kind.start, kind.end, "")
        )
        default = child.child_by_field_name("default_value")
        if kind.name == "void" and not made.modifiers:
            continue
        pack = child.type.startswith("variadic")
        value = low.expr(default) if default is not None else None
        found.append(s.Param(low.start(child), low.end(child), kind, made, value, pack))
    return tuple(found)


def template_params(low: Lowerer, node: Tree | None) -> tuple[s.TemplateParam, ...]:
    """The parameters of `template <…>`."""
    return tuple(
        _template_param(low, child) for child in (node.named_children if node is not None else ())
    )


def _template_param(low: Lowerer, node: Tree) -> s.TemplateParam:
    start, end = low.start(node), low.end(node)
    if "type_parameter" in node.type:
        name = node.child_by_field_name("name")
        default = node.child_by_field_name("default_type")
        if name is None:
            named = [c for c in node.named_children if c.type == "type_identifier"]
            name = named[0] if named else None
        made = type_name(low, default) if default is not None else None
        return s.TemplateParam(start, end, low.text(name) if name is not None else "", None, made)
    inner = node.child_by_field_name("declarator")
    value = node.child_by_field_name("default_value")
    return s.TemplateParam(
        start,
        end,
        declarator(low, inner).name if inner is not None else "",
        type_name(low, node.child_by_field_name("type")),
        low.expr(value) if value is not None else None,
    )


def qualifiers(low: Lowerer, node: Tree) -> frozenset[str]:
    """The words before a declaration's type: __shared__, static, const, __device__, …"""
    return frozenset(
        low.text(child)
        for child in node.children
        if child.type in _WORDS
        or child.type.startswith("__")
        or child.type in ("extern", "constexpr")
    )


def alignments(low: Lowerer, node: Tree) -> tuple[s.Expr, ...]:
    """The arguments of alignas, __align__ and __attribute__((aligned(…))) on `node`."""
    found: list[s.Expr] = []
    for child in node.children:
        if child.type.startswith("alignas"):
            found.extend(low.expr(inner) for inner in child.named_children)
        elif child.type in ("attribute_specifier", "ms_declspec_modifier"):
            found.extend(_aligned(low, child))
        elif child.type in ("type_qualifier", "alignas_specifier"):
            found.extend(alignments(low, child))
    return tuple(found)


def _aligned(low: Lowerer, node: Tree) -> list[s.Expr]:
    found: list[s.Expr] = []
    for child in node.named_children:
        called = child.child_by_field_name("function")
        if child.type == "call_expression" and called is not None:
            if low.text(called).strip("_") == "aligned":
                arguments = child.child_by_field_name("arguments")
                found.extend(low.expr(c) for c in (arguments.named_children if arguments else ()))
        else:
            found.extend(_aligned(low, child))
    return found


def packing(low: Lowerer, node: Tree) -> s.Unreadable | None:
    """The attribute on `node` that packs its layout, refused where it stands."""
    for child in node.children:
        if child.type in _ATTRIBUTES and _PACKED.search(low.text(child)):
            text = "a packed layout is not read"
            return s.Unreadable(low.start(child), low.end(child), text)
    return None


def enum(low: Lowerer, node: Tree) -> s.EnumDef:
    """An enum_specifier."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    base = node.child_by_field_name("base")
    members = []
    for child in body.named_children if body is not None else ():
        label, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if label is not None:
            members.append((low.text(label), low.expr(value) if value is not None else None))
    scoped = any(child.type in ("class", "struct") for child in node.children)
    return s.EnumDef(
        low.start(node),
        low.end(node),
        low.text(name) if name is not None else "",
        tuple(members),
        type_name(low, base) if base is not None else None,
        scoped,
        packing(low, node),
    )


def declaration(low: Lowerer, node: Tree) -> s.Declaration:
    """A declaration or a field_declaration with all its declarators."""
    made = []
    children = node.children
    for index, child in enumerate(children):
        if node.field_name_for_child(index) == "declarator":
            made.append(_with_field_extras(low, node, index, declarator(low, child)))
    return s.Declaration(
        low.start(node),
        low.end(node),
        qualifiers(low, node),
        type_name(low, node.child_by_field_name("type")),
        tuple(made),
        alignments(low, node),
    )


def array_pointer(low: Lowerer, node: Tree) -> s.Declaration | None:
    """`T (*p)[N] = …` and `T (&r)[N] = …`, which the grammar reads as a call with subscripts."""
    target: Tree | None = node
    value = None
    if node.type == "assignment_expression":
        target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "=":
            return None
    modifiers: list[s.Modifier] = []
    while target is not None and target.type == "subscript_expression":
        indices = target.child_by_field_name("indices")
        sizes = indices.named_children if indices is not None else []
        size = low.expr(sizes[0]) if len(sizes) == 1 else None
        modifiers.append(s.Modifier(low.start(target), low.end(target), "array", size))
        target = target.child_by_field_name("argument")
    kind, name = _called_type(low, target)
    if not modifiers or kind is None or name is None or name.parent is None:
        return None
    mark = "reference" if low.text(name.parent)[:1] == "&" else "pointer"
    modifiers.append(s.Modifier(low.start(name.parent), low.end(name.parent), mark))
    init = low.expr(value) if value is not None else None
    made = s.Declarator(low.start(name), low.end(name), low.text(name), tuple(modifiers), init)
    return s.Declaration(low.start(node), low.end(node), frozenset(), kind, (made,))


def _called_type(low: Lowerer, call: Tree | None) -> tuple[s.TypeName | None, Tree | None]:
    """T and the name in `T(*name)` or `T(&name)`, where T is a type."""
    if call is None or call.type != "call_expression":
        return None, None
    called, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    inner = arguments.named_children if arguments is not None else []
    if called is None or len(inner) != 1 or inner[0].type != "pointer_expression":
        return None, None
    name = inner[0].child_by_field_name("argument")
    plain = called.type == "primitive_type" or low.text(called) in low.parsed.types
    if not plain or name is None or name.type != "identifier":
        return None, None
    return type_name(low, called), name


def _with_field_extras(low: Lowerer, node: Tree, index: int, made: s.Declarator) -> s.Declarator:
    """Add the bit-field width and the default of a field, which the grammar hangs beside it."""
    bits, init = made.bits, made.init
    for at in range(index + 1, len(node.children)):
        child = node.children[at]
        if child.type == "bitfield_clause":
            bits = low.expr(child.named_children[0])
        elif node.field_name_for_child(at) in ("default_value", "value"):
            init = low.expr(child)
        elif child.type in (",", ";"):
            break
    return s.Declarator(
        made.start, made.end, made.name, made.modifiers, init, bits, made.args, made.names
    )
