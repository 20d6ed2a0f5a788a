"""An include that is not followed is named; the trace goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.cuda import trace

USE = "__shared__ float s[32];\ns[threadIdx.x] = 1;\n"
LOST = "was not included: it is not found, or lies outside the given folders"


def _warned(code: str, folder: Path | None = None) -> list[tuple[int, int, str]]:
    traced = trace(code, base_dir=folder)
    assert len(traced.accesses) == 1
    return [(w.line, w.column, w.message) for w in traced.warnings]


@pytest.mark.parametrize("followed", [True, False])
def test_a_missing_include_is_warned_about(tmp_path: Path, followed: bool) -> None:
    code = f'int a;\n  #include "missing.h"\n{USE}'
    folder = tmp_path if followed else None
    assert _warned(code, folder) == [(2, 3, f"`missing.h` {LOST}")]


def test_one_outside_the_folder_is_warned_about(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "out.h").write_text("#define N 4\n", "utf-8")
    code = f'#include "../out.h"\n{USE}'
    assert _warned(code, inner) == [(1, 1, f"`../out.h` {LOST}")]


def test_one_missing_inside_an_include_stands_at_that_include(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text('\n\n#include "b.h"\n', "utf-8")
    assert _warned(f'#include "a.h"\n{USE}', tmp_path) == [(1, 1, f"`b.h` {LOST}")]


@pytest.mark.parametrize(
    "line",
    [
        "#include <stdio.h>",
        '#include "cuda_runtime.h"',
        '#if 0\n#include "x.h"\n#endif',
        '#include "a.h"',
    ],
)
def test_what_is_known_or_followed_is_not_warned_about(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.h").write_text("#pragma once\n", "utf-8")
    assert _warned(f"{line}\n{line}\n{USE}", tmp_path) == []


def test_a_pack_of_an_include_holds_for_its_structs(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text(
        "#pragma pack(push, 1)\nstruct A{char a; double b;};\n#pragma pack(pop)\n", "utf-8"
    )
    code = '#include "a.h"\nstruct B{char a; double b;};\n__shared__ B t[32]; t[0].b = 1;\n'
    traced = trace(f"{code}__shared__ A s[32]; s[0].b = 1;", base_dir=tmp_path)
    assert traced.unread[0].line == 1
    assert [x.array for x in traced.accesses] == ["t"]
