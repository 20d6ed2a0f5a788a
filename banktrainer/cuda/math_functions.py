"""Integer intrinsics, float math, vector makers' kin, and read-only loads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from banktrainer.cuda import arith
from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.access import load, raw, store
from banktrainer.cuda.convert import CannotConvertError, coerce
from banktrainer.cuda.places import behind
from banktrainer.cuda.run import Refusal, Run, builtin
from banktrainer.cuda.values import Cause, Lanes, Mask, Value, unknown


def operands(run: Run, node: s.Call, count: int) -> list[Value]:
    """The evaluated arguments of a call that takes `count`. Raises Refusal."""
    if len(node.args) != count:
        name = node.function.name if isinstance(node.function, (s.Name, s.Member)) else "this"
        raise Refusal(node, f"`{name}` takes {count} arguments")
    return [run.evaluate(arg) for arg in node.args]


def fitted(node: s.Node, value: Value, kind: c.CType) -> Value:
    """`value` as `kind`. Raises Refusal."""
    try:
        return coerce(value, kind)
    except CannotConvertError as error:
        raise Refusal(node, str(error)) from None


def known_in_all(values: list[Value]) -> tuple[Mask | None, Cause | None]:
    """Lanes in which all of `values` are known."""
    known: Mask | None = None
    cause = None
    for value in values:
        if value.known is not None:
            known = value.known if known is None else known & value.known
            cause = cause or value.cause
    return known, cause


def _pick(run: Run, node: s.Call) -> Value:
    """min and max: C++ compares after the usual conversions."""
    a, b = operands(run, node, 2)
    if isinstance(a.type, c.Opaque) or isinstance(b.type, c.Opaque):
        return unknown(c.UNTYPED, a.cause or b.cause)
    if not isinstance(a.type, c.Scalar) or not isinstance(b.type, c.Scalar):
        raise Refusal(node, "min and max are read for numbers only")
    kind = arith.common(a.type, b.type)
    x, y = fitted(node, a, kind), fitted(node, b, kind)
    name = node.function.name if isinstance(node.function, s.Name) else ""
    pick = np.fmin if "min" in name else np.fmax
    known, cause = known_in_all([x, y])
    return Value(kind, pick(x.data, y.data), known, cause)


builtin("min", "max", "umin", "umax", "fminf", "fmaxf", "fmin", "fmax", "llmin", "llmax")(_pick)


def _integer(kind: c.Scalar, count: int, compute: Callable[..., Any], result: c.Scalar) -> Any:
    def function(run: Run, node: s.Call) -> Value:
        values = [fitted(node, v, kind) for v in operands(run, node, count)]
        known, cause = known_in_all(values)
        made = compute(*(v.data for v in values))
        return Value(result, np.asarray(made).astype(result.dtype), known, cause)

    return function


def _clz(x: Lanes) -> Lanes:
    bits = x.dtype.itemsize * 8
    wide = x.astype(np.uint64)
    found = np.zeros(len(x), np.int32)
    for shift in (32, 16, 8, 4, 2, 1):
        high = (wide >> np.uint64(shift)) != 0
        found = np.where(high, found + shift, found)
        wide = np.where(high, wide >> np.uint64(shift), wide)
    return np.where(x == 0, bits, bits - 1 - found)


def _brev(x: Lanes) -> Lanes:
    bits = x.dtype.itemsize * 8
    out = np.zeros_like(x)
    for _ in range(bits):
        out = (out << x.dtype.type(1)) | (x & x.dtype.type(1))
        x = x >> x.dtype.type(1)
    return out


def _ffs(x: Lanes) -> Lanes:
    low = x & (~x + x.dtype.type(1))
    return np.where(x == 0, 0, x.dtype.itemsize * 8 - _clz(low))


def _high(x: Lanes, y: Lanes) -> Lanes:
    return (x.astype(np.int64) * y.astype(np.int64)) >> 32


def _low24(x: Lanes) -> Lanes:
    return (x.astype(np.int64) << 40) >> 40


for _names, _function in {
    ("__popc", "__builtin_popcount"): _integer(c.UINT, 1, np.bitwise_count, c.INT),
    ("__popcll",): _integer(c.ULLONG, 1, np.bitwise_count, c.INT),
    ("__clz",): _integer(c.UINT, 1, _clz, c.INT),
    ("__clzll",): _integer(c.ULLONG, 1, _clz, c.INT),
    ("__ffs",): _integer(c.UINT, 1, _ffs, c.INT),
    ("__ffsll",): _integer(c.ULLONG, 1, _ffs, c.INT),
    ("__brev",): _integer(c.UINT, 1, _brev, c.UINT),
    ("__brevll",): _integer(c.ULLONG, 1, _brev, c.ULLONG),
    ("__mul24",): _integer(c.INT, 2, lambda x, y: _low24(x) * _low24(y), c.INT),
    ("__umul24",): _integer(
        c.UINT, 2, lambda x, y: (x & np.uint32(0xFFFFFF)) * (y & np.uint32(0xFFFFFF)), c.UINT
    ),
    ("__mulhi",): _integer(c.INT, 2, _high, c.INT),
    ("__umulhi",): _integer(
        c.UINT, 2, lambda x, y: (x.astype(np.uint64) * y.astype(np.uint64)) >> np.uint64(32), c.UINT
    ),
}.items():
    builtin(*_names)(_function)


def _abs(run: Run, node: s.Call) -> Value:
    (value,) = operands(run, node, 1)
    if isinstance(value.type, c.Opaque):
        return value
    if not isinstance(value.type, c.Scalar):
        raise Refusal(node, "abs is read for numbers only")
    kind = arith.promoted(value.type)
    x = fitted(node, value, kind)
    return Value(kind, np.abs(x.data), x.known, x.cause)


builtin("abs", "labs", "llabs")(_abs)

_UNARY: dict[str, Callable[[Any], Any]] = {
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "exp": np.exp,
    "exp2": np.exp2,
    "exp10": lambda x: np.power(x.dtype.type(10), x),
    "log": np.log,
    "log2": np.log2,
    "log10": np.log10,
    "log1p": np.log1p,
    "expm1": np.expm1,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "floor": np.floor,
    "ceil": np.ceil,
    "trunc": np.trunc,
    "rint": np.rint,
    "nearbyint": np.rint,
    "fabs": np.abs,
    "cbrt": np.cbrt,
}
_EXACT = {"floor", "ceil", "trunc", "rint", "nearbyint", "fabs", "sqrt"}
_APPROXIMATE = {"sin", "cos", "tan", "exp", "exp10", "log", "log2", "log10", "pow"}


def _floating(name: str, compute: Callable[..., Any], count: int, single: bool, exact: bool) -> Any:
    """A float function. One whose last bit is the chip's own gives unknown."""

    def function(run: Run, node: s.Call) -> Value:
        values = operands(run, node, count)
        double = not single and any(
            v.type.name != c.FLOAT.name and isinstance(v.type, c.Scalar) for v in values
        )
        kind = c.DOUBLE if double else c.FLOAT
        fitting = [fitted(node, v, kind) for v in values]
        known, cause = known_in_all(fitting)
        made = np.asarray(compute(*(v.data for v in fitting))).astype(kind.dtype)
        if not exact:
            cause = cause or Cause(f"`{name}`, whose last bit depends on the chip", run.line(node))
            return Value(kind, made, np.zeros(1, bool), cause)
        return Value(kind, made, known, cause)

    return function


