"""The sentence under the board: what is to be seen there now, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.tui.board.scene import Story, Tell
from banktrainer.tui.board.timing import Moment
from banktrainer.words import Words
from banktrainer.words.explain import lane_line, verdict_line
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.engine import Access

_MOST_TEXT = 20
"""The longest list of banks that a sentence names; longer ones are counted."""


def teller(words: Words, access: Access) -> Tell:
    """The board's own sentences about an access, in the language of `words`."""

    def tell(story: Story, moment: Moment, lane: int | None) -> str:
        if lane is not None:
            return lane_line(words, access, story.timeline, lane)
        if moment.stage == "done":
            return verdict_line(words, story.timeline)
        if moment.stage == "cycle":
            return cycle_sentence(words, story, moment)
        return words(f"board.say.{moment.stage}")

    return tell


def cycle_sentence(words: Words, story: Story, moment: Moment) -> str:
    """Which banks decide the phase and what they still hold; what else is new to see."""
    banks = sorted(story.tokens.deciding[moment.phase])
    if not banks:
        return _clean(words, story, moment)
    holds = story.timeline.phases[moment.phase].degree - moment.cycle
    if moment.cycle == 0:
        kind = "turns" if story.timeline.op == "atomic" else "decides"
    else:
        kind = "last" if holds == 1 else "holds"
    form, named = _named(words, banks)
    text = words(f"board.say.{kind}.{form}", banks=named, n=holds)
    sign = _sign(words, story, moment)
    return f"{sign} {text}" if sign else text


def _clean(words: Words, story: Story, moment: Moment) -> str:
    """A phase of one cycle: why nothing had to wait."""
    line, phase = story.timeline, story.tokens.phases[moment.phase]
    if any(len(token.lanes) > 1 for token in phase):
        return words("board.say.shared")
    if len(line.phases) > 1 and phase[0].span > 1:
        lanes = len({lane for token in phase for lane in token.lanes})
        facts = {"bytes": line.width, "span": phase[0].span, "lanes": lanes}
        full = len(story.tokens.used[moment.phase]) == line.banks
        return words(f"board.say.{'fills' if full else 'spans'}", banks=line.banks, **facts)
    return words("board.say.clean")


def _sign(words: Words, story: Story, moment: Moment) -> str:
    """The sign that a learner meets now: shared words, or banks that are done."""
    served = story.tokens.served_in(moment.number - 1)
    if moment.cycle == 0:
        shared = max((len(token.lanes) for token in served), default=1)
        return words("board.say.sign_shared", n=shared) if shared > 1 else ""
    busy = {bank for token in served for bank in token.banks}
    done = story.tokens.used[moment.phase] - busy
    return words("board.say.sign_done") if done else ""


def _named(words: Words, banks: list[int]) -> tuple[str, str]:
    """The form of a sentence about banks, and their numbers, or how many where that is shorter."""
    if len(banks) == 1:
        return "one", str(banks[0])
    text = numbers(words, banks)
    return ("other", text) if len(text) <= _MOST_TEXT else ("count", str(len(banks)))
