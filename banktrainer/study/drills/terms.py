"""Terms: integer expressions of a thread's place that are both computed and written as C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Thread = tuple[int, int]
"""threadIdx.x and threadIdx.y."""

_TOP, _TIMES, _PLUS, _SHIFT, _COMPARE, _BITS = range(6)
"""How loosely a term's operator binds; bit operators are always set in parentheses."""


@dataclass(frozen=True, slots=True)
class Term:
    """A C expression and its value for a thread; values never are negative."""

    text: str
    value: Callable[[Thread], int]
    level: int = _TOP

    def __add__(self, other: Term | int) -> Term:
        if other == 0:
            return self
        return _both(self, "+", other, _PLUS, lambda a, b: a + b)

    def __sub__(self, other: Term | int) -> Term:
        return _both(self, "-", other, _PLUS, lambda a, b: a - b)

    def __mul__(self, other: Term | int) -> Term:
        if other == 1:
            return self
        return _both(self, "*", other, _TIMES, lambda a, b: a * b)

    def __floordiv__(self, other: int) -> Term:
        return _both(self, "/", other, _TIMES, lambda a, b: a // b)

    def __mod__(self, other: int) -> Term:
        return _both(self, "%", other, _TIMES, lambda a, b: a % b)

    def __rshift__(self, other: int) -> Term:
        return _both(self, ">>", other, _SHIFT, lambda a, b: a >> b)

    def __and__(self, other: int) -> Term:
        return _both(self, "&", other, _BITS, lambda a, b: a & b)

    def __xor__(self, other: Term | int) -> Term:
        if other == 0:
            return self
        return _both(self, "^", other, _BITS, lambda a, b: a ^ b)

    def __lt__(self, other: int) -> Term:
        return _both(self, "<", other, _COMPARE, lambda a, b: int(a < b))

    def __ge__(self, other: int) -> Term:
        return _both(self, ">=", other, _COMPARE, lambda a, b: int(a >= b))

    def named(self, name: str) -> Term:
        """The same value where the code has given it a name."""
        return Term(name, self.value)


tx = Term("threadIdx.x", lambda thread: thread[0])
ty = Term("threadIdx.y", lambda thread: thread[1])


def number(value: int) -> Term:
    return Term(str(value), lambda _thread: value)


def _both(
    left: Term, sign: str, right: Term | int, level: int, join: Callable[[int, int], int]
) -> Term:
    other = number(right) if isinstance(right, int) else right
    text = f"{_inside(left, level)} {sign} {_inside(other, level, right=True)}"
    return Term(text, lambda thread: join(left.value(thread), other.value(thread)), level)


def _inside(term: Term, level: int, *, right: bool = False) -> str:
    """The term's text within one of `level`, in parentheses where C or a reader needs them."""
    loose = term.level > level or (right and term.level == level)
    bits = term.level == _BITS or (level in (_SHIFT, _BITS) and term.level != _TOP)
    return f"({term.text})" if loose or bits else term.text