for _name, _compute in _UNARY.items():
    builtin(_name)(_floating(_name, _compute, 1, False, _name in _EXACT))
    builtin(f"{_name}f")(_floating(f"{_name}f", _compute, 1, True, _name in _EXACT))
    if _name in _APPROXIMATE:
        builtin(f"__{_name}f")(_floating(f"__{_name}f", _compute, 1, True, False))
_PAIRS: dict[str, Any] = {"pow": np.power, "atan2": np.arctan2, "hypot": np.hypot, "fmod": np.fmod}
for _name, _two in _PAIRS.items():
    builtin(_name)(_floating(_name, _two, 2, False, _name == "fmod"))
    builtin(f"{_name}f")(_floating(f"{_name}f", _two, 2, True, _name == "fmod"))
builtin("__powf")(_floating("__powf", np.power, 2, True, False))
_ROUNDED: dict[str, Any] = {"__fadd_rn": np.add, "__fmul_rn": np.multiply, "__fsub_rn": np.subtract}
for _name, _two in _ROUNDED.items():
    builtin(_name)(_floating(_name, _two, 2, True, True))
for _name in ("__fdividef", "__fdiv_rn", "fdividef"):
    builtin(_name)(_floating(_name, np.divide, 2, True, False))
for _name in ("fma", "fmaf", "__fmaf_rn"):
    builtin(_name)(_floating(_name, lambda x, y, z: x * y + z, 3, _name != "fma", False))
