"""`practice` as lines of text: the real pack, the real records, pipes and terminals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from banktrainer.commands.shelf import shelf
from banktrainer.packs import plain_text
from banktrainer.packs.model import Card
from banktrainer.records import HomeCache, open_journal
from banktrainer.records.settings import SettingsFile
from banktrainer.words import Words
from tests.commands.conftest import Run, heed_ctrl_c

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "banktrainer"]


def exported(run: Run) -> list[dict[str, object]]:
    return [json.loads(line) for line in run("data", "export").out.splitlines()]


def test_one_card_from_question_to_closing_line(run: Run, home: Path) -> None:
    done = run("practice", "core/offset", "--plain", stdin="1!\n2\n")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "[1/1] Cell E · core/offset"
    at = lines.index("forecast> ")
    assert lines[at - 3 : at - 1] == [
        "    __shared__ float s[512];",
        "    float v = s[threadIdx.x * 6 + 5];",
    ]
    assert lines[at - 1].endswith("?")
    assert lines[at + 1] == "saved: 1, sure"
    assert lines[at + 2].startswith("wrong: 2 cycles, ideal 1. ")
    assert lines[at + 2].endswith("Lanes 0 and 16 both want bank 5, words 5 and 101.")
    assert re.fullmatch(r"step 1 of 3: .+   why: .+", lines[at + 3])
    assert "[2/2] Cell E · core/offset · once more" in lines
    records = home / "records.sqlite3"
    assert re.fullmatch(
        rf"next due: nothing now; core/[\w-]+ is new · records: {re.escape(str(records))}",
        lines[-1],
    )
    assert [line for line in lines if line.startswith("saved")] == [
        "saved: 1, sure",
        "saved: 2, think",
    ]
    assert [(row["forecast"], row["verdict"]) for row in exported(run)] == [
        ("1", "wrong"),
        ("2", "right"),
    ]


@pytest.mark.parametrize("chosen", ["flag", "settings"])
def test_cards_and_their_titles_come_in_the_learners_language(
    run: Run, home: Path, chosen: str
) -> None:
    english, own = (titled(language, home, "offset") for language in ("en", "hi-Latn"))
    assert own.title != english.title
    flags = ("--lang", "hi-Latn") if chosen == "flag" else ()
    if chosen == "settings":
        SettingsFile(home).change(language="hi-Latn")
    done = run("practice", "core/offset", "--plain", *flags, stdin="1!\n")
    told, other = (plain_text(card.question) for card in (own, english))
    assert told in done.out
    assert other not in done.out
    assert own.title in run("stats", *flags).out
    summary = HomeCache(home).read()
    assert summary is not None
    assert summary.sure_wrong == (("core/offset", own.title),)


def titled(language: str, home: Path, id: str) -> Card:
    return next(c for pack in shelf(Words(language), home) for c in pack.cards if c.id == id)


@pytest.mark.parametrize("name", ["offset", "core/offset"])
def test_a_card_goes_by_its_id_or_its_key(run: Run, name: str) -> None:
    assert run("practice", name, stdin="q\n").out.startswith("[1/1] Cell E · core/offset\n")


def test_a_cell_alone(run: Run) -> None:
    out = run("practice", "--cell", "f", "--plain", stdin="q\n").out
    assert re.match(r"\[1/\d+\] Cell F · core/column-walk\n", out)


def test_a_pack_alone_begins_with_its_first_card(run: Run) -> None:
    out = run("practice", "--pack", "core", "--plain").out
    assert re.match(r"\[1/\d+\] Cell A · core/unit-stride\n", out)


def test_without_a_terminal_practice_is_plain_by_itself(run: Run) -> None:
    assert run("practice", stdin="").out.startswith("[1/")


def test_what_was_answered_is_not_asked_again_at_once(run: Run) -> None:
    first = run("practice", stdin="1\nq\n").out
    assert "core/unit-stride" in first
    assert run("practice", stdin="q\n").out.splitlines()[0].endswith("core/odd-stride")


def test_the_summary_for_the_next_start_is_kept(run: Run, home: Path) -> None:
    run("practice", stdin="1!\nq\n")
    kept = HomeCache(home).read()
    assert kept is not None
    assert (kept.answers, kept.right, kept.next_key) == (1, 1, "core/odd-stride")


def test_every_card_of_the_pack_can_be_played_through(run: Run, home: Path) -> None:
    """In sittings of about ten minutes, each of which goes on where the last one stopped."""
    asked: list[str] = []
    while len(set(asked)) < len({card.key for pack in shelf(Words(), home) for card in pack.cards}):
        done = run("practice", stdin="idk\n" * 60)
        assert (done.code, done.err) == (0, "")
        lines = done.out.splitlines()
        found = [line for line in lines if re.match(r"\[\d+/\d+\] ", line)]
        assert len([line for line in lines if line == "saved: no idea"]) == len(found) <= 20
        assert re.match(r"next due: (nothing now; )?[\w-]+/", lines[-1])
        assert "{{" not in done.out
        new = [line.rpartition(" · ")[2] for line in found]
        assert new
        assert not set(new).intersection(asked)
        asked += new


def test_bytes_that_are_no_text_are_no_answer(run: Run) -> None:
    done = run("practice", "offset", stdin=b"\xff\xfe\n2\n")
    assert "not an answer: not readable as UTF-8\n" in done.out
    assert "saved: 2, think\n" in done.out


def test_a_line_without_measure_is_cut_and_is_one_answer(run: Run) -> None:
    done = run("practice", "offset", stdin="7" * 100_000 + "\nq\n")
    assert done.out.count("not an answer: ") == 1


def test_a_folder_that_cannot_be_made_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    done = run("--home", str(tmp_path / "file" / "home"), "practice", stdin="1\n")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("banktrainer: error: ")
    assert done.err.count("\n") == 1


def test_each_line_is_out_before_the_next_answer_is_read(home: Path) -> None:
    child = subprocess.Popen(
        [*PROGRAM, "practice", "--plain"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for answer in ("1", "1!", "idk"):
        while not child.stdout.readline().startswith("forecast> "):
            pass
        child.stdin.write(f"{answer}\n")
        child.stdin.flush()
        assert child.stdout.readline().startswith("saved: ")
        journal = open_journal(home)
        stored = journal.count()
        journal.close()
        assert stored == ("1", "1!", "idk").index(answer) + 1
    child.kill()
    child.wait()
    child.stdin.close()
    child.stdout.close()


def test_a_reader_that_goes_away_ends_it_quietly(home: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"yes idk | {sys.executable} -m banktrainer practice --plain | head -1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout.startswith("[1/")
    assert done.stderr == ""


@pytest.mark.parametrize(("term", "arguments"), [("dumb", ["practice"]), ("xterm", ["--plain"])])
def test_on_a_terminal_the_prompt_waits_on_its_line(
    home: Path, term: str, arguments: list[str]
) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "banktrainer", "practice", *arguments[arguments[0] == "practice" :]],
        cwd=str(ROOT),
        env={**os.environ, "TERM": term},
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=30,
    )
    child.expect_exact("\r\nforecast> ")
    assert "Type a forecast (4, 4! sure, 4? guess)" in str(child.before)
    child.sendline("1")
    child.expect_exact("1\r\nsaved: 1, think\r\n")
    child.expect_exact("\r\nforecast> ")
    child.sendeof()
    child.expect(r"\r\nnext due: nothing now; core/odd-stride is new · records: ")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_ctrl_c_at_the_prompt_loses_nothing(home: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "banktrainer", "practice", "--plain"],
        cwd=str(ROOT),
        encoding="utf-8",
        timeout=30,
        preexec_fn=heed_ctrl_c,
    )
    child.expect_exact("forecast> ")
    child.sendline("1")
    child.expect_exact("saved: 1, think")
    child.expect_exact("\r\nforecast> ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in str(child.before)
    journal = open_journal(home)
    assert journal.count() == 1
    journal.close()


@pytest.mark.parametrize("answers", [0, 1])
def test_a_placement_is_offered_before_the_first_answer_alone(home: Path, answers: int) -> None:
    for _ in range(2 if answers else 1):
        child = pexpect.spawn(
            sys.executable,
            ["-m", "banktrainer", "practice", "--plain"],
            cwd=str(ROOT),
            encoding="utf-8",
            timeout=30,
        )
        child.expect_exact("forecast> ")
        offered = "banktrainer practice --place" in " ".join(str(child.before).split())
        child.sendline("1" if answers else "q")
        child.expect_exact("saved" if answers else "next due")
        child.sendeof()
        child.expect(pexpect.EOF)
        child.close()
    assert offered is not bool(answers)
