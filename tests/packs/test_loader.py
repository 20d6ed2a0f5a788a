"""Where the built-in packs are found, and what importing the packs loads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import banktrainer.packs
from banktrainer.packs import builtin, content_root, opening
from tests.packs.desk import MANIFEST, RECALL, write_pack

ROOT = Path(__file__).parents[2]


class TestContentRoot:
    @pytest.fixture
    def package(self, tmp_path: Path) -> Path:
        package = tmp_path / "banktrainer"
        package.mkdir()
        return package

    def test_in_a_checkout_it_is_beside_the_package(self, package: Path) -> None:
        (package.parent / "content").mkdir()
        assert content_root(package) == package.parent / "content"

    def test_in_a_wheel_it_is_inside_the_package(self, package: Path) -> None:
        (package / "content").mkdir()
        assert content_root(package) == package / "content"

    def test_the_packages_own_comes_first(self, package: Path) -> None:
        (package / "content").mkdir()
        (package.parent / "content").mkdir()
        assert content_root(package) == package / "content"

    def test_a_file_is_no_folder(self, package: Path) -> None:
        (package / "content").write_text("")
        (package.parent / "content").mkdir()
        assert content_root(package) == package.parent / "content"

    def test_where_there_is_none(self, package: Path) -> None:
        with pytest.raises(FileNotFoundError, match="built-in packs"):
            content_root(package)

    def test_here(self) -> None:
        assert (content_root() / "core" / "pack.yaml").is_file()


def test_core_comes_first_and_other_things_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("zebra", "core", "apple"):
        write_pack(tmp_path / name, {"a.md": RECALL}, MANIFEST.replace("demo", name))
    (tmp_path / "empty").mkdir()
    (tmp_path / "LICENSE").write_text("")
    monkeypatch.setattr(opening, "content_root", lambda: tmp_path)
    assert [pack.id for pack in builtin()] == ["core", "apple", "zebra"]


HEAVY = ("numpy", "pydantic", "yaml", "markdown_it", "tree_sitter", "fsrs", "textual")


def loaded_by(code: str) -> set[str]:
    """The heavy modules that are loaded after `code`, in a fresh interpreter."""
    probe = f"import sys; {code}; print(*[name for name in {HEAVY} if name in sys.modules])"
    run = [sys.executable, "-c", probe]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_model_is_light() -> None:
    assert loaded_by("from banktrainer.packs import Pack, Card, PackError, CODES") == set()


def test_loading_a_pack_loads_neither_engine_nor_reader() -> None:
    code = "from banktrainer.packs import builtin; builtin()"
    assert loaded_by(code) == {"pydantic", "yaml", "markdown_it"}


def test_every_exported_name_is_there_and_no_other() -> None:
    for name in banktrainer.packs._MODULE_OF:
        assert not isinstance(getattr(banktrainer.packs, name), ModuleType)
    with pytest.raises(AttributeError):
        _ = banktrainer.packs.nothing
