"""changes: when a pack's files were written; watchfiles is loaded here and nowhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

_RETRY_SECONDS = 1.0
_DEBOUNCE_MS = 200
_STEP_MS = 50


async def changes(root: Path) -> AsyncIterator[None]:
    """Yields after each burst of changes under `root`; waits where it can't be watched just now.

    A folder that vanishes is looked for again until it is back.
    """
    while True:
        try:
            async for _ in _watched(root):
                yield
                if not root.is_dir():
                    break
        except (OSError, RuntimeError):  # not there, or the system has no watches left
            pass
        await asyncio.sleep(_RETRY_SECONDS)
        yield


async def _watched(root: Path) -> AsyncIterator[None]:
    from watchfiles import awatch

    async for _ in awatch(root, debounce=_DEBOUNCE_MS, step=_STEP_MS):
        yield
