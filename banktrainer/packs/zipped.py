"""A zip file with a pack in it, unpacked into a folder of its own and never anywhere else."""

from __future__ import annotations

import shutil
import stat
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.marks import MANIFEST, MAX_DEPTH, MAX_FILES, MAX_PACK_BYTES
from banktrainer.packs.model import Place
from banktrainer.packs.source import MAX_FILE_BYTES
from banktrainer.printable import is_hostile

_ENCRYPTED = 0x1
_LEFTOVERS = ("__MACOSX",)
_READ_ERRORS = (
    *(BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError),
    *(zlib.error, struct.error),
)
Entry = tuple[str, ZipInfo]


def unpack(archive: Path, into: Path, faults: Faults) -> bool:
    """Unpack the pack in the zip file `archive` into the new folder `into`; whether that was done.

    The pack lies at the top, or in the one folder there. Where anything is wrong it is told, and
    `into` is not there afterwards. Raises OSError where `into` can't be written.
    """
    into.mkdir(parents=True)
    try:
        with ZipFile(archive) as opened:
            entries = _entries(opened, archive, faults)
            done = not faults.errors and all(
                _copy(opened, name, info, archive, into, faults) for name, info in entries
            )
    except _READ_ERRORS as error:
        faults.add(_at(archive), "E101", f"not a zip file that can be read: {error}")
        done = False
    if not done:
        shutil.rmtree(into, ignore_errors=True)
    return done


def _entries(opened: ZipFile, archive: Path, faults: Faults) -> list[Entry]:
    """The files to unpack, by their names within the pack; what can't be unpacked is told."""
    infos = [info for info in opened.infolist() if not info.is_dir()]
    if len(infos) > MAX_FILES or sum(info.file_size for info in infos) > MAX_PACK_BYTES:
        most = f"{MAX_FILES} files or {MAX_PACK_BYTES // 2**20} MiB"
        faults.add(_at(archive), "E103", f"holds more than {most}")
        return []
    for info in infos:
        if why := _refused(info):
            faults.add(_at(archive), *why)
    names = [info.filename for info in infos if not _left_over(info.filename)]
    top = _top(names)
    found = [(name.removeprefix(top), info) for name, info in _named(infos)]
    if not any(name == MANIFEST for name, _ in found):
        faults.add(_at(archive), "E101", f"holds no {MANIFEST} at its top or in its one folder")
    if len({name.casefold() for name, _ in found}) < len(found):
        faults.add(_at(archive), "E101", "holds two files of one name")
    return found


def _named(infos: list[ZipInfo]) -> Iterator[Entry]:
    return ((info.filename, info) for info in infos if not _left_over(info.filename))


def _top(names: list[str]) -> str:
    """The one folder that holds everything, with its slash; "" where there is none."""
    tops = {name.partition("/")[0] for name in names}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in name for name in names) else ""


def _left_over(name: str) -> bool:
    """Whether a file is what systems leave behind, and no part of a pack."""
    parts = name.split("/")
    return parts[0] in _LEFTOVERS or any(part.startswith(".") and part != ".." for part in parts)


def _refused(info: ZipInfo) -> tuple[str, str] | None:
    """The code and the reason where one file can't be unpacked."""
    name, mode = info.filename, info.external_attr >> 16
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name:
        return "E102", f"{quoted(name)} would be written outside the pack"
    if any(map(is_hostile, name)) or "\0" in name:
        return "E105", f"{quoted(name)} has a name that is not allowed"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "E102", f"{quoted(name)} is a link or a device"
    if info.flag_bits & _ENCRYPTED:
        return "E101", f"{quoted(name)} is encrypted"
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "E101", f"{quoted(name)} is packed in a way that is not read"
    if len(path.parts) > MAX_DEPTH + 2:
        return "E103", f"{quoted(name)} lies more than {MAX_DEPTH} folders deep"
    if info.file_size > MAX_FILE_BYTES:
        return "E103", f"{quoted(name)} is larger than {MAX_FILE_BYTES // 1024} KiB"
    return None


def _copy(
    opened: ZipFile, name: str, info: ZipInfo, archive: Path, into: Path, faults: Faults
) -> bool:
    """Write one file; what says it is small and is not ends here."""
    with opened.open(info) as stream:
        data = stream.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        faults.add(_at(archive), "E103", f"{quoted(name)} is larger than it says")
        return False
    file = into / name
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("xb") as written:
        written.write(data)
    return True


def _at(archive: Path) -> Place:
    return Place(str(archive), 1)
