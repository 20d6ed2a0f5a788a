"""Which rows of the journal count: the one reading of voids, draws already seen, and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from banktrainer.study.journal import Answer, Confidence

VOID = "void"
STEP = "step"
"""What a row asks that answers a step left out of a worked example."""
MARKS: Mapping[Confidence, tuple[int, int]] = {
    "guess": (1, 0),
    "think": (2, -2),
    "sure": (3, -6),
    "none": (0, 0),
}
"""Marks by confidence: when right, when wrong. Honest choice pays best, at 67 % and 80 %."""


def live(rows: Iterable[Answer]) -> tuple[Answer, ...]:
    """The rows that count, in order: neither taken back by another row nor only taking one back."""
    kept = tuple(rows)
    voided = {row.voids for row in kept if row.voids is not None}
    return tuple(row for row in kept if row.asked != VOID and row.id not in voided)


def key_of(row: Answer) -> str:
    return f"{row.pack}/{row.card}"


def is_asking(row: Answer) -> bool:
    """Whether the row is a card asked, undone or not; a grade and a step are no asking."""
    return row.asked not in (VOID, STEP) and row.voids is None


def is_step(row: Answer) -> bool:
    """Whether the row answers a step of a card, not the card: it counts for fading alone."""
    return row.asked == STEP


def pending(row: Answer) -> bool:
    """Whether the row is a recall whose answer was shown and that was never graded."""
    return row.verdict == "none" and row.forecast is not None


def graded(row: Answer) -> bool:
    """Whether the row tells right from wrong; "no idea" does (wrong)."""
    return not pending(row) and row.asked != VOID


def right(row: Answer) -> bool:
    return row.verdict == "right"


def sure_and_wrong(row: Answer) -> bool:
    return row.confidence == "sure" and row.verdict == "wrong"


def models(rows: Iterable[Answer]) -> tuple[str, ...]:
    """The wrong models that the rows that count name, one for each such row."""
    return tuple(row.model for row in live(rows) if row.model is not None)


def marks(row: Answer) -> int:
    """What a row earns: nothing for a draw seen before, "no idea" and what is not graded."""
    if row.seen or row.verdict == "none":
        return 0
    when_right, when_wrong = MARKS[row.confidence]
    return when_right if right(row) else when_wrong


NO_NUMBERS = frozenset({"order", "mode", "game", "seconds", "slot", "replay"})
"""Params that draw nothing new: the order of the choices leaves the right answer as it is, and so
does the game that an item is asked in."""


def draw_of(row: Answer) -> tuple[str, str]:
    """What was revealed: the card, with the numbers of a template's draw."""
    return key_of(row), numbers_of(row.params) if row.template else ""


def numbers_of(params: Mapping[str, object]) -> str:
    """The numbers that a template's draw shows."""
    return repr(sorted((k, v) for k, v in params.items() if k not in NO_NUMBERS))


def reveal_of(row: Answer) -> tuple[object, str]:
    """What was revealed on which study day; a row that only takes another back reveals nothing."""
    return (None if row.asked == VOID else draw_of(row)), row.study_day
