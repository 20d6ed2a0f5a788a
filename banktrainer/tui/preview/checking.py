"""checked: a whole pack checked in a process of its own, which ends when nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banktrainer.packs.model import Fault


async def checked(root: Path) -> tuple[Fault, ...] | None:
    """Every fault of the pack at `root`; None where the check could not be run."""
    command = (sys.executable, "-m", "banktrainer", "packs", "check", str(root), "--format", "json")
    quiet = asyncio.subprocess.DEVNULL
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=quiet, stdout=asyncio.subprocess.PIPE, stderr=quiet
        )
    except OSError:
        return None
    try:
        said, _ = await process.communicate()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
    return _faults(said)


def _faults(said: bytes) -> tuple[Fault, ...] | None:
    from banktrainer.packs.model import Fault, Place

    try:
        rows = json.loads(said)["faults"]
    except (ValueError, LookupError, TypeError):
        return None
    return tuple(
        Fault(Place(row["path"], row["line"], row["column"]), row["code"], row["message"])
        for row in rows
    )
