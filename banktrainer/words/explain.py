"""Sentences about one access: what it costs, why, and what each lane and cycle does.

All facts come from the engine's Timeline; nothing about conflicts is computed here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.crowd import Queue, deciding, worst_phase
from banktrainer.words.lists import first_numbers, numbers

if TYPE_CHECKING:
    from banktrainer.engine import Access, Affine, Phase, Served, Timeline

_MINUS = "−"
_MOST_GROUPS = 4


def cost(w: Words, cycles: int, ideal: int) -> str:
    """Cycles and ideal, always both: `2 cycles, ideal 1`."""
    return w("explain.cost", cycles=w.count("explain.cycles", cycles), ideal=ideal)


def verdict_line(w: Words, timeline: Timeline) -> str:
    """What the access costs, and whether that is a conflict."""
    kind = "off" if not timeline.cycles else "clean" if timeline.degree < 2 else "conflict"
    if kind == "conflict" and timeline.op == "atomic":
        kind = "atomic"
    price = cost(w, timeline.cycles, timeline.ideal)
    return w(f"explain.verdict.{kind}", cost=price, degree=timeline.degree)


def why_lines(w: Words, access: Access, timeline: Timeline) -> tuple[str, ...]:
    """Why it costs that, one sentence a line: active lanes, phases, the formula, who meets."""
    worst = worst_phase(timeline)
    if worst is None:
        return ()
    lines = [*_active(w, timeline), *_phases(w, timeline), *_formula(w, access, timeline)]
    return (*lines, *_meeting(w, timeline, worst), *_broadcast(w, timeline))


def meeting_line(w: Words, timeline: Timeline) -> str | None:
    """Who collides in the first bank that decides the count; None where no lanes collide."""
    worst = worst_phase(timeline)
    return next(iter(_meeting(w, timeline, worst)), None) if worst is not None else None


def shared_words(timeline: Timeline) -> frozenset[Served]:
    """What one read or write serves to several lanes; nothing where the hardware does not share."""
    if timeline.op in ("atomic", "ldmatrix"):
        return frozenset()
    return frozenset(served for served in _served(timeline) if len(served.lanes) > 1)


def cycle_line(w: Words, timeline: Timeline, phase: int, cycle: int) -> str:
    """What happens in one cycle of one phase (both from 0)."""
    cycles = timeline.phases[phase].cycles
    now = _lanes(timeline.phases[phase], cycle, cycle + 1)
    waiting = _lanes(timeline.phases[phase], cycle + 1, len(cycles))
    banks = {served.bank for served in cycles[cycle].served}
    sentence = w(
        "explain.cycle.wait" if waiting else "explain.cycle.last",
        cycle=cycle + 1,
        cycles=len(cycles),
        banks=w.count("explain.cycle.banks", len(banks)),
        lanes=w.count("explain.cycle.lanes", len(now)),
        waiting=w.count("explain.cycle.waiting", len(waiting)),
    )
    if len(timeline.phases) == 1:
        return sentence
    of = len(timeline.phases)
    return w("explain.cycle.phase", phase=phase + 1, phases=of, sentence=sentence)


def lane_line(w: Words, access: Access, timeline: Timeline, lane: int) -> str:
    """Where one lane goes: its formula with the numbers in place, its word and its bank."""
    hits = _hits(timeline, lane)
    if not hits:
        return w("explain.lane.off", lane=lane)
    banks, words = zip(*hits, strict=True)
    if len(hits) > 1:
        return _wide_lane(w, access, lane, words, banks)
    return _narrow_lane(w, access, timeline, lane, words[0], banks[0])


def _narrow_lane(
    w: Words, access: Access, timeline: Timeline, lane: int, word: int, bank: int
) -> str:
    facts = {"lane": lane, "word": word, "bank": bank, "banks": timeline.banks}
    if access.width < timeline.bank_bytes:
        byte, size = int(access.addresses[lane]), timeline.bank_bytes
        return w("explain.lane.byte", byte=byte, size=size, **facts)
    walk = _walk(access)
    if walk is None or (walk.stride, walk.offset) in ((0, word), (1, 0)):
        return w("explain.lane.modulo", **facts)
    return w("explain.lane.formula", formula=_line(walk, str(lane)), **facts)


def _wide_lane(
    w: Words, access: Access, lane: int, words: Sequence[int], banks: Sequence[int]
) -> str:
    """A lane of several words: its element's formula, where there is one to fill in."""
    facts = {"lane": lane, "words": numbers(w, words), "banks": numbers(w, banks)}
    walk = _walk(access)
    element = int(access.addresses[lane]) // access.width
    if walk is None or (walk.stride, walk.offset) in ((0, element), (1, 0)):
        return w("explain.lane.wide", **facts)
    formula = _line(walk, str(lane))
    return w("explain.lane.element", formula=formula, element=element, **facts)


def _hits(timeline: Timeline, lane: int) -> list[tuple[int, int]]:
    """The banks and words that a lane asks, in the order of the words."""
    found = {(one.word, one.bank) for one in _served(timeline) if lane in one.lanes}
    return [(bank, word) for word, bank in sorted(found)]


