"""Text to Textual's Content: roles instead of colours, and never markup.

A role ("code", "strong", "keyword", …) stands where Content has a style; the Page that paints it
looks it up in the table of roles.
"""

from __future__ import annotations

from textual.content import Content, Span

from banktrainer.printable import printable


def styled(text: str, role: str = "") -> Content:
    """Text of our own (or already printable) in one role."""
    return Content(text, spans=[Span(0, len(text), role)] if role and text else None)


def foreign(text: str, role: str = "") -> Content:
    """Text of a pack, a file or an error, exactly as it stands, hostile characters made visible."""
    return styled(printable(text), role)
