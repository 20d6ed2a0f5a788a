"""Exports as Parquet, which any query engine reads; written by DuckDB (the extra `class`)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

ALONE: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
"""Nothing is fetched from anywhere."""

_TYPES = {
    "schema": "INTEGER",
    "n": "INTEGER",
    "seed": "BIGINT",
    "seen": "BOOLEAN",
    "at": "TIMESTAMP",
    "utc_offset": "INTEGER",
    "study_day": "DATE",
    "duration_ms": "BIGINT",
}
"""All others are text; objects (`params`, `truth`) are the text of their JSON. `at` is UTC."""


def write_parquet(
    lines: Iterable[str],
    columns: Iterable[str],
    path: Path,
    about: Mapping[str, object],
) -> None:
    """Write JSON objects to `path`, a column for each of `columns`; `about` goes into the file's
    metadata. Raises ImportError without DuckDB."""
    import duckdb

    kinds = ", ".join(f"'{name}': '{_TYPES.get(name, 'VARCHAR')}'" for name in columns)
    with (
        tempfile.TemporaryDirectory(prefix="banktrainer-") as folder,
        duckdb.connect(config=ALONE) as link,
    ):
        source = Path(folder) / "lines.json"
        with source.open("w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in lines)
        link.execute(
            f"COPY (SELECT * FROM read_json({_text(source)}, format = 'newline_delimited', "
            f"columns = {{{kinds}}})) TO {_text(path)} (FORMAT parquet, "
            f"KV_METADATA {_struct(about)})"
        )


def _struct(about: Mapping[str, object]) -> str:
    told = (f"'{name}': {_text(value)}" for name, value in about.items() if value is not None)
    return "{" + ", ".join(told) + "}"


def _text(value: object) -> str:
    """A literal of SQL."""
    return "'{}'".format(str(value).replace("'", "''"))
