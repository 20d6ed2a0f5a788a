"""The end of a sitting, as text."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

from banktrainer.study.queue import NextDue
from banktrainer.study.tally import Tally
from banktrainer.tui.paint.blocks import lay_out
from banktrainer.tui.practice.ending import ending_blocks
from banktrainer.words import Words

DUE = NextDue("core/double", "Eight bytes [b]", date(2026, 12, 1), 1)
RECORDS = Path("/home/me/records.sqlite3")


def said(told: Tally, due: NextDue | None = DUE) -> str:
    lines, _ = lay_out(ending_blocks(Words(), told, due, RECORDS), 76)
    return "\n".join(line.content.plain.rstrip() for line in lines)


def test_a_sitting_is_counted() -> None:
    text = said(Tally(3, 2, -3, ("An offset",), kept=True))
    assert "2 of 3 answers right · -3 marks" in text.replace("−", "-")
    assert "• An offset" in text
    assert "Next: Eight bytes [b], tomorrow." in text
    assert "Your answers lie in /home/me/records.sqlite3" in text
    assert "▸ Enter goes home." in text


def test_a_new_card_is_not_said_to_be_due() -> None:
    text = said(Tally(1, 1, 2, (), kept=True), replace(DUE, days=0, new=True))
    assert "Nothing is due now; next is a new one: Eight bytes [b]." in text


def test_what_was_not_kept_is_not_said_to_lie_anywhere() -> None:
    text = said(Tally(1, 1, 2, (), kept=False), due=None)
    assert "1 of 1 answer right" in text
    assert "Nothing of this sitting is kept" in text
    assert "records.sqlite3" not in text
    assert "Next" not in text
