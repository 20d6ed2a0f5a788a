"""Small integer expressions, read without `eval`: figures (`{{fix.bytes - bytes}}`) and `where:`.

Grammar, loosest first: `or`, `and`, `not`, one comparison, `+ -`, `* / %`, sign, and at the bottom
a whole number, a name, `FENCE.name`, `name N` or parentheses. Division and remainder round down,
so that `-1 % 32` is 31, as a bank is.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MAX_LENGTH = 200
MAX_DEPTH = 40
_MAX_DIGITS = 12


class ExpressionError(ValueError):
    """An expression that can't be read or has no value; `offset` is the character at fault."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Reference:
    """A name in an expression: `fence` before its dot, `index` the number after it."""

    name: str
    fence: str = ""
    index: int | None = None
    offset: int = 0


@dataclass(frozen=True, slots=True)
class _Operation:
    sign: str
    operands: tuple[Node, ...]
    offset: int


Node = int | Reference | _Operation
Resolver = Callable[[Reference], int]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<sign><=|>=|==|!=|&&|\|\||[-+*/%()<>!.]))",
    re.ASCII,
)
_WORDS = {"and": "&&", "or": "||", "not": "!"}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    offset: int


def parse(text: str, *, conditions: bool = False) -> Node:
    """The expression `text` as a tree; `conditions` allows comparisons and `and`, `or`, `not`."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"longer than {MAX_LENGTH} characters")
    return _Parser(tuple(_tokens(text)), conditions, len(text)).whole()


def evaluate(node: Node, resolve: Resolver) -> int:
    """The value of `node`; conditions are 1 and 0. Raises ExpressionError, as `resolve` may."""
    if isinstance(node, int):
        return node
    if isinstance(node, Reference):
        return resolve(node)
    first, *rest = node.operands
    if node.sign == "&&":
        return int(bool(evaluate(first, resolve)) and bool(evaluate(rest[0], resolve)))
    if node.sign == "||":
        return int(bool(evaluate(first, resolve)) or bool(evaluate(rest[0], resolve)))
    if not rest:
        value = evaluate(first, resolve)
        return {"-": -value, "+": value, "!": int(not value)}[node.sign]
    left, right = evaluate(first, resolve), evaluate(rest[0], resolve)
    if node.sign in "/%" and right == 0:
        raise ExpressionError("division by zero", node.offset)
    return int(_BINARY[node.sign](left, right))


def references(node: Node) -> Iterator[Reference]:
    """Every name in `node`, in order of writing."""
    if isinstance(node, Reference):
        yield node
    elif isinstance(node, _Operation):
        for operand in node.operands:
            yield from references(operand)


def _tokens(text: str) -> Iterator[_Token]:
    offset, end = 0, len(text.rstrip())
    while offset < end:
        match = _TOKEN.match(text, offset)
        if match is None:
            at = offset + len(text[offset:]) - len(text[offset:].lstrip())
            raise ExpressionError(f"`{text[at]}` is not part of a figure's arithmetic", at)
        kind = str(match.lastgroup)
        word = match[kind]
        if kind == "name" and word in _WORDS:
            kind, word = "sign", _WORDS[word]
        yield _Token(kind, word, match.start(str(match.lastgroup)))
        offset = match.end()


@dataclass(slots=True)
class _Parser:
    tokens: tuple[_Token, ...]
    conditions: bool
    end: int
    at: int = 0
    depth: int = 0

    def whole(self) -> Node:
        node = self._either() if self.conditions else self._sum()
        left = self._peek()
        if left is not None:
            raise ExpressionError(f"`{left.text}` is not expected here", left.offset)
        return node

    def _peek(self) -> _Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def _take(self, *signs: str) -> _Token | None:
        token = self._peek()
        if token is None or token.kind != "sign" or token.text not in signs:
            return None
        self.at += 1
        return token

    def _left(self, operand: Callable[[], Node], *signs: str) -> Node:
        node = operand()
        while (token := self._take(*signs)) is not None:
            node = _Operation(token.text, (node, operand()), token.offset)
        return node

    def _either(self) -> Node:
        return self._left(self._both, "||")

    def _both(self) -> Node:
        return self._left(self._negated, "&&")

    def _negated(self) -> Node:
        token = self._take("!")
        return self._comparison() if token is None else self._unary(token, self._negated)

    def _comparison(self) -> Node:
        node = self._sum()
        token = self._take(*_COMPARISONS)
        return node if token is None else _Operation(token.text, (node, self._sum()), token.offset)

    def _sum(self) -> Node:
        return self._left(self._product, "+", "-")

    def _product(self) -> Node:
        return self._left(self._signed, "*", "/", "%")

    def _signed(self) -> Node:
        token = self._take("+", "-")
        return self._atom() if token is None else self._unary(token, self._signed)

    def _unary(self, token: _Token, operand: Callable[[], Node]) -> Node:
        return _Operation(token.text, (self._deeper(token, operand),), token.offset)

    def _deeper(self, token: _Token, inner: Callable[[], Node]) -> Node:
        if self.depth >= MAX_DEPTH:
            raise ExpressionError("nested too deeply", token.offset)
        self.depth += 1
        node = inner()
        self.depth -= 1
        return node

    def _atom(self) -> Node:
        token = self._peek()
        if token is None:
            raise ExpressionError("something is missing at the end", self.end)
        if (opening := self._take("(")) is not None:
            return self._bracketed(opening)
        if token.kind == "sign":
            raise ExpressionError(f"`{token.text}` is not expected here", token.offset)
        self.at += 1
        return _whole_number(token) if token.kind == "number" else self._reference(token)

    def _bracketed(self, opening: _Token) -> Node:
        node = self._deeper(opening, self._either if self.conditions else self._sum)
        if self._take(")") is None:
            raise ExpressionError("the parenthesis is not closed", opening.offset)
        return node

    def _reference(self, first: _Token) -> Reference:
        fence, name = "", first
        if self._take(".") is not None:
            after = self._peek()
            if after is None or after.kind != "name":
                raise ExpressionError(f"`{first.text}.` needs a name after the dot", first.offset)
            self.at += 1
            fence, name = first.text, after
        index = self._peek()
        if index is None or index.kind != "number":
            return Reference(name.text, fence, None, first.offset)
        self.at += 1
        return Reference(name.text, fence, _whole_number(index), first.offset)


def _whole_number(token: _Token) -> int:
    if len(token.text) > _MAX_DIGITS or not token.text.isascii():
        raise ExpressionError("the number is too large", token.offset)
    return int(token.text)
