"""A card cut from its file -> Card: keys read, sections turned to prose, and both made to agree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markdown_it.token import Token

from banktrainer.packs.evidence import Claims, cited
from banktrainer.packs.faults import Faults
from banktrainer.packs.fences import Shelf
from banktrainer.packs.heads import title_of
from banktrainer.packs.model import Card, Choice, CodeBlock, Prose, Step, Trap
from banktrainer.packs.order import Entry, Placed
from banktrainer.packs.places import Figure, figures_of
from banktrainer.packs.prose import Writer
from banktrainer.packs.rules import check_keys, check_sections
from banktrainer.packs.schema import CardKeys
from banktrainer.packs.sections import BODY, STEP, TRAPS, RawCard
from banktrainer.packs.source import Source
from banktrainer.packs.steps import step_of, traps_of
from banktrainer.packs.template import check_template
from banktrainer.packs.validate import rest_of, validate
from banktrainer.packs.yaml_text import Yaml

# What neither the code nor the sections depend on: without it the rest of a card can be checked.
_SPARE = frozenset(
    ("cell", "answer", "requires", "aliases", "tags", "difficulty", "evidence"),
)


@dataclass(frozen=True, slots=True)
class Drafted:
    """A card with what its file says of it and a Card does not keep: places, and what it has.

    `whole` is false where keys had to be left out; such a card is checked, and never used.
    """

    card: Card
    keys: Yaml
    sections: frozenset[str]
    figures: tuple[Figure, ...]
    whole: bool = True

    @property
    def entry(self) -> Entry:
        """What the card says of its place among the others."""
        card, keys = self.card, self.keys

        def placed(key: str, names: tuple[str, ...]) -> tuple[Placed, ...]:
            return tuple((name, keys.place(key, at)) for at, name in enumerate(names))

        return Entry(
            id=card.id,
            place=card.place,
            id_place=keys.place("id"),
            requires_place=keys.place("requires"),
            aliases=placed("aliases", card.aliases),
            requires=placed("requires", card.requires),
        )


def draft(
    raw: RawCard, source: Source, pack: str, faults: Faults, claims: Claims | None = None
) -> Drafted | None:
    """The card that `raw` writes, or None where its keys can't be read.

    `claims` is the evidence that it can cite; None leaves what it cites out.
    """
    valid = validate(CardKeys, raw.keys, faults)
    keys = valid or rest_of(CardKeys, raw.keys, _SPARE)
    if keys is None:
        return None
    shelf = Shelf(source, faults, keys)
    writer = Writer(source, faults, lambda token: _code(shelf, token))
    card = _card(raw, keys, pack, writer, shelf)
    if keys.evidence and claims is not None:
        card = replace(card, evidence=cited(keys.evidence, claims, raw.keys, faults))
    check_sections(raw, card.kind, faults)
    check_keys(raw, keys, card, faults)
    check_template(raw, card, faults)
    names = frozenset(section.name for section in raw.sections)
    return Drafted(
        card, raw.keys, names, figures_of(raw, source, shelf.fences, faults), valid is not None
    )


def _code(shelf: Shelf, token: Token) -> CodeBlock:
    fence = shelf.put(token)
    return CodeBlock(fence.code, fence.name)


def _card(raw: RawCard, keys: CardKeys, pack: str, writer: Writer, shelf: Shelf) -> Card:
    # In the order of the file, so that the shelf meets the fences as a reader does.
    written: dict[str, Prose] = {}
    steps: list[Step] = []
    traps: tuple[Trap, ...] = ()
    for section in raw.sections:
        if section.name == STEP:
            steps.append(step_of(section, writer))
        elif section.name == TRAPS:
            traps += traps_of(section, writer, keys)
        else:
            written.setdefault(section.name, writer.prose(section.tokens))
    return Card(
        pack=pack,
        id=keys.id,
        kind=keys.kind,
        title=keys.title or title_of(keys.id),
        place=raw.place,
        question=written.get("Forecast") or written.get("Question") or (),
        answer=written.get("Answer", ()),
        body=written.get(BODY, ()),
        cell=keys.cell,
        ask=keys.ask,
        lane=keys.lane,
        fences=tuple(shelf.fences.values()),
        steps=tuple(steps),
        check=written.get("Check", ()),
        traps=traps,
        footnote=written.get("Footnote", ()),
        stated=keys.answer,
        expect=keys.expect,
        choices=tuple(Choice(each.text, each.right, each.why) for each in keys.choices),
        requires=keys.requires,
        tags=keys.tags,
        aliases=keys.aliases,
        difficulty=keys.difficulty,
        params=keys.params,
        where=keys.where,
    )
