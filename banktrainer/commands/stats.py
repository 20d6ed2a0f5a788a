"""`banktrainer stats`: where the learner stands, derived from the journal."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import click

from banktrainer.commands.console import Console, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.commands.shelf import shelf
from banktrainer.study.game.level import level
from banktrainer.study.score import DAYS_TO_MASTER
from banktrainer.study.skills import PACK
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.confidence import judged_line, pays_line
from banktrainer.words.game_end import best_parts, streak_line
from banktrainer.words.report import (
    coming_line,
    due_told,
    interval_line,
    met_line,
    sure_wrong_line,
    week_lines,
)
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from banktrainer.study.game.games import Bests
    from banktrainer.study.report import Report
    from banktrainer.study.summary import CellProgress, Summary

T = TypeVar("T")


@click.command(help=text("cli.help.stats"))
@click.option("--json", "as_json", is_flag=True, help=text("cli.option.json"))
@home_option
@language_option
@click.pass_context
def stats(ctx: click.Context, as_json: bool) -> None:
    options = ctx.ensure_object(Options)
    from banktrainer.study.progress import summarize
    from banktrainer.study.report import report

    out, w, settings = console(), options.words, options.settings
    if as_json:
        out.json(json.dumps(as_data(_found(w, options.folder, settings.rollover, summarize))))
    else:
        told = _found(w, options.folder, settings.rollover, report)
        _print_report(out, w, told, game=settings.game)


def as_data(summary: Summary) -> dict[str, object]:
    """A summary as `stats --json` writes it."""
    return {
        "cells": {
            letter: {"answers": cell.answers, "right": cell.right, "mastery": cell.mastery}
            for letter, cell in summary.cells.items()
        },
        "calibration": [
            {"confidence": level.confidence, "answers": level.answers, "right": level.right}
            for level in summary.calibration
        ],
        "models": [{"id": name, "times": times} for name, times in summary.models.items()],
        "due": {"now": summary.due_now, "today": summary.due_today},
        "streak": summary.streak,
    }


def _found(w: Words, folder: Path, rollover: int, made: Callable[..., T]) -> T:
    """What `made` makes of the packs and the journal's rows, at this moment."""
    from banktrainer.records import read_journal
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock

    with reported():
        packs, now = shelf(w, folder), SystemClock().now()
        journal = read_journal(folder)
        try:
            found = recent_of(journal, folder, packs, now, rollover)
            return made(packs, found.rows, now, rollover, found.past)
        finally:
            journal.close()


def _print_report(out: Console, w: Words, told: Report, *, game: bool) -> None:
    summary = told.summary
    _print(out, w, summary, levels=game)
    wrong = [sure_wrong_line(w, summary)] if summary.sure_wrong else []
    parts = [wrong, list(map(partial(met_line, w), told.models)), list(week_lines(w, told))]
    if summary.answers:
        parts.append([coming_line(w, told)])
    for lines in filter(None, parts):
        out.line()
        for line in lines:
            out.line(line)
    if game and summary.answers:
        _print_games(out, w, summary, told.bests)


def _print(out: Console, w: Words, summary: Summary, *, levels: bool) -> None:
    figures = {"right": summary.right, "marks": summary.marks}
    if summary.answers:
        out.line(w.count("cli.stats.answers", summary.answers, **figures))
    else:
        out.line(w("cli.stats.nothing"))
    out.line(w("cli.stats.due", now=due_told(w, summary), new=summary.new))
    out.line()
    out.line(w("cli.stats.head", level=w("cli.stats.level") if levels else ""))
    for letter, cell in summary.cells.items():
        out.line(_cell(w, letter, cell, levels=levels))
    _print_skills(out, w, summary)
    said = [each for each in summary.calibration if each.answers]
    if said:
        out.line()
    for each in said:
        word, judged = confidence_word(w, each.confidence), judged_line(w, each)
        facts = {"n": each.answers, "right": each.right, "judged": judged}
        told = w("cli.stats.said", confidence=word, **facts)
        out.line(f"{told} {interval_line(w, each)}" if each.judged != "few" else told)
    if said:
        out.line(pays_line(w))


def _print_skills(out: Console, w: Words, summary: Summary) -> None:
    """What was practised with fresh numbers, and what a placement has passed."""
    if summary.skills:
        out.line()
    for name, skill in summary.skills.items():
        right = w("cli.stats.right", right=skill.right, answers=skill.answers)
        title = title_of(w, f"{PACK}/{name}")
        out.line(w("cli.stats.skill", mastery=_bar(skill), right=right, title=title))
    if summary.placed:
        out.line()
        out.line(placed_line(w, summary.placed))


def _bar(progress: CellProgress) -> str:
    return f"{'■' * round(DAYS_TO_MASTER * progress.mastery):·<{DAYS_TO_MASTER}}"


def _print_games(out: Console, w: Words, summary: Summary, bests: Bests) -> None:
    """The streak with its rest days, and the best of each game."""
    out.line()
    out.line(streak_line(w, summary))
    for best in best_parts(w, bests):
        out.line(w("game.best.line", best=best))


def _cell(w: Words, letter: str, cell: CellProgress, *, levels: bool) -> str:
    right = w("cli.stats.right", right=cell.right, answers=cell.answers) if cell.answers else "-"
    title = w(f"cli.cell.{letter}")
    facts = {"cell": letter, "mastery": _bar(cell), "right": right, "title": title}
    shown = f"{level(cell.right).number:<{len(w('cli.stats.level'))}}" if levels else ""
    return w("cli.stats.cell", level=shown, **facts)
