"""Evaluation of names, literals, operators, assignments and casts."""

from __future__ import annotations

import re

import numpy as np

from banktrainer.cuda import arith
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, local_home, store
from banktrainer.cuda.convert import CannotConvertError, coerce, join
from banktrainer.cuda.memory import GlobalData, Home, Variable
from banktrainer.cuda.names import CONSTANTS
from banktrainer.cuda.run import LValue, Overloads, Refusal, Run, evaluates
from banktrainer.cuda.types_of import constant, resolve
from banktrainer.cuda.values import Cause, Mask, Value, from_bytes, scalar, select, unknown

_INTEGER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlL]*)$")
_FLOAT = re.compile(
    r"(0[xX][0-9a-fA-F.]+[pP][-+]?\d+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([fFlL]?)$"
)
_ESCAPES = {"n": 10, "t": 9, "0": 0, "r": 13, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8}


@evaluates(s.Number)
def number(run: Run, node: s.Number) -> Value:
    """A literal, typed as C types it."""
    text = node.text.replace("'", "")
    if text in ("true", "false"):
        return scalar(c.BOOL, text == "true")
    if text in ("nullptr", "NULL"):
        return Value(c.pointer(c.VOID), np.zeros(1, np.int64))
    if text[:1] in "+-":
        unsigned = number(run, s.Number(node.start + 1, node.end, text[1:].lstrip()))
        return arith.unary(text[0], unsigned)
    match = _INTEGER.match(text)
    if match:
        return _integer(node, match[1], match[2].lower())
    match = _FLOAT.match(text)
    if match is None:
        raise Refusal(node, f"`{node.text}` is not a number that can be read")
    value = float.fromhex(match[1]) if match[1][:2].lower() == "0x" else float(match[1])
    return scalar(c.FLOAT if match[2] in ("f", "F") else c.DOUBLE, value)


def _integer(node: s.Number, digits: str, suffix: str) -> Value:
    octal = len(digits) > 1 and digits[0] == "0" and digits.isdigit()
    if octal and not set(digits) <= set("01234567"):
        raise Refusal(node, f"`{node.text}` is not an octal number")
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


@evaluates(s.Name)
def name(run: Run, node: s.Name) -> Value:
    """The value of a variable, a constant, a built-in or something given."""
    found = named(run, node)
    if isinstance(found, Value):
        return found
    if isinstance(found, LValue):
        return load(run, found, node)
    raise Refusal(node, f"`{node.name}` is not a value here")


def named(run: Run, node: s.Name) -> Value | LValue | object:
    """What a name means as an operand: an LValue, a Value, or something that is neither."""
    if node.scope is not None:
        owner = resolve(run, node.scope)
        inner = (
            owner.scope.get(node.name)
            if isinstance(owner, c.Record) and isinstance(owner.scope, dict)
            else None
        )
        if isinstance(inner, Value):
            return inner
        raise Refusal(node, f"`{node.name}` of `{owner.name}` is not known")
    found = run.lookup(node.name)
    if found is None and "::" in node.name:
        found = run.lookup(node.name.rsplit("::", 1)[-1])
    if isinstance(found, Variable):
        return variable_place(found)
    if isinstance(found, Home):
        return LValue(found.type, found, np.array([found.base]))
    if found is not None:
        return found
    if run.frame.this is not None:
        inner_place = member_of(run, run.frame.this, node.name)
        if inner_place is not None:
            return inner_place
    return _undeclared(run, node)


def _undeclared(run: Run, node: s.Name) -> Value | object:
    coords = run.world.vector(node.name)
    if coords is not None:
        return coords
    if node.name == "warpSize":
        return scalar(c.INT, run.width)
    if node.name == "this" and run.frame.this is not None:
        this = run.frame.this
        return Value(c.pointer(this.type), this.offset, this.known, this.cause, this.home)
    given = run.given.value(run, node.name)
    if given is not None:
        return given
    if node.name in CONSTANTS:
        kind, value = CONSTANTS[node.name]
        made = c.builtin(kind)
        assert isinstance(made, c.Scalar)
        return scalar(made, value)
    if run.given.is_list(node.name):
        raise Refusal(node, f"`{node.name}` was given as a list, so it needs an index here")
    cause = Cause(f"`{node.name}`", run.line(node), node.name)
    run.missing(node, node.name)
    return unknown(c.UNTYPED, cause)


def variable_place(variable: Variable) -> LValue:
    """A variable as a place; a reference is the place that it stands for."""
    if isinstance(variable.alias, LValue):
        return variable.alias
    return LValue(variable.type, None, np.zeros(1, np.int64), variable=variable)