def _walk(access: Access) -> Affine | None:
    """The access as stride·i + offset from the start of shared memory; None if it is no walk."""
    from banktrainer.engine import Affine, affine

    walk = affine(access)
    if walk is None:
        return None
    lane = access.active_lanes[0]
    return Affine(walk.stride, int(access.addresses[lane]) // access.width - walk.stride * lane)


def _line(walk: Affine, lane: str) -> str:
    """The walk with `lane` in place: `19·6 + 5`, `6·i`, `31 − i`."""
    size = abs(walk.stride)
    product = lane if size == 1 else f"{size}·{lane}" if lane == "i" else f"{lane}·{size}"
    if walk.stride < 0:
        return f"{walk.offset} {_MINUS} {product}"
    if not walk.offset:
        return product
    return f"{product} {'+' if walk.offset > 0 else _MINUS} {abs(walk.offset)}"


def _lanes(phase: Phase, first: int, end: int) -> set[int]:
    """The lanes that something is served to in the cycles [first, end) of `phase`."""
    return {
        lane
        for cycle in phase.cycles[first:end]
        for served in cycle.served
        for lane in served.lanes
    }


def _active(w: Words, timeline: Timeline) -> tuple[str, ...]:
    active = len(timeline.active_lanes)
    if active == timeline.lanes:
        return ()
    return (w.count("explain.why.active", active, lanes=timeline.lanes),)


def _phases(w: Words, timeline: Timeline) -> tuple[str, ...]:
    busy = [phase for phase in timeline.phases if phase.cycles]
    if len(timeline.phases) == 1:
        return (w("explain.why.merged"),) if timeline.merged else ()
    groups = [numbers(w, phase.lanes) for phase in busy]
    width = w.count("explain.why.bytes", timeline.width)
    simple = all(phase.lanes[-1] - phase.lanes[0] == len(phase.lanes) - 1 for phase in busy)
    if not simple or len(busy) > _MOST_GROUPS:
        return (w("explain.why.phases_mixed", width=width, n=len(busy), size=len(busy[0].lanes)),)
    text = groups[0]
    for group in groups[1:]:
        text = w("explain.why.then", start=text, next=group)
    return (w.count("explain.why.phases", len(busy), width=width, groups=text),)


def _formula(w: Words, access: Access, timeline: Timeline) -> tuple[str, ...]:
    """The walk's formula, with the gcd where one phase of a full warp makes that the reason."""
    walk = _walk(access) if access.width == timeline.bank_bytes else None
    if walk is None or walk.stride == 0:
        return ()
    formula = _line(walk, "i")
    meet = gcd(walk.stride, timeline.banks)
    full = len(timeline.phases) == 1 and len(timeline.active_lanes) == timeline.banks
    if not full or timeline.degree != meet:
        return (w("explain.why.formula", formula=formula),)
    facts = {"formula": formula, "stride": abs(walk.stride), "banks": timeline.banks}
    return (w("explain.why.even" if meet > 1 else "explain.why.odd", degree=meet, **facts),)


def _meeting(w: Words, timeline: Timeline, worst: int) -> tuple[str, ...]:
    phase = timeline.phases[worst]
    if phase.degree < 2:
        return ()
    crowd = deciding(phase)
    sentence = _queue(w, timeline, min(crowd, key=lambda queue: queue.lanes[0]))
    if sum(1 for other in timeline.phases if other.cycles) > 1:
        sentence = w("explain.why.in_phase", phase=worst + 1, sentence=sentence)
    sentence = sentence[:1].upper() + sentence[1:]
    if len(crowd) == 1:
        return (sentence,)
    return (sentence, w.count("explain.alike", len(crowd) - 1))


def _queue(w: Words, timeline: Timeline, queue: Queue) -> str:
    words, lanes = queue.words, queue.lanes
    everyone = len(lanes) == timeline.lanes
    facts = {
        "bank": queue.bank,
        "n": len(words),
        "count": len(lanes),
        "lanes": first_numbers(w, lanes),
    }
    if timeline.op == "atomic" or len(words) == 1:
        form = "turn_words" if len(words) > 1 else "turn_all" if everyone else "turn"
    elif len(words) != len(lanes):
        form, words = "shared", tuple(sorted(words))
    else:
        form = "two" if len(lanes) == 2 else "all" if everyone else "some"
    return w(f"explain.why.{form}", words=first_numbers(w, words), **facts)


def _broadcast(w: Words, timeline: Timeline) -> tuple[str, ...]:
    """Which words several lanes share; nothing where sharing is not what the hardware does."""
    shared = shared_words(timeline)
    if not shared:
        return ()
    one = next(iter(shared))
    verb = w(f"explain.broadcast.{timeline.op}")
    if len(shared) == 1:
        form = "all" if len(one.lanes) == timeline.lanes else "some"
        facts = {"n": len(one.lanes), "lanes": numbers(w, one.lanes), "word": one.word}
        return (w(f"explain.broadcast.{form}", verb=verb, **facts),)
    even = len({len(served.lanes) for served in shared}) == 1
    form = "each" if even else "many"
    words = len({served.word for served in shared})
    return (w(f"explain.broadcast.{form}", verb=verb, n=words, lanes=len(one.lanes)),)


def _served(timeline: Timeline) -> Iterator[Served]:
    for phase in timeline.phases:
        for cycle in phase.cycles:
            yield from cycle.served
