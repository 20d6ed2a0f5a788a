"""Zip files: a pack comes out whole, or nothing comes out at all."""

from __future__ import annotations

import io
import shutil
import stat
import struct
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banktrainer.packs import load
from banktrainer.packs.faults import Faults
from banktrainer.packs.zipped import unpack
from tests.packs.desk import EXAMPLE, MANIFEST

PACK = {"pack.yaml": MANIFEST, "cards/a.md": EXAMPLE}


def zipped(root: Path, files: Mapping[str, str | bytes], method: int = ZIP_DEFLATED) -> Path:
    archive = root / "demo.zip"
    with ZipFile(archive, "w", method) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return archive


def refusals(archive: Path) -> list[str]:
    """Why `archive` was not unpacked; nothing is left of it, and nothing lies beside it."""
    root, faults = archive.parent, Faults()
    before = sorted(root.rglob("*"))
    assert not unpack(archive, root / "into", faults)
    assert sorted(root.rglob("*")) == before
    return [fault.code for fault in faults.sorted()]


@pytest.mark.parametrize("top", ["", "demo/"])
def test_a_pack_at_the_top_or_in_one_folder(tmp_path: Path, top: str) -> None:
    files = {f"{top}{name}": text for name, text in PACK.items()}
    left = {"__MACOSX/._a": "x", f"{top}.DS_Store": "x"}
    assert unpack(zipped(tmp_path, {**files, **left}), tmp_path / "into", Faults())
    assert [card.key for card in load(tmp_path / "into").cards] == ["demo/offset"]
    assert not list((tmp_path / "into").glob(".*"))


NAMES = {
    "upwards": ("../evil.md", "E102"),
    "upwards inside": ("cards/../../evil.md", "E102"),
    "absolute": ("/tmp/evil.md", "E102"),
    "a drive": ("C:/evil.md", "E102"),
    "backslashes": ("..\\evil.md", "E102"),
    "an escape": ("cards/\x1b[2J.md", "E105"),
    "a bidi override": ("cards/\u202e.md", "E105"),
    "deep": ("cards/" + "d/" * 20 + "a.md", "E103"),
    "the same name": ("Cards/A.md", "E101"),
}


@pytest.mark.parametrize(("name", "code"), NAMES.values(), ids=NAMES)
def test_a_name_that_means_harm(tmp_path: Path, name: str, code: str) -> None:
    assert code in refusals(zipped(tmp_path, {**PACK, name: "x"}))


def test_a_bomb_is_not_blown_up(tmp_path: Path) -> None:
    assert "E103" in refusals(zipped(tmp_path, {**PACK, "cards/b.md": b"\0" * (1 << 24)}))


def test_a_bomb_of_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from banktrainer.packs import zipped as module

    monkeypatch.setattr(module, "MAX_FILES", 5)
    many = {f"cards/{n}.md": "x" for n in range(9)}
    assert refusals(zipped(tmp_path, {**PACK, **many})) == ["E103"]


def test_a_file_that_is_larger_than_it_says(tmp_path: Path) -> None:
    archive = zipped(tmp_path, {**PACK, "cards/b.md": b"\0" * 300_000})
    data = archive.read_bytes().replace(struct.pack("<I", 300_000), struct.pack("<I", 10))
    archive.write_bytes(data)
    assert refusals(archive)


def test_links_and_devices(tmp_path: Path) -> None:
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFIFO):
        archive = zipped(tmp_path, PACK)
        with ZipFile(archive, "a") as made:
            info = ZipInfo("cards/link.md")
            info.external_attr = (kind | 0o777) << 16
            made.writestr(info, "/etc/passwd")
        assert refusals(archive) == ["E102"]


def test_other_ways_to_pack(tmp_path: Path) -> None:
    assert set(refusals(zipped(tmp_path, PACK, ZIP_LZMA))) == {"E101"}


def test_no_pack_in_it(tmp_path: Path) -> None:
    assert refusals(zipped(tmp_path, {"a/x.md": "x", "b/pack.yaml": MANIFEST})) == ["E101"]
    assert refusals(zipped(tmp_path, {})) == ["E101"]


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_zip(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "demo.zip").write_bytes(data)
    assert refusals(tmp_path / "demo.zip") == ["E101"]


@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(st.integers(0, 900), st.binary(min_size=1, max_size=4)), max_size=4))
def test_bytes_gone_wrong(tmp_path: Path, changes: list[tuple[int, bytes]]) -> None:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as opened:
        for name, text in PACK.items():
            opened.writestr(name, text)
    data = bytearray(made.getvalue())
    for at, piece in changes:
        data[at : at + len(piece)] = piece
    root = tmp_path / "x"
    root.mkdir(exist_ok=True)
    (root / "demo.zip").write_bytes(bytes(data))
    if unpack(root / "demo.zip", root / "into", Faults()):
        assert {path.name for path in root.iterdir()} == {"demo.zip", "into"}
        shutil.rmtree(root / "into")
    else:
        assert [path.name for path in root.iterdir()] == ["demo.zip"]
