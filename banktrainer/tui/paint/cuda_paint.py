"""CUDA coloured by a few words and signs: no grammar, so that it costs nothing to load."""

from __future__ import annotations

import re
from collections.abc import Iterator

from textual.content import Content, Span

_TYPES = (
    "void bool char short int long float double half half2 float2 float3 float4 double2 int2 int4 "
    "uint2 uint4 unsigned signed size_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t "
    "int64_t struct union typedef using const constexpr volatile auto template typename "
    "__shared__ __global__ __device__ __restrict__ __launch_bounds__ extern static"
)
_CONTROL = "if else for while do switch case break continue return sizeof reinterpret_cast"
_BUILT_IN = "threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp"
_TOKEN = re.compile(
    r"(?P<comment>//.*|/\*.*?(?:\*/|$))"
    r"|(?P<directive>^\s*#.*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<figure>\d[\w.]*)"
)
_WORDS = {
    **dict.fromkeys(_TYPES.split(), "type"),
    **dict.fromkeys(_CONTROL.split(), "keyword"),
    **dict.fromkeys(_BUILT_IN.split(), "built-in"),
}


def paint(line: str) -> Content:
    """One line of CUDA with a role on each word that has one; the text itself is untouched."""
    return Content(line, spans=[Span(*part) for part in spans(line)])


def spans(line: str) -> Iterator[tuple[int, int, str]]:
    """First and last character of each coloured part of a line, and its role."""
    for found in _TOKEN.finditer(line):
        kind = found.lastgroup or ""
        role = _WORDS.get(found.group()) if kind == "word" else kind
        if role:
            yield found.start(), found.end(), role
