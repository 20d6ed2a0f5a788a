"""Zip files from strangers: what may not be in them, and that nothing is written then."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from banktrainer.packs.installed.refusal import Refused
from banktrainer.packs.installed.unpacking import unpack
from banktrainer.packs.marks import MAX_FILES, MAX_PACK_BYTES

Zip = zipfile.ZipFile
PACK = {"pack.yaml": b"format: 1\n", "cards/a.md": b"x\n"}


def archive(folder: Path, fill: Callable[[Zip], None]) -> Path:
    made = folder / "made.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        fill(opened)
    return made


def of(names: dict[str, bytes]) -> Callable[[Zip], None]:
    def fill(opened: Zip) -> None:
        for name, data in names.items():
            opened.writestr(name, data)

    return fill


def unpacked(folder: Path, made: Path) -> dict[str, bytes]:
    place = folder / "place"
    place.mkdir()
    unpack(made, place)
    files = (path for path in place.rglob("*") if path.is_file())
    return {str(path.relative_to(place)): path.read_bytes() for path in files}


def refusal(folder: Path, made: Path) -> str:
    """Why the archive is refused; nothing lies beside the place afterwards."""
    before = sorted(folder.rglob("*"))
    place = folder / "place"
    place.mkdir()
    with pytest.raises(Refused) as caught:
        unpack(made, place)
    assert [p for p in sorted(folder.rglob("*")) if place not in (p, *p.parents)] == before
    return caught.value.reason


def test_a_pack_at_the_top(tmp_path: Path) -> None:
    assert unpacked(tmp_path, archive(tmp_path, of(PACK))) == PACK


def test_a_pack_in_the_archive_s_one_folder(tmp_path: Path) -> None:
    inside = {f"pack-main/{name}": data for name, data in PACK.items()}
    extra = {"__MACOSX/pack-main/._pack.yaml": b"x", "pack-main/.git/config": b"x"}
    assert unpacked(tmp_path, archive(tmp_path, of({**inside, **extra}))) == PACK


SLIPS = ["../out", "cards/../../out", "/etc/out", "C:/out", "a\\..\\..\\out", "./x", "a//b", "a/.."]


@pytest.mark.parametrize("name", [*SLIPS, "d/" * 13 + "x", "x" * 300])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path, archive(tmp_path, of({**PACK, name: b"x"}))) == "outside"


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(tmp_path: Path, kind: int) -> None:
    def fill(opened: Zip) -> None:
        info = zipfile.ZipInfo("cards/a.md")
        info.create_system = 3
        info.external_attr = (kind | 0o777) << 16
        opened.writestr(info, "/etc/passwd")

    assert refusal(tmp_path, archive(tmp_path, fill)) == "link"


def test_a_bomb_is_refused_by_what_it_says_of_itself(tmp_path: Path) -> None:
    def fill(opened: Zip) -> None:
        for number in range(5):
            opened.writestr(f"cards/{number}.md", bytes(MAX_PACK_BYTES // 4))

    made = archive(tmp_path, fill)
    assert made.stat().st_size < MAX_PACK_BYTES // 100
    assert refusal(tmp_path, made) == "large"


def test_a_bomb_that_lies_about_its_size_writes_no_more_than_it_says(tmp_path: Path) -> None:
    made = archive(tmp_path, of({"cards/a.md": bytes(1 << 20)}))
    data = made.read_bytes()
    made.write_bytes(data.replace(struct.pack("<L", 1 << 20), struct.pack("<L", 10)))
    assert refusal(tmp_path, made) == "no_zip"
    assert sum(p.stat().st_size for p in (tmp_path / "place").rglob("*") if p.is_file()) <= 10


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    made = archive(tmp_path, of({f"cards/{n}.md": b"" for n in range(MAX_FILES + 1)}))
    assert refusal(tmp_path, made) == "many"


def test_a_list_of_contents_without_end_is_not_read(tmp_path: Path) -> None:
    made = tmp_path / "made.zip"
    made.write_bytes(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 9, 9, 64 << 20, 0, 0))
    assert refusal(tmp_path, made) == "many"


def test_a_name_twice_is_refused(tmp_path: Path) -> None:
    def fill(opened: Zip) -> None:
        opened.writestr("pack.yaml", "a")
        with pytest.warns(UserWarning, match="Duplicate"):
            opened.writestr("pack.yaml", "b")

    assert refusal(tmp_path, archive(tmp_path, fill)) == "twice"


def test_a_file_where_a_folder_is_wanted_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, archive(tmp_path, of({"cards": b"", "cards/a.md": b""}))) == "twice"


def test_other_compressions_are_refused(tmp_path: Path) -> None:
    made = tmp_path / "made.zip"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as opened:
        opened.writestr("pack.yaml", "x")
    assert refusal(tmp_path, made) == "method"


def test_an_encrypted_file_is_refused(tmp_path: Path) -> None:
    made = archive(tmp_path, of({"pack.yaml": b"x"}))
    data = bytearray(made.read_bytes())
    at = data.find(b"PK\x01\x02")
    data[at + 8] |= 1
    made.write_bytes(data)
    assert refusal(tmp_path, made) == "encrypted"


def whole() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        of(PACK)(opened)
    return made.getvalue()


@given(st.binary(max_size=400))
@example(b"")
@example(b"PK\x05\x06")
def test_any_bytes_are_refused_or_read(tmp_path_factory: pytest.TempPathFactory, x: bytes) -> None:
    _try(tmp_path_factory.mktemp("any"), x)


@given(at=st.integers(0, len(whole()) - 1), byte=st.integers(0, 255), cut=st.booleans())
def test_any_damage_is_refused_or_read(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int, cut: bool
) -> None:
    data = whole()
    _try(
        tmp_path_factory.mktemp("any"),
        data[:at] if cut else data[:at] + bytes([byte]) + data[at + 1 :],
    )


def _try(folder: Path, data: bytes) -> None:
    (folder / "made.zip").write_bytes(data)
    place = folder / "place"
    place.mkdir()
    with suppress(Refused):
        unpack(folder / "made.zip", place)
    assert sorted(path.name for path in folder.iterdir()) == ["made.zip", "place"]
