"""Choices that can be guessed without knowing: by their place, their length, or without reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

from banktrainer.packs.cards import Drafted
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Card, Place

FEWEST_FOR_PLACE = 20
FEWEST_FOR_LENGTH = 5
_CHANCE = 0.01
_LONGER = 1.5


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the right one of `count` choices stands (from 0), and whether its length shows it."""

    count: int
    right: int
    longest: bool
    place: Place


def spread_of(drafted: Drafted) -> Spread | None:
    """How the choices of a card lie; None where it has none."""
    choices = drafted.card.choices
    right = next((at for at, choice in enumerate(choices) if choice.right), None)
    if right is None:
        return None
    place = drafted.keys.place("choices", right, "text")
    return Spread(len(choices), right, _longest(drafted.card, right), place)


def check_reasons(drafted: Drafted, faults: Faults) -> None:
    """Tell which wrong choices do not say why they are wrong."""
    for at, choice in enumerate(drafted.card.choices):
        if not choice.right and not choice.why:
            message = f"the wrong choice {quoted(choice.text)} has no `why`"
            faults.add(drafted.keys.place("choices", at), "W413", message)


def check_spread(spreads: Sequence[Spread], manifest: Place, faults: Faults) -> None:
    """Tell where the right choices of a pack can be guessed by their place or their length."""
    chance = chance_of_places(spreads)
    if len(spreads) >= FEWEST_FOR_PLACE and chance < _CHANCE:
        counts = Counter("abcdef"[spread.right] for spread in spreads)
        shown = ", ".join(f"{letter} {number} times" for letter, number in sorted(counts.items()))
        faults.add(manifest, "W414", f"right choices stand too often in one place: {shown}")
    long = [spread for spread in spreads if spread.longest]
    if len(spreads) >= FEWEST_FOR_LENGTH and 2 * len(long) > len(spreads):
        for spread in long:
            message = (
                f"the right choice is the longest by half, as in {len(long)} of the pack's "
                f"{len(spreads)} items; whoever picks the longest is right"
            )
            faults.add(spread.place, "W415", message)


def chance_of_places(spreads: Sequence[Spread]) -> float:
    """How likely the places of the right choices are at least as uneven by chance alone.

    Chi-square, summed over items of two choices, of three, and so on.
    """
    total, free = 0.0, 0
    for count in sorted({spread.count for spread in spreads}):
        rights = Counter(spread.right for spread in spreads if spread.count == count)
        expected = rights.total() / count
        total += sum((rights[at] - expected) ** 2 / expected for at in range(count))
        free += count - 1
    return chi_square_tail(total, free) if free else 1.0


def chi_square_tail(value: float, free: int) -> float:
    """The chance that a chi-square with `free` degrees of freedom is `value` or more."""
    half = value / 2
    at, tail = (0.5, erfc(sqrt(half))) if free % 2 else (1.0, exp(-half))
    while at < free / 2:
        tail += half**at * exp(-half) / gamma(at + 1)
        at += 1
    return tail


def _longest(card: Card, right: int) -> bool:
    lengths = [len(choice.text) for choice in card.choices]
    return lengths[right] >= _LONGER * max(n for at, n in enumerate(lengths) if at != right)
