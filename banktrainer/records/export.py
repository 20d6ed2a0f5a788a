"""`data export`: the journal as JSON Lines, for people's own scripts and for other machines."""

from __future__ import annotations

from collections.abc import Iterator

from banktrainer.records.lines import line_of
from banktrainer.study.journal import Journal


def export_lines(journal: Journal) -> Iterator[str]:
    """One line of JSON for each row, by their moments, without the line's end.

    Pure ASCII, so that no terminal acts on what a learner typed or an author wrote. The fields
    are told in `records.lines`.
    """
    return map(line_of, journal.rows())
