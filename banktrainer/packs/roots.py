"""Where packs lie, and whether anything there has changed; light, for the way to a first paint."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path


def content_root(package: Path | None = None) -> Path:
    """Where the built-in packs lie: inside the package in a wheel, beside it in a checkout.

    Raises FileNotFoundError where they are in neither place.
    """
    home = package or Path(__file__).resolve().parents[1]
    for root in (home / "content", home.parent / "content"):
        if root.is_dir():
            return root
    raise FileNotFoundError(f"the built-in packs are missing: no folder `content` at {home}")


def fingerprint(root: Path) -> str:
    """A text that changes when a file under `root` is added, removed, renamed or written."""
    return sha256("\n".join(sorted(_marks(root))).encode("utf-8", "surrogateescape")).hexdigest()


def _marks(root: Path) -> Iterator[str]:
    for path in root.rglob("*"):
        if path.is_file():
            found = path.stat()
            yield f"{path.relative_to(root)} {found.st_size} {found.st_mtime_ns}"
