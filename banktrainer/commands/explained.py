"""What `explain` found out about one kernel or snippet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.cuda import Report, Trace


@dataclass(frozen=True, slots=True)
class Explained:
    """A trace and its figures; `elsewhere` holds the reports of the machines compared."""

    trace: Trace
    report: Report
    elsewhere: Mapping[str, Report]
