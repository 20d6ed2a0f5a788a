"""The house's own rules: sizes, floors, and what may not load before it is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "banktrainer").rglob("*.py")) + sorted((ROOT / "tests").rglob("*.py"))
HEAVY = ("numpy", "pydantic", "yaml", "fsrs", "markdown_it", "tree_sitter", "tree_sitter_cuda")
LIGHT_MODULES = (
    "banktrainer",
    "banktrainer.cli",
    "banktrainer.engine",
    "banktrainer.cuda",
    "banktrainer.packs",
    "banktrainer.packs.model",
    "banktrainer.study.journal",
    "banktrainer.study.session",
    "banktrainer.records",
    "banktrainer.words",
)


def loaded_by(module: str) -> set[str]:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_over_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("module", LIGHT_MODULES)
def test_light_modules_load_nothing_heavy(module: str) -> None:
    assert not loaded_by(module) & set(HEAVY)


LAZY_FACES = sorted(
    path.parent
    for path in (ROOT / "banktrainer").rglob("__init__.py")
    if "def __getattr__" in path.read_text("utf-8")
)


@pytest.mark.parametrize("folder", LAZY_FACES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_lazy_face_shows_its_names(folder: Path) -> None:
    """For tab completion and `import *`, in a fresh program that has used none of them yet."""
    module = ".".join(folder.relative_to(ROOT).parts)
    code = f"import {module} as face; names = dir(face); print(set(face.__all__) <= set(names))"
    code += f"\nfrom {module} import *; print(set(face.__all__) <= set(globals()))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]


def test_the_command_line_loads_no_screen() -> None:
    assert not [name for name in loaded_by("banktrainer.cli") if name.startswith("textual")]


@pytest.mark.parametrize(
    "module",
    ["banktrainer.engine", "banktrainer.study.session", "banktrainer.plain", "banktrainer.words"],
)
def test_the_core_runs_without_textual(module: str) -> None:
    assert not [name for name in loaded_by(module) if name.startswith("textual")]


def test_imports_run_downwards() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
