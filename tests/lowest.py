"""Prints `name==lower bound` for each runtime dependency: constraints for the oldest set."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

_LOWER = re.compile(r"([A-Za-z0-9_.-]+)\s*(?:>=|~=|==)\s*([0-9.]+)")


def lowest(pyproject: Path) -> list[str]:
    wanted = tomllib.loads(pyproject.read_text("utf-8"))["project"]["dependencies"]
    found = [_LOWER.match(line) for line in wanted]
    return [f"{m[1]}=={m[2]}" for m in found if m]


if __name__ == "__main__":
    print("\n".join(lowest(Path(sys.argv[1]))))