def member_of(run: Run, owner: LValue, label: str) -> LValue | None:
    """The member `label` of a record's place, or None."""
    from_record = owner.type.field(label) if isinstance(owner.type, c.Record) else None
    if from_record is None:
        return None
    home, offset = based(owner)
    path = f"{owner.field}.{label}" if owner.field else label
    return LValue(
        from_record.type,
        home,
        offset + from_record.offset,
        owner.known,
        owner.cause,
        field=path,
        bits=from_record.bits,
    )


def based(place: LValue) -> tuple[Home | None, np.ndarray]:
    """The memory and offset of a place, a whole variable's included."""
    if place.variable is not None:
        return local_home(place.variable), place.offset
    return place.home, place.offset


@evaluates(s.Unary)
def unary(run: Run, node: s.Unary) -> Value:
    """`+ - ~ !`, and the value behind `*` or the address of `&`."""
    if node.op == "*":
        return load(run, run.place(node), node)
    if node.op == "&":
        return address_of(run, node)
    value = rvalue(run, node.operand)
    if isinstance(value.type, c.Record) and value.type.vector:
        parts = [arith.unary(node.op, p) for p in components(value)]
        return join(value.type, parts)
    return _calculated(node, lambda: arith.unary(node.op, value))


def _calculated(node: s.Node, compute: object) -> Value:
    try:
        result: Value = compute()  # type: ignore[operator]
    except (arith.NotCError, CannotConvertError) as error:
        raise Refusal(node, str(error)) from None
    return result


def address_of(run: Run, node: s.Unary) -> Value:
    """`&place`: no access."""
    if isinstance(node.operand, s.Name) and isinstance(run.lookup(node.operand.name), Overloads):
        return unknown(
            c.pointer(c.VOID), Cause(f"the function `{node.operand.name}`", run.line(node))
        )
    place = run.place(node.operand)
    home, offset = based(place)
    return Value(c.pointer(place.type), offset, place.known, place.cause, home)


def rvalue(run: Run, node: s.Expr) -> Value:
    """The value of an expression, references seen through."""
    return run.evaluate(node)


def components(value: Value) -> list[Value]:
    """The members of a vector value."""
    kind = value.type
    assert isinstance(kind, c.Record)
    found = []
    for f in kind.fields:
        part = None if value.known is None else value.known[:, f.offset : f.offset + f.type.size]
        found.append(
            from_bytes(f.type, value.data[:, f.offset : f.offset + f.type.size], part, value.cause)
        )
    return found


@evaluates(s.Binary)
def binary_node(run: Run, node: s.Binary) -> Value:
    """A binary operator; `&&` and `||` evaluate their right side only where it is needed."""
    if node.op in ("&&", "||"):
        return _short_circuit(run, node)
    left = rvalue(run, node.left)
    right = rvalue(run, node.right)
    return binary(run, node, node.op, left, right)


def binary(run: Run, node: s.Node, op: str, left: Value, right: Value) -> Value:
    """`left op right` for numbers, pointers and vectors."""
    if isinstance(left.type, c.Pointer) or isinstance(right.type, c.Pointer):
        return _pointer_arithmetic(node, op, left, right)
    vector = next((v.type for v in (left, right) if isinstance(v.type, c.Record)), None)
    if vector is not None:
        return _vector(run, node, op, left, right, vector)
    if op in ("/", "%"):
        _check_divisor(run, node, right, left)
    return _calculated(node, lambda: arith.binary(op, left, right))


def _vector(run: Run, node: s.Node, op: str, left: Value, right: Value, kind: c.Record) -> Value:
    user = run.world.operator(run, op, left, right, node)
    if user is not None:
        found: Value = user
        return found
    if not kind.vector or op not in ("+", "-", "*", "/", "&", "|", "^"):
        raise Refusal(node, f"`{op}` on {kind.name} is not read")
    count = len(kind.fields)
    sides = [components(v) if isinstance(v.type, c.Record) else [v] * count for v in (left, right)]
    if len(sides[0]) != len(sides[1]):
        raise Refusal(node, f"`{op}` on vectors of different sizes is not read")
    parts = [binary(run, node, op, a, b) for a, b in zip(*sides, strict=True)]
    return join(kind, [coerce(p, f.type) for p, f in zip(parts, kind.fields, strict=True)])


