"""DrillItem: a draw as it is put to the learner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from banktrainer.packs.model import Ask, Card, CodeBlock, Fence, Paragraph, Place, Span
from banktrainer.study.diagnosis import Diagnosis
from banktrainer.study.drills.choices import choices_of
from banktrainer.study.drills.draw import GENERATOR, MACHINE, Draw, costs, drawn, first_thought
from banktrainer.study.drills.template import Kind
from banktrainer.study.game.play import Play
from banktrainer.study.item import Item
from banktrainer.study.skills import DRILLS

PACK = DRILLS
_SEEDS = 1 << 31
_ASKS: Mapping[Kind, Ask] = {
    "cycles": "cycles",
    "degree": "degree",
    "conflict": "conflict",
    "bank": "bank",
    "lanes": "lanes",
    "repair": "repair",
}


class DrillItem(Item):
    """A generated item. Its code is traced when it is solved, as a card's is.

    `play` is the game in which it is asked; what is asked once more is in none.
    """

    def __init__(self, draw: Draw, play: Play | None = None, card: Card | None = None) -> None:
        super().__init__(card or card_of(draw), draw=draw.seed)
        self.drawn = draw
        self.play = play

    @property
    def kind(self) -> Kind:
        """What is asked, finer than `asked`: faces word the question by it."""
        return self.drawn.kind

    @property
    def block(self) -> tuple[int, int]:
        return self.drawn.scene.block

    @property
    def template(self) -> str:
        return self.drawn.template

    @property
    def generator(self) -> str:
        return GENERATOR

    @property
    def seed(self) -> int:
        return self.drawn.seed

    @property
    def params(self) -> Mapping[str, object]:
        game = self.play.params if self.play else {}
        return {**self.drawn.params, **super().params, **game}

    def again(self) -> DrillItem:
        """The same kind of question of the same template, with fresh numbers."""
        return DrillItem(fresh(self.drawn))

    def diagnose(self, given: str, history: Iterable[str] = ()) -> Diagnosis | None:
        """As an Item's; a choice among cycles counts as those cycles."""
        if self.kind != "choose":
            return super().diagnose(given, history)
        text = next(option.text for option in self.options if option.letter == given)
        return self._put_down(self.drawn.access, "cycles", text, history)


def fresh(draw: Draw) -> Draw:
    """The next seed's draw of the same template and kind with other parameters."""
    seed = draw.seed
    while True:
        seed = (seed + 1) % _SEEDS
        if first_thought(seed) != (draw.template, draw.kind):
            continue
        other = drawn(seed)
        alike = (other.template, other.kind) == (draw.template, draw.kind)
        if alike and other.params != draw.params:
            return other


def card_of(draw: Draw) -> Card:
    """The card that asks this; its question is for the faces to word."""
    place = Place(f"{PACK}/{draw.template}", 0)
    code, block = draw.scene.code, (*draw.scene.block, 1)
    card = Card(
        pack=PACK,
        id=draw.template,
        kind="template",
        title=f"{PACK}/{draw.template}",
        place=place,
        question=(),
        answer=(),
        body=(CodeBlock(code, ""),),
        cell=draw.cell,
        ask=_ASKS.get(draw.kind, "cycles"),
        lane=draw.lane,
        fences=(Fence("", code, place, block=block, machine=MACHINE),),
    )
    if draw.kind == "cell":
        return replace(card, expect=card.cell)
    if draw.kind != "rank":
        return replace(card, choices=choices_of(draw))
    told = " · ".join(
        f"{name}: {cost}" for name, cost in zip("abc", costs(draw.scene.accesses), strict=True)
    )
    return replace(
        card,
        body=(CodeBlock(code),),
        fences=(),
        choices=choices_of(draw),
        answer=(Paragraph((Span(told),)),),
    )
