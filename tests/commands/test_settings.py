"""Which setting holds: a flag, else the environment, else the settings file, else the default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banktrainer.commands.console import CommandError
from banktrainer.commands.settings import Options, from_environment
from banktrainer.records.settings import Settings, SettingsFile


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANG", "THEME", "ASCII", "REDUCED_MOTION"):
        monkeypatch.delenv(f"BANKTRAINER_{name}", raising=False)


def options(home: Path, **flags: Any) -> Options:
    return Options(home=str(home), flags=flags)


def test_each_goes_before_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert options(tmp_path).settings == Settings()
    SettingsFile(tmp_path).change(look="light", still=True)
    assert options(tmp_path).settings == Settings(look="light", still=True)
    monkeypatch.setenv("BANKTRAINER_THEME", "contrast")
    assert options(tmp_path).settings == Settings(look="contrast", still=True)
    assert options(tmp_path, look="dark").settings == Settings(look="dark", still=True)


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("yes", True), ("", False), ("0", False), ("No", False)]
)
def test_a_switch_of_the_environment(text: str, on: bool) -> None:
    assert from_environment({"BANKTRAINER_ASCII": text}) == {"ascii": on}
    assert from_environment({"BANKTRAINER_REDUCED_MOTION": text}) == {"still": on}


@pytest.mark.parametrize("name", ["BANKTRAINER_LANG", "BANKTRAINER_THEME"])
def test_a_variable_that_says_nothing_usable_is_named(name: str) -> None:
    with pytest.raises(CommandError, match=f"{name}=pink: use one of") as told:
        from_environment({name: "pink"})
    assert told.value.code == 2


def test_a_language_that_is_not_there_any_more_is_named_and_english_holds(tmp_path: Path) -> None:
    SettingsFile(tmp_path).change(language="xx")
    found = options(tmp_path)
    assert found.settings == Settings()
    (note,) = found.notes
    assert str(tmp_path / "settings.json") in note
    assert "“language”" in note


def test_a_broken_file_is_one_line_of_notes(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{", "utf-8")
    (note,) = options(tmp_path).notes
    assert "can't be read (line 1, column 2" in note
    assert "\n" not in note
