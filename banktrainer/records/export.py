"""`data export`: the journal as JSON Lines, for people's own scripts and for other machines."""

from __future__ import annotations

import json
from collections.abc import Iterator

from banktrainer.study.journal import Answer, Journal

SCHEMA = 1


def export_lines(journal: Journal) -> Iterator[str]:
    """One line of JSON for each row, in the order of appending, without the line's end.

    Pure ASCII, so that no terminal acts on what a learner typed or an author wrote.

    Schema 1. Every row comes whole, voided and voiding ones included; keys in this order:

    - `schema` 1; `id` of the row; `pack` and `card`; `template`, `seed`, `params`, `generator`:
      what was drawn (null, null, {} and null for a fixed card; of a card with choices `seed` is
      the draw and `params.order` the author's place of each letter); `machine`; `asked`: cycles,
      degree, conflict, bank, lanes, repair, choice, expect, recall, or void for a row that only
      takes another back.
    - `forecast` as text, null for "no idea"; `confidence` guess, think, sure or none;
      `verdict` right, wrong or none; `truth`: the facts the answer was graded by; `model`: the
      wrong model that explains it, or null; `seen`: the draw had been revealed that day.
    - `at` (UTC, Z); `utc_offset` in minutes; `study_day`; `duration_ms`; `voids`: the id of the
      row that this one takes back, or null; `cell` A to J or null; `version` of the program.
    """
    for row in journal.rows():
        yield json.dumps(_fields(row), separators=(",", ":"))


def _fields(row: Answer) -> dict[str, object]:
    return {
        "schema": SCHEMA,
        "id": row.id,
        "pack": row.pack,
        "card": row.card,
        "template": row.template,
        "seed": row.seed,
        "params": row.params,
        "generator": row.generator,
        "machine": row.machine,
        "asked": row.asked,
        "forecast": row.forecast,
        "confidence": row.confidence,
        "verdict": row.verdict,
        "truth": row.truth,
        "model": row.model,
        "seen": row.seen,
        "at": row.at,
        "utc_offset": row.utc_offset,
        "study_day": row.study_day,
        "duration_ms": row.duration_ms,
        "voids": row.voids,
        "cell": row.cell,
        "version": row.version,
    }
