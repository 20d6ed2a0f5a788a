"""The program's way in: `banktrainer`, and `python -m banktrainer`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the app where nothing else is asked, else the command line; exits with the status.

    The app's own way skips the command line's library. Ctrl-C ends with 130 even while loading.
    """
    try:
        if len(sys.argv) == 1 and "_BANKTRAINER_COMPLETE" not in os.environ:
            from banktrainer.commands.app import main as run
        else:
            from banktrainer.cli import main as run
        status = run()
    except KeyboardInterrupt:
        status = 130
    # A Ctrl-C that came amid an import is remembered, though caught: the interpreter would end
    # itself by the signal. Running any code from text makes it forget.
    exec("")
    sys.exit(status)


if __name__ == "__main__":
    main()
