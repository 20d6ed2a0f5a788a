"""Items made of cards: as written, drawn from an author's template, or generated for a skill."""

from __future__ import annotations

from banktrainer.packs.model import Card
from banktrainer.study import skills
from banktrainer.study.drawn_card import TemplateItem
from banktrainer.study.item import Item


def item_of_card(card: Card, asked: int) -> Item:
    """`card` as it is put the next time, when it was asked `asked` times before.

    Of templates and skills with numbers of its own.
    """
    if card.pack == skills.PACK:
        from banktrainer.study.drills.skilled import SEEDS_EACH, SkillItem

        return SkillItem(card.id, asked * SEEDS_EACH)
    if card.kind == "template":
        return TemplateItem(card, draw=asked)
    return Item(card, draw=asked)


def replayed(card: Card, seed: int) -> Item:
    """`card` in the draw that `seed`, as journal and screens tell it, stands for."""
    if card.pack == skills.PACK:
        from banktrainer.study.drills.skilled import SkillItem

        return SkillItem(card.id, seed)
    return TemplateItem(card, draw=seed) if card.kind == "template" else Item(card, draw=seed)
