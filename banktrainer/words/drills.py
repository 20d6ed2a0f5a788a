"""Sentences about drills: what is asked, by which seed, and what the answers show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from banktrainer.words import Words
from banktrainer.words.skills import title_of

if TYPE_CHECKING:
    from banktrainer.study.item import Item

_WARP = 32


def seed_line(w: Words, item: Item) -> str:
    """The seed that replays a generated item."""
    return w("drill.seed", seed=item.seed)


def question_line(w: Words, item: Item) -> str:
    """What a generated item asks, with its block where that is not one row of lanes."""
    x, y, _ = item.fence.block if item.fence else (_WARP, 1, 1)
    block = w("drill.block", x=x, y=y) if y > 1 else ""
    return block + w(f"drill.ask.{item.kind}", lane=item.card.lane)


def kind_line(w: Words, item: Item) -> str:
    """What kind of question a generated item is, in short; its title would give answers away."""
    return w(f"drill.kind.{item.kind}")


def item_title(w: Words, item: Item) -> str:
    """What an item is called where others are about: its title, or what kind of question it is."""
    if item.template and not item.card.question:
        return kind_line(w, item)
    return title_of(w, item.title)


def named_lines(w: Words, models: Sequence[str]) -> Iterator[str]:
    """What a drill has found, and of each wrong model what holds instead."""
    yield named_line(w, models)
    yield from true_lines(w, models)


def true_lines(w: Words, models: Sequence[str]) -> Iterator[str]:
    """What holds instead of what each wrong model says."""
    for model in models:
        yield w("drill.cure", true=w(f"models.{model}.true"))


def named_line(w: Words, models: Sequence[str]) -> str:
    """What a drill has found: a wrong model, several that look alike, or none."""
    told = w("drill.named.or").join(w(f"models.{model}.believed") for model in models)
    form = "none" if not models else "single" if len(models) == 1 else "several"
    return w(f"drill.named.{form}", models=told)
