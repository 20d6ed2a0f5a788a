"""The program's way in: `banktrainer`, and `python -m banktrainer`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it with 130 even while it is still loading."""
    try:
        from banktrainer.cli import main as run

        sys.exit(run())
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
