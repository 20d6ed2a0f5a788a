"""Small files put in place whole or not at all, for their owner alone."""

from __future__ import annotations

import os
from pathlib import Path


def put_whole(path: Path, data: bytes, *, synced: bool = False) -> None:
    """Put a file of `data` at `path`; `synced` first to the disk. The folder must be there.

    Raises OSError; whatever was at `path` is then still there, and nothing beside it.
    """
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        with open(draft, "xb", opener=_private) as file:
            file.write(data)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _private(path: str, flags: int) -> int:
    """For `open`: a new file that its owner alone may read."""
    return os.open(path, flags, 0o600)
