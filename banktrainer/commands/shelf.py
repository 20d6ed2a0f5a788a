"""The cards there are to practise: the packs on disk, and the skills."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from banktrainer.packs import Pack


def shelf(cache: Path | None = None) -> tuple[Pack, ...]:
    """The packs, and the skills behind them; `cache` keeps what was read. Raises PackError."""
    from banktrainer.packs import builtin
    from banktrainer.study.skills import with_skills

    return with_skills(builtin(cache=cache))