builtin("__saturatef", "saturate")(
    _floating("__saturatef", lambda x: np.clip(np.nan_to_num(x), 0, 1), 1, True, True)
)
for _name in ("__frcp_rn", "__frsqrt_rn", "erf", "erff", "rcbrt", "sinpif", "cospif", "rsqrtf"):
    builtin(_name)(_floating(_name, lambda x: x, 1, True, False))


def _converter(
    result: c.Scalar, source: c.Scalar, rounding: Callable[[Any], Any] | None = None
) -> Any:
    def function(run: Run, node: s.Call) -> Value:
        (value,) = operands(run, node, 1)
        value = fitted(node, value, source)
        if rounding is not None:
            value = Value(value.type, rounding(value.data), value.known, value.cause)
        return fitted(node, value, result)

    return function


for _group, _result, _source, _rounding in (
    (("__float2half", "__float2half_rn"), c.HALF, c.FLOAT, None),
    (("__half2float",), c.FLOAT, c.HALF, None),
    (("__float2bfloat16", "__float2bfloat16_rn"), c.BFLOAT, c.FLOAT, None),
    (("__bfloat162float",), c.FLOAT, c.BFLOAT, None),
    (("__float2int_rz",), c.INT, c.FLOAT, np.trunc),
    (("__float2int_rd",), c.INT, c.FLOAT, np.floor),
    (("__float2int_ru",), c.INT, c.FLOAT, np.ceil),
    (("__float2int_rn", "lrintf"), c.INT, c.FLOAT, np.rint),
    (("__float2uint_rn",), c.UINT, c.FLOAT, np.rint),
    (("__float2uint_rz",), c.UINT, c.FLOAT, np.trunc),
    (("__int2float_rn", "__uint2float_rn"), c.FLOAT, c.DOUBLE, None),
):
    builtin(*_group)(_converter(_result, _source, _rounding))


def _bits(result: c.Scalar, source: c.Scalar) -> Any:
    def function(run: Run, node: s.Call) -> Value:
        (value,) = operands(run, node, 1)
        return raw(fitted(node, value, source), result)

    return function


builtin("__float_as_int")(_bits(c.INT, c.FLOAT))
builtin("__float_as_uint")(_bits(c.UINT, c.FLOAT))
builtin("__int_as_float")(_bits(c.FLOAT, c.INT))
builtin("__uint_as_float")(_bits(c.FLOAT, c.UINT))
builtin("__double_as_longlong")(_bits(c.LLONG, c.DOUBLE))
builtin("__longlong_as_double")(_bits(c.DOUBLE, c.LLONG))


@builtin("__ldg", "__ldcg", "__ldcs", "__ldca", "__ldlu")
def read_only(run: Run, node: s.Call) -> Value:
    """A load through a pointer."""
    (pointer,) = operands(run, node, 1)
    if isinstance(pointer.type, c.Opaque):
        return unknown(c.UNTYPED, pointer.cause)
    return load(run, behind(run, node, pointer), node)


@builtin("__stcs", "__stcg", "__stwb", "__stwt", harmless=False)
def written_through(run: Run, node: s.Call) -> Value:
    """A store through a pointer."""
    pointer, value = operands(run, node, 2)
    if not isinstance(pointer.type, c.Opaque):
        store(run, behind(run, node, pointer), value, node)
    return Value(c.VOID, np.zeros(1, np.uint8))


