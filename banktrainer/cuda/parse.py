"""Expanded text to the grammar's tree, with the grammar's known misreadings mended.

The copy given to the parser has the length of the text, so that offsets agree: characters
outside ASCII become `_`, and a mend replaces bytes by others of the same length and precedence.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

import tree_sitter_cuda
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Tree

from banktrainer.cuda.budget import PARSE_SECONDS
from banktrainer.cuda.names import TEMPLATES, TYPES

LANGUAGE = Language(tree_sitter_cuda.language())
_NAMED = Query(
    LANGUAGE,
    """
    (type_definition declarator: (_) @alias)
    (alias_declaration name: (_) @alias)
    (struct_specifier name: (type_identifier) @alias)
    (class_specifier name: (type_identifier) @alias)
    (union_specifier name: (type_identifier) @alias)
    (enum_specifier name: (type_identifier) @alias)
    (type_parameter_declaration (type_identifier) @alias)
    (optional_type_parameter_declaration name: (type_identifier) @alias)
    (template_declaration) @template
    """,
)
_ANGLED = Query(LANGUAGE, "[(template_function) (template_type) (template_method)] @angled")
_CASTS = Query(
    LANGUAGE, "(cast_expression type: (type_descriptor !declarator (type_identifier) @type))"
)
_COMPARED = Query(
    LANGUAGE,
    """(binary_expression
        left: (binary_expression left: [(identifier) (qualified_identifier)] @name operator: "<")
        operator: ">")""",
)
_SIMPLE_ARGS = re.compile(r"\s*<\s*\w+\s*(?:,\s*\w+\s*)*>(?=\s*[A-Za-z_]\w*\s*[=;({\[,])")
_LAUNCHES = Query(LANGUAGE, "(call_expression (kernel_call_syntax)) @launch")
_CHUNK = 4096
_ALIGN = re.compile(r"__align__(\s*)\(|__builtin_align__(\s*)\(")
_CAST = re.compile(r"\(\s*((?:::)?(?:\w+\s*::\s*)*\w+)\s*\)(\s*)(?=[-+*&~!(]|[\w\"'.])")
_BEFORE = re.compile(r"(\w+|[^\s\w])\s*$")
_WORDS_BEFORE_OPERAND = {"return", "case", "else", "do"}


class TooSlowError(Exception):
    """The parser passed its deadline."""


@dataclass(slots=True)
class Parsed:
    """A tree over `text` (the copy that the parser saw) and the mends in it by offset.

    `casts` maps the offset of a `~` that stands for `(T)` to the span of T.
    `arguments` maps the end of a template's name to the span of `<…>`, blanked in the copy.
    `greater` holds the offsets of `>` that stand for `<`.
    """

    tree: Tree
    text: str
    casts: dict[int, tuple[int, int]] = field(default_factory=dict)
    arguments: dict[int, tuple[int, int]] = field(default_factory=dict)
    greater: set[int] = field(default_factory=set)


def parse(text: str) -> Parsed:
    """The mended tree of `text`. Raises TooSlowError."""
    deadline = time.thread_time() + PARSE_SECONDS
    copy = _plain(text)
    tree = _parse(copy, deadline)
    types, templates = _introduced(tree.root_node, copy)
    copy, casts = _mark_casts(copy, types | TYPES)
    if casts:
        tree = _parse(copy, deadline)
    greater: set[int] = set()
    arguments: dict[int, tuple[int, int]] = {}
    known = templates | types | TEMPLATES
    while True:
        wrong = _misread(tree.root_node, copy, known) - greater
        blanks = _not_casts(tree.root_node, copy, types | TYPES)
        found = _not_compared(tree.root_node, copy, templates | types | TEMPLATES)
        if not wrong and not blanks and not found:
            break
        greater |= wrong
        arguments |= found
        blanks |= {i for span in found.values() for i in range(*span)}
        copy = _replaced(_replaced(copy, wrong, ">"), blanks, " ")
        tree = _parse(copy, deadline)
    return Parsed(tree, copy, casts, arguments, greater)


def parse_as_is(text: str) -> tuple[Tree, str]:
    """The grammar's own tree of `text`, unmended, and the copy of as many characters that it saw.

    Raises TooSlowError.
    """
    copy = _plain(text)
    return _parse(copy, time.thread_time() + PARSE_SECONDS), copy


def launch_nodes(tree: Tree) -> list[Node]:
    """The `kernel<<<…>>>(…)` expressions of a tree, in order."""
    found = QueryCursor(_LAUNCHES).captures(tree.root_node).get("launch", [])
    return sorted(found, key=lambda node: node.start_byte)


def _plain(text: str) -> str:
    copy = text if text.isascii() else re.sub(r"[^\x00-\x7f]", "_", text)
    return _ALIGN.sub(lambda m: "alignas".rjust(len(m[0]) - 1) + "(", copy)


def _replaced(copy: str, offsets: set[int], char: str) -> str:
    chars = list(copy)
    for offset in offsets:
        chars[offset] = char
    return "".join(chars)


def _not_casts(root: Node, copy: str, types: frozenset[str]) -> set[int]:
    """Offsets of the parentheses of `(x) - y` read as a cast although x is no type."""
    found: set[int] = set()
    for node in QueryCursor(_CASTS).captures(root).get("type", ()):
        descriptor = node.parent
        cast = descriptor.parent if descriptor is not None else None
        value = cast.child_by_field_name("value") if cast is not None else None
        if cast is None or value is None or copy[node.start_byte : node.end_byte] in types:
            continue
        if value.type in ("unary_expression", "pointer_expression", "parenthesized_expression") or (
            copy[value.start_byte] in "+-*&("
        ):
            closing = copy.index(")", node.end_byte)
            found |= {cast.start_byte, closing}
    return found


def _parse(copy: str, deadline: float) -> Tree:
    data = copy.encode("ascii")

    def read(offset: int, _point: Point) -> bytes:
        return b"" if time.thread_time() > deadline else data[offset : offset + _CHUNK]

    tree = Parser(LANGUAGE).parse(data if len(data) <= _CHUNK else read)
    if tree is None or time.thread_time() > deadline:
        raise TooSlowError
    return tree


def _introduced(root: Node, copy: str) -> tuple[frozenset[str], frozenset[str]]:
    """Names that the source introduces as types, and as templates."""
    found = QueryCursor(_NAMED).captures(root)
    types = {copy[n.start_byte : n.end_byte] for n in found.get("alias", ())}
    templates = {_template_name(node, copy) for node in found.get("template", ())}
    return frozenset(t for t in types if t.isidentifier()), frozenset(templates - {""})


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
    """Replace `(T)` before an operand by `~`, of the same precedence, for each T that is a type."""
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
        chars[start:end] = "~".ljust(end - start)
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


def _not_compared(root: Node, copy: str, templates: frozenset[str]) -> dict[int, tuple[int, int]]:
    """Arguments of `Tile<32> t = …` read as a comparison, by the end of the template's name."""
    found: dict[int, tuple[int, int]] = {}
    if "<" not in copy:
        return found
    for node in QueryCursor(_COMPARED).captures(root).get("name", ()):
        last = re.split(r"\W+", copy[node.start_byte : node.end_byte])[-1]
        match = _SIMPLE_ARGS.match(copy, node.end_byte)
        if last in templates and match is not None:
            found[node.end_byte] = match.span()
    return found


def _misread(root: Node, copy: str, templates: frozenset[str]) -> set[int]:
    """Offsets of `<` that the grammar took for a template's although the name is none."""
    if "<" not in copy:
        return set()
    wrong: set[int] = set()
    for node in QueryCursor(_ANGLED).captures(root).get("angled", ()):
        name, args = node.child_by_field_name("name"), node.child_by_field_name("arguments")
        if name is None or args is None or copy[name.start_byte : name.end_byte] in templates:
            continue
        parent = node.parent
        qualified = parent is not None and parent.type == "qualified_identifier"
        if not qualified and copy[args.start_byte] == "<":
            wrong.add(args.start_byte)
    return wrong
