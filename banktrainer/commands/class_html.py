"""A class report as one HTML page: plots and tables, nothing loaded from elsewhere, no script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from banktrainer.classroom.report import ClassReport
from banktrainer.commands import class_plots
from banktrainer.commands.class_table import COLUMNS, discrimination, hardest, percent, summary
from banktrainer.printable import printable
from banktrainer.words import Words
from banktrainer.words.answers import confidence_word
from banktrainer.words.models import model_name

_SEAL_DIGITS = 16
_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --back: #fdfdfb;
  --line: #d5dae0; --bar: #2f6fb7; --good: #1f7a6d; --warn: #b3541e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #9aa6b5;
  --back: #14181f; --line: #333c48; --bar: #6ea8e6; --good: #53b8a6; --warn: #e08e52; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back);
  max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
p.about { color: var(--soft); max-width: 42rem; }
figure { margin: 1rem 0; overflow-x: auto; } figcaption { color: var(--soft); font-size: .9rem; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font: 12px system-ui; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); text-align: right;
  overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; } td:first-child, th:first-child { text-align: left; }
td:nth-child(2).what, th:nth-child(2).what { text-align: left; }
.seal { font-family: ui-monospace, monospace; font-size: .85rem; }
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(w: Words, told: ClassReport, notes: Sequence[str], names: bool) -> str:
    """The whole page; every text of a file's is escaped."""
    title = safe(w("classroom.title"))
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{safe(w.language)}">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            f"<h1>{title}</h1>\n<p>{safe(summary(w, told))}</p>",
            *_parts(w, told, names),
            *_left_out(w, notes),
            "</body>\n</html>\n",
        )
    )


def safe(text: str) -> str:
    """Foreign text for HTML: nothing hidden in it, nothing read as markup."""
    return escape(printable(text), quote=True)


def _parts(w: Words, told: ClassReport, names: bool) -> Iterator[str]:
    plots = class_plots.Plots(w, told)
    rows: dict[str, Iterable[Sequence[str]]] = {
        "cells": _cells(w, told),
        "models": ((model_name(w, m.model), str(m.learners), str(m.times)) for m in told.models),
        "items": _items(told),
        "levels": _levels(w, told),
        "learners": _learners(told, names),
    }
    for part, columns in COLUMNS.items():
        yield f'<section id="{part}">\n<h2>{safe(w(f"classroom.head.{part}"))}</h2>'
        yield f'<p class="about">{safe(w(f"classroom.about.{part}"))}</p>'
        caption = safe(w(f"classroom.plot.{part}"))
        plot = plots.of(part)
        if plot:
            yield f"<figure>\n{plot}\n<figcaption>{caption}</figcaption>\n</figure>"
        yield from _table(w, columns, rows[part])
        yield "</section>"


def _table(w: Words, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col" class="{name}">{safe(w(f"classroom.column.{name}"))}</th>'
        for name in columns
    )
    yield f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>"
    for row in rows:
        inside = (
            f'<td class="{name}">{safe(text)}</td>' for name, text in zip(columns, row, strict=True)
        )
        yield f"<tr>{''.join(inside)}</tr>"
    yield "</tbody>\n</table>"


def _cells(w: Words, told: ClassReport) -> Iterator[Sequence[str]]:
    for each in told.cells:
        share, mastery = percent(each.right, each.answers), percent(each.mastery)
        title = w(f"cli.cell.{each.cell}")
        yield each.cell, title, str(each.learners), str(each.answers), share, mastery


def _items(told: ClassReport) -> Iterator[Sequence[str]]:
    for each in hardest(told):
        share, seconds = percent(each.right), f"{each.seconds:.0f}"
        yield each.item, str(each.learners), share, discrimination(each), seconds


def _levels(w: Words, told: ClassReport) -> Iterator[Sequence[str]]:
    for each in told.levels:
        said = confidence_word(w, each.confidence)
        yield said, str(each.answers), percent(each.right, each.answers)


def _learners(told: ClassReport, names: bool) -> Iterator[Sequence[str]]:
    for each in told.learners:
        who = (names and each.name) or each.learner
        share, mastery = percent(each.right, each.answers), percent(each.mastery)
        seal = each.seal[:_SEAL_DIGITS]
        yield who, str(each.answers), share, str(each.marks), mastery, seal


def _left_out(w: Words, notes: Sequence[str]) -> Iterator[str]:
    if notes:
        yield f'<section id="left-out">\n<h2>{safe(w("classroom.head.left_out"))}</h2>\n<ul>'
        yield from (f"<li>{safe(note)}</li>" for note in notes)
        yield "</ul>\n</section>"
