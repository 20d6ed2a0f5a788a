"""HTML to plain text: blocks as lines, code between backquotes; nothing of it is ever shown."""

from __future__ import annotations

import re
from html.parser import HTMLParser

TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_BLOCKS = {"p", "div", "br", "li", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "blockquote"}
_CODE = {"code", "tt", "kbd"}
_LOST = {"img", "video", "audio", "iframe", "object", "svg", "math", "script", "style"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.lost = False
        self.pre = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.lost = self.lost or tag in _LOST
        if tag == "pre":
            self.pre += 1
            self.parts.append("\n```\n")
        elif tag in _BLOCKS:
            self.parts.append("\n")
        elif tag in _CODE and not self.pre:
            self.parts.append("`")

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre" and self.pre:
            self.pre -= 1
            self.parts.append("\n```\n")
        elif tag in _BLOCKS:
            self.parts.append("\n")
        elif tag in _CODE and not self.pre:
            self.parts.append("`")

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of(html: str) -> str | None:
    """The text of `html`; None where it holds what text can't say (a picture, a formula)."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    if reader.lost:
        return None
    return re.sub(r"\n{2,}", "\n", "".join(reader.parts)).strip()
