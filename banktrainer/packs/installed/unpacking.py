"""Zip files taken apart with care: every bound is checked before a byte is written.

A name never leads out of the folder, links are refused, and what is written is counted as it is
written, whatever the archive says of its sizes.
"""

from __future__ import annotations

import errno
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from banktrainer.packs.installed.refusal import Refused
from banktrainer.packs.marks import MANIFEST, MAX_DEPTH, MAX_FILES, MAX_PACK_BYTES

_MAX_DIRECTORY_BYTES = 8 << 20
_END = struct.Struct("<4s4H2LH")
_END_MARK, _LARGE_MARK = b"PK\x05\x06", b"PK\x06\x07"
_LONGEST_COMMENT = 0xFFFF
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_CHUNK = 1 << 16
_MIB = 1 << 20


class _Entry(NamedTuple):
    """A file of the archive and the name that it gets."""

    info: zipfile.ZipInfo
    name: str


def unpack(archive: Path, folder: Path) -> None:
    """Write the pack in the zip file `archive` into the empty `folder`.

    The pack may lie in one folder of the archive; names that begin with a dot are passed over.
    Raises Refused and OSError.
    """
    with archive.open("rb") as file:
        _check_directory(file)
        try:
            with zipfile.ZipFile(file) as opened:
                entries = _inner(list(_entries(opened.infolist())))
                _write(opened, entries, folder)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as error:
            raise Refused("no_zip") from error
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            raise Refused("no_zip") from error  # a place before the file's beginning


def _check_directory(file: IO[bytes]) -> None:
    """Refuse a list of contents that is too large to be read at all."""
    size = file.seek(0, 2)
    if size > MAX_PACK_BYTES:
        raise Refused("large", limit=MAX_PACK_BYTES // _MIB)
    tail_size = min(size, _END.size + _LONGEST_COMMENT)
    file.seek(size - tail_size)
    tail = file.read(tail_size)
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) - at < _END.size:
        raise Refused("no_zip")
    directory_bytes = _END.unpack_from(tail, at)[5]
    if directory_bytes > _MAX_DIRECTORY_BYTES or _LARGE_MARK in tail[max(0, at - 20) : at]:
        raise Refused("many", limit=MAX_FILES)


def _entries(infos: Sequence[zipfile.ZipInfo]) -> Iterator[_Entry]:
    """The files of the archive, none of them with a name or a kind that is not wanted."""
    if len(infos) > MAX_FILES:
        raise Refused("many", limit=MAX_FILES)
    if sum(info.file_size for info in infos) > MAX_PACK_BYTES:
        raise Refused("large", limit=MAX_PACK_BYTES // _MIB)
    for info in infos:
        name = info.orig_filename
        parts = name.removesuffix("/").split("/")
        if _leads_out(name, parts):
            raise Refused("outside", name=name)
        if info.create_system == 3 and not _is_plain(info.external_attr >> 16):
            raise Refused("link", name=name)
        if info.flag_bits & _ENCRYPTED:
            raise Refused("encrypted", name=name)
        if info.compress_type not in _METHODS:
            raise Refused("method", name=name)
        if not info.is_dir() and not any(p.startswith((".", "__MACOSX")) for p in parts):
            yield _Entry(info, name)


def _leads_out(name: str, parts: Sequence[str]) -> bool:
    odd = any(part in ("", ".", "..") or len(part) > 255 for part in parts)
    return odd or "\\" in name or "\0" in name or ":" in parts[0] or len(parts) > MAX_DEPTH + 4


def _is_plain(mode: int) -> bool:
    return stat.S_IFMT(mode) in (0, stat.S_IFREG, stat.S_IFDIR)


def _inner(entries: Sequence[_Entry]) -> Sequence[_Entry]:
    """The entries by their names within the pack, which may lie in one folder of the archive."""
    names = {entry.name for entry in entries}
    tops = {name.split("/", 1)[0] for name in names}
    top = f"{next(iter(tops), '')}/"
    if MANIFEST not in names and len(tops) == 1 and f"{top}{MANIFEST}" in names:
        return [_Entry(info, name.removeprefix(top)) for info, name in entries]
    return entries


def _write(opened: zipfile.ZipFile, entries: Sequence[_Entry], folder: Path) -> None:
    left = MAX_PACK_BYTES
    taken: set[str] = set()
    for info, name in entries:
        if name.casefold() in taken:  # one file where the disk knows no capitals
            raise Refused("twice", name=name)
        taken.add(name.casefold())
        target = folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with opened.open(info) as source, target.open("xb") as made:
                while chunk := source.read(_CHUNK):
                    left -= len(chunk)
                    if left < 0:
                        raise Refused("large", limit=MAX_PACK_BYTES // _MIB)
                    made.write(chunk)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise Refused("twice", name=name) from None
        except RuntimeError as error:  # zipfile's word for a password that it was not given
            raise Refused("no_zip") from error
