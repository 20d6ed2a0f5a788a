"""Lowering of records and functions."""

from __future__ import annotations

import re

from tree_sitter import Node as Tree

from banktrainer.cuda import syntax as s
from banktrainer.cuda.lower import Lowerer
from banktrainer.cuda.lower_types import (
    alignments,
    declaration,
    declarator_chain,
    packing,
    qualifiers,
    squeeze,
    template_params,
    type_name,
)


def record(low: Lowerer, node: Tree) -> s.RecordDef:
    """A struct, class or union specifier, with or without a body."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    fields: list[s.Declaration] = []
    methods: list[s.Function] = []
    types: list[s.Stmt] = []
    inner = body.named_children if body is not None else []
    faults = [fault for item in (node, *inner) if (fault := packing(low, item)) is not None]
    special = any(_virtual(low, child) for child in (*node.children, *inner))
    for child in inner:
        if child.type in ("ERROR", "preproc_call"):
            faults.extend(filter(None, [low.fault(child)]))
        elif child.type == "field_declaration":
            _field(low, child, fields, methods)
        elif child.type in ("function_definition", "template_declaration"):
            methods.extend(functions_in(low, child))
        elif child.type in ("type_definition", "alias_declaration", "using_declaration"):
            types.append(low.stmt(child))
        elif child.type == "declaration":
            methods.extend(functions_in(low, child))
    return s.RecordDef(
        low.start(node),
        low.end(node),
        low.text(name) if name is not None else "",
        node.type == "union_specifier",
        tuple(fields),
        tuple(methods),
        tuple(types),
        alignments(low, node),
        _bases(low, node),
        None,
        faults[0] if faults else None,
        special,
    )


def _virtual(low: Lowerer, node: Tree) -> bool:
    """Whether a member or a list of bases is virtual, and so adds a pointer to the layout."""
    if node.type == "base_class_clause":
        return re.search(r"\bvirtual\b", low.text(node)) is not None
    if node.type not in ("field_declaration", "function_definition", "declaration"):
        return False
    body = node.child_by_field_name("body")
    head = low.text(node)[: low.start(body) - low.start(node) if body is not None else None]
    return re.search(r"\b(virtual|override)\b", head) is not None


def _bases(low: Lowerer, node: Tree) -> tuple[s.TypeName, ...]:
    clause = next((c for c in node.children if c.type == "base_class_clause"), None)
    kinds = ("type_identifier", "template_type", "qualified_identifier")
    inner = clause.named_children if clause is not None else ()
    return tuple(type_name(low, c) for c in inner if c.type in kinds)


def _field(
    low: Lowerer, node: Tree, fields: list[s.Declaration], methods: list[s.Function]
) -> None:
    made = declaration(low, node)
    if any(m.kind == "function" for d in made.declarators for m in d.modifiers[-1:]):
        return
    if made.type.record is not None or made.type.enum is not None or made.declarators:
        fields.append(made)


def functions_in(
    low: Lowerer,
    node: Tree,
    template: tuple[s.TemplateParam, ...] | None = None,
    scope: str = "",
) -> list[s.Function]:
    """The function defined by `node` (through any `template <…>`), as a list of none or one."""
    if node.type == "template_declaration":
        inner = template_params(low, node.child_by_field_name("parameters"))
        return functions_in(low, node.named_children[-1], inner + (template or ()), scope)
    if node.type != "function_definition":
        return []
    return [function(low, node, template, scope)]


def function(
    low: Lowerer, node: Tree, template: tuple[s.TemplateParam, ...] | None, scope: str
) -> s.Function:
    """A function_definition; its body stays a tree until it is called."""
    name_node, modifiers = declarator_chain(low, node.child_by_field_name("declarator"))
    conversion = name_node is not None and name_node.type == "operator_cast"
    name = squeeze(low.text(name_node)) if name_node is not None else ""
    result = type_name(low, node.child_by_field_name("type"))
    if conversion and name_node is not None:
        name = "operator()cast"
        result = type_name(low, name_node.child_by_field_name("type"))
        _, modifiers = declarator_chain(low, name_node.child_by_field_name("declarator"))
    bounds = next((c for c in node.children if c.type == "launch_bounds"), None)
    bound = bounds.named_children if bounds is not None else []
    own = next((m for m in reversed(modifiers) if m.kind == "function"), None)
    return s.Function(
        low.start(node),
        low.end(node),
        name,
        result,
        tuple(m for m in modifiers if m is not own),
        own.params if own is not None else (),
        qualifiers(low, node),
        (low, node.child_by_field_name("body")),
        template,
        low.expr(bound[0]) if bound else None,
        _initializers(low, node),
        scope,
        conversion,
    )


def _initializers(low: Lowerer, node: Tree) -> tuple[tuple[str, tuple[s.Expr, ...]], ...]:
    found = []
    for child in node.children:
        for item in child.named_children if child.type == "field_initializer_list" else ():
            parts = item.named_children
            if parts:
                args = tuple(low.expr(a) for part in parts[1:] for a in part.named_children)
                found.append((low.text(parts[0]), args))
    return tuple(found)


Lowerer.record_maker = staticmethod(record)
