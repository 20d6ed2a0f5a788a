"""The real program in a real pseudo-terminal, its screen read back through a terminal emulator."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pexpect
import pyte

DEADLINE_S = 30.0
_POLL_S = 0.05
_FIELD = "Esc, then"
"""Shown where an answer is typed into a field."""
# Sequences that the emulator doesn't know and would paint as text.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[[0-9;?]*\$p|\x1bP[^\x1b]*\x1b\\")

_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])")
# Alternate screen, hidden cursor (on when reset), mouse, bracketed paste, focus reports.
_MODES_THAT_MUST_END = {1049, 1000, 1002, 1003, 1006, 2004, 1004}

KEYS = {"enter": "\r", "escape": "\x1b", "tab": "\t", "space": " ", "ctrl-c": "\x03"}


class Terminal:
    """One run of `command` (`python -m banktrainer`) at a size of columns × rows."""

    def __init__(
        self,
        home: Path,
        arguments: Sequence[str] = (),
        *,
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "banktrainer"),
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._modes: set[int] = set()
        plain = {k: v for k, v in os.environ.items() if k not in {"NO_COLOR", "CI"}}
        program, *first = command
        self._child = pexpect.spawn(
            program,
            [*first, *arguments],
            dimensions=(rows, columns),
            env={
                **plain,
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "BANKTRAINER_HOME": str(home),
                **(environment or {}),
            },
        )

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def wait_for(self, wanted: str | Callable[[str], bool], deadline_s: float = DEADLINE_S) -> str:
        """Read until the screen shows `wanted`; fails with the screen as it was."""
        end = time.monotonic() + deadline_s
        while not self._shows(wanted):
            assert time.monotonic() < end, f"never showed {wanted!r}:\n{self.text}"
            self._read()
        return self.text

    def poll(self) -> None:
        """Take in what the program has written so far."""
        self._read()

    def press(self, *keys: str) -> None:
        for key in keys:
            self._child.send(KEYS.get(key, key))

    def leave_field(self) -> None:
        """Make letters keys again where an answer is typed as text."""
        self.wait_for(_asking)
        if _FIELD in self.text:
            self.press("escape")
            self.wait_for("forecast ▸")

    def forecast(self, *, sure: bool) -> None:
        """Answer whatever is asked, surely or with no idea, and wait until it is stored."""
        text = self.wait_for(_asking)
        if sure and "choose a letter" in text:
            self.press("a")
        elif sure and "type a number" in text:
            self.press("3")
        elif _FIELD in text:
            self.press(*("3,19" if sure else ""))
            self.leave_field()
        self.press("s" if sure else "n")
        self.wait_for(lambda shown: "saved" in shown or "Did you have it?" in shown)

    def resize(self, columns: int, rows: int) -> None:
        self._screen.resize(rows, columns)
        self._child.setwinsize(rows, columns)

    def send_signal(self, number: int) -> None:
        self._child.kill(number)

    def modes_left_on(self) -> set[int]:
        """Private terminal modes that the program switched on and did not switch off again."""
        return self._modes & _MODES_THAT_MUST_END

    def kill(self) -> None:
        """SIGKILL, and wait until the process is gone."""
        self._child.kill(signal.SIGKILL)
        self._child.wait()

    def leave(self) -> tuple[int | None, str]:
        """Wait for the end; the exit status and the screen that is left."""
        end = time.monotonic() + DEADLINE_S
        while self._child.isalive():
            assert time.monotonic() < end, f"never ended:\n{self.text}"
            self._read()
        self._read()
        self._child.close()
        return self._child.exitstatus, self.text

    def _shows(self, wanted: str | Callable[[str], bool]) -> bool:
        return wanted in self.text if isinstance(wanted, str) else wanted(self.text)

    def _read(self) -> None:
        try:
            data: bytes = self._child.read_nonblocking(65536, timeout=_POLL_S)  # type: ignore[assignment]
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        for found in _MODE.finditer(data):
            numbers = {int(number) for number in found[1].split(b";")}
            self._modes = self._modes | numbers if found[2] == b"h" else self._modes - numbers
        self._stream.feed(_UNKNOWN.sub(b"", data))


def _asking(text: str) -> bool:
    """Whether an answer is waited for, and its field, if it has one, has the keys."""
    signs = ("type a number", "choose a letter", _FIELD, "Say it to yourself")
    return "no idea" in text and any(sign in text for sign in signs)
