"""The sentences under the board: what is to be seen there now, in as many words as fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banktrainer.tui.board.scene import Story, Tell
from banktrainer.tui.board.timing import Moment
from banktrainer.words import Words
from banktrainer.words.crowd import deciding, worst_phase
from banktrainer.words.explain import cost, lane_line, meeting_line, shared_words, verdict_line
from banktrainer.words.lists import first_numbers, numbers

if TYPE_CHECKING:
    from banktrainer.engine import Access, Timeline

_MOST_TEXT = 20
"""The longest list of banks that a sentence names; longer ones are counted."""


def teller(words: Words, access: Access, *, sums: bool = True, meeting: bool = True) -> Tell:
    """The board's own sentences about an access, in the language of `words`.

    Without `sums` no lane's bank is worked out: in a wrong model's timeline the sum would be wrong.
    Without `meeting` the last sentence leaves out who collides, where that stands beside the board.
    """

    def tell(story: Story, moment: Moment, lane: int | None) -> tuple[str, ...]:
        if lane is not None:
            short = _short_lane(words, story, lane)
            if short and not sums:
                return short
            return (lane_line(words, access, story.timeline, lane), *short)
        if moment.stage == "done":
            return closing(words, story.timeline, meeting=meeting)
        if moment.stage == "cycle":
            return cycle_sentences(words, story, moment)
        return (words(f"board.say.{moment.stage}"),)

    return tell


def _short_lane(words: Words, story: Story, lane: int) -> tuple[str, ...]:
    banks = {b for token in story.tokens.all() if lane in token.lanes for b in token.banks}
    if not banks:
        return ()
    facts = {"lane": lane, "banks": numbers(words, sorted(banks))}
    return (words.count("board.say.lane", len(banks), **facts),)


def closing(words: Words, timeline: Timeline, *, meeting: bool = True) -> tuple[str, ...]:
    """The cost, then who meets in a bank that decides it, then who shares a word."""
    verdict = verdict_line(words, timeline)
    meetings = _meetings(words, timeline) if meeting else ()
    texts = [
        " ".join(part for part in (verdict, met, shared) if part)
        for met in (*meetings, "")
        for shared in (*_sharings(words, timeline), "")
    ]
    price = cost(words, timeline.cycles, timeline.ideal)
    return (*texts, words("board.say.price", cost=price))


def _meetings(words: Words, timeline: Timeline) -> tuple[str, ...]:
    """Who collides, with the words that they want, and without."""
    full, worst = meeting_line(words, timeline), worst_phase(timeline)
    if full is None or worst is None:
        return ()
    queue = min(deciding(timeline.phases[worst]), key=lambda queue: queue.lanes[0])
    lanes = first_numbers(words, queue.lanes)
    return (full, words("board.say.meet", lanes=lanes, bank=queue.bank))


def _sharings(words: Words, timeline: Timeline) -> tuple[str, ...]:
    """That one read or write serves all lanes of a shared word."""
    shared = shared_words(timeline)
    if not shared:
        return ()
    sizes = {len(served.lanes) for served in shared}
    verb = words(f"board.say.verb.{timeline.op}")
    if len(sizes) > 1:
        return (words("board.say.share.many", verb=verb),)
    n = sizes.pop()
    each = words("board.say.share.each", n=n, verb=verb)
    if len(shared) > 1:
        return (each,)
    once = words(f"board.say.once.{timeline.op}")
    return (words("board.say.share.word", n=n, once=once), each)


def cycle_sentences(words: Words, story: Story, moment: Moment) -> tuple[str, ...]:
    """Which banks decide the phase and what they still hold; what else is new to see."""
    banks = sorted(story.tokens.deciding[moment.phase])
    if not banks:
        return _clean(words, story, moment)
    holds = story.timeline.phases[moment.phase].degree - moment.cycle
    if moment.cycle == 0:
        kind = "turns" if story.timeline.op == "atomic" else "decides"
    else:
        kind = "last" if holds == 1 else "holds"
    texts = [
        words(f"board.say.{kind}.{form}", banks=named, n=holds)
        for form, named in _named(words, banks)
    ]
    sign = _sign(words, story, moment)
    return (*(f"{sign} {text}" for text in texts if sign), *texts)


def _clean(words: Words, story: Story, moment: Moment) -> tuple[str, ...]:
    """A phase of one cycle: why nothing had to wait."""
    line, phase = story.timeline, story.tokens.phases[moment.phase]
    if any(len(token.lanes) > 1 for token in phase):
        return (words("board.say.shared"),)
    if len(line.phases) > 1 and phase[0].span > 1:
        lanes = len({lane for token in phase for lane in token.lanes})
        facts = {"bytes": line.width, "span": phase[0].span, "lanes": lanes, "banks": line.banks}
        full = len(story.tokens.used[moment.phase]) == line.banks
        return tuple(words(f"board.say.{k}", **facts) for k in ("fills", "spans")[not full :])
    return (words("board.say.clean"),)


def _sign(words: Words, story: Story, moment: Moment) -> str:
    """The sign that a learner meets now: shared words, or banks that are done."""
    served = story.tokens.served_in(moment.number - 1)
    if moment.cycle == 0:
        shared = max((len(token.lanes) for token in served), default=1)
        return words("board.say.sign_shared", n=shared) if shared > 1 else ""
    busy = {bank for token in served for bank in token.banks}
    done = story.tokens.used[moment.phase] - busy
    return words("board.say.sign_done") if done else ""


def _named(words: Words, banks: list[int]) -> tuple[tuple[str, str], ...]:
    """Forms of a sentence about banks: with their numbers where these are short, with how many."""
    if len(banks) == 1:
        return (("one", str(banks[0])),)
    text, count = numbers(words, banks), ("count", str(len(banks)))
    return (("other", text), count) if len(text) <= _MOST_TEXT else (count,)
