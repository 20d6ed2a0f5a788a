"""What a card of each kind must have, may have, and may not have together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Card, CodeBlock, Kind
from banktrainer.packs.schema import CardKeys
from banktrainer.packs.sections import BODY, SECTIONS, STEP, RawCard

ASKING = ("Forecast", "Question")
_ASKED_BY: dict[Kind, tuple[str, ...]] = {
    "example": ("Forecast",),
    "recall": ("Question",),
    "template": ASKING,
}
_GRADED = ("expect", "choices")
_OF_CODE = ("set", "block", "machine")
_OF_QUESTION = ("ask", "lane", "answer")


def check_sections(raw: RawCard, kind: Kind, faults: Faults) -> None:
    """Tell which sections are unexpected, missing, given twice or empty."""
    asked_by = _ASKED_BY[kind]
    refused = {name for name in ASKING if name not in asked_by}
    if kind == "recall":
        refused.add(STEP)
    for section in raw.sections:
        if section.name in refused:
            message = f"a card of kind {kind} has no section {quoted(section.name)}"
            faults.add(section.place, "E301", message)
        if not section.tokens and section.name != BODY and section.name in SECTIONS:
            faults.add(section.place, "E304", f"the section {quoted(section.name)} is empty")
    names = Counter(section.name for section in raw.sections)
    _check_once(raw, faults)
    if sum(names[name] for name in asked_by) != 1 and not any(names[name] for name in asked_by):
        faults.add(raw.place, "E302", f"needs the section `## {asked_by[0]}`")
    if not names["Answer"]:
        faults.add(raw.place, "E302", "needs the section `## Answer`")


def _check_once(raw: RawCard, faults: Faults) -> None:
    seen: dict[str, int] = {}
    for section in raw.sections:
        name = "question" if section.name in ASKING else section.name
        if name in seen and name != STEP:
            message = f"the section {quoted(section.name)} was given on line {seen[name]}"
            faults.add(section.place, "E303", message)
        seen.setdefault(name, section.place.line)


def check_keys(raw: RawCard, keys: CardKeys, card: Card, faults: Faults) -> None:
    """Tell which keys are missing, or do not go with the card's kind, its code or each other."""
    if keys.kind == "example" and keys.title is None:
        faults.add(raw.place, "E205", "needs the key `title`")
    if keys.kind == "template" and not keys.params:
        faults.add(raw.place, "E205", "a template needs the key `params`")
    for name, why in _misplaced(keys, card):
        faults.add(raw.keys.key_place(name), "E209", why)
    _check_asked_fence(raw, card, faults)
    _check_values(raw, keys, card, faults)


def _misplaced(keys: CardKeys, card: Card) -> Iterable[tuple[str, str]]:
    given = keys.model_fields_set
    asked = any(fence.name == "" for fence in card.fences)
    if keys.kind != "template":
        yield from (
            (key, f"only a template has {key}") for key in ("params", "where") if key in given
        )
    graded = [key for key in _GRADED if key in given]
    if keys.kind == "example":
        yield from ((key, f"an example has no {key}; the engine grades it") for key in graded)
    elif len(graded) == len(_GRADED):
        yield "choices", "a card is graded by expect or by choices, not by both"
    elif graded and asked:
        why = "the code grades this card: take this key out, or give the code a name"
        yield graded[0], why
    if not asked:
        yield from (
            (key, f"{key} asks about code, and no code is asked about here")
            for key in _OF_QUESTION
            if key in given
        )
    if not card.fences:
        yield from (
            (key, f"{key} is for code, and the card has none") for key in _OF_CODE if key in given
        )
    if "lane" in given and keys.ask != "bank":
        yield "lane", "lane goes with `ask: bank`"
    if keys.ask == "bank" and keys.lane is None:
        yield "ask", "`ask: bank` needs the key `lane`"
    if keys.answer is not None and keys.ask in ("lanes", "repair"):
        yield "answer", f"`ask: {keys.ask}` has many right answers; take this key out"


def _check_asked_fence(raw: RawCard, card: Card, faults: Faults) -> None:
    asked = next((fence for fence in card.fences if fence.name == ""), None)
    before = [block for block in (*card.body, *card.question) if isinstance(block, CodeBlock)]
    if asked is None:
        if card.kind != "recall" and not card.choices and card.expect is None:
            faults.add(raw.place, "E302", "needs code to ask about: a ```cuda fence without a name")
    elif all(block.fence != "" for block in before):
        message = "code that comes after the question needs a name; without one it is asked about"
        faults.add(asked.place, "E310", message)


def _check_values(raw: RawCard, keys: CardKeys, card: Card, faults: Faults) -> None:
    for name in keys.set if card.fences else ():
        word = re.compile(rf"\b{re.escape(name)}\b")
        texts = [text for fence in card.fences for text in (fence.code, *fence.values.values())]
        if not any(word.search(text) for text in texts):
            faults.add(raw.keys.key_place("set", name), "W407", f"no code here uses {quoted(name)}")
