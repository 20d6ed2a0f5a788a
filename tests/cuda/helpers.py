"""Short ways to run the reader in tests."""

from __future__ import annotations

from collections.abc import Mapping

from banktrainer.cuda import Launch, Trace, report, trace


def read(code: str, values: Mapping[str, str] | None = None, **launch: object) -> Trace:
    """The trace of `code`; keywords go to Launch."""
    return trace(code, Launch(**launch), values)  # type: ignore[arg-type]


def clean(code: str, values: Mapping[str, str] | None = None, **launch: object) -> Trace:
    """The trace of `code`, which must be read whole."""
    traced = read(code, values, **launch)
    assert not traced.unread, traced.unread
    return traced


def rows(
    code: str, values: Mapping[str, str] | None = None, **launch: object
) -> list[tuple[str, str, int, int]]:
    """(text, op, cycles, ideal) of each access of `code`, which must be read whole."""
    found = report(clean(code, values, **launch)).rows
    return [(row.text, row.op, row.cycles, row.ideal) for row in found]


def indices(
    expression: str, before: str = "", values: Mapping[str, str] | None = None
) -> list[int]:
    """The value of an integer expression in each lane, read off an access to bytes."""
    code = f"__shared__ unsigned char s_[1 << 16];\n{before}\ns_[{expression}] = 0;"
    return last_addresses(clean(code, values))


def last_addresses(traced: Trace) -> list[int]:
    """The addresses of the last access."""
    found: list[int] = traced.accesses[-1].executions[-1].access.addresses.tolist()
    return found


def faults(code: str, values: Mapping[str, str] | None = None, **launch: object) -> list[str]:
    """`line:column: message` of every place that was not read."""
    return [f"{u.line}:{u.column}: {u.message}" for u in read(code, values, **launch).unread]
