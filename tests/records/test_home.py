"""Where the records are, and the cache that a slow or broken disk must never make fatal."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import platformdirs
import pytest

from banktrainer.records import HomeCache, home_dir
from banktrainer.study.summary import Summary

SUMMARY = Summary(answers=3, right=2, marks=5, next_key="core/a", next_title="[bold] é")


@pytest.fixture(autouse=True)
def no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANKTRAINER_HOME", raising=False)


def test_the_option_wins_over_the_variable_over_the_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    platform = platformdirs.user_data_path("banktrainer", appauthor=False)
    assert home_dir(None) == platform
    monkeypatch.setenv("BANKTRAINER_HOME", str(tmp_path))
    assert home_dir(None) == tmp_path
    assert home_dir(str(tmp_path / "mine")) == tmp_path / "mine"
    monkeypatch.setenv("BANKTRAINER_HOME", "")
    assert home_dir(None) == platform
    assert home_dir("") == platform


def test_a_home_is_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    assert home_dir("records") == tmp_path / "records"
    assert home_dir("~/records") == tmp_path / "me" / "records"
    assert not (tmp_path / "records").exists()


def test_a_summary_is_written_and_read(tmp_path: Path) -> None:
    cache = HomeCache(tmp_path)
    assert cache.read() is None
    assert cache.write(SUMMARY)
    assert cache.read() == SUMMARY
    assert cache.write(Summary())
    assert cache.read() == Summary()
    assert [path.name for path in tmp_path.iterdir()] == ["home.json"]
    assert stat.S_IMODE(cache.path.stat().st_mode) == 0o600


def test_a_summary_knows_what_it_was_made_from(tmp_path: Path) -> None:
    cache = HomeCache(tmp_path)
    assert cache.stamp() == ""
    cache.write(SUMMARY, "1 0.1.0 2026-11-30 7")
    assert (cache.read(), cache.stamp()) == (SUMMARY, "1 0.1.0 2026-11-30 7")
    cache.write(SUMMARY)
    assert (cache.read(), cache.stamp()) == (SUMMARY, "")


@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe", b"null", bytes(4000), b"[" * 100_000, b'{"format": 1}']
)
def test_a_broken_cache_is_no_summary(tmp_path: Path, data: bytes) -> None:
    cache = HomeCache(tmp_path)
    cache.path.write_bytes(data)
    assert cache.read() is None
    assert cache.write(SUMMARY)
    assert cache.read() == SUMMARY


def test_a_cache_that_cannot_be_read_is_no_summary(tmp_path: Path) -> None:
    HomeCache(tmp_path).path.mkdir()
    assert HomeCache(tmp_path).read() is None
    assert HomeCache(tmp_path / "none" / "such").read() is None


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    assert HomeCache(tmp_path / "none" / "such").write(SUMMARY) is False
    HomeCache(tmp_path).path.mkdir()
    assert HomeCache(tmp_path).write(SUMMARY) is False
    assert [path.name for path in tmp_path.iterdir()] == ["home.json"]


def test_a_write_that_breaks_off_leaves_the_old_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = HomeCache(tmp_path)
    cache.write(SUMMARY)

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(Path, "replace", fail)
    assert cache.write(Summary()) is False
    assert cache.read() == SUMMARY
    assert [path.name for path in tmp_path.iterdir()] == ["home.json"]
