"""Prints `name==lower bound` of all that the program uses, its extras too: the oldest set."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

_FOR_THE_HOUSE = ("test", "dev")
"""Extras that only whoever works on the program installs."""

_LOWER = re.compile(r"([A-Za-z0-9_.-]+)\s*(?:>=|~=|==)\s*([0-9.]+)")


def lowest(pyproject: Path) -> list[str]:
    project = tomllib.loads(pyproject.read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].items()
    more = (line for name, lines in extras if name not in _FOR_THE_HOUSE for line in lines)
    found = [_LOWER.match(line) for line in (*project["dependencies"], *more)]
    return [f"{m[1]}=={m[2]}" for m in found if m]


if __name__ == "__main__":
    print("\n".join(lowest(Path(sys.argv[1]))))
