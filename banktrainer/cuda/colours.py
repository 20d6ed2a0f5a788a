"""What each part of a source is, by the grammar, so that an editor can colour it."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from tree_sitter import Node, Query, QueryCursor

from banktrainer.cuda.budget import OutOfBudgetError
from banktrainer.cuda.parse import LANGUAGE, parse_as_is

_MOST_CHARS = 1 << 16
"""Longer sources are left without colours: nobody types them."""

_WORDS = {
    "type": (
        "__shared__ __global__ __device__ __host__ __constant__ __restrict__ __launch_bounds__ "
        "extern static const constexpr volatile struct union typedef using template typename"
    ),
    "keyword": "if else for while do switch case default break continue return sizeof",
    "directive": "#define #include #if #ifdef #ifndef #else #endif",
}
_NODES = """
(preproc_directive) @directive
[(primitive_type) (type_identifier) (sized_type_specifier) (auto)] @type
(number_literal) @figure
(call_expression function: (identifier) @built-in)
((identifier) @built-in
  (#match? @built-in "^(threadIdx|blockIdx|blockDim|gridDim|warpSize)$"))
[(string_literal) (char_literal)] @string
(comment) @comment
"""


@cache
def _query() -> Query:
    lists = (
        "[" + " ".join(f'"{word}"' for word in words.split()) + f"] @{role}"
        for role, words in _WORDS.items()
    )
    return Query(LANGUAGE, "\n".join((*lists, _NODES)))


class Colour(NamedTuple):
    """Characters [start, end) of one line, from 0, and what they are: a role of the screens."""

    start: int
    end: int
    role: str


def colours(source: str) -> Mapping[int, tuple[Colour, ...]]:
    """The coloured parts of each line (from 0) that has any; none where it takes too long."""
    if len(source) > _MOST_CHARS:
        return {}
    try:
        tree, _ = parse_as_is(source)
    except OutOfBudgetError:
        return {}
    found: defaultdict[int, list[Colour]] = defaultdict(list)
    starts = _line_starts(source)
    for role, node in _captured(tree.root_node):
        for line, start, end in _by_line(starts, node.start_byte, node.end_byte):
            found[line].append(Colour(start, end, role))
    return {line: tuple(sorted(parts)) for line, parts in found.items()}


def _captured(root: Node) -> Iterator[tuple[str, Node]]:
    for role, nodes in QueryCursor(_query()).captures(root).items():
        yield from ((role, node) for node in nodes)


def _line_starts(source: str) -> list[int]:
    return [0, *(i + 1 for i, char in enumerate(source) if char == "\n")]


def _by_line(starts: list[int], start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """A span of the source as a span of each line it touches."""
    line = bisect_right(starts, start) - 1
    while start < end:
        after = starts[line + 1] if line + 1 < len(starts) else end + 1
        stop = min(end, after - 1)
        if stop > start:
            yield line, start - starts[line], stop - starts[line]
        start, line = after, line + 1
