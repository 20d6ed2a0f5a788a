"""The grammar's tree to the reader's own: the walker that the lowering tables hang on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tree_sitter import Node as Tree

from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import TREE_DEPTH, Budget
from banktrainer.cuda.parse import Parsed

ExprMaker = Callable[["Lowerer", Tree], s.Expr]
StmtMaker = Callable[["Lowerer", Tree], s.Stmt]

EXPRESSIONS: dict[str, ExprMaker] = {}
STATEMENTS: dict[str, StmtMaker] = {}


def lowers(*types: str) -> Callable[[ExprMaker], ExprMaker]:
    """Register a function that lowers expressions of the grammar's `types`."""

    def register(maker: ExprMaker) -> ExprMaker:
        EXPRESSIONS.update(dict.fromkeys(types, maker))
        return maker

    return register


def lowers_statement(*types: str) -> Callable[[StmtMaker], StmtMaker]:
    """Register a function that lowers statements of the grammar's `types`."""

    def register(maker: StmtMaker) -> StmtMaker:
        STATEMENTS.update(dict.fromkeys(types, maker))
        return maker

    return register


class Lowerer:
    """Lowers trees over one expanded text; `base` is the text's offset inside the parsed copy.

    Each node is a step of `budget`: `expr` and `stmt` raise OutOfBudgetError.
    """

    record_maker: Callable[[Lowerer, Tree], s.RecordDef]

    def __init__(self, parsed: Parsed, text: str, budget: Budget, base: int = 0) -> None:
        self.parsed = parsed
        self.budget = budget
        self._text = text
        self._length = len(text)
        self.base = base
        self._depth = 0
        self.launches: list[s.Launches] = []

    def start(self, node: Tree) -> int:
        """Where `node` begins in the expanded text."""
        at: int = node.start_byte - self.base
        return at if 0 <= at <= self._length else self._clamped(at)

    def end(self, node: Tree) -> int:
        """Where `node` ends in the expanded text."""
        at: int = node.end_byte - self.base
        return at if 0 <= at <= self._length else self._clamped(at)

    def _clamped(self, at: int) -> int:
        return 0 if at < 0 else self._length

    def text(self, node: Tree) -> str:
        """The expanded text under `node`."""
        return self._text[self.start(node) : self.end(node)]

    def slice(self, span: tuple[int, int]) -> str:
        """The expanded text of a span of the parsed copy."""
        return self._text[span[0] - self.base : span[1] - self.base]

    def token(self, node: Tree) -> str:
        """The text of an operator as it stood before any mend."""
        return "<" if node.start_byte in self.parsed.greater else self.text(node)

    def cast_at(self, node: Tree) -> tuple[int, int] | None:
        """The span of T where `node` is a `!` that stands for `(T)`."""
        return self.parsed.casts.get(node.start_byte)

    def record(self, node: Tree) -> s.RecordDef:
        """`node` as a struct, class or union."""
        return type(self).record_maker(self, node)

    def expr(self, node: Tree | None) -> s.Expr:
        """`node` as an expression; what cannot be read becomes Unreadable."""
        if node is None:
            return s.Unreadable(0, 0, "an expression is missing here")
        self.budget.spend()
        fault = self.fault(node)
        if fault is not None:
            return fault
        maker = EXPRESSIONS.get(node.type)
        if maker is None:
            what = node.type.replace("_", " ")
            return s.Unreadable(self.start(node), self.end(node), f"a {what} is not read here")
        self._depth += 1
        try:
            if self._depth > TREE_DEPTH:
                return s.Unreadable(self.start(node), self.end(node), _DEEP)
            return maker(self, node)
        finally:
            self._depth -= 1

    def stmt(self, node: Tree) -> s.Stmt:
        """`node` as a statement; what cannot be read becomes Refused."""
        self.budget.spend()
        maker = STATEMENTS.get(node.type)
        if maker is None:
            if node.type in EXPRESSIONS:
                value = self.expr(node)
                return s.ExprStmt(value.start, value.end, value)
            what = node.type.replace("_", " ")
            return s.Refused(self.start(node), self.end(node), f"a {what} is not read here")
        self._depth += 1
        try:
            if self._depth > TREE_DEPTH:
                return s.Refused(self.start(node), self.end(node), _DEEP)
            return maker(self, node)
        finally:
            self._depth -= 1

    def fault(self, node: Tree) -> s.Unreadable | None:
        """The first syntax error under `node`, if there is one."""
        if not node.has_error:
            return None
        bad = next(_errors(node), node)
        start, end = self.start(bad), max(self.end(bad), self.start(bad))
        if bad.is_missing:
            return s.Unreadable(start, end, f"`{bad.type}` is missing here")
        shown = " ".join(self._text[start:end].split())[:40]
        return s.Unreadable(start, end, f"this is not CUDA that can be read: `{shown}`")


_DEEP = f"nested more than {TREE_DEPTH} levels deep"


def _errors(root: Tree) -> Iterator[Tree]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.is_missing or node.type == "ERROR":
            yield node
        else:
            stack.extend(child for child in reversed(node.children) if child.has_error)
