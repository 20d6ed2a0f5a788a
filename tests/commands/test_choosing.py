"""`settings`: the settings' screen as text, with the same file behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from banktrainer.commands.choosing import values
from banktrainer.records.settings import Settings, SettingsFile
from banktrainer.tui.settings.view import options
from banktrainer.words import Words
from tests.commands.conftest import Run


def test_it_has_every_setting_and_value_that_the_screen_has() -> None:
    screen = {one.name: list(one.values) for one in options(Words())}
    assert {name: sorted(map(str, typed.values())) for name, typed in values().items()} == {
        name: sorted(map(str, allowed)) for name, allowed in screen.items()
    }
    assert set(values()) == set(Settings._fields) - {"keys"}


def test_all_are_told_with_what_they_can_be(run: Run, home: Path) -> None:
    done = run("settings")
    assert (done.code, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if not line.startswith(" ")] == [
        *("language = en", "look = dark", "ascii = off", "still = off"),
        *("minutes = 10", "rollover = 4", "game = on"),
    ]
    assert "(5, 10, 15, 20, 30)" in done.out
    assert "(0–23)" in done.out
    assert not home.exists()


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("rollover", "0", 0),
        ("minutes", "20", 20),
        ("look", "Contrast", "contrast"),
        ("ascii", "ON", True),
        ("game", "off", False),
        ("language", "hi-Latn", "hi-Latn"),
    ],
)
def test_one_is_changed_and_told(run: Run, home: Path, name: str, value: str, kept: object) -> None:
    done = run("settings", name, value)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{name} = ")
    found, faults = SettingsFile(home).read()
    assert (getattr(found, name), faults) == (kept, ())
    assert run("settings", name).out.splitlines()[0] == done.out.splitlines()[0]


def test_what_else_is_in_the_file_stays(run: Run, home: Path) -> None:
    home.mkdir()
    (home / "settings.json").write_text('{"minutes": 5, "of a newer version": [1]}')
    assert run("settings", "minutes", "30").code == 0
    kept = json.loads((home / "settings.json").read_text())
    assert kept == {"minutes": 30, "of a newer version": [1]}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("volume",), "volume: use one of language, look, ascii, still, minutes, rollover, game"),
        (("minutes", "7"), "minutes=7: use one of 5, 10, 15, 20, 30"),
        (("rollover", "24"), "rollover=24: use one of 0, 1, 2"),
        (("ascii", ""), "ascii=: use one of on, off"),
    ],
)
def test_what_can_t_be_is_told_with_what_can(
    run: Run, home: Path, arguments: tuple[str, ...], told: str
) -> None:
    done = run("settings", *arguments)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert not home.exists()


def test_a_home_that_can_t_be_written_is_named(run: Run, home: Path) -> None:
    home.write_text("a file")
    done = run("settings", "minutes", "5")
    assert (done.code, done.out) == (1, "")
    assert str(home) in done.err


def test_another_language_holds_at_once(run: Run) -> None:
    assert "Bhasha: " in run("settings", "language", "hi-Latn").out
    assert "Language: " in run("settings", "language", "en").out
