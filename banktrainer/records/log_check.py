"""Is SQLite's write-ahead log whole? Asked before anything is opened.

SQLite takes what comes before the first broken frame for the whole log, and writes over the rest:
answers that were on disk would be gone without a word. Formats: sqlite.org/walformat.html.
"""

from __future__ import annotations

import struct
import sys
import time
from array import array
from dataclasses import dataclass
from pathlib import Path

from banktrainer.records.connect import companions

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC = 0x377F0682  # the last bit tells in which order of bytes the sums are made
_FORMAT = 3_007_000
_INDEX_HEADER = 48
_TRIES, _PAUSE = 5, 0.01
_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class _Index:
    """What the log's index tells: committed frames, of which log, and how many are in the file."""

    frames: int
    salt: bytes
    filed: int


def broken(path: Path) -> str:
    """What is broken in the log of the file `path`, "" where nothing is. Raises OSError.

    A program that was killed leaves a last transaction without its end, which is no damage. What
    another program was just writing is looked at again.
    """
    what = ""
    for _ in range(_TRIES):
        before = _bytes_of(path)
        what = _fault(*before)
        if not what or (_bytes_of(path) == before and not _young(path)):
            break
        time.sleep(_PAUSE)
    return what


def _young(path: Path) -> bool:
    """Whether the log was written just now, so that its last frame may still be on its way."""
    log = companions(path)[0]
    return log.exists() and abs(time.time() - log.stat().st_mtime) < 1


def _bytes_of(path: Path) -> tuple[bytes, bytes]:
    """The log, and the part of its index that tells what was committed; empty for what is not
    there. The index comes first: it tells of no frame before that is in the log."""
    log, index, _ = companions(path)
    told = b""
    if index.is_file():
        with index.open("rb") as file:
            told = file.read(2 * _INDEX_HEADER + 4)
    return (log.read_bytes() if log.is_file() else b""), told


def _fault(log: bytes, told: bytes) -> str:
    index = _index(told)
    if not log:
        lost = index is not None and index.frames > index.filed
        return "its log is gone, with answers in it" if lost else ""
    sums = _sums_of_header(log)
    if sums is None:
        return "the beginning of its log is broken"
    whole, last = _frames(log, *sums)
    if index is not None and index.salt == log[16:24]:
        last = max(last, index.frames)
    return f"its log is broken after {whole} of {last} pages" if last > whole else ""


def _index(told: bytes) -> _Index | None:
    """What the index tells, None where it is none, or was about to be written."""
    first, second = told[:_INDEX_HEADER], told[_INDEX_HEADER : 2 * _INDEX_HEADER]
    if len(told) < 2 * _INDEX_HEADER + 4 or first != second or not first[12]:
        return None
    if struct.unpack_from("=I", first)[0] != _FORMAT:
        return None
    (frames,) = struct.unpack_from("=I", first, 16)
    (filed,) = struct.unpack_from("=I", told, 2 * _INDEX_HEADER)
    return _Index(frames, first[32:40], filed)


def _sums_of_header(log: bytes) -> tuple[bool, int, int] | None:
    """Whether words must be swapped, and the two sums; None where the header is broken."""
    if len(log) < _HEADER:
        return None
    magic, version = struct.unpack_from(">II", log)
    if magic & ~1 != _MAGIC or version != _FORMAT:
        return None
    swapped = (sys.byteorder == "big") != bool(magic & 1)
    sums = _summed(log[:24], swapped, 0, 0)
    return (swapped, *sums) if sums == struct.unpack_from(">II", log, 24) else None


def _frames(log: bytes, swapped: bool, one: int, two: int) -> tuple[int, int]:
    """Up to which frame all is whole and committed, and which is the last that ends a transaction.

    After the first broken one only frames of the same log count: behind it lie those of before
    the log was begun anew. That one itself doesn't: a killed program may have left it half done.
    """
    page = struct.unpack_from(">I", log, 8)[0] or 65536
    step, whole, last, sound = _FRAME_HEADER + page, 0, 0, True
    starts = range(_HEADER, len(log) - step + 1, step)
    for number, at in enumerate(starts, 1):
        ends = log[at + 4 : at + 8] != bytes(4)
        same = log[at + 8 : at + 16] == log[16:24]
        if not sound:
            last = number if same and ends else last
            continue
        if same:
            one, two = _summed(log[at : at + 8], swapped, one, two)
            one, two = _summed(log[at + _FRAME_HEADER : at + step], swapped, one, two)
        sound = same and (one, two) == struct.unpack_from(">II", log, at + 16)
        if sound and ends:
            whole = last = number
    return whole, last


def _summed(data: bytes, swapped: bool, one: int, two: int) -> tuple[int, int]:
    """The log's two sums, gone on over `data`."""
    words = array("I", data)
    if swapped:
        words.byteswap()
    pairs = iter(words)
    for first, second in zip(pairs, pairs, strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return one, two
