"""Some of a pack's card files checked by themselves: what a process of the checker does.

What concerns the cards among each other is left to the pack's checker, which gets a Sketch of
each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from banktrainer.packs.alike import Likeness, likeness_of
from banktrainer.packs.cards import Drafted
from banktrainer.packs.drawn import check_draws
from banktrainer.packs.fairness import Spread, check_reasons, spread_of
from banktrainer.packs.faults import Faults
from banktrainer.packs.files import Named
from banktrainer.packs.judging import Judge, check_card, check_figures, first_draw
from banktrainer.packs.model import Card, Fault
from banktrainer.packs.order import Entry
from banktrainer.packs.parts import Reader
from banktrainer.packs.retelling import check_retold
from banktrainer.packs.solving import SolvedCard
from banktrainer.packs.stated import check_stated
from banktrainer.packs.tidy import check_form
from banktrainer.packs.translation import Translated


@dataclass(frozen=True, slots=True)
class Sketch:
    """A card as the checks over a whole pack need it; `draws` is 0 for all but templates."""

    entry: Entry
    file: str
    likeness: Likeness
    spread: Spread | None
    evidence: tuple[str, ...]
    languages: tuple[str, ...]
    draws: int


@dataclass(frozen=True, slots=True)
class Survey:
    """What came of some files: faults, cards, and whether every card in them could be read.

    `strangers` are translations of cards that are in other files, not checked yet.
    """

    faults: tuple[Fault, ...]
    sketches: tuple[Sketch, ...]
    complete: bool
    strangers: tuple[Named, ...]


def survey(reader: Reader, files: Sequence[Named], judge: Judge) -> Survey:
    """Check `files`, each beside its translations, by means of a `reader` without faults yet."""
    faults = judge.faults = reader.faults
    drafts: list[tuple[Drafted, str]] = []
    solved: dict[str, SolvedCard] = {}
    for source, cards in reader.sources(files):
        if source is not None:
            check_form(source, faults)
        for raw in cards if source else ():
            drafted = reader.drafted(source, raw) if source else None
            if drafted is None or source is None:
                continue
            drafts.append((drafted, source.path))
            found = _solved(drafted.card, judge)
            solved.setdefault(drafted.card.id, found)
            check_card(drafted, found, faults)
            check_stated(raw, source, found, faults)
            check_reasons(drafted, faults)
    originals = {drafted.card.id: drafted for drafted, _ in reversed(drafts)}
    strangers: list[Named] = []
    told = reader.translated(files, originals, None, strangers)
    for each in (each for language in told.values() for each in language):
        check_figures(each.figures, solved[each.card.id], faults)
        check_retold(each, originals[each.card.id].card, faults)
    sketches = tuple(_sketch(drafted, file, told) for drafted, file in drafts)
    return Survey(faults.sorted(), sketches, reader.complete, tuple(strangers))


def survey_strangers(
    reader: Reader, strangers: Sequence[Named], homes: Mapping[str, Named], judge: Judge
) -> tuple[Fault, ...]:
    """Check translations whose originals lie in other files; `homes` are those files by card."""
    wanted = {each for named in strangers for each in reader.ids_in(*named)}
    files = sorted({homes[each] for each in wanted if each in homes})
    faults, reader.faults = reader.faults, Faults()
    originals = {each.card.id: each for each in reversed(list(reader.drafts(files)))}
    judge.faults, reader.faults = reader.faults, faults
    for told in reader.translated(strangers, originals, None).values():
        for each in told:
            original = originals[each.card.id]
            check_figures(each.figures, _solved(original.card, judge), faults)
            check_retold(each, original.card, faults)
    return faults.sorted()


def survey_draws(
    reader: Reader, file: Named, ids: Collection[str], judge: Judge
) -> tuple[Fault, ...]:
    """Check every draw of the templates `ids` in `file`."""
    reader.faults = Faults()
    found = [each for each in reader.drafts([file]) if each.card.id in ids]
    faults = Faults()
    for drafted in found:
        check_draws(drafted, judge, faults)
    return faults.sorted()


def _solved(card: Card, judge: Judge) -> SolvedCard:
    """`card` solved; of a template its first draw, whose faults are told with those of all."""
    if card.kind != "template":
        return judge.solved(card)
    return Judge(Faults(), judge.slow).solved(first_draw(card))


def _sketch(drafted: Drafted, file: str, told: dict[str, list[Translated]]) -> Sketch:
    card = drafted.card
    return Sketch(
        entry=drafted.entry,
        file=file,
        likeness=likeness_of(card),
        spread=spread_of(drafted),
        evidence=tuple(entry.id for entry in card.evidence),
        languages=tuple(
            language
            for language, cards in told.items()
            if any(each.card.id == card.id for each in cards)
        ),
        draws=prod(map(len, card.params.values())) if card.kind == "template" else 0,
    )
