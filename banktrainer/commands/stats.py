"""`banktrainer stats`: where the learner stands, derived from the journal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import Console, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word

if TYPE_CHECKING:
    from pathlib import Path

    from banktrainer.study.summary import CellProgress, Summary


@click.command(help=text("cli.help.stats"))
@click.option("--json", "as_json", is_flag=True, help=text("cli.option.json"))
@home_option
@language_option
@click.pass_context
def stats(ctx: click.Context, as_json: bool) -> None:
    options = ctx.ensure_object(Options)
    summary = _summary(options.folder)
    out = console()
    if as_json:
        out.json(json.dumps(as_data(summary)))
    else:
        _print(out, options.words, summary)


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


def _summary(folder: Path) -> Summary:
    from banktrainer.packs import builtin
    from banktrainer.records import read_journal
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock
    from banktrainer.study.progress import summarize

    with reported():
        packs, now = builtin(), SystemClock().now()
        journal = read_journal(folder)
        try:
            found = recent_of(journal, folder, packs, now)
            return summarize(packs, found.rows, now, past=found.past)
        finally:
            journal.close()


def _print(out: Console, w: Words, summary: Summary) -> None:
    figures = {"right": summary.right, "marks": summary.marks}
    if summary.answers:
        out.line(w.count("cli.stats.answers", summary.answers, **figures))
    else:
        out.line(w("cli.stats.nothing"))
    out.line(w("cli.stats.due", now=summary.due_now, new=summary.new, streak=summary.streak))
    out.line()
    out.line(w("cli.stats.head"))
    for letter, cell in summary.cells.items():
        out.line(_cell(w, letter, cell))
    said = [level for level in summary.calibration if level.answers]
    if said:
        out.line()
    for level in said:
        word = confidence_word(w, level.confidence)
        out.line(w("cli.stats.said", confidence=word, n=level.answers, right=level.right))


def _cell(w: Words, letter: str, cell: CellProgress) -> str:
    bar = f"{'■' * round(4 * cell.mastery):·<4}"
    right = w("cli.stats.right", right=cell.right, answers=cell.answers) if cell.answers else "-"
    facts = {"cell": letter, "mastery": bar, "right": right, "title": w(f"cli.cell.{letter}")}
    return w("cli.stats.cell", **facts)