def _check_divisor(run: Run, node: s.Node, right: Value, left: Value) -> None:
    whole = isinstance(right.type, c.Scalar) and right.type.integral
    if not whole or (isinstance(left.type, c.Scalar) and not left.type.integral):
        return
    zero = right.data == 0
    if right.known is not None:
        zero = zero & right.known
    if not zero.any():
        return
    bad = np.broadcast_to(zero, (run.lanes,)) & run.mask
    if bad.any():
        lane = int(np.flatnonzero(bad)[0])
        raise Refusal(
            node, f"division by zero in lane {lane % run.width} of warp {lane // run.width}"
        )


def _pointer_arithmetic(node: s.Node, op: str, left: Value, right: Value) -> Value:
    known, cause = arith.both_known(left, right)
    if isinstance(left.type, c.Pointer) and isinstance(right.type, c.Pointer):
        if op in arith.COMPARISONS:
            if left.home is not right.home and (left.home is None or right.home is None):
                same = np.zeros(1, bool)
                return Value(c.BOOL, same if op == "==" else ~same, known, cause)
            return Value(c.BOOL, arith.COMPARISONS[op](left.data, right.data), known, cause)
        if op == "-":
            step = max(left.type.target.size, 1)
            return Value(c.LONG, (left.data - right.data) // step, known, cause)
        raise Refusal(node, f"`{op}` on two pointers is not read")
    pointer, other = (left, right) if isinstance(left.type, c.Pointer) else (right, left)
    assert isinstance(pointer.type, c.Pointer)
    if op in ("==", "!="):
        return Value(c.BOOL, np.full(1, op == "!="), pointer.known, pointer.cause)
    if op == "+" or (op == "-" and pointer is left):
        return moved(node, pointer, other, -1 if op == "-" else 1)
    raise Refusal(node, f"`{op}` on a pointer is not read")


def moved(node: s.Node, pointer: Value, by: Value, sign: int = 1) -> Value:
    """`pointer + sign·by` in elements."""
    assert isinstance(pointer.type, c.Pointer)
    known, cause = arith.both_known(pointer, by)
    if isinstance(by.type, c.Opaque):
        return Value(pointer.type, pointer.data, np.zeros(1, bool), by.cause, pointer.home)
    if not isinstance(by.type, c.Scalar) or not by.type.integral:
        raise Refusal(node, f"an index of type {by.type.name} is not an integer")
    step = max(pointer.type.target.size, 1)
    return Value(
        pointer.type,
        pointer.data + sign * step * by.data.astype(np.int64),
        known,
        cause,
        pointer.home,
    )


def _short_circuit(run: Run, node: s.Binary) -> Value:
    left = truth(run, node.left)
    stop = node.op == "||"
    decided = (left.data == stop) if left.known is None else (left.data == stop) & left.known
    rest = run.mask & ~np.broadcast_to(decided, (run.lanes,))
    if not rest.any():
        if run.doubt.any():
            run.world.skip(run, node.right)
        return Value(c.BOOL, np.full(1, stop)) if decided.all() else left
    maybe = (
        run.none if left.known is None else run.mask & np.broadcast_to(~left.known, (run.lanes,))
    )
    with run.doubting(maybe, left.cause), run.under(rest & ~maybe if maybe.any() else rest):
        if run.mask.any():
            right = truth(run, node.right)
        else:
            run.world.skip(run, node.right)
            right = unknown(c.BOOL, left.cause)
    combine = np.logical_or if stop else np.logical_and
    data = combine(left.data, right.data)
    known = None
    if left.known is not None or right.known is not None:
        a = np.ones(1, bool) if left.known is None else left.known
        b = np.ones(1, bool) if right.known is None else right.known
        known = (a & b) | (a & (left.data == stop)) | (b & (right.data == stop) & ~maybe)
    return Value(c.BOOL, data, known, left.cause or right.cause)


def truth(run: Run, node: s.Expr) -> Value:
    """An expression as a condition."""
    value = rvalue(run, node)
    try:
        return coerce(value, c.BOOL)
    except CannotConvertError:
        pass
    raise Refusal(node, f"a value of type {value.type.name} is not a condition")


@evaluates(s.Ternary)
def ternary(run: Run, node: s.Ternary) -> Value:
    """`?:`, each side evaluated only in the lanes that take it."""
    condition = truth(run, node.condition)
    wide = np.broadcast_to(condition.data, (run.lanes,))
    sure = np.ones(1, bool) if condition.known is None else condition.known
    yes, no = run.mask & wide & sure, run.mask & ~wide & sure
    maybe = run.mask & ~np.broadcast_to(sure, (run.lanes,))
    with run.doubting(maybe, condition.cause):
        a = _side(run, node.yes, yes, maybe)
        b = _side(run, node.no, no, maybe)
    if a is None and b is None:
        return unknown(c.UNTYPED, condition.cause)
    if a is None or b is None:
        only = a or b
        assert only is not None
        return (
            only if not maybe.any() else select(~maybe, only, unknown(only.type, condition.cause))
        )
    a, b = _unified(node, a, b)
    merged = select(yes, a, b)
    merged.home = _common_home(run, a, b)
    if maybe.any():
        merged = select(~maybe, merged, unknown(merged.type, condition.cause))
    return merged


def _side(run: Run, node: s.Expr, mask: Mask, maybe: Mask) -> Value | None:
    if not mask.any():
        if run.doubt.any():
            run.world.skip(run, node)
        return None
    with run.under(mask):
        return rvalue(run, node)


def _unified(node: s.Node, a: Value, b: Value) -> tuple[Value, Value]:
    if a.type == b.type:
        return a, b
    if isinstance(a.type, c.Scalar) and isinstance(b.type, c.Scalar):
        kind: c.CType = arith.common(a.type, b.type)
    elif isinstance(a.type, (c.Opaque, c.Scalar)):
        kind = b.type
    else:
        kind = a.type
    try:
        return coerce(a, kind), coerce(b, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


def _common_home(run: Run, a: Value, b: Value) -> Home | None:
    if a.home is b.home or b.home is None:
        return a.home
    if a.home is None:
        return b.home
    if a.home.shared and b.home.shared:
        return Home("shared memory", c.VOID, 0, run.shared.top, run.shared)
    if isinstance(a.home.memory, GlobalData) and isinstance(b.home.memory, GlobalData):
        return Home("data", c.VOID, 0, 0, GlobalData("data", a.home.memory.cause))
    return None


@evaluates(s.Comma)
def comma(run: Run, node: s.Comma) -> Value:
    """`a, b`."""
    run.evaluate(node.left)
    return rvalue(run, node.right)


@evaluates(s.Assign)
def assignment(run: Run, node: s.Assign) -> Value:
    """`=` (right side first) and the compound assignments (a load, then a store)."""
    if node.op == "=":
        return _plain_assignment(run, node)
    value = rvalue(run, node.value)
    place = run.place(node.target)
    old = load(run, place, node.target)
    made = binary(run, node, node.op[:-1], old, value)
    made = _fit(node, made, place.type)
    store(run, place, made, node.target)
    return made


def _plain_assignment(run: Run, node: s.Assign) -> Value:
    if isinstance(node.value, s.InitList):
        place = run.place(node.target)
        value: Value = run.world.initialise(run, place.type, node.value)
    else:
        value = rvalue(run, node.value)
        place = run.place(node.target)
    made = _fit(node, value, place.type)
    store(run, place, made, node.target)
    return made


def _fit(node: s.Node, value: Value, kind: c.CType) -> Value:
    try:
        return coerce(value, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


@evaluates(s.Update)
def update(run: Run, node: s.Update) -> Value:
    """`++` and `--`: a load, then a store."""
    place = run.place(node.target)
    old = load(run, place, node.target)
    made = binary(run, node, node.op[0], old, scalar(c.INT, 1))
    made = _fit(node, made, place.type)
    store(run, place, made, node.target)
    return made if node.prefix else old


@evaluates(s.SizeOf)
def sizeof(run: Run, node: s.SizeOf) -> Value:
    """sizeof and alignof: no access."""
    kind = type_of(run, node.what)
    if isinstance(kind, c.Reference):
        kind = kind.target
    if isinstance(kind, c.Opaque) or (isinstance(kind, c.Array) and kind.count is None):
        raise Refusal(node, f"the size of {kind.name} is not known")
    return scalar(c.ULONG, kind.align if node.align else kind.size)


def type_of(run: Run, what: s.TypeName | s.Expr) -> c.CType:
    """The type of an operand of sizeof, which is not evaluated."""
    if isinstance(what, s.TypeName):
        return resolve(run, what)
    if isinstance(what, s.Name):
        found = run.lookup(what.name)
        if isinstance(found, c.CType) or (found is None and c.builtin(what.name) is not None):
            return resolve(run, s.TypeName(what.start, what.end, what.name, what.args))
    with run.quietly():
        if isinstance(what, (s.Name, s.Subscript, s.Member)) or (
            isinstance(what, s.Unary) and what.op == "*"
        ):
            return run.place(what).type
        return rvalue(run, what).type


__all__ = ["constant"]
