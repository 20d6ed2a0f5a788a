"""Expanded text to the grammar's tree, with the grammar's known misreadings mended.

The copy given to the parser has the length of the text, so that offsets agree: characters
outside ASCII become `_`, and a mend replaces bytes by others of the same length and precedence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import tree_sitter_cuda
from tree_sitter import Language, Node, Parser, Point, Tree

from banktrainer.cuda.budget import Budget, OutOfBudgetError
from banktrainer.cuda.names import TEMPLATES, TYPES
from banktrainer.cuda.nodes import nodes_by_type

LANGUAGE = Language(tree_sitter_cuda.language())
Nodes = Mapping[str, Sequence[Node]]
_INTRODUCING = re.compile(r"\b(?:typedef|using|struct|class|union|enum|template)\b")
_ALIASED = frozenset(
    {
        "type_definition",
        "alias_declaration",
        "struct_specifier",
        "class_specifier",
        "union_specifier",
        "enum_specifier",
        "type_parameter_declaration",
        "optional_type_parameter_declaration",
    }
)
_ANGLED = frozenset({"template_function", "template_type", "template_method"})
_CASTS = frozenset({"cast_expression"})
_COMPARED = frozenset({"binary_expression"})
_SIMPLE_ARGS = re.compile(r"\s*<\s*\w+\s*(?:,\s*\w+\s*)*>(?=\s*[A-Za-z_]\w*\s*[=;({\[,])")
_LAUNCHES = frozenset({"kernel_call_syntax"})
_CHUNK = 4096
_GLANCE_SECONDS = 2.0
_CHARS_A_STEP = 8
_ALIGN = re.compile(r"__align__(\s*)\(|__builtin_align__(\s*)\(")
_CAST = re.compile(r"\(\s*((?:::)?(?:\w+\s*::\s*)*\w+)\s*\)(\s*)(?=[-+*&~!(]|[\w\"'.])")
_BEFORE = re.compile(r"(\w+|[^\s\w])\s*$")
_WORDS_BEFORE_OPERAND = {"return", "case", "else", "do"}


@dataclass(slots=True)
class Parsed:
    """A tree over `text` (the copy that the parser saw) and the mends in it by offset.

    `casts` maps the offset of a `!` that stands for `(T)` to the span of T.
    `arguments` maps the end of a template's name to the span of `<…>`, blanked in the copy.
    `greater` holds the offsets of `>` that stand for `<`. `types` are the names of types.
    """

    tree: Tree
    text: str
    casts: dict[int, tuple[int, int]] = field(default_factory=dict)
    arguments: dict[int, tuple[int, int]] = field(default_factory=dict)
    greater: set[int] = field(default_factory=set)
    types: frozenset[str] = frozenset()


def parse(text: str, budget: Budget) -> Parsed:
    """The mended tree of `text`. Raises OutOfBudgetError."""
    copy = _plain(text)
    tree = _tree(copy, budget)
    types, templates = _introduced(tree.root_node, copy, budget)
    copy, casts = _mark_casts(copy, types | TYPES)
    if casts:
        tree = _tree(copy, budget)
    greater: set[int] = set()
    arguments: dict[int, tuple[int, int]] = {}
    known = templates | types | TEMPLATES
    while True:
        found = nodes_by_type(tree.root_node, _mendable(copy), budget)
        wrong = _misread(found, copy, known) - greater
        blanks = _not_casts(found, copy, types | TYPES)
        spans = _not_compared(found, copy, known)
        if not wrong and not blanks and not spans:
            break
        greater |= wrong
        arguments |= spans
        blanks |= {i for span in spans.values() for i in range(*span)}
        copy = _replaced(_replaced(copy, wrong, ">"), blanks, " ")
        tree = _tree(copy, budget)
    return Parsed(tree, copy, casts, arguments, greater, types | TYPES)


def parse_as_is(text: str) -> tuple[Tree, str]:
    """The grammar's own tree of `text`, unmended, and the copy of as many characters that it saw.

    Raises OutOfBudgetError.
    """
    copy = _plain(text)
    return _tree(copy, Budget(seconds=_GLANCE_SECONDS)), copy


def launch_nodes(tree: Tree, budget: Budget) -> list[Node]:
    """The `kernel<<<…>>>(…)` expressions of a tree, in order. Raises OutOfBudgetError."""
    found = nodes_by_type(tree.root_node, _LAUNCHES, budget)["kernel_call_syntax"]
    return [node.parent for node in found if node.parent is not None]


def _tree(copy: str, budget: Budget) -> Tree:
    data = copy.encode("ascii")
    budget.spend(len(data) // _CHARS_A_STEP)

    def read(offset: int, _point: Point) -> bytes:
        return b"" if budget.late else data[offset : offset + _CHUNK]

    tree = Parser(LANGUAGE).parse(data if len(data) <= _CHUNK else read)
    if tree is None or budget.late:
        raise OutOfBudgetError("this source takes too long to parse")
    return tree


def _mendable(copy: str) -> frozenset[str]:
    """The types of nodes in which the grammar may have misread this text."""
    angled = _ANGLED | _COMPARED if "<" in copy else frozenset[str]()
    return angled | _CASTS


def _plain(text: str) -> str:
    copy = text if text.isascii() else re.sub(r"[^\x00-\x7f]", "_", text)
    return _ALIGN.sub(lambda m: "alignas".rjust(len(m[0]) - 1) + "(", copy)


def _replaced(copy: str, offsets: set[int], char: str) -> str:
    chars = list(copy)
    for offset in offsets:
        chars[offset] = char
    return "".join(chars)


def _not_casts(nodes: Nodes, copy: str, types: frozenset[str]) -> set[int]:
    """Offsets of the parentheses of `(x) - y` read as a cast although x is no type."""
    found: set[int] = set()
    for cast in nodes["cast_expression"]:
        descriptor, value = (cast.child_by_field_name(f) for f in ("type", "value"))
        node = _plain_type(descriptor)
        if node is None or value is None or copy[node.start_byte : node.end_byte] in types:
            continue
        if value.type in ("unary_expression", "pointer_expression", "parenthesized_expression") or (
            copy[value.start_byte] in "+-*&("
        ):
            closing = copy.index(")", node.end_byte)
            found |= {cast.start_byte, closing}
    return found


def _plain_type(descriptor: Node | None) -> Node | None:
    """The type in a type_descriptor that is a name and nothing else."""
    if descriptor is None or descriptor.child_by_field_name("declarator") is not None:
        return None
    named = [child for child in descriptor.named_children if child.type == "type_identifier"]
    return named[0] if named else None


def _introduced(root: Node, copy: str, budget: Budget) -> tuple[frozenset[str], frozenset[str]]:
    """Names that the source introduces as types, and as templates."""
    if _INTRODUCING.search(copy) is None:
        return frozenset(), frozenset()
    found = nodes_by_type(root, _ALIASED | {"template_declaration"}, budget)
    aliases = [name for kind in _ALIASED for node in found[kind] for name in _aliases(node)]
    types = {copy[n.start_byte : n.end_byte] for n in aliases}
    templates = {_template_name(node, copy) for node in found["template_declaration"]}
    return frozenset(t for t in types if t.isidentifier()), frozenset(templates - {""})


def _aliases(node: Node) -> list[Node]:
    """The nodes of the names that one declaration of types introduces."""
    if node.type == "type_definition":
        return node.children_by_field_name("declarator")
    if node.type == "type_parameter_declaration":
        return [child for child in node.named_children if child.type == "type_identifier"]
    name = node.child_by_field_name("name")
    return [name] if name is not None else []


def _template_name(node: Node, copy: str) -> str:
    """The name that a template_declaration declares, or an empty string."""
    inner: Node | None = node.children[-1]
    if inner is not None and inner.type == ";" and len(node.children) > 1:
        inner = node.children[-2]
    while inner is not None:
        name = inner.child_by_field_name("name")
        if inner.type in ("identifier", "type_identifier", "field_identifier"):
            return copy[inner.start_byte : inner.end_byte]
        if name is not None and inner.type != "template_declaration":
            return copy[name.start_byte : name.end_byte].rsplit("::", 1)[-1]
        below = inner.child_by_field_name("declarator") or name
        if below is None and inner.type in ("template_declaration", "reference_declarator"):
            below = inner.children[-1]
        inner = below
    return ""


def _mark_casts(text: str, types: frozenset[str]) -> tuple[str, dict[int, tuple[int, int]]]:
    """Replace `(T)` before an operand by `!`, of the same precedence, for each T that is a type."""
    casts: dict[int, tuple[int, int]] = {}
    chars: list[str] = []
    last_end = -1
    for match in _CAST.finditer(text):
        start, end = match.start(), match.end() - len(match[2])
        if re.split(r"\W+", match[1])[-1] not in types:
            continue
        follows = 0 <= last_end <= start and not text[last_end:start].strip()
        if not (follows or _operand(text, start)):
            continue
        chars = chars or list(text)
        chars[start:end] = "!".ljust(end - start)
        casts[start] = match.span(1)
        last_end = end
    return ("".join(chars) if chars else text), casts


def _operand(text: str, offset: int) -> bool:
    """Whether a parenthesis at `offset` can begin an operand (and is not a call or a sizeof)."""
    match = _BEFORE.search(text, max(0, offset - 200), offset)
    if not match:
        return True
    word = match[1]
    if word[0].isalnum() or word[0] == "_":
        return word in _WORDS_BEFORE_OPERAND
    return word not in ")]"


def _not_compared(nodes: Nodes, copy: str, templates: frozenset[str]) -> dict[int, tuple[int, int]]:
    """Arguments of `Tile<32> t = …` read as a comparison, by the end of the template's name."""
    found: dict[int, tuple[int, int]] = {}
    for outer in nodes.get("binary_expression", ()):
        node = _compared_name(outer)
        if node is None:
            continue
        last = re.split(r"\W+", copy[node.start_byte : node.end_byte])[-1]
        match = _SIMPLE_ARGS.match(copy, node.end_byte)
        if last in templates and match is not None:
            found[node.end_byte] = match.span()
    return found


def _compared_name(outer: Node) -> Node | None:
    """The `x` of `x < y > z`, where it is a name."""
    operator, inner = outer.child_by_field_name("operator"), outer.child_by_field_name("left")
    if operator is None or operator.type != ">" or inner is None:
        return None
    less, name = inner.child_by_field_name("operator"), inner.child_by_field_name("left")
    if inner.type != "binary_expression" or less is None or less.type != "<" or name is None:
        return None
    return name if name.type in ("identifier", "qualified_identifier") else None


def _misread(nodes: Nodes, copy: str, templates: frozenset[str]) -> set[int]:
    """Offsets of `<` that the grammar took for a template's although the name is none."""
    wrong: set[int] = set()
    for node in (n for kind in sorted(_ANGLED) for n in nodes.get(kind, ())):
        name, args = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if name is None or args is None or copy[name.start_byte : name.end_byte] in templates:
            continue
        parent = node.parent
        qualified = parent is not None and parent.type == "qualified_identifier"
        if not qualified and copy[args.start_byte] == "<":
            wrong.add(args.start_byte)
    return wrong
