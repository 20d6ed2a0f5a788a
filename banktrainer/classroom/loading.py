"""Results files into one DuckDB table, in parts, so that memory stays bounded."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from banktrainer.classroom.checking import Learner, ResultsError, ResultsFile
from banktrainer.classroom.parquet import ALONE
from banktrainer.classroom.parts import Parts

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MEMORY = "512MB"
"""What DuckDB may hold; beyond that it uses a temporary folder."""

_TABLE = """\
CREATE TABLE answers (
    file INTEGER, line INTEGER, id VARCHAR, item VARCHAR, cell VARCHAR, confidence VARCHAR,
    verdict VARCHAR, model VARCHAR, seen BOOLEAN, day DATE, ms BIGINT)"""

_STRANGE = """\
SELECT file, count(DISTINCT line), min(line), max(line), min(line) FILTER (
    id IS NULL OR item IS NULL OR seen IS NULL OR day IS NULL OR ms IS NULL OR ms < 0
    OR length(item) > 200 OR length(id) > 100 OR length(model) > 100
    OR NOT coalesce(cell BETWEEN 'A' AND 'J' AND length(cell) = 1, cell IS NULL)
    OR confidence IS NULL OR confidence NOT IN ('guess', 'think', 'sure', 'none')
    OR verdict IS NULL OR verdict NOT IN ('right', 'wrong', 'none'))
FROM answers WHERE file IS NOT NULL GROUP BY file"""


@dataclass(slots=True)
class Loaded:
    """`connection` holds the table `answers` of `learners` (by their places), nothing of the files
    that `faults` leave out; `shared` are pairs of learners with answers of the same ids."""

    connection: DuckDBPyConnection
    learners: dict[int, Learner] = field(default_factory=dict)
    faults: list[ResultsError] = field(default_factory=list)
    shared: list[tuple[str, str, int]] = field(default_factory=list)


@contextmanager
def loaded(paths: Sequence[Path]) -> Iterator[Loaded]:
    """The answers of all the files that hold; raises ImportError without DuckDB."""
    import duckdb

    with (
        tempfile.TemporaryDirectory(prefix="banktrainer-") as folder,
        duckdb.connect(config=ALONE) as connection,
    ):
        connection.execute(f"SET memory_limit = '{MEMORY}'")
        connection.execute(f"SET temp_directory = '{folder}/spill'")
        connection.execute("SET threads = 2")
        connection.execute(_TABLE)
        found = Loaded(connection)
        with Parts(connection, Path(folder)) as parts:
            _read(found, paths, parts)
        _leave_out_faulty(found)
        _leave_out_strange(found)
        _leave_out_older(found)
        found.shared = _shared(found)
        yield found


def _read(found: Loaded, paths: Iterable[Path], parts: Parts) -> None:
    for place, path in enumerate(paths):
        file = ResultsFile(path)
        try:
            for line in file.lines():
                parts.add(b'{"f":%d,%b\n' % (place, line[1:]))
        except ResultsError as error:
            found.faults.append(error)
        else:
            found.learners[place] = file.who


def _leave_out_faulty(found: Loaded) -> None:
    """What was read of files before they turned out not to hold."""
    found.connection.execute(
        "DELETE FROM answers WHERE NOT list_contains(?::INTEGER[], file)", [list(found.learners)]
    )


def _leave_out_strange(found: Loaded) -> None:
    """Files whose chain holds over lines that this program would not have written.

    Where DuckDB could not read a line at all, it has none of its line's number.
    """
    told = {row[0]: row[1:] for row in found.connection.execute(_STRANGE).fetchall()}
    for place, who in tuple(found.learners.items()):
        *lines, strange = told.get(place, (0, 2, 1, None))
        if strange is None and lines != [who.rows, 2, who.rows + 1]:
            strange = _first_lost(found, place)
        if strange is not None:
            _leave_out(found, place, ResultsError(who.path, "row", strange))
    found.connection.execute("DELETE FROM answers WHERE file IS NULL")


def _first_lost(found: Loaded, place: int) -> int:
    """The first line of the file that is not in its place."""
    rows = found.connection.execute("SELECT line FROM answers WHERE file = ?", [place]).fetchall()
    here = {row[0] for row in rows}
    return next(line for line in range(2, len(here) + 3) if line not in here)


def _leave_out_older(found: Loaded) -> None:
    """Of several files of one learner the one that was made last counts."""
    latest: dict[str, int] = {}
    for place, who in sorted(found.learners.items(), key=lambda each: (each[1].made, -each[0])):
        if (older := latest.get(who.learner)) is not None:
            fault = ResultsError(found.learners[older].path, "twice", other=who.path)
            _leave_out(found, older, fault)
        latest[who.learner] = place


def _leave_out(found: Loaded, place: int, fault: ResultsError) -> None:
    found.connection.execute("DELETE FROM answers WHERE file = ?", [place])
    del found.learners[place]
    found.faults.append(fault)


_SHARED = """\
SELECT a, b, count(*) FROM (
    SELECT min(file) AS a, max(file) AS b FROM answers GROUP BY id HAVING min(file) <> max(file))
GROUP BY a, b ORDER BY count(*) DESC, a, b"""


def _shared(found: Loaded) -> list[tuple[str, str, int]]:
    names = {place: who.learner for place, who in found.learners.items()}
    pairs = found.connection.execute(_SHARED).fetchall()
    return [(names[a], names[b], int(times)) for a, b, times in pairs]
