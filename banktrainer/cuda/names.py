"""Names that the language and CUDA's headers bring: types, templates and constants."""

from __future__ import annotations

VECTOR_BASES = {
    "char": "char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "float": "float",
    "double": "double",
}
VECTORS = {f"{base}{n}": (VECTOR_BASES[base], n) for base in VECTOR_BASES for n in (1, 2, 3, 4)}
HALF_VECTORS = {
    "half2": ("half", 2),
    "__half2": ("half", 2),
    "__nv_bfloat162": ("__nv_bfloat16", 2),
    "nv_bfloat162": ("__nv_bfloat16", 2),
    "__hip_bfloat162": ("__nv_bfloat16", 2),
}
ALIASES = {
    "uchar": "unsigned char",
    "ushort": "unsigned short",
    "uint": "unsigned int",
    "ulong": "unsigned long",
    "int8_t": "signed char",
    "uint8_t": "unsigned char",
    "int16_t": "short",
    "uint16_t": "unsigned short",
    "int32_t": "int",
    "uint32_t": "unsigned int",
    "int64_t": "long",
    "uint64_t": "unsigned long",
    "size_t": "unsigned long",
    "ssize_t": "long",
    "ptrdiff_t": "long",
    "intptr_t": "long",
    "uintptr_t": "unsigned long",
    "clock_t": "long",
    "__half": "half",
    "nv_bfloat16": "__nv_bfloat16",
    "__hip_bfloat16": "__nv_bfloat16",
    "__int32": "int",
    "__int64": "long long",
    "_Float16": "half",
}
TYPES = frozenset(
    {*VECTORS, *HALF_VECTORS, *ALIASES, "half", "__nv_bfloat16", "dim3", "bool", "void", "wchar_t"}
    | {"char", "short", "int", "long", "float", "double", "unsigned", "signed"}
)
TEMPLATES = frozenset(
    {
        "reinterpret_cast",
        "static_cast",
        "const_cast",
        "dynamic_cast",
        "tiled_partition",
        "thread_block_tile",
        "memcpy_async",
        "integral_constant",
        "numeric_limits",
        "is_same",
        "is_same_v",
        "conditional",
        "conditional_t",
        "fragment",
        "texture",
        "surface",
        "tex1D",
        "tex2D",
        "tex3D",
        "tex1Dfetch",
        "tex2DLayered",
        "surf2Dwrite",
        "pipeline",
        "barrier",
        "array",
        "vector",
        "bit_cast",
        "__builtin_bit_cast",
        "make_tuple",
        "get",
        "HIP_vector_type",
    }
)
CONSTANTS: dict[str, tuple[str, int | float]] = {
    "CHAR_BIT": ("int", 8),
    "INT_MAX": ("int", 2**31 - 1),
    "INT_MIN": ("int", -(2**31)),
    "UINT_MAX": ("unsigned int", 2**32 - 1),
    "LONG_MAX": ("long", 2**63 - 1),
    "ULONG_MAX": ("unsigned long", 2**64 - 1),
    "UCHAR_MAX": ("int", 255),
    "SHRT_MAX": ("int", 32767),
    "USHRT_MAX": ("int", 65535),
    "UINT32_MAX": ("unsigned int", 2**32 - 1),
    "INT32_MAX": ("int", 2**31 - 1),
    "UINT64_MAX": ("unsigned long", 2**64 - 1),
    "FLT_MAX": ("float", 3.4028234663852886e38),
    "FLT_MIN": ("float", 1.1754943508222875e-38),
    "FLT_EPSILON": ("float", 1.1920928955078125e-07),
    "DBL_MAX": ("double", 1.7976931348623157e308),
    "INFINITY": ("float", float("inf")),
    "CUDART_INF_F": ("float", float("inf")),
    "CUDART_INF": ("double", float("inf")),
    "NAN": ("float", float("nan")),
    "M_PI": ("double", 3.141592653589793),
    "NULL": ("long", 0),
}
FOREIGN = frozenset({"cg", "cooperative_groups", "std", "cuda", "nvcuda", "wmma", "thrust", "cub"})
"""Namespaces whose names are never the source's own."""
