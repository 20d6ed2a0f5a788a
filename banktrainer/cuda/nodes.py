"""The nodes of a grammar's tree by their type, in one walk.

The grammar's own queries take a time that grows with the square of a tree's depth and cannot be
stopped; a cursor's steps are all alike, and counted.
"""

from __future__ import annotations

from tree_sitter import Node

from banktrainer.cuda.budget import Budget

_NODES_A_STEP = 64


def nodes_by_type(root: Node, wanted: frozenset[str], budget: Budget) -> dict[str, list[Node]]:
    """The nodes of the `wanted` types, in order of the source. Raises OutOfBudgetError."""
    found: dict[str, list[Node]] = {kind: [] for kind in wanted}
    cursor = root.walk()
    seen = 0
    while True:
        node = cursor.node
        assert node is not None
        seen += 1
        if seen % _NODES_A_STEP == 0:
            budget.spend()
        if node.type in wanted:
            found[node.type].append(node)
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return found
