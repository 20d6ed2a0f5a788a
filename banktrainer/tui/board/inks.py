"""What a cell means, as the names of its colours: every use of colour on the board is listed here.

Pairs are for even and odd columns, so that neighbours stand apart.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Hue = Literal[
    "ground",
    "ground_odd",
    "bar",
    "rule",
    "text",
    "soft",
    "faint",
    "ink",
    "served",
    "served_odd",
    "shared",
    "shared_odd",
    "waits",
    "waits_dark",
    "shares_dark",
    "hollow",
    "hollow_odd",
    "trail",
    "decides",
    "phase",
    "chosen",
]


class Ink(NamedTuple):
    """Colours of a cell; no `on` means the ground that lies under it."""

    fg: Hue
    on: Hue | None = None
    bold: bool = False


Pair = tuple[Ink, Ink]


def _same(ink: Ink) -> Pair:
    return ink, ink


BRAND = Ink("served", bold=True)
TITLE = Ink("text")
STATUS = Ink("waits", bold=True)
CODE = Ink("soft")
LABEL = Ink("soft")
SENTENCE = Ink("text")
FAINT = Ink("faint")
RULE = Ink("rule")
TRAIL = Ink("trail")
DECIDES = Ink("decides", bold=True)
PHASE = Ink("phase", bold=True)
ROUTE = Ink("chosen", bold=True)
DONE = Ink("served")
NOW = Ink("waits", bold=True)
SHARERS = Ink("shared", bold=True)

LANE: Pair = (Ink("text"), Ink("soft"))
SERVED: Pair = (Ink("ink", "served", bold=True), Ink("ink", "served_odd", bold=True))
SHARED: Pair = (Ink("ink", "shared", bold=True), Ink("ink", "shared_odd", bold=True))
WAITS: Pair = (Ink("waits", "hollow", bold=True), Ink("waits", "hollow_odd", bold=True))
SHARES: Pair = (Ink("shared", "hollow", bold=True), Ink("shared", "hollow_odd", bold=True))
CHOSEN: Pair = _same(Ink("ink", "chosen", bold=True))

STACKED = Ink("waits", bold=True)
"""A bank that holds more than one word, and the count over its stack."""

BLANK = Ink("text")
