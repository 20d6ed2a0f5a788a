"""Files put in place whole: made under another name, synced, then named; private to their owner."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from banktrainer.records.connect import companions

PRIVATE_FILE = 0o600
PRIVATE_FOLDER = 0o700
_STALE_SECONDS = 86_400.0
_DRAFT = re.compile(r"\..+\.[0-9a-f]{16}(-wal|-shm|-journal)?")


@contextmanager
def draft(path: Path) -> Iterator[Path]:
    """A new empty file (0600) beside `path`, to be filled and put in its place; gone afterwards.

    What a killed program left of an earlier draft is swept away once it is a day old.
    """
    _sweep(path)
    made = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE))
        made.chmod(PRIVATE_FILE)  # whatever the umask took away
        yield made
    finally:
        for left in (made, *companions(made)):
            with suppress(OSError):
                left.unlink()


def put_new(made: Path, path: Path) -> bool:
    """Give a draft its name without ever replacing a file; False where another has that name."""
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links
        if os.path.lexists(path):
            return False
        made.rename(path)
    sync_folder(path.parent)
    return True


def make_private_folder(folder: Path) -> None:
    """Make `folder` (0700) if there is none; raises OSError."""
    with suppress(FileExistsError):
        folder.mkdir(mode=PRIVATE_FOLDER)
        folder.chmod(PRIVATE_FOLDER)  # whatever the umask took away
    require_folder(folder)


def make_private_file(path: Path) -> None:
    """Take from others what rights they have to a file of ours; where that can't be, it stays."""
    with suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE_FILE)


def require_folder(folder: Path) -> None:
    """Raise OSError, with what is there in its place, unless `folder` is one."""
    if folder.is_dir():
        return
    dead = folder.is_symlink() and not folder.exists()
    what = "a link that leads nowhere is in its place" if dead else "a file is in its place"
    raise NotADirectoryError(20, what, str(folder))


def sync_file(path: Path) -> None:
    """Return when the file's bytes are on disk."""
    _sync(path)


def sync_folder(folder: Path) -> None:
    """Return when the names in `folder` are on disk."""
    _sync(folder)


def drafts(folder: Path) -> tuple[Path, ...]:
    """Drafts of ours in `folder`, in the making or left behind, with what SQLite made beside."""
    found = (each for each in folder.glob(".*") if _DRAFT.fullmatch(each.name) and each.is_file())
    return tuple(sorted(found))


def sweep(folder: Path) -> None:
    """Remove the drafts in a folder of ours that killed programs left, once they are a day old."""
    with suppress(OSError):
        _remove_stale(drafts(folder))


def _sweep(path: Path) -> None:
    with suppress(OSError):
        _remove_stale(path.parent.glob(f".{path.name}.*"))


def _remove_stale(left: Iterable[Path]) -> None:
    for each in left:
        if time.time() - each.stat().st_mtime > _STALE_SECONDS:
            each.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
