"""Translations: files with a language suffix (`offset.hi-Latn.md`) that carry prose only.

Everything else (code, values, answers, order) stays with the original, found by the card's id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from markdown_it.token import Token

from banktrainer.packs.cards import Drafted
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.marks import split_language as split_language
from banktrainer.packs.model import Card, CodeBlock, Place, Prose, Step, Trap
from banktrainer.packs.places import Figure, figures_of
from banktrainer.packs.prose import Writer
from banktrainer.packs.schema import CardKeys, TranslationKeys
from banktrainer.packs.sections import BODY, STEP, TRAPS, RawCard
from banktrainer.packs.source import Source
from banktrainer.packs.steps import step_of, traps_of
from banktrainer.packs.validate import validate

_PLAIN = ("Forecast", "Question", "Answer", "Check", "Footnote")


@dataclass(frozen=True, slots=True)
class Translated:
    """A card in another language, with the figures that its prose holds.

    `place` is that of its id in the file of the translation.
    """

    card: Card
    figures: tuple[Figure, ...]
    place: Place


def translate(
    raw: RawCard, source: Source, originals: Mapping[str, Drafted], faults: Faults
) -> Translated | None:
    """The original card with the prose of `raw`, or None where there is no original."""
    keys = validate(TranslationKeys, raw.keys, faults)
    if keys is None:
        return None
    original = originals.get(keys.id)
    if original is None:
        message = f"no card of this pack has the id {quoted(keys.id)}"
        faults.add(raw.keys.place("id"), "E405", message)
        return None
    prose = _Prose.read(raw, source, original, keys, faults)
    prose.compare(raw, original, faults)
    fences = {fence.name for fence in original.card.fences}
    return Translated(
        _overlaid(original.card, keys, prose, raw, faults),
        figures_of(raw, source, fences, faults),
        raw.place,
    )


@dataclass(frozen=True, slots=True)
class _Prose:
    sections: Mapping[str, Prose]
    steps: Sequence[Step]
    traps: Mapping[str, Trap]

    @classmethod
    def read(
        cls,
        raw: RawCard,
        source: Source,
        original: Drafted,
        own: TranslationKeys,
        faults: Faults,
    ) -> _Prose:
        def refuse(token: Token) -> CodeBlock | None:
            message = "a translation has no code of its own; it comes from the original"
            faults.add(writer.place(token), "E405", message)
            return None

        writer = Writer(source, faults, refuse)
        keys = _trap_keys(original.card, own)
        sections: dict[str, Prose] = {}
        steps: list[Step] = []
        traps: dict[str, Trap] = {}
        for section in raw.sections:
            if section.name == STEP:
                steps.append(step_of(section, writer))
            elif section.name == TRAPS:
                traps |= {trap.answer: trap for trap in traps_of(section, writer, keys)}
            elif section.name in sections:
                message = f"the section {quoted(section.name)} is given twice"
                faults.add(section.place, "E303", message)
            else:
                sections[section.name] = writer.prose(section.tokens)
        return cls(sections, steps, traps)

    def compare(self, raw: RawCard, original: Drafted, faults: Faults) -> None:
        """Tell what the original has and the translation lacks, and the other way round."""
        theirs = original.sections
        for section in raw.sections:
            if section.name not in theirs and section.name != BODY:
                message = f"the original has no section {quoted(section.name)}"
                faults.add(section.place, "E405", message)
        ours = {section.name for section in raw.sections}
        missing = [name for name in (*_PLAIN, TRAPS) if name in theirs and name not in ours]
        if _has_words(original.card.body) and not self.sections.get(BODY):
            missing.insert(0, "text before the first section")
        if missing:
            faults.add(raw.place, "W406", f"not translated: {', '.join(missing)}")
        self._compare_steps(raw, original.card, faults)
        self._compare_traps(raw, original.card, faults)

    def _compare_steps(self, raw: RawCard, card: Card, faults: Faults) -> None:
        if self.steps and len(self.steps) != len(card.steps):
            message = f"has {len(self.steps)} steps, the original {len(card.steps)}"
            faults.add(raw.place, "E405", message)
        elif card.steps and not self.steps:
            faults.add(raw.place, "W406", "not translated: the steps")

    def _compare_traps(self, raw: RawCard, card: Card, faults: Faults) -> None:
        theirs = {trap.answer for trap in card.traps}
        for answer, trap in self.traps.items():
            if answer not in theirs:
                message = f"the original has no trap on {quoted(answer)}"
                faults.add(trap.place, "E405", message)
        left = sorted(theirs - set(self.traps)) if self.traps else []
        if left:
            faults.add(raw.place, "W406", f"not translated: the traps on {', '.join(left)}")


def _has_words(prose: Prose) -> bool:
    """Whether there is anything but code that the engine reads."""
    return any(not (isinstance(block, CodeBlock) and block.fence is not None) for block in prose)


def _trap_keys(card: Card, own: TranslationKeys) -> CardKeys:
    """What the traps' answers are judged by: the original's way of asking, choices as retold."""
    retold = len(own.choices) == len(card.choices)
    return CardKeys.model_construct(
        ask=card.ask,
        expect=card.expect,
        choices=own.choices if retold else card.choices,
        kind=card.kind,
        id=card.id,
    )


def _overlaid(
    card: Card, keys: TranslationKeys, prose: _Prose, raw: RawCard, faults: Faults
) -> Card:
    told = prose.sections
    choices = card.choices
    if keys.choices and len(keys.choices) != len(choices):
        message = f"has {len(keys.choices)} choices, the original {len(choices)}"
        faults.add(raw.keys.place("choices"), "E405", message)
    elif keys.choices:
        pairs = zip(choices, keys.choices, strict=True)
        choices = tuple(replace(mine, text=own.text, why=own.why) for mine, own in pairs)
    return replace(
        card,
        title=keys.title or card.title,
        body=_with_code(card.body, told.get(BODY, ())),
        question=_with_code(card.question, told.get("Forecast") or told.get("Question") or ()),
        answer=_with_code(card.answer, told.get("Answer", ())),
        check=_with_code(card.check, told.get("Check", ())),
        footnote=_with_code(card.footnote, told.get("Footnote", ())),
        steps=_steps(card.steps, prose.steps),
        traps=tuple(replace(trap, body=_body(trap, prose.traps)) for trap in card.traps),
        choices=choices,
    )


def _steps(originals: tuple[Step, ...], told: Sequence[Step]) -> tuple[Step, ...]:
    if len(told) != len(originals):
        return originals
    return tuple(
        replace(
            original,
            title=step.title,
            body=_with_code(original.body, step.body),
            why=_with_code(original.why, step.why),
        )
        for original, step in zip(originals, told, strict=True)
    )


def _body(trap: Trap, told: Mapping[str, Trap]) -> Prose:
    own = told.get(trap.answer)
    return trap.body if own is None else _with_code(trap.body, own.body)


def _with_code(original: Prose, told: Prose) -> Prose:
    """`told` with the original's traced code in its places; the original where nothing is told."""
    if not told:
        return original
    left = list(told)
    merged: list[Prose] = []
    for block in original:
        if isinstance(block, CodeBlock) and block.fence is not None:
            merged.append((block,))
        elif left:
            merged.append((left.pop(0),))
    return tuple(block for part in (*merged, tuple(left)) for block in part)
