"""The preprocessor (comments only for now)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from banktrainer.cuda.source import Expanded, Text

_TOKENS = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/|/\*', re.S)


def strip_comments(text: Text) -> str:
    """The text with each comment as blanks of the same length, newlines kept."""

    def blank(match: re.Match[str]) -> str:
        found = match[0]
        if found == "/*":
            raise text.error("this comment does not end", match.start())
        if found[0] != "/":
            return found
        return re.sub(r"[^\n]", " ", found)

    return _TOKENS.sub(blank, text.text)


def preprocess(
    text: Text,
    defines: Mapping[str, str],
    include_dirs: Sequence[Path],
    base_dir: Path | None,
    *,
    amd: bool,
) -> Expanded:
    """Comments blanked."""
    made = Expanded(text)
    made.add(strip_comments(text), 0, len(text.text), True)
    return made.finish()