@builtin("frexp", "frexpf", harmless=False)
def split_float(run: Run, node: s.Call) -> Value:
    """`frexp(x, &exponent)`: the exponent is stored, the mantissa is the result."""
    value, pointer = operands(run, node, 2)
    kind = value.type if value.type in (c.FLOAT, c.DOUBLE) else c.DOUBLE
    value = fitted(node, value, kind)
    mantissa, exponent = np.frexp(value.data)
    made = Value(c.INT, exponent.astype(np.int32), value.known, value.cause)
    store(run, behind(run, node, pointer), made, node)
    return Value(kind, mantissa.astype("f4" if kind == c.FLOAT else "f8"), value.known, value.cause)


@builtin("isnan", "isinf", "isfinite", "signbit")
def classified(run: Run, node: s.Call) -> Value:
    """Float classification."""
    (value,) = operands(run, node, 1)
    value = fitted(node, value, c.DOUBLE)
    name = node.function.name if isinstance(node.function, s.Name) else ""
    made = getattr(np, name.rsplit("::", 1)[-1])(value.data)
    return Value(c.BOOL, made, value.known, value.cause)


@builtin("tex1D", "tex2D", "tex3D", "tex1Dfetch", "tex1Dlod", "tex2DLayered", "tex2DLod")
def texture(run: Run, node: s.Call) -> Value:
    """A texture is data: its coordinates are read, its value is unknown."""
    at = [run.evaluate(arg) for arg in node.args[1:]]
    name = node.args[0].name if node.args and isinstance(node.args[0], s.Name) else ""
    function = node.function.name if isinstance(node.function, s.Name) else ""
    elements = run.given.elements(run, name) if function == "tex1Dfetch" else None
    if elements is None or len(at) != 1:
        hinted = name if function == "tex1Dfetch" else None
        return unknown(c.UNTYPED, Cause("a texture", run.line(node), hinted))
    index = fitted(node, at[0], c.LONG)
    found: Value = elements(index.data)
    return Value(found.type, found.data, index.known, index.cause)


@builtin("clock", "clock64", "wall_clock64", "__clock", "__smid", "globaltimer")
def clock(run: Run, node: s.Call) -> Value:
    """A clock: unknown."""
    return unknown(c.LLONG, Cause("a clock", run.line(node)))


def _unknown_result(name: str, kind: str) -> Any:
    """A function whose operands are read and whose result is left unknown."""

    def function(run: Run, node: s.Call) -> Value:
        for arg in node.args:
            run.evaluate(arg)
        made = c.builtin(kind)
        assert made is not None
        return unknown(made, Cause(f"`{name}`", run.line(node)))

    return function


_UNKNOWN = {
    "half2": "__hadd2 __hsub2 __hmul2 __h2div __hfma2 __hmax2 __hmin2 __float2half2_rn"
    " __floats2half2_rn __halves2half2 __half2half2 __lowhigh2highlow __float22half2_rn h2exp",
    "half": "__hadd __hsub __hmul __hdiv __hfma __hmax __hmin __hneg __habs hexp hsqrt hlog"
    " __low2half __high2half __int2half_rn __ushort_as_half",
    "float2": "__half22float2 __bfloat1622float2",
    "float": "__low2float __high2float",
    "unsigned int": "__usad4 __vsadu4 __byte_perm __funnelshift_l __funnelshift_r __vaddus4"
    " __dp4a __dp2a __sad __usad __vabsdiffu4 __vavgu4",
}
for _kind, _words in _UNKNOWN.items():
    for _name in _words.split():
        builtin(_name)(_unknown_result(_name, _kind))


@builtin("dot", "length")
def vector_number(run: Run, node: s.Call) -> Value:
    """helper_math's dot and length, where the source does not define them: some float."""
    for arg in node.args:
        run.evaluate(arg)
    return unknown(c.FLOAT, Cause("float arithmetic on vectors", run.line(node)))


@builtin("lerp", "clamp", "normalize", "cross", "lerpf", "saturate3", "reflect")
def vector_like(run: Run, node: s.Call) -> Value:
    """helper_math's functions that keep their first argument's type: some value of it."""
    values = [run.evaluate(arg) for arg in node.args]
    if not values:
        raise Refusal(node, "an argument is expected")
    return unknown(values[0].type, Cause("float arithmetic on vectors", run.line(node)))
