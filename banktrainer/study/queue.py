"""What comes next: what is due, what is new, and what a sitting broke off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from banktrainer.packs.model import Card, Pack
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.making import item_of_card, replayed
from banktrainer.study.pace import Estimates
from banktrainer.study.past import Past
from banktrainer.study.placement import placed_cells, placement_items
from banktrainer.study.schedule import Memory, known_since, memories
from banktrainer.study.score import score

SITTING_CARDS = 20
"""The most cards of a sitting, however quick the learner is."""


@dataclass(frozen=True, slots=True)
class NextDue:
    """The card that comes next and the study day on which it is due; `days` from today, 0 = now.

    `new`: it was never met, and nothing is due now.
    """

    key: str
    title: str
    when: date
    days: int
    new: bool = False


@dataclass(frozen=True, slots=True)
class Agenda:
    """Keys by why they are asked: due by FSRS, never answered, left unfinished; and the rest.

    `unfinished` holds recalls that were shown and not graded, and sure-and-wrong answers not yet
    asked again on their day. `later` are the cards that are not due, soonest first; those of a
    cell that a placement passed are among them.
    """

    due: tuple[str, ...]
    new: tuple[str, ...]
    unfinished: tuple[str, ...]
    later: tuple[Memory, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return self.due + self.new + self.unfinished

    @property
    def waiting(self) -> tuple[str, ...]:
        """What is due now; a new card is not."""
        return self.due + self.unfinished


def plan(
    packs: Sequence[Pack],
    rows: Iterable[Answer],
    now: datetime,
    *,
    pack: str | None = None,
    cell: str | None = None,
    limit: int | None = None,
    minutes: float | None = None,
    ahead: bool = False,
    rollover: int = ROLLOVER_HOUR,
    past: Past | None = None,
) -> tuple[Item, ...]:
    """The items of a sitting, from all the journal's rows: due, then new, then unfinished.

    With `past`, `rows` are those after it. `pack` and `cell` narrow it, `limit` cuts it, `minutes`
    leaves as many as can be done in that time (new ones give way first; one always stays), `ahead`
    adds the cards that are not due yet.
    Items come in their next draw, so that choices change places and numbers are fresh.
    """
    kept = tuple(rows)
    catalogue = Catalogue.of(packs)
    counted = live.live(kept)
    found = agenda(catalogue, counted, study_day(now, rollover), past)

    def wanted(keys: Iterable[str]) -> list[Card]:
        cards = (catalogue.cards[key] for key in keys)
        return [c for c in cards if pack in (None, c.pack) and cell in (None, c.cell)]

    parts = [wanted(keys) for keys in (found.due, found.new, found.unfinished)]
    parts.append(wanted(memory.key for memory in found.later) if ahead else [])
    if minutes is not None:
        parts = _cut(parts, estimates(catalogue, counted, past), minutes * 60)
    draws = draws_of(catalogue, kept, past)
    cards = [card for part in parts for card in part][:limit]
    return tuple(item_of_card(card, draws[card.key]) for card in cards)


def item_of(
    packs: Sequence[Pack],
    rows: Iterable[Answer],
    name: str,
    past: Past | None = None,
    seed: int | None = None,
) -> Item | None:
    """The card called `name` (pack/id, id or alias) in its next draw, or in that of `seed`.

    None where there is none.
    """
    catalogue = Catalogue.of(packs)
    card = catalogue.find(name)
    if card is None:
        return None
    if seed is not None:
        return replayed(card, seed)
    return item_of_card(card, draws_of(catalogue, rows, past)[card.key])


def placement_round(rows: Iterable[Answer], past: Past | None = None) -> tuple[Item, ...]:
    """The items of a placement round: one of each cell, mixed, with fresh numbers."""
    return placement_items(draws_of(Catalogue.of(()), rows, past))


def estimates(catalogue: Catalogue, rows: Iterable[Answer], past: Past | None = None) -> Estimates:
    """What cards take this learner, from the live `rows` after `past`."""
    told = score(((row, catalogue.present(row)) for row in rows), past.score if past else None)
    return told.pace.estimates(catalogue.cards)


def agenda(
    catalogue: Catalogue, rows: Sequence[Answer], today: date, past: Past | None = None
) -> Agenda:
    """What there is to do on study day `today`, from the live `rows`, after `past`."""
    place = {key: i for i, key in enumerate(catalogue.cards)}
    known = [memory for memory in _known(catalogue, rows, today, past) if memory.key in place]
    known.sort(key=lambda memory: (memory.due, place[memory.key]))
    unfinished = tuple(key for key in _unfinished(catalogue, rows, today) if key in place)
    due = tuple(m.key for m in known if m.due <= today and m.key not in unfinished)
    met = {memory.key for memory in known}.union(unfinished)
    return Agenda(
        due=due,
        new=tuple(key for key in place if key not in met),
        unfinished=unfinished,
        later=tuple(m for m in known if m.due > today and m.key not in unfinished),
    )


def next_due(
    catalogue: Catalogue, found: Agenda, today: date, first: Collection[str] = ()
) -> NextDue | None:
    """What is due now, else a new card, else what is due soonest; None where there are no cards.

    Of several that are due now, or new, one of `first` goes before the others.
    """
    for keys in (found.waiting, found.new):
        if keys:
            key = next((key for key in first if key in keys), keys[0])
            return NextDue(key, catalogue.cards[key].title, today, 0, keys is found.new)
    if not found.later:
        return None
    memory = found.later[0]
    title, days = catalogue.cards[memory.key].title, (memory.due - today).days
    return NextDue(memory.key, title, memory.due, days)


def draws_of(catalogue: Catalogue, rows: Iterable[Answer], past: Past | None) -> Mapping[str, int]:
    """How often each card was asked, undone answers included; a recall's grade is no asking."""
    before = past.asked if past else Counter[str]()
    return before + Counter(catalogue.present(row) for row in rows if live.is_asking(row))


