"""Checked lines on their way into DuckDB: while a part is gathered, the one before is taken in."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PART_BYTES = 16 << 20

_COLUMNS = (
    "{f: 'INTEGER', n: 'INTEGER', id: 'VARCHAR', pack: 'VARCHAR', card: 'VARCHAR', "
    "cell: 'VARCHAR', confidence: 'VARCHAR', verdict: 'VARCHAR', model: 'VARCHAR', "
    "seen: 'BOOLEAN', study_day: 'DATE', duration_ms: 'BIGINT'}"
)
_LOAD = f"""\
INSERT INTO answers
SELECT f, n + 1, id, pack || '/' || card, cell, confidence, verdict, model, seen, study_day,
       duration_ms
FROM read_json(?, format = 'newline_delimited', columns = {_COLUMNS}, ignore_errors = true,
               maximum_object_size = 1048576)"""


class Parts:
    """Rows for the table `answers`, each a line of JSON with its file's place as `f`.

    At most two parts lie in memory; leaving the block waits for the last one.
    """

    def __init__(self, connection: DuckDBPyConnection, folder: Path) -> None:
        self._connection = connection
        self._path = folder / "part.json"
        self._pool = ThreadPoolExecutor(1)
        self._taken_in: Future[Any] | None = None
        self._lines: list[bytes] = []
        self._bytes = 0

    def add(self, line: bytes) -> None:
        self._lines.append(line)
        self._bytes += len(line)
        if self._bytes > PART_BYTES:
            self._hand_over()

    def __enter__(self) -> Parts:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _e: BaseException | None, _t: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._hand_over()
                self._wait()
        finally:
            self._pool.shutdown()

    def _hand_over(self) -> None:
        if self._lines:
            lines, self._lines, self._bytes = self._lines, [], 0
            self._wait()
            self._taken_in = self._pool.submit(self._take_in, lines)

    def _wait(self) -> None:
        """Until the part before is taken in; raises what went wrong with it."""
        if self._taken_in is not None:
            self._taken_in.result()
            self._taken_in = None

    def _take_in(self, lines: list[bytes]) -> None:
        self._path.write_bytes(b"".join(lines))
        self._connection.execute(_LOAD, [str(self._path)])
