"""Importing the package loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys

import pytest

import banktrainer.cuda as cuda


def test_importing_loads_neither_numpy_nor_tree_sitter() -> None:
    code = (
        "import sys, banktrainer.cuda;"
        "print([m for m in ('numpy', 'tree_sitter', 'tree_sitter_cuda') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", cuda.__all__)
def test_every_name_is_there(name: str) -> None:
    value = getattr(cuda, name)
    assert not hasattr(value, "__path__")
    assert type(value).__name__ != "module"
