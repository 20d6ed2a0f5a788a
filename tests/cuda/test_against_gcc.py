"""Generated integer expressions and struct layouts, against a real C compiler."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cuda.helpers import clean

COMPILER = shutil.which("gcc") or shutil.which("clang")
needs_compiler = pytest.mark.skipif(
    COMPILER is None, reason="no gcc or clang here: the reader is not compared with a C compiler"
)
TYPES = (
    *("char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"),
    *("long", "unsigned long", "long long", "unsigned long long"),
)
LITERALS = ("0", "1", "2", "7u", "255", "65536", "2147483647", "4294967295u", "3L", "'z'")
BINARY = ("+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||")
VARIABLES = {f"v{i}": kind for i, kind in enumerate(TYPES)}
VALUES = (-1, 200, 250, -30000, 60000, -5, 4000000000, -9, 11, 1 << 40, (1 << 63) + 12345)


def expression(rng: random.Random, depth: int) -> str:
    """A random expression free of what C leaves undefined (signed overflow wraps: -fwrapv)."""
    if depth == 0 or rng.random() < 0.12:
        return rng.choice(LITERALS) if rng.random() < 0.4 else rng.choice(tuple(VARIABLES))
    pick = rng.random()
    a, b = expression(rng, depth - 1), expression(rng, depth - 1)
    if pick < 0.5:
        return f"({a}) {rng.choice(BINARY)} ({b})"
    if pick < 0.6:
        return f"{a} {rng.choice(BINARY[:8])} {b}"
    if pick < 0.7:
        sign = rng.choice(("", "-"))
        return f"(({a}) & 0xffffff) {rng.choice('/%')} {sign}((({b}) & 15) | 1)"
    if pick < 0.8:
        return f"(({a}) {rng.choice(('<<', '>>'))} (({b}) & 7))"
    if pick < 0.87:
        return f"{rng.choice('-~!+')}({a})"
    if pick < 0.94:
        return f"({rng.choice(TYPES)})({a})"
    return f"(({a}) ? ({b}) : ({expression(rng, depth - 1)}))"


def declared() -> str:
    return "\n".join(
        f"{kind} {name} = ({kind}){value}{'ull' if value > 1 << 62 else 'L'};"
        for (name, kind), value in zip(VARIABLES.items(), VALUES, strict=True)
    )


def compiled(tmp_path: Path, body: str) -> list[int]:
    """The numbers that a C program prints, one a line."""
    source = tmp_path / "p.c"
    source.write_text(
        "#include <stdio.h>\n#include <stddef.h>\n#include <stdbool.h>\n"
        f"int main(void) {{\n{body}\nreturn 0; }}\n"
    )
    assert COMPILER is not None
    program = tmp_path / "p"
    subprocess.run(
        [COMPILER, "-w", "-std=c11", "-fwrapv", "-O0", str(source), "-o", str(program)], check=True
    )
    done = subprocess.run([str(program)], check=True, capture_output=True, text=True)
    return [int(line) for line in done.stdout.split()]


@needs_compiler
@pytest.mark.parametrize("seed", range(4))
def test_expressions(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    found = [expression(rng, 4) for _ in range(60)]
    printed = "".join(f'printf("%llu\\n", (unsigned long long)({e}));\n' for e in found)
    expected = compiled(tmp_path, declared() + printed)
    for text, value in zip(found, expected, strict=True):
        assert value_of(text) == value, text


def value_of(text: str) -> int:
    """The 64-bit value of an expression, read off in pieces of 12 bits."""
    parts = "".join(f"s_[(r_ >> {at}) & 4095] = 0;\n" for at in range(0, 64, 12))
    code = f"__shared__ unsigned char s_[4096];\n{declared()}\n"
    code += f"unsigned long long r_ = (unsigned long long)({text});\n{parts}"
    traced = clean(code, block=(1,))
    pieces = [x.executions[0].access.addresses[0] for x in traced.accesses]
    return sum(int(piece) << (12 * i) for i, piece in enumerate(pieces))


FIELD_TYPES = ("char", "short", "int", "long", "float", "double", "unsigned char", "long long")


def struct(rng: random.Random, name: str, inner: tuple[str, ...]) -> tuple[str, list[str]]:
    """A random struct's text and the paths of its scalar members."""
    lines, paths = [], []
    for i in range(rng.randint(1, 6)):
        align = f"alignas({rng.choice((2, 4, 8, 16, 32))}) " if rng.random() < 0.15 else ""
        if inner and rng.random() < 0.25:
            lines.append(f"struct {rng.choice(inner)} f{i};")
            continue
        kind = rng.choice(FIELD_TYPES)
        if align and int(align[8:-2]) < 8:
            align = ""
        count = f"[{rng.randint(1, 5)}]" if rng.random() < 0.3 else ""
        lines.append(f"{align}{kind} f{i}{count};")
        paths.append(f"f{i}[0]" if count else f"f{i}")
    return f"struct {name} {{ {' '.join(lines)} }};", paths


@needs_compiler
@pytest.mark.parametrize("seed", range(3))
def test_struct_layouts(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    texts: list[str] = []
    made: list[tuple[str, list[str]]] = []
    for i in range(12):
        text, paths = struct(rng, f"S{i}", tuple(name for name, _ in made))
        texts.append(text)
        made.append((f"S{i}", paths))
    source = "\n".join(texts)
    body = "#define alignas(n) _Alignas(n)\n" + source
    for name, paths in made:
        body += f'printf("%zu\\n%zu\\n", sizeof(struct {name}), _Alignof(struct {name}));\n'
        body += "".join(f'printf("%zu\\n", offsetof(struct {name}, {p}));\n' for p in paths)
    assert layouts(source, made) == compiled(tmp_path, body)


def layouts(source: str, made: list[tuple[str, list[str]]]) -> list[int]:
    found: list[int] = []
    for name, paths in made:
        code = f"{source}\n__shared__ unsigned char s_[4096];\n__shared__ struct {name} t_[1];\n"
        code += f"s_[sizeof(struct {name})] = 0; s_[alignof({name})] = 0;\n"
        code += "".join(f"t_[0].{p} = 0;\n" for p in paths)
        rows = clean(code, block=(1,)).accesses
        firsts = [row.executions[0].access for row in rows]
        found += [int(a.addresses[0]) - (a.origin.base if a.origin else 0) for a in firsts]
    return found