def _cut(parts: Sequence[list[Card]], expected: Estimates, budget: float) -> list[list[Card]]:
    """What of due, new, unfinished and later can be done in `budget` seconds: one card at least.

    What is due comes first, then what was left unfinished; the others fill up.
    """
    kept: list[list[Card]] = [[] for _ in parts]
    room = SITTING_CARDS
    for at in (0, 2, 1, 3):
        count = min(expected.within(parts[at], budget), room)
        kept[at], room = parts[at][:count], room - count
        if count < len(parts[at]):
            break
        budget -= expected.of(kept[at])
    if not any(kept):
        first = next((at for at in (0, 2, 1, 3) if parts[at]), None)
        if first is not None:
            kept[first] = parts[first][:1]
    return kept


def _known(
    catalogue: Catalogue, rows: Sequence[Answer], today: date, past: Past | None
) -> list[Memory]:
    """What is remembered of each card answered, and of those that a placement spares."""
    before = past.placed if past else None
    found = memories(rows, today, catalogue.renamed, past.traces if past else None, before)
    passed = placed_cells(rows, today, before)
    spared = {
        card.key: known_since(passed[card.cell]).memory(card.key)
        for card in (catalogue.cards.values() if passed else ())
        if card.cell is not None and card.cell in passed and card.key not in found
    }
    return [*found.values(), *spared.values()]


def _unfinished(catalogue: Catalogue, rows: Iterable[Answer], today: date) -> list[str]:
    """Keys of cards whose last row of today asks for more, in the order of those rows."""
    last: dict[str, Answer] = {}
    for row in rows:
        if row.study_day == today.isoformat() and not live.is_step(row):
            key = catalogue.present(row)
            last.pop(key, None)
            last[key] = row
    return [key for key, row in last.items() if live.pending(row) or _wants_retry(row)]


def _wants_retry(row: Answer) -> bool:
    return live.sure_and_wrong(row) and not row.seen
