"""Study and records load nothing heavy before it is needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"numpy", "pydantic", "yaml", "fsrs", "markdown_it", "tree_sitter", "textual"}
LOADED = "import json, sys; print(json.dumps(sorted(sys.modules)))"


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after `code`."""
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return set(json.loads(ran.stdout))


@pytest.mark.parametrize(
    "module",
    ["session", "queue", "progress", "schedule", "item", "journal", "clock", "summary"],
)
def test_no_study_module_loads_anything_heavy(module: str) -> None:
    loaded = loaded_by(f"import banktrainer.study.{module}")
    assert not loaded & HEAVY
    assert "sqlite3" not in loaded


def test_the_first_paint_needs_no_sqlite() -> None:
    code = "from pathlib import Path; from banktrainer.records import HomeCache, home_dir"
    loaded = loaded_by(f"{code}; HomeCache(home_dir('.')).read()")
    assert not loaded & (HEAVY | {"sqlite3", "banktrainer.study.journal"})


def test_records_load_nothing_heavy() -> None:
    assert not loaded_by("import banktrainer.records.journal") & HEAVY


def test_a_summary_of_an_empty_journal_needs_no_fsrs() -> None:
    code = """
from datetime import UTC, datetime
from banktrainer.study.progress import summarize
summarize([], [], datetime.now(UTC))
"""
    assert not loaded_by(code) & HEAVY
