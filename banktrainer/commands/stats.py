"""`banktrainer stats`: where the learner stands, derived from the journal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

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
from banktrainer.words.models import model_name
from banktrainer.words.skills import placed_line, title_of

if TYPE_CHECKING:
    from pathlib import Path

    from banktrainer.study.game.games import Bests
    from banktrainer.study.summary import CellProgress, Summary


@click.command(help=text("cli.help.stats"))
@click.option("--json", "as_json", is_flag=True, help=text("cli.option.json"))
@home_option
@language_option
@click.pass_context
def stats(ctx: click.Context, as_json: bool) -> None:
    options = ctx.ensure_object(Options)
    summary, bests = _found(options.words, options.folder, options.settings.rollover)
    out = console()
    if as_json:
        out.json(json.dumps(as_data(summary)))
    else:
        game = options.settings.game
        _print(out, options.words, summary, levels=game)
        if game and summary.answers:
            _print_games(out, options.words, summary, bests)


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


def _found(w: Words, folder: Path, rollover: int) -> tuple[Summary, Bests]:
    from banktrainer.records import read_journal
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock
    from banktrainer.study.game.games import games
    from banktrainer.study.live import live
    from banktrainer.study.progress import summarize

    with reported():
        packs, now = shelf(w, folder), SystemClock().now()
        journal = read_journal(folder)
        try:
            found = recent_of(journal, folder, packs, now, rollover)
            summary = summarize(packs, found.rows, now, rollover, past=found.past)
            before = found.past.games if found.past else None
            return summary, games(live(found.rows), before).bests
        finally:
            journal.close()


def _print(out: Console, w: Words, summary: Summary, *, levels: bool) -> None:
    figures = {"right": summary.right, "marks": summary.marks}
    if summary.answers:
        out.line(w.count("cli.stats.answers", summary.answers, **figures))
    else:
        out.line(w("cli.stats.nothing"))
    out.line(w("cli.stats.due", now=summary.due_now, new=summary.new))
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
        out.line(w("cli.stats.said", confidence=word, **facts))
    if said:
        out.line(pays_line(w))
    met = sorted(summary.models.items(), key=lambda each: (-each[1], each[0]))
    if met:
        out.line()
    for model, times in met:
        out.line(w("cli.stats.model", times=times, name=model_name(w, model)))


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
