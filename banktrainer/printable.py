"""The one gate through which foreign text (packs, code, file names, errors) reaches a terminal."""

import unicodedata

_KEPT = {"\n"}
_TAB = "    "


def is_hostile(char: str) -> bool:
    """Whether a terminal could act on `char` instead of showing it.

    Covers controls (C0, C1, DEL), format characters such as bidi overrides and zero-width marks,
    lone surrogates and line separators; newline and tab are not hostile.
    """
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char not in "\n\t"


def printable(text: str) -> str:
    """`text` with tabs widened and each hostile character as its visible escape (`\\x1b`)."""
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if char in _KEPT:
        return char
    if char == "\t":
        return _TAB
    return char.encode("unicode_escape").decode("ascii") if is_hostile(char) else char
