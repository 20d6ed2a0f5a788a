"""The expressions of `#if`: integer constants, `defined`, and names that are 0."""

from __future__ import annotations

from collections.abc import Callable

from banktrainer.cuda.macros import MacroError, Macros
from banktrainer.cuda.tokens import Token, tokens

_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_DEPTH = 100
_BITS = 1 << 64
_ASKS = (
    "__has_include",
    "__has_builtin",
    "__has_attribute",
    "__has_feature",
    "__has_cpp_attribute",
)


def holds(text: str, offset: int, macros: Macros) -> bool:
    """Whether the condition of an `#if` holds. Raises MacroError."""
    plain = list(_defined(tokens(text, offset), macros))
    expanded = [t for t in macros.expand(plain) if t.kind not in ("space", "newline")]
    reader = _Reader(expanded, offset)
    value = reader.ternary()
    if reader.peek() is not None:
        raise MacroError(f"`{reader.peek()}` is not expected in this #if", offset)
    return value != 0


def _defined(found: list[Token], macros: Macros) -> list[Token]:
    """`defined NAME`, `defined(NAME)` and `__has_…(…)` as 1 or 0."""
    words = [t for t in found if t.kind not in ("space", "newline")]
    out: list[Token] = []
    index = 0
    while index < len(words):
        token = words[index]
        if token.text == "defined" and index + 1 < len(words):
            braced = words[index + 1].text == "("
            at = index + 2 if braced else index + 1
            name = words[at].text if at < len(words) else ""
            known = "1" if name in macros.table else "0"
            out.append(Token("number", known, token.start, token.end))
            index = at + (2 if braced else 1)
        elif token.text in _ASKS:
            out.append(Token("number", "0", token.start, token.end))
            index = _past(words, index + 1)
        else:
            out.append(token)
            index += 1
    return out


def _past(words: list[Token], index: int) -> int:
    """The index after a parenthesised group that may begin at `index`."""
    depth = 0
    while index < len(words):
        depth += {"(": 1, ")": -1}.get(words[index].text, 0)
        index += 1
        if depth <= 0:
            break
    return index


class _Reader:
    def __init__(self, found: list[Token], offset: int) -> None:
        self._tokens = found
        self._at = 0
        self._offset = offset
        self._depth = 0
        self._idle = 0

    def peek(self) -> str | None:
        return self._tokens[self._at].text if self._at < len(self._tokens) else None

    def _take(self) -> Token:
        if self._at >= len(self._tokens):
            raise MacroError("this #if ends too early", self._offset)
        self._at += 1
        return self._tokens[self._at - 1]

    def ternary(self) -> int:
        self._depth += 1
        if self._depth > _DEPTH:
            raise MacroError("this #if is nested too deeply", self._offset)
        value = self._level(0)
        if self.peek() == "?":
            self._take()
            yes = self._unless(not value, self.ternary)
            if self._take().text != ":":
                raise MacroError("`:` is missing in this #if", self._offset)
            no = self._unless(bool(value), self.ternary)
            value = yes if value else no
        self._depth -= 1
        return value

    def _level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        value = self._level(level + 1)
        while self.peek() in _LEVELS[level]:
            op = self._take().text
            decided = (op == "&&" and not value) or (op == "||" and bool(value))
            right = self._unless(decided, lambda: self._level(level + 1))
            value = self._apply(op, value, right)
        return value

    def _unless(self, idle: bool, read: Callable[[], int]) -> int:
        """What `read` gives; where its value does not count, its faults do not either."""
        self._idle += idle
        value = read()
        self._idle -= idle
        return value

    def _apply(self, op: str, a: int, b: int) -> int:
        if op in ("/", "%"):
            if b == 0 and not self._idle:
                raise MacroError("division by zero in this #if", self._offset)
            if b == 0:
                return 0
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return quotient if op == "/" else a - quotient * b
        if op in ("<<", ">>"):
            shift = b & 63
            return _wrapped(a << shift) if op == "<<" else a >> shift
        table = {
            "||": bool(a) or bool(b),
            "&&": bool(a) and bool(b),
            "==": a == b,
            "!=": a != b,
            "<": a < b,
            ">": a > b,
            "<=": a <= b,
            ">=": a >= b,
        }
        if op in table:
            return int(table[op])
        sums = {"|": a | b, "^": a ^ b, "&": a & b, "+": a + b, "-": a - b, "*": a * b}
        return _wrapped(sums[op])

    def _unary(self) -> int:
        token = self._take()
        if token.text in ("!", "-", "+", "~"):
            self._depth += 1
            if self._depth > _DEPTH:
                raise MacroError("this #if is nested too deeply", self._offset)
            value = self._unary()
            self._depth -= 1
            return {"!": int(not value), "-": -value, "+": value, "~": ~value}[token.text]
        if token.text == "(":
            value = self.ternary()
            if self._take().text != ")":
                raise MacroError("`)` is missing in this #if", self._offset)
            return value
        if token.kind == "number":
            return _number(token)
        if token.kind == "name":
            if self.peek() == "(":
                self._at = _past(self._tokens, self._at)
            return int(token.text == "true")
        if token.kind == "string" and len(token.text) == 3:
            return ord(token.text[1])
        raise MacroError(f"`{token.text}` is not expected in this #if", self._offset)


def _wrapped(value: int) -> int:
    value %= _BITS
    return value - _BITS if value >= _BITS // 2 else value


def _number(token: Token) -> int:
    digits = token.text.replace("'", "").rstrip("uUlL")
    try:
        octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
        return int(digits, 8) if octal else int(digits, 0)
    except ValueError:
        raise MacroError(f"`{token.text}` is not an integer", token.start) from None
