"""Results files: what is in them, and that no change to one goes unseen."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from banktrainer.classroom.chain import Chain
from banktrainer.classroom.checking import LONGEST_LINE, ResultsError, ResultsFile
from tests.classroom.files import hand_in, results
from tests.study.desk import row

ROWS = [row("a", id="a"), row("b", id="b", verdict="wrong"), row("c", id="c")]


def read(path: Path) -> list[str]:
    """The ids of a file's answers; raises ResultsError."""
    return [json.loads(line)["id"] for line in ResultsFile(path).lines()]


def spoilt(path: Path, change: Callable[[list[bytes]], object]) -> ResultsError:
    """What is said of the file when its lines have been changed."""
    lines = path.read_bytes().splitlines(keepends=True)
    change(lines)
    path.write_bytes(b"".join(lines))
    with pytest.raises(ResultsError) as error:
        read(path)
    assert error.value.path == path
    return error.value


def test_the_chain_is_as_it_is_told() -> None:
    """Anybody can check it: SHA-256 of the former hash and the line up to `,"hash"`."""
    before = ""
    for line in results(ROWS).lines():
        body, mark, end = line.rpartition(',"hash":"')
        assert mark
        before = sha256((before + body).encode()).hexdigest()
        assert end == f'{before}"}}'


def test_what_counts_is_handed_in_and_nothing_else() -> None:
    rows = [
        row("a", id="1"),
        row("a", id="2", asked="void", voids="1"),
        row("b", id="3", asked="recall", forecast="what I typed"),
        row("c", id="4", asked="recall", forecast="x", verdict="none"),
        row("c", id="5", asked="expect", forecast="free words"),
        row("d", id="6", forecast=None, confidence="none", verdict="none"),
        row("e", id="7", seen=True, forecast="4"),
        row("e", id="8", asked="step"),
    ]
    head, *lines, end = (json.loads(line) for line in results(rows).lines())
    assert [line["id"] for line in lines] == ["3", "5", "6", "7"]
    assert [line["n"] for line in lines] == [1, 2, 3, 4]
    assert [line["forecast"] for line in lines] == [None, None, None, "4"]
    assert end["rows"] == 4
    assert not {"at", "utc_offset", "params", "truth"} & set(lines[0])
    assert (head["kind"], head["format"], head["name"]) == ("banktrainer-results", 1, None)


def test_a_learner_goes_by_a_pseudonym_that_stays() -> None:
    one, more = results(ROWS[:1]), results(ROWS)
    assert one.learner == more.learner == "learner-3776c7646d"
    assert results(ROWS[1:]).learner != one.learner
    assert results([]).learner == ""


def test_a_file_comes_back_with_its_seal(tmp_path: Path) -> None:
    made = results(ROWS, name="Ada")
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f"{line}\n" for line in made.lines()), "ascii")
    file = ResultsFile(path)
    assert len(list(file.lines())) == 3
    assert (file.who.learner, file.who.name, file.who.rows) == (made.learner, "Ada", 3)
    assert file.who.seal == made.seal == json.loads(path.read_text().splitlines()[-1])["hash"]


def test_line_ends_of_another_system_change_nothing(tmp_path: Path) -> None:
    path = hand_in(tmp_path / "a.jsonl", ROWS)
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == ["a", "b", "c"]
    path.write_bytes(BOM_UTF8 + path.read_bytes())
    assert read(path) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("change", "kind", "line"),
    [
        (lambda lines: lines.pop(2), "broken", 3),
        (lambda lines: lines.pop(), "cut", 4),
        (lambda lines: lines.insert(2, lines[1]), "broken", 3),
        (lambda lines: lines.reverse(), "foreign", 1),
        (lambda lines: lines.append(lines[1]), "broken", 6),
        (lambda lines: lines.append(b"x\n"), "broken", 6),
        (lambda lines: lines.__setitem__(2, lines[2].replace(b"wrong", b"right")), "broken", 3),
        (lambda lines: lines.__setitem__(0, lines[0].replace(b"0.1.0", b"0.1.1")), "broken", 1),
        (lambda lines: lines.__setitem__(4, lines[4].replace(b"3,", b"4,")), "broken", 5),
        (lambda lines: lines.__setitem__(3, lines[3][:40]), "broken", 4),
        (lambda lines: lines.__setitem__(4, lines[4][:40]), "cut", 5),
        (lambda lines: lines.insert(2, b"\n"), "broken", 3),
        (lambda lines: lines.insert(0, b"\n"), "foreign", 1),
        (lambda lines: lines.insert(2, b"x" * LONGEST_LINE + b"\n"), "too_long", 3),
        (lambda lines: lines.clear(), "foreign", 1),
        (lambda lines: lines.insert(0, b"\x00" * 10**6), "foreign", 1),
        (lambda lines: lines.insert(0, b"[" * 60_000 + b"\n"), "foreign", 1),
        (lambda lines: lines.insert(0, b"\xff\xfe\n"), "foreign", 1),
        (lambda lines: lines.insert(0, b"{}\n"), "foreign", 1),
    ],
    ids=[
        *("a line less", "no end", "a line twice", "backwards", "a line after the end"),
        *("a word after the end", "another verdict", "another head", "another count"),
        *("half a line", "half the last line", "an empty line", "an empty line first"),
        *("a long line", "nothing", "zeros", "deep", "no text", "another program's"),
    ],
)
def test_a_change_is_named_by_its_line(
    tmp_path: Path, change: Callable[[list[bytes]], object], kind: str, line: int
) -> None:
    error = spoilt(hand_in(tmp_path / "a.jsonl", ROWS), change)
    assert (error.kind, error.line) == (kind, line)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_single_byte_can_be_changed(tmp_path: Path, data: st.DataObject) -> None:
    path = hand_in(tmp_path / "a.jsonl", ROWS)
    text = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(text) - 2))
    text[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(text)
    with pytest.raises(ResultsError):
        read(path)


def forged(path: Path, *lines: dict[str, object]) -> Path:
    """A file whose chain holds, whatever its lines say."""
    links = Chain()
    path.write_text("".join(f"{links.link(each)}\n" for each in lines))
    return path


HEAD: dict[str, object] = {
    "kind": "banktrainer-results",
    "format": 1,
    "learner": "learner-x",
    "name": None,
    "made": "2026-11-30T12:00:00Z",
    "version": "1",
}


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ({"format": 2}, "format"),
        ({"learner": None}, "head"),
        ({"learner": ""}, "head"),
        ({"learner": "x" * 101}, "head"),
        ({"name": 3}, "head"),
        ({"made": []}, "head"),
    ],
)
def test_a_head_that_is_not_ours(tmp_path: Path, head: dict[str, object], kind: str) -> None:
    path = forged(tmp_path / "a.jsonl", {**HEAD, **head}, {"rows": 0})
    with pytest.raises(ResultsError) as error:
        read(path)
    assert (error.value.kind, error.value.line) == (kind, 1)


@pytest.mark.parametrize("place", ["missing", "folder"])
def test_what_is_no_file(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(ResultsError) as error:
        read(tmp_path / place)
    assert error.value.kind == "unreadable"
