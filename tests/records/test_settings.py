"""The settings file: what is chosen comes back, and a broken file costs the learner nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banktrainer.records.settings import Fault, Settings, SettingsFile


def test_without_a_file_all_is_as_nobody_chose(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path / "none").read() == (Settings(), ())


@pytest.mark.parametrize(
    "chosen",
    [
        {"language": "hi-Latn"},
        {"look": "contrast", "ascii": True},
        {"still": True, "game": False},
        {"rollover": 0},
        {"minutes": 5},
        {"keys": {"undo": "z"}},
    ],
)
def test_what_is_chosen_comes_back(tmp_path: Path, chosen: dict[str, object]) -> None:
    file = SettingsFile(tmp_path)
    file.change(**chosen)
    assert file.read() == (Settings()._replace(**chosen), ())  # type: ignore[arg-type]
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["settings.json"]


def test_one_change_leaves_the_others_and_unknown_keys(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text('{"language": "hi-Latn", "sound": {"volume": 3}}', "utf-8")
    file.change(look="light")
    file.change(look="dark")
    assert json.loads(file.path.read_text("utf-8")) == {
        "language": "hi-Latn",
        "sound": {"volume": 3},
    }


BROKEN = {
    "no JSON": (b'{"look": "light"', "line 1, column 17: Expecting ',' delimiter"),
    "empty": (b"", "line 1, column 1: Expecting value"),
    "a list": (b"[1]", "not a table of settings"),
    "not UTF-8": (b'{"look": "\xff"}', "not UTF-8"),
    "deep": (b"[" * 100_000, "recursion"),
}


@pytest.mark.parametrize(("data", "why"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_named_and_kept(tmp_path: Path, data: bytes, why: str) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_bytes(data)
    settings, (fault,) = file.read()
    assert (settings, fault.path, fault.key) == (Settings(), file.path, "")
    assert fault.why == why or "recursion" in fault.why
    file.change(look="light")
    assert file.read() == (Settings(look="light"), ())
    assert (tmp_path / "settings.json.broken-1").read_bytes() == data


def test_two_broken_files_are_both_kept(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    for text in ("first", "second"):
        file.path.write_text(text, "utf-8")
        file.change(look="light")
    kept = [path.read_text("utf-8") for path in sorted(tmp_path.glob("*.broken-*"))]
    assert kept == ["first", "second"]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("look", "pink"),
        ("look", 3),
        ("ascii", "yes"),
        ("ascii", 1),
        ("rollover", 24),
        ("rollover", -1),
        ("rollover", 4.0),
        ("rollover", True),
        ("minutes", 7),
        ("language", ""),
        ("language", "x\x1b[31m"),
        ("keys", ["a"]),
        ("keys", {"undo": 3}),
        ("keys", {"undo": ""}),
    ],
)
def test_a_value_that_cannot_be_costs_only_itself(tmp_path: Path, key: str, value: object) -> None:
    file = SettingsFile(tmp_path)
    file.path.write_text(json.dumps({"game": False, key: value}), "utf-8")
    assert file.read() == (Settings(game=False), (Fault(file.path, key),))


def test_a_folder_in_its_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    settings, (fault,) = SettingsFile(tmp_path).read()
    assert (settings, fault.why) == (Settings(), "is a directory")
    with pytest.raises(OSError, match="directory"):
        SettingsFile(tmp_path).change(look="light")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real = tmp_path / "elsewhere" / "mine.json"
    real.write_text("{}", "utf-8")
    (tmp_path / "settings.json").symlink_to(real)
    SettingsFile(tmp_path).change(look="light")
    assert (tmp_path / "settings.json").is_symlink()
    assert json.loads(real.read_text("utf-8")) == {"look": "light"}
