"""Full disks, folders without rights, files of others: named with path and remedy, nothing lost."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from banktrainer.records import open_journal
from tests.records.answers import PLAIN, answer, sql
from tests.records.test_opening import filled
from tests.records.test_opening import public as public

ROOT = Path(__file__).parents[2]
STRANGER = 65534


def practise(
    home: Path, typed: str, *, size: int | None = None, user: int | None = None, more: str = ""
) -> subprocess.CompletedProcess[str]:
    """`practice --plain` in a process of its own, with a limit of file size or as another user."""
    return run(home, f"practice --plain {more}", typed, size=size, user=user)


def run(
    home: Path, command: str, typed: str = "", *, size: int | None = None, user: int | None = None
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with a limit of file size or as another user."""

    def limit() -> None:
        if size is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(
        [
            *(sys.executable, "-c", _AS, str(user or 0)),
            *("--home", str(home), *command.split()),
        ],
        input=typed,
        cwd=ROOT,
        preexec_fn=limit,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# Modules are loaded before the rights are given up: a stranger can't reach this environment.
_AS = r"""
import contextlib, io, os, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
import banktrainer.commands.practice, banktrainer.commands.app, banktrainer.plain.session
import banktrainer.records.daily, banktrainer.records.recent, banktrainer.records.unsaved
import banktrainer.commands.stats, banktrainer.commands.data, banktrainer.records.reading
import banktrainer.cli, fsrs
if int(sys.argv[1]) and os.getuid() == 0:
    typed, sys.stdin = sys.stdin, io.StringIO("idk\nq\n")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        banktrainer.cli.main(["--home", "/nowhere", "practice", "--plain", "--unsaved"])
    sys.stdin = typed
    import banktrainer.packs
    shelf, root = banktrainer.packs.builtin(), banktrainer.packs.content_root()
    whole = [card.place for pack in shelf for card in pack.cards]
    banktrainer.packs.builtin = lambda language=None, cache=None: shelf
    banktrainer.packs.content_root = lambda: root
    os.setgid(int(sys.argv[1])); os.setuid(int(sys.argv[1]))
sys.exit(banktrainer.cli.main(sys.argv[2:]))
"""


def acknowledged(out: str) -> int:
    return sum(line.startswith("saved") for line in out.splitlines())


def rows(home: Path) -> int:
    journal = open_journal(home)
    found = journal.count()
    journal.close()
    return found


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB; where none may be mounted, an ordinary folder."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)], capture_output=True
    )
    yield place
    if mounted.returncode == 0:
        subprocess.run(["umount", "-l", str(place)], check=True)


def test_a_disk_that_fills_up_while_answers_are_given(small_disk: Path) -> None:
    """On a disk without room (or, where none can be mounted, beside one): all or nothing."""
    home = small_disk / "home"
    filled(home, rows=1)
    if os.path.ismount(small_disk):
        with suppress(OSError), (small_disk / "ballast").open("ab", buffering=0) as file:
            while file.write(b"x" * 4096):
                pass
    done = practise(home, "idk\n" * 10, size=None if os.path.ismount(small_disk) else 8192)
    assert (done.returncode, acknowledged(done.stdout)) == (1, 0)
    assert ("no room left" if os.path.ismount(small_disk) else "disk") in done.stderr
    assert str(home) in done.stderr
    assert "Traceback" not in done.stderr
    for command in ("stats", "data export"):  # what is there can be read all the same
        read = run(home, command)
        assert (read.returncode, read.stderr) == (0, "")
    (small_disk / "ballast").unlink(missing_ok=True)
    assert rows(home) == 1
    assert sql(home / "records.sqlite3", "PRAGMA integrity_check") == [("ok",)]


def test_a_limit_of_file_size_loses_no_acknowledged_answer(tmp_path: Path) -> None:
    home = tmp_path / "home"
    filled(home, rows=1)
    done = practise(home, "idk\n" * 40, size=60_000)
    assert done.returncode == 1
    assert acknowledged(done.stdout) > 0
    assert f"banktrainer: error: {home / 'records.sqlite3'}: " in done.stderr
    assert "Traceback" not in done.stderr
    assert 0 <= rows(home) - 1 - acknowledged(done.stdout) <= 1
    assert sql(home / "records.sqlite3", "PRAGMA integrity_check") == [("ok",)]
    assert practise(home, "idk\nq\n").returncode == 0


def test_a_home_on_a_full_disk_is_not_half_made(tmp_path: Path) -> None:
    home = tmp_path / "home"
    done = practise(home, "idk\n", size=1000)
    assert done.returncode == 1
    assert f"{home / 'records.sqlite3'}: the records can't be made here" in done.stderr
    assert list(home.iterdir()) == []


def test_what_strangers_may_not_do_is_named_and_they_may_go_on_unsaved(public: Path) -> None:
    """A home that can't be made, a read-only one, a file of another user; each with its path."""
    home = public / "home"
    filled(home, rows=2)
    home.chmod(0o755)
    (home / "records.sqlite3").chmod(0o644)
    user = STRANGER if os.getuid() == 0 else None
    if user is None:
        home.chmod(0o555)
    for wanted, said in (
        (home, "can't be written"),
        (public / "new" / "home", "this folder can't be used"),
    ):
        if user is None and wanted != home:
            public.chmod(0o555)
        done = practise(wanted, "idk\nq\n", user=user)
        assert (done.returncode, acknowledged(done.stdout)) == (1, 0)
        assert said in done.stderr
        assert str(wanted) in done.stderr
        assert "--unsaved" in done.stderr
        on = practise(wanted, "idk\nq\n", user=user, more="--unsaved")
        assert (on.returncode, acknowledged(on.stdout)) == (0, 0)
        assert "\nnot saved: no idea\n" in on.stdout
    public.chmod(0o755)
    home.chmod(0o700)
    assert rows(home) == 2


def test_a_file_that_only_another_may_read(public: Path) -> None:
    home = public / "home"
    path = filled(home, rows=2)
    home.chmod(0o777)
    path.chmod(0o000 if os.getuid() else 0o600)
    done = practise(home, "q\n", user=STRANGER if os.getuid() == 0 else None)
    assert done.returncode == 1
    assert f"{path}: the file can't be read (permission denied)" in done.stderr
    path.chmod(0o600)
    assert rows(home) == 2


def test_a_folder_that_only_another_may_enter(public: Path) -> None:
    home = public / "closed"
    home.mkdir()
    home.chmod(0)
    done = practise(home, "1\nq\n", user=STRANGER)
    home.chmod(0o700)
    assert done.returncode == 1
    assert f"{home}: this folder can't be used (permission denied)" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(home.iterdir())


def test_all_that_is_written_is_its_owners_alone_under_any_umask(tmp_path: Path) -> None:
    home = tmp_path / "home"
    journal = open_journal(home)
    for n in range(3):
        journal.append(answer(n))
    journal.append(PLAIN)
    journal.close()
    before = os.umask(0)
    try:
        done = practise(home, "1!\nq\n")
        assert done.returncode == 0
        assert practise(tmp_path / "new", "1!\nq\n").returncode == 0
    finally:
        os.umask(before)
    found = [home, tmp_path / "new", *home.rglob("*"), *(tmp_path / "new").rglob("*")]
    assert {path.name for path in found} >= {"home.json", "backups", "records.sqlite3"}
    assert {f"{path.name}: {path.stat().st_mode & 0o077:o}" for path in found} == {
        f"{path.name}: 0" for path in found
    }
