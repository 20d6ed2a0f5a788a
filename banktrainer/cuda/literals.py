"""Evaluation of literals, typed as C types them."""

from __future__ import annotations

import re

import numpy as np

from banktrainer.cuda import arith
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.run import Refusal, Run, evaluates
from banktrainer.cuda.values import NULL, Cause, Value, scalar, unknown

_MOST_DIGITS = 100
_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$")


_FLOAT = re.compile(
    r"(0[xX][0-9a-fA-F.]+[pP][-+]?\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([fFlL]?)$"
)


_ESCAPES = {"n": 10, "t": 9, "0": 0, "r": 13, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8}


@evaluates(s.Number)
def number(run: Run, node: s.Number) -> Value:
    """A literal, typed as C types it."""
    kept = run.literals.get(id(node))
    if kept is None:
        kept = run.literals[id(node)] = (node, _number(run, node))
    return kept[1]


def _number(run: Run, node: s.Number) -> Value:
    text = node.text.replace("'", "")
    if text in ("true", "false"):
        return scalar(c.BOOL, text == "true")
    if text in ("nullptr", "NULL"):
        return Value(c.pointer(c.VOID), np.zeros(1, np.int64), home=NULL)
    if text[:1] in "+-":
        unsigned = _number(run, s.Number(node.start + 1, node.end, text[1:].lstrip()))
        return arith.unary(text[0], unsigned)
    match = _INTEGER.match(text)
    if match:
        return _integer(node, match[1], match[2].lower())
    match = _FLOAT.match(text)
    if match is None:
        raise Refusal(node, f"`{node.text}` is not a number that can be read")
    try:
        value = float.fromhex(match[1]) if match[1][:2].lower() == "0x" else float(match[1])
    except (ValueError, OverflowError):  # two points, or past every double
        raise Refusal(node, f"`{node.text}` is not a number that can be read") from None
    return scalar(c.FLOAT if match[2] in ("f", "F") else c.DOUBLE, value)


def _integer(node: s.Number, digits: str, suffix: str) -> Value:
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    if octal and not set(digits) <= set("01234567"):
        raise Refusal(node, f"`{node.text}` is not an octal number")
    if len(digits) > _MOST_DIGITS:  # Python refuses to read decimals without end
        raise Refusal(node, f"`{node.text[:_MOST_DIGITS]}…` does not fit any integer type")
    value = int(digits, 8) if octal else int(digits, 0)
    decimal = digits[0] != "0" or digits == "0"
    order: list[c.Scalar] = [c.INT, c.UINT, c.LONG, c.ULONG, c.LLONG, c.ULLONG]
    if "ll" in suffix:
        order = order[4:]
    elif "l" in suffix:
        order = order[2:4]
    if "u" in suffix:
        order = [t for t in order if t.kind == "uint"]
    elif decimal:
        order = [t for t in order if t.kind == "int"]
    for kind in order:
        if value < 1 << (kind.size * 8 - (kind.kind == "int")):
            return scalar(kind, value)
    raise Refusal(node, f"`{node.text}` does not fit any integer type")


@evaluates(s.Char)
def char(run: Run, node: s.Char) -> Value:
    """A character literal."""
    inner = node.text[node.text.index("'") + 1 : -1]
    if len(inner) == 1 and inner.isascii():
        return scalar(c.CHAR, ord(inner))
    if len(inner) == 2 and inner[0] == "\\" and inner[1] in _ESCAPES:
        return scalar(c.CHAR, _ESCAPES[inner[1]])
    if re.fullmatch(r"\\x[0-9a-fA-F]{1,2}", inner):
        return scalar(c.CHAR, int(inner[2:], 16))
    raise Refusal(node, "this character is not read")


@evaluates(s.Text)
def text(run: Run, node: s.Text) -> Value:
    """A string: bytes that nobody needs."""
    return unknown(c.pointer(c.CHAR), Cause("a string", run.line(node)))


@evaluates(s.Unreadable)
def unreadable(run: Run, node: s.Unreadable) -> Value:
    """What the grammar could not read, now that it is reached."""
    raise Refusal(node, node.message)
