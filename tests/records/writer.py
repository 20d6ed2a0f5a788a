"""A program that answers until it is killed: `python -m tests.records.writer HOME NAME [COUNT]`.

It prints the id of each row after `append` has returned, one a line.
"""

from __future__ import annotations

import sys
from pathlib import Path

from banktrainer.records import open_journal
from tests.records.answers import answer


def main(home: str, name: str, count: str = "1000000") -> None:
    journal = open_journal(Path(home))
    for n in range(int(count)):
        row = answer(n, id=f"{name}-{n}")
        journal.append(row)
        print(row.id, flush=True)
    journal.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
