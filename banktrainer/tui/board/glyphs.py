"""The signs that the board draws with, and a second set for terminals that lack them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One sign for each state, so that the picture can be read without colour.

    `left` and `right` are the ends of a token that spans banks, `eighths` the fill of a cell from
    the bottom in nine steps; `lower` and `both` a cell holding one and two words of a tall stack,
    `lower_now` and `both_now` the same where the first of them is served.
    """

    served: str
    waits: str
    shared: str
    chosen: str
    idle: str
    done: str
    now: str
    times: str
    many: str
    left: str
    right: str
    rule: str
    decides: str
    trail: str
    drop: str
    lower: str
    both: str
    lower_now: str
    both_now: str
    eighths: str
    dash: str
    dots: str
    up_right: str
    up_left: str
    down_right: str
    down_left: str
    line: str
    arrow: str
    ellipsis: str
    texts: dict[int, str]

    def plain(self, text: str) -> str:
        """A text with the signs that this set lacks replaced, foreign letters by `?`."""
        if not self.texts:
            return text
        return text.translate(self.texts).encode("ascii", "replace").decode("ascii")


UNICODE = Glyphs(
    served="█",
    waits="▒",
    shared="≡",
    chosen="◆",
    idle="·",
    done="✓",
    now="►",
    times="×",
    many="≡+",
    left="▐",
    right="▌",
    rule="▔",
    decides="▀",
    trail="▀",
    drop="·",
    lower="▄",
    both="▄",
    lower_now="▄",
    both_now="▄",
    eighths=" ▁▂▃▄▅▆▇█",
    dash="─",
    dots="╌",
    up_right="╰",
    up_left="╯",
    down_right="╭",
    down_left="╮",
    line="│",
    arrow="→",
    ellipsis="…",
    texts={},
)

ASCII = Glyphs(
    served="#",
    waits="o",
    shared="=",
    chosen="@",
    idle=".",
    done="v",
    now=">",
    times="x",
    many="=+",
    left="[",
    right="]",
    rule="-",
    decides="^",
    trail="'",
    drop=".",
    lower=".",
    both=":",
    lower_now="#",
    both_now="#",
    eighths=" ....::||",
    dash="-",
    dots=".",
    up_right="`",
    up_left="'",
    down_right=".",
    down_left=".",
    line="|",
    arrow=">",
    ellipsis="~",
    texts=str.maketrans(
        {
            "·": "*",
            "✓": "v",
            "×": "x",
            "≡": "=",
            "→": "->",
            "←": "<-",
            "–": "-",
            "—": "-",
            "−": "-",
            "…": "...",
            "≠": "!=",
            "“": '"',
            "”": '"',
            "‘": "'",
            "’": "'",
        }
    ),
)
