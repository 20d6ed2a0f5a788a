"""Strangers' source: whatever it is, a clean answer within its budget, never a traceback."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from banktrainer.cuda import Launch, SourceError, report, trace
from banktrainer.cuda.budget import Budget
from tests.cuda import test_kernels

STEPS = 300_000
"""What reading a source, and then running it, may take here."""
WORDS = (
    *(
        "__shared__",
        "float",
        "int",
        "s",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ";",
        ",",
        "*",
        "&",
        "<",
        ">",
    ),
    *(
        "=",
        "+",
        "-",
        "if",
        "for",
        "while",
        "threadIdx.x",
        "0",
        "1",
        "32",
        "1e9",
        "template",
        "struct",
    ),
    *(
        "#define",
        "#if",
        "#endif",
        "\n",
        "\\",
        '"',
        "'",
        "/*",
        "*/",
        "//",
        "extern",
        "return",
        "?",
        ":",
    ),
    *("atomicAdd", "sizeof", "reinterpret_cast", "::", "->", ".", "auto", "[&]", "asm", "switch"),
    *("case", "break", "continue", "goto", "do", "union", "enum", "typedef", "__global__", "void"),
)
SEEDS: list[str] = [
    v for v in vars(test_kernels).values() if isinstance(v, str) and "__global__" in v
]


def survives(code: str) -> None:
    """Read `code`; only SourceError may come out, and within the budget."""
    with contextlib.suppress(SourceError):
        launch, values = Launch(block=(64,)), {"n": "64", "in": "i"}
        traced = trace(code, launch, values, budget=lambda: Budget(STEPS))
        report(traced)
        for unread in traced.unread:
            assert str(traced.error(unread))


def soup(rng: random.Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 60)))


def noise(rng: random.Random) -> str:
    return "".join(chr(rng.choice((rng.randint(0, 255), rng.randint(32, 126)))) for _ in range(200))


def mutated(rng: random.Random) -> str:
    code = rng.choice(SEEDS)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(code))
        kind = rng.random()
        if kind < 0.3:
            code = code[:at] + code[at + rng.randint(1, 5) :]
        elif kind < 0.6:
            code = code[:at] + rng.choice(WORDS) + code[at:]
        elif kind < 0.8:
            other = rng.randrange(len(code))
            code = code[:at] + code[other : other + 20] + code[at:]
        else:
            number = str(rng.choice((0, -1, 7, 31, 33, 2**31, 2**32, 2**63, 10**20)))
            code = code[:at] + number + code[at:]
    return code


@pytest.fixture(autouse=True)
def _short_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("banktrainer.cuda.macros.MACRO_TOKENS", 40_000)


@pytest.mark.parametrize("seed", range(40))
def test_random_words(seed: int) -> None:
    survives(soup(random.Random(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_random_characters(seed: int) -> None:
    survives(noise(random.Random(seed)))


@pytest.mark.parametrize("seed", range(60))
def test_mutated_kernels(seed: int) -> None:
    survives(mutated(random.Random(seed)))


@pytest.mark.parametrize(
    "code",
    [
        "",
        ";",
        "\0",
        "a<" * 20_000,
        "(" * 20_000,
        "[" * 20_000,
        "{" * 20_000,
        "-" * 20_000 + "1;",
        "x" + "+x" * 20_000 + ";",
        "int x = " + "1?" * 5_000 + "1" + ":1" * 5_000 + ";",
        "if (1) " * 3_000 + ";",
        "__shared__ float s[1 << 20][1 << 20]; s[0][0] = 1;",
        "int a[1 << 24]; a[0] = 1;",
        "#define A B\n#define B A\n__shared__ int s[4]; s[A] = 1;",
        "#define A(x) x x x x\n" + "int y = " + "A(" * 12 + "1" + ")" * 12 + ";",
        "".join(f"#define A{i} A{i + 1}\n" for i in range(30_000)) + "int x = A0;",
        "for (;;) for (;;) ;",
        "for (int i = 0; i < 9999; i++) for (int j = 0; j < 9999; j++) ;",
        "__shared__ int s[4]; for (int i = 0; i < 9000; i++) atomicAdd(&s[0], 1);",
        "struct A { A a; }; __shared__ A x; x.a = 1;",
        "struct A; __shared__ A x[3]; x[0];",
        "template <int N> struct F { F<N + 1> f; }; F<0> x;",
        "template <int N> __device__ int f() { return f<N + 1>(); } int x = f<0>();",
        "using T = T; T x;",
        "typedef T T; T x;",
        "enum { A = A };",
        "auto f = [&](auto g) { return g(g); }; f(f);",
        "int x = 99999999999999999999999999;",
        "int x = 1.2.3.4;",
        "double x = 1e99999; __shared__ int s[4]; s[(int)x] = 1;",
        "__shared__ int s[4]; s[0x7fffffffffffffff] = 1; s[-9223372036854775807 - 1] = 1;",
        "__shared__ int s[4]; int* p = s; p += 1LL << 62; *p = 1; p[1LL << 62] = 2;",
        "#if " + "(" * 5_000 + "1" + ")" * 5_000 + "\n#endif",
        "#if " + "!" * 5_000 + "1\n#endif",
        "#" * 5_000,
        '#include "x"\n#include <y>\n#pragma unroll\n# 3 "f"\n#\n',
    ],
    ids=range(36),
)
def test_hostile(code: str) -> None:
    survives(code)


@pytest.mark.long
def test_a_long_run() -> None:
    rng = random.Random()
    until = time.monotonic() + 300
    while time.monotonic() < until:
        survives(rng.choice((soup, noise, mutated))(rng))


@pytest.mark.parametrize("steps", [1, 100, 2_000, 30_000])
def test_one_budget_stops_every_stage_at_the_same_place(steps: int) -> None:
    code = "#define ONE 1\n__shared__ int s[32];\n" + "s[threadIdx.x] = ONE;\n" * 4_000

    def ends() -> tuple[int, str]:
        try:
            traced = trace(code, budget=lambda: Budget(steps, clock=lambda: 0.0))
        except SourceError as error:
            return 0, error.message
        return len(traced.accesses), traced.unread[-1].message

    count, message = ends()
    assert (count, message) == ends()
    assert f"stopped after {steps} steps" in message


def test_the_clock_of_the_budget_is_given() -> None:
    ticks = iter(range(10_000_000))
    budget = Budget(seconds=5, clock=lambda: float(next(ticks)))
    with pytest.raises(SourceError, match="too much to read"):
        trace("x = 1;\n" * 5_000, budget=lambda: budget)
