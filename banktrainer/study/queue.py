"""What comes next: what is due, what is new, and what a sitting broke off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from banktrainer.packs.model import Pack
from banktrainer.study import live
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.clock import ROLLOVER_HOUR, study_day
from banktrainer.study.item import Item
from banktrainer.study.journal import Answer
from banktrainer.study.past import Past
from banktrainer.study.schedule import Memory, memories

SITTING = 30
"""The most cards of a sitting of the usual length."""
USUAL_MINUTES = 20


def sitting(minutes: int) -> int:
    """The most cards of a sitting that is meant to take so many minutes."""
    return max(1, SITTING * minutes // USUAL_MINUTES)


@dataclass(frozen=True, slots=True)
class NextDue:
    """The card that comes next and the study day on which it is due; `days` from today, 0 = now."""

    key: str
    title: str
    when: date
    days: int


@dataclass(frozen=True, slots=True)
class Agenda:
    """Keys by why they are asked: due by FSRS, never answered, left unfinished; and the rest.

    `unfinished` holds recalls that were shown and not graded, and sure-and-wrong answers not yet
    asked again on their day. `later` are the cards that are not due, soonest first.
    """

    due: tuple[str, ...]
    new: tuple[str, ...]
    unfinished: tuple[str, ...]
    later: tuple[Memory, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return self.due + self.new + self.unfinished


def plan(
    packs: Sequence[Pack],
    rows: Iterable[Answer],
    now: datetime,
    *,
    pack: str | None = None,
    cell: str | None = None,
    limit: int | None = None,
    ahead: bool = False,
    rollover: int = ROLLOVER_HOUR,
    past: Past | None = None,
) -> tuple[Item, ...]:
    """The items of a sitting, from all the journal's rows: due, then new, then unfinished.

    With `past`, `rows` are those after it. `pack` and `cell` narrow it, `limit` cuts it, `ahead`
    adds the cards that are not due yet.
    Items come in their next draw, so that choices change places from one asking to the next.
    """
    kept = tuple(rows)
    catalogue = Catalogue.of(packs)
    found = agenda(catalogue, live.live(kept), study_day(now, rollover), past)
    keys = found.keys + (tuple(memory.key for memory in found.later) if ahead else ())
    cards = [catalogue.cards[key] for key in keys]
    wanted = [card for card in cards if pack in (None, card.pack) and cell in (None, card.cell)]
    draws = _draws(catalogue, kept, past)
    return tuple(Item(card, draw=draws[card.key]) for card in wanted[:limit])


def item_of(
    packs: Sequence[Pack], rows: Iterable[Answer], name: str, past: Past | None = None
) -> Item | None:
    """The card called `name` (pack/id, id or alias) in its next draw; None where there is none."""
    catalogue = Catalogue.of(packs)
    card = catalogue.find(name)
    return Item(card, draw=_draws(catalogue, rows, past)[card.key]) if card else None


def agenda(
    catalogue: Catalogue, rows: Sequence[Answer], today: date, past: Past | None = None
) -> Agenda:
    """What there is to do on study day `today`, from the live `rows`, after `past`."""
    before = past.traces if past else None
    place = {key: i for i, key in enumerate(catalogue.cards)}
    found = memories(rows, today, catalogue.renamed, before).values()
    known = [memory for memory in found if memory.key in place]
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


def next_due(catalogue: Catalogue, found: Agenda, today: date) -> NextDue | None:
    """The card that comes next, today or later; None where there are no cards."""
    if found.keys:
        key, when = found.keys[0], today
    elif found.later:
        key, when = found.later[0].key, found.later[0].due
    else:
        return None
    return NextDue(key, catalogue.cards[key].title, when, (when - today).days)


def _unfinished(catalogue: Catalogue, rows: Iterable[Answer], today: date) -> list[str]:
    """Keys of cards whose last row of today asks for more, in the order of those rows."""
    last: dict[str, Answer] = {}
    for row in rows:
        if row.study_day == today.isoformat():
            key = catalogue.present(row)
            last.pop(key, None)
            last[key] = row
    return [key for key, row in last.items() if live.pending(row) or _wants_retry(row)]


def _wants_retry(row: Answer) -> bool:
    return live.sure_and_wrong(row) and not row.seen


def _draws(catalogue: Catalogue, rows: Iterable[Answer], past: Past | None) -> Mapping[str, int]:
    """How often each card was asked, undone answers included; a recall's grade is no asking."""
    before = past.asked if past else Counter[str]()
    return before + Counter(catalogue.present(row) for row in rows if live.is_asking(row))
