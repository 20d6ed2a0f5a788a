"""Sealed files: JSON under its own digest, so that one that was cut or altered is not believed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from banktrainer.packs.whole import put_whole

_LARGEST = 64 << 20


def read_sealed(path: Path) -> Any:
    """What lies in the file `path`.

    Raises OSError where it can't be read, ValueError (RecursionError where it is too deep) where
    it is not as it was written.
    """
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    digest, _, body = data.partition(b"\n")
    if len(data) > _LARGEST or digest.decode() != sha256(body).hexdigest():
        raise ValueError("the seal is broken")
    return json.loads(body)


def write_sealed(path: Path, tree: Any) -> bool:
    """Put `tree` in the file `path`, whole or not at all, for its owner alone; False if it can't.

    The folder must be there.
    """
    body = json.dumps(tree, separators=(",", ":")).encode()
    try:
        put_whole(path, sha256(body).hexdigest().encode() + b"\n" + body)
    except OSError:
        return False
    return True
