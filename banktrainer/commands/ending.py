"""How a run ends: an exit status, one line on stderr where something is wrong, no traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from banktrainer import TRACEBACK_VARIABLE
from banktrainer.commands.console import CommandError, console
from banktrainer.words import Words

INTERRUPTED = 130


def guarded(action: Callable[[], int]) -> int:
    """The exit status of `action`, whatever it raises; its output is out before this returns.

    Without a stdout nothing is begun: the next file opened would take its place.
    """
    if sys.stdout is None:
        return _mute()
    try:
        status = action()
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except CommandError as error:
        return failed(str(error), error.code)
    except BrokenPipeError:
        return _unheard()
    except OSError as error:
        _unheard()
        return failed(": ".join(str(part) for part in (error.filename, error.strerror) if part), 1)
    except Exception as error:
        if os.environ.get(TRACEBACK_VARIABLE):
            raise
        return failed(Words()("cli.error.bug", name=type(error).__name__, message=error), 1)


def failed(message: str, code: int) -> int:
    """Say what is wrong on stderr; `code` again."""
    console().note(Words()("cli.error.line", message=message))
    return code


def _mute() -> int:
    """Say that stdout is closed, if there is a stderr to say it on."""
    if sys.stderr is not None:
        w = Words()
        print(w("cli.error.line", message=w("cli.error.no_stdout")), file=sys.stderr)
    return 1


def _unheard() -> int:
    """Let what is still to be written go nowhere, so that the interpreter's end is quiet too."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
