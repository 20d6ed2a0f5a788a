"""How a run ends: an exit status, one line on stderr where something is wrong, no traceback."""

from __future__ import annotations

import os
from collections.abc import Callable

from banktrainer.commands.console import CommandError, console
from banktrainer.words import Words

INTERRUPTED = 130
TRACEBACK_VARIABLE = "BANKTRAINER_TRACEBACK"


def guarded(action: Callable[[], int]) -> int:
    """The exit status of `action`, whatever it raises; a broken pipe passes through."""
    try:
        return action()
    except KeyboardInterrupt:
        return INTERRUPTED
    except CommandError as error:
        return failed(str(error), error.code)
    except BrokenPipeError:
        raise
    except OSError as error:
        return failed(": ".join(str(part) for part in (error.filename, error.strerror) if part), 1)
    except Exception as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        return failed(Words()("cli.error.bug", name=type(error).__name__, message=error), 1)


def failed(message: str, code: int) -> int:
    """Say what is wrong on stderr; `code` again."""
    console().note(Words()("cli.error.line", message=message))
    return code
