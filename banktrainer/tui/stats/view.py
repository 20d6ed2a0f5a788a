"""What the screen of statistics says, as blocks made from a Report: pure, so tested as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.content import Content

from banktrainer.study.calibrating import interval, judged, pays_from
from banktrainer.study.report import AHEAD, DayCount, Report
from banktrainer.study.skills import PACK
from banktrainer.study.summary import CONFIDENCES
from banktrainer.tui.home.view import CellRow, Matrix
from banktrainer.tui.paint.blocks import Block, Pair, Text
from banktrainer.tui.paint.text import styled
from banktrainer.tui.stats.calibration import Curve, Level
from banktrainer.tui.stats.columns import Chart, Column, Part
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.confidence import pays_line
from banktrainer.words.game_end import best_parts, streak_line
from banktrainer.words.models import model_name
from banktrainer.words.report import coming_told
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from banktrainer.study.summary import Calibration

RIGHT, WRONG = "█", "░"
_MONDAY = 0


def report_blocks(w: Words, told: Report, *, game: bool) -> Iterator[Block]:
    """The whole page; before the first answer, how to give one."""
    if not told.summary.answers:
        yield Text(styled(w("report.nothing"), "strong"))
        return
    yield from _days(w, told)
    yield from _calibration(w, told)
    yield from _coming(w, told)
    yield from _cells(w, told)
    yield from _models(w, told)
    if game:
        yield from _games(w, told)


def _head(w: Words, key: str, right: Content | None = None) -> Block:
    return Pair(styled(w(key), "strong"), right or Content())


def _days(w: Words, told: Report) -> Iterator[Block]:
    right, wrong = sum(d.right for d in told.days), sum(d.wrong for d in told.days)
    legend = styled(f"{RIGHT} {w('report.days.right', n=right)}", "mastered") + styled(
        f"   {WRONG} {w('report.days.wrong', n=wrong)}", "bad"
    )
    yield _head(w, "report.days.lead", legend)
    if not right + wrong:
        yield Text(styled(w("report.days.none"), "soft"), close=True)
        return
    yield Chart([_day(day, told.days[-1]) for day in told.days], close=True)


def _day(day: DayCount, last: DayCount) -> Column:
    parts = Part(day.right, RIGHT, "mastered"), Part(day.wrong, WRONG, "bad")
    label = day.day.isoformat()[5:] if day.day.weekday() == _MONDAY else ""
    return Column(parts, label, today=day is last)


def _calibration(w: Words, told: Report) -> Iterator[Block]:
    yield _head(w, "report.calibration")
    yield Text(styled(w("report.calibration_note"), "soft"), close=True)
    yield Curve([_level(w, each) for each in reversed(told.summary.calibration)], close=True)
    yield Text(styled(pays_line(w), "soft"), close=True)


def _level(w: Words, told: Calibration) -> Level:
    at = CONFIDENCES.index(told.confidence)
    above = CONFIDENCES[at + 1 : at + 2]
    low, high = float(pays_from(told.confidence)), float(pays_from(above[0])) if above else 1.0
    name = confidence_word(w, told.confidence)
    if not told.answers:
        return Level(name, low, high, None, None, True, True, w("report.unsaid"))
    verdict, _ = judged(told)
    facts = {"right": told.right, "answers": told.answers}
    said = w("report.said", judged=w(f"report.judged.{verdict}"), **facts)
    found = interval(told.right, told.answers)
    share = told.right / told.answers
    return Level(name, low, high, share, found, verdict == "few", verdict == "fits", said)


def _coming(w: Words, told: Report) -> Iterator[Block]:
    due = any(day.answers for day in told.coming)
    right = styled(coming_told(w, told.coming), "soft") if due else None
    yield _head(w, "report.coming.lead", right)
    if not due:
        yield Text(styled(w("report.coming.none", days=AHEAD), "soft"), close=True)
        return
    columns = [
        Column((Part(day.answers, RIGHT, "own"),), f"{day.day.day:>2}", day is told.coming[0])
        for day in told.coming
    ]
    yield Chart(columns, height=4, wide=3, first=True, close=True)


def _cells(w: Words, told: Report) -> Iterator[Block]:
    summary = told.summary
    yield _head(w, "report.cells")
    yield Text(styled(w("report.cells_note"), "soft"), close=True)
    rows = [
        CellRow(letter, w(f"home.cell.{letter}"), cell.mastery, cell.answers, cell.right)
        for letter, cell in summary.cells.items()
    ]
    yield Matrix(rows, close=True)
    if summary.skills:
        skills = [
            CellRow(" ", _skill(w, name), skill.mastery, skill.answers, skill.right)
            for name, skill in summary.skills.items()
        ]
        yield _head(w, "report.skills")
        yield Matrix(skills, close=True)
    if summary.placed:
        yield Text(styled(placed_line(w, summary.placed), "soft"))


def _skill(w: Words, name: str) -> str:
    """What a skill is of; that its numbers are fresh is the heading's."""
    title = title_of(w, f"{PACK}/{name}")
    return title.partition(": ")[2] or title


def _models(w: Words, told: Report) -> Iterator[Block]:
    if not told.models:
        yield _head(w, "report.models")
        yield Text(styled(w("report.no_models"), "soft"), close=True)
        return
    cured = sum(met.cured for met in told.models)
    lead = w("report.met.lead", met=len(told.models), cured=cured)
    yield _head(w, "report.models", styled(lead, "soft"))
    for met in told.models:
        sign = styled("✓ ", "mastered") if met.cured else styled("✗ ", "bad")
        said = w("report.model", times=met.times, name=model_name(w, met.id))
        yield Text(styled(said, "soft" if met.cured else ""), lead=sign, close=True)
    yield Text(styled(w("report.met.note"), "soft"), close=True)


def _games(w: Words, told: Report) -> Iterator[Block]:
    yield _head(w, "report.games")
    yield Text(styled(streak_line(w, told.summary)), close=True)
    bests = " · ".join(best_parts(w, told.bests))
    if bests:
        yield Text(styled(bests), close=True)
