"""Plain mode's transcript, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.engine import Access, serve
from banktrainer.packs.model import Card, CodeBlock, Fence, Paragraph, Prose, Span, Step
from banktrainer.plain.board import still
from banktrainer.plain.paint import Row, row_text
from banktrainer.plain.session import Lines, PlainSession
from banktrainer.plain.text import cells
from banktrainer.study.item import Item
from banktrainer.study.progress import summarize
from banktrainer.study.session import Session
from banktrainer.words import Words
from tests.study.desk import (
    PLACE,
    ManualClock,
    MemoryJournal,
    card,
    choices,
    numbered,
    pack,
    prose,
    recall,
    solver,
    steps,
    trap,
)

RECORDS = Path("/home/ada/records.sqlite3")
CODE = "__shared__ float s[512];\nfloat v = s[threadIdx.x * 6 + 5];"
OFFSET = card(
    "offset",
    cell="E",
    body=(CodeBlock(CODE, fence=""),),
    fences=(Fence("", CODE, PLACE),),
    steps=(
        Step("find the lanes", prose("Lanes 0 and 16 meet."), prose("101 = 3 × 32 + 5.")),
        Step("pad it", (*prose("Add one:"), CodeBlock("float s[513];")), prose("it is odd.")),
    ),
    answer=prose("2 cycles."),
    check=prose("gcd(6, 32) = 2."),
    footnote=prose("Cycles are not time."),
    traps=(trap("1", "you counted as if the offset helped"),),
)
CLOSING = f"next due: {{}} · records: {RECORDS}"
NEW = CLOSING.format("nothing now; {} is new")


class Script:
    """The lines that are typed, and the transcript that they get, prompts and all."""

    def __init__(self, typed: Sequence[str]) -> None:
        self._typed = iter(typed)
        self.transcript: list[str] = []

    def say(self, line: str) -> None:
        self.transcript.append(line)

    def ask(self, prompt: str) -> str | None:
        typed = next(self._typed, None)
        self.transcript.append(prompt + (typed or ""))
        return typed


def session_of(cards: Sequence[Card], journal: Any, access: Access | None = None) -> Session:
    items = [Item(each, solver=solver(access or Access.strided(6, 5))) for each in cards]
    return Session(items, journal, ManualClock(), version="1", ids=numbered())


def play(
    cards: Sequence[Card],
    *typed: str,
    journal: Any = None,
    access: Access | None = None,
    width: int | None = None,
) -> list[str]:
    script = Script(typed)
    session = session_of(cards, journal or MemoryJournal(), access)
    PlainSession(session, Words(), Lines(script.say, script.ask, width)).play(RECORDS)
    return script.transcript


def test_a_sure_and_wrong_forecast_from_the_question_to_the_next() -> None:
    assert play([OFFSET], "1!", "2") == [
        "[1/1] Cell E · core/offset",
        "    __shared__ float s[512];",
        "    float v = s[threadIdx.x * 6 + 5];",
        "How many cycles?",
        "forecast> 1!",
        "saved: 1, sure",
        "wrong: 2 cycles, ideal 1. You counted as if the offset helped. "
        "Lanes 0 and 16 both want bank 5, words 5 and 101.",
        "step 1 of 2: find the lanes. Lanes 0 and 16 meet.   why: 101 = 3 × 32 + 5.",
        "step 2 of 2: pad it. Add one:",
        "    float s[513];",
        "why: it is odd.",
        "answer: 2 cycles.",
        "check: gcd(6, 32) = 2.",
        "note: Cycles are not time.",
        "sure: −6 marks. You were sure: it comes back at the end of this sitting, and tomorrow.",
        "",
        "[2/2] Cell E · core/offset · once more",
        "    __shared__ float s[512];",
        "    float v = s[threadIdx.x * 6 + 5];",
        "How many cycles?",
        "forecast> 2",
        "saved: 2, think",
        "right: 2 cycles, ideal 1. Lanes 0 and 16 both want bank 5, words 5 and 101.",
        "step 1 of 2: find the lanes. Lanes 0 and 16 meet.   why: 101 = 3 × 32 + 5.",
        "step 2 of 2: pad it. Add one:",
        "    float s[513];",
        "why: it is odd.",
        "answer: 2 cycles.",
        "check: gcd(6, 32) = 2.",
        "note: Cycles are not time.",
        "seen today, no marks.",
        "1 of 2 answers right · −6 marks.",
        "You were sure of these, and wrong. They come back tomorrow: Offset.",
        CLOSING.format("core/offset, tomorrow"),
    ]


def test_what_is_no_answer_is_asked_again_and_stores_nothing() -> None:
    journal = MemoryJournal()
    said = play([card()], "x", "", "-1", "2.5", "9999", "!", "sure", "q", journal=journal)
    assert said[2:] == [
        "forecast> x",
        "not an answer: a whole number is asked for",
        "forecast> ",
        "not an answer: an empty line",
        "forecast> -1",
        "not an answer: a number below 0",
        "forecast> 2.5",
        "not an answer: a whole number is asked for",
        "forecast> 9999",
        "not an answer: a number up to 1024 is asked for",
        "forecast> !",
        "not an answer: an empty line",
        "forecast> sure",
        "not an answer: a whole number is asked for",
        "forecast> q",
        NEW.format("core/stride"),
    ]
    assert journal.kept == []


@pytest.mark.parametrize(
    ("typed", "saved", "verdict"),
    [
        ("2", "saved: 2, think", "right: 2 cycles, ideal 1."),
        ("2!", "saved: 2, sure", "right: 2 cycles, ideal 1."),
        (" 02 ? ", "saved: 2, guess", "right: 2 cycles, ideal 1."),
        ("4?", "saved: 4, guess", "wrong: 2 cycles, ideal 1."),
        ("idk", "saved: no idea", "the answer: 2 cycles, ideal 1."),
        ("IDK", "saved: no idea", "the answer: 2 cycles, ideal 1."),
    ],
)
def test_the_line_after_the_commit(typed: str, saved: str, verdict: str) -> None:
    said = play([card()], typed)
    at = said.index(f"forecast> {typed}")
    assert said[at + 1] == saved
    assert said[at + 2].startswith(verdict)


def test_saved_is_said_only_when_the_journal_has_the_row() -> None:
    class Watching(MemoryJournal):
        def append(self, answer: Any) -> Any:
            assert not [line for line in script.transcript if line.startswith("saved")]
            return super().append(answer)

    script = Script(["1"])
    journal = Watching()
    lines = Lines(script.say, script.ask)
    PlainSession(session_of([card()], journal), Words(), lines).play(RECORDS)
    assert len(journal.kept) == 1
    assert [line for line in script.transcript if line.startswith("saved")] == ["saved: 1, think"]


def test_a_journal_that_fails_says_nothing_saved() -> None:
    journal = MemoryJournal()
    journal.broken = True
    script = Script(["1"])
    with pytest.raises(OSError, match="disk full"):
        PlainSession(session_of([card()], journal), Words(), Lines(script.say, script.ask)).play(
            RECORDS
        )
    assert not [line for line in script.transcript if line.startswith("saved")]


def test_no_line_of_a_pack_can_pose_as_a_commit() -> None:
    fake = "saved: 1, sure"
    posing = card(
        "pose",
        body=prose(fake),
        question=prose(fake),
        answer=prose(fake),
        steps=(Step(fake, prose(fake), prose(fake)),),
    )
    for width in (None, 20):
        said = play([posing], "2", width=width)
        assert [line for line in said if line.startswith("saved")] == ["saved: 2, think"]


def test_recall_reads_two_lines_and_shows_its_answer_between_them() -> None:
    own = recall("why", cell=None, question=prose("Why pad?"), answer=prose("33 is odd."))
    assert play([own], "because!", "maybe", "y") == [
        "[1/1] Recall · core/why",
        "Why pad?",
        "forecast> because!",
        "saved: your answer, sure",
        "answer: 33 is odd.",
        "right? y or n> maybe",
        "not an answer: y (right) or n (wrong) is asked for",
        "right? y or n> y",
        "saved: right",
        "right, by your own word.",
        "sure: +3 marks.",
        "1 of 1 answer right · 3 marks.",
        CLOSING.format("core/why, in 2 days"),
    ]


def test_recall_without_an_idea_needs_no_grade() -> None:
    own = recall("why", cell=None, question=prose("Why pad?"), answer=prose("33 is odd."))
    assert play([own], "idk")[2:] == [
        "forecast> idk",
        "saved: no idea",
        "no idea: here is the answer.",
        "answer: 33 is odd.",
        "no idea: 0 marks.",
        "0 of 1 answer right · 0 marks.",
        CLOSING.format("core/why, tomorrow"),
    ]


def test_choices_are_lettered_and_only_their_letters_count() -> None:
    asked = recall("pad", choices=choices("32", "33"), expect=None)
    said = play([asked], "c", "B")
    assert sorted(line[3:] for line in said[2:4]) == ["32", "33"]
    assert [line[:3] for line in said[2:4]] == ["a) ", "b) "]
    assert "not an answer: one of a, b is asked for" in said
    assert "saved: b, think" in said


def test_undo_takes_the_last_answer_back_and_the_item_comes_later() -> None:
    journal = MemoryJournal()
    said = play([card("a"), card("b")], "u", "1", "U", "2", "2", journal=journal)
    assert [line for line in said if line.startswith("undone")] == [
        "undone: nothing, no answer was given yet",
        "undone: core/a comes back later",
    ]
    heads = [line for line in said if line.startswith("[")]
    assert heads == [
        "[1/2] Cell C · core/a",
        "[2/2] Cell C · core/b",
        "[2/2] Cell C · core/a",
    ]
    assert [row.asked for row in journal.kept] == ["cycles", "void", "cycles", "cycles"]


@pytest.mark.parametrize("typed", [["q"], ["Q"], [" Q "], []])
def test_leaving_says_what_is_due_and_where_the_records_are(typed: list[str]) -> None:
    assert play([card()], *typed)[-1] == NEW.format("core/stride")


def test_what_is_due_goes_before_what_is_new_in_the_closing_line() -> None:
    journal = MemoryJournal()
    said = play([card("a"), card("b"), card("c")], "1!", "q", journal=journal)
    assert said[-1] == CLOSING.format("core/a, now"), "sure and wrong: once more today"
    said = play([card("a"), card("b")], "2", "q")
    assert said[-1] == NEW.format("core/b")


def test_a_narrow_width_wraps_prose_but_not_code() -> None:
    wide: Prose = (Paragraph((Span("Every lane reads its own element here."),)),)
    code = CodeBlock("float value = shared_memory[threadIdx.x * 6];")
    said = play([replace(card(), body=(*wide, code))], width=30)
    assert said[1:4] == [
        "Every lane reads its own",
        "element here.",
        "    float value = shared_memory[threadIdx.x * 6];",
    ]


@given(st.lists(st.sampled_from(["1", "2!", "idk", "u", "x", "", "y", "n", "a", "b"]), max_size=25))
def test_any_typing_stores_before_it_reveals(typed: list[str]) -> None:
    journal = MemoryJournal()
    cards = [card("a", steps=steps("one")), recall("b"), recall("c", choices=choices("x", "y"))]
    said = play(cards, *typed, journal=journal)
    commits = [line for line in said if line.startswith("saved")]
    stored = [row for row in journal.kept if row.asked != "void"]
    assert len(commits) == len(stored)
    assert sum(line.startswith("answer:") for line in said) <= len(stored)
    assert said[-1].startswith("next due: ")
    home = summarize([pack(*cards)], journal.kept, ManualClock().now())
    assert (", now · " in said[-1]) == (home.due_now > 0), "as home has it"
    assert ("nothing now; " in said[-1]) == (home.new > 0 and not home.due_now)


def test_a_wrong_model_is_told_where_the_author_says_nothing() -> None:
    bare = replace(OFFSET, traps=(), steps=())
    told = next(line for line in play([bare], "3", "q") if line.startswith("wrong: "))
    assert told.startswith(
        "wrong: 2 cycles, ideal 1. You counted as if an offset added a cycle; an offset moves all "
        "lanes by the same number of banks and changes nothing. Lanes 0 and 16"
    )


def test_an_authors_trap_goes_before_a_wrong_model() -> None:
    told = next(line for line in play([OFFSET], "1", "q") if line.startswith("wrong: "))
    assert "You counted as if the offset helped" in told
    assert told.count("counted as if") == 1


COLUMN = card("column", cell="F", traps=(), answer=prose("32."))


def test_after_a_wrong_model_the_true_board_comes_and_then_the_believers() -> None:
    """Each under the sentence that tells it."""
    said = play([COLUMN], "1", "q", access=Access.strided(32))
    at = next(n for n, line in enumerate(said) if line.startswith("wrong: "))
    assert "In your picture" not in said[at]
    true = said.index("On the hardware: 32 cycles, ideal 1: 32-way bank conflict.")
    own = said.index("In your picture: 1 cycle, ideal 1: no bank conflict.")
    assert at < true < own
    assert said[true + 1 : own] == board_of(Access.strided(32))
    assert said[own + 1].startswith("cycle 1 00010203 04050607")
    assert said[own + 4] == "answer: 32."


def board_of(access: Access) -> list[str]:
    return [row_text(row) for row in still(Words(), serve(access, "nvidia"))]


@pytest.mark.parametrize("ascii", [True, False])
def test_boards_are_drawn_in_colour_or_in_ascii_where_that_is_wanted(ascii: bool) -> None:
    script, drawn = Script(["1"]), list[Row]()
    session = session_of([COLUMN], MemoryJournal(), Access.strided(32))
    PlainSession(
        session, Words(), Lines(script.say, script.ask, 80, drawn.append, ascii=ascii)
    ).play(RECORDS)
    text = "\n".join(map(row_text, drawn))
    assert ("▀▀" in text) is not ascii
    assert ("^^" in text) is ascii
    assert not [line for line in script.transcript if "▀" in line or "^" in line]


@pytest.mark.parametrize(("width", "bands"), [(78, 2), (60, 2), (40, 4)])
def test_in_short_lines_fewer_banks_lie_side_by_side(width: int, bands: int) -> None:
    said = play([COLUMN], "1", "q", access=Access.strided(32), width=width)
    assert len([line for line in said if line.startswith("   bank ")]) == 2 * bands
    assert said.count("  words 32") == 1, "none waits elsewhere"
    assert max(map(cells, said[:-1])) <= width


def test_without_a_picture_there_are_no_boards() -> None:
    for typed in ("31", "32", "idk"):
        said = play([COLUMN], typed, "q", access=Access.strided(32))
        assert not [line for line in said if line.startswith(("On the hardware", "In your"))]
