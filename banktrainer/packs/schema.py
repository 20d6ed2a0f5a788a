"""What `pack.yaml` and a card's front matter may say; JSON Schemas for editors come from here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from banktrainer.packs.fields import (
    Block,
    Difficulty,
    Domains,
    Id,
    Ids,
    Lane,
    Language,
    Languages,
    Line,
    Lines,
    Text,
    Url,
    Values,
    YesNo,
    as_tuple,
    as_whole,
    distinct,
    machine_name,
)
from banktrainer.packs.model import CHOICE_LETTERS, Ask, How, Kind


class _Keys(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PackKeys(_Keys):
    """`pack.yaml`."""

    format: Annotated[Literal[1], BeforeValidator(as_whole)]
    id: Id
    title: Line
    version: Line
    language: Language
    translations: Languages = ()
    authors: Lines = ()
    license: Text = ""
    description: Text = ""


class ChoiceKeys(_Keys):
    """One of the choices of a recall card."""

    text: Line
    right: YesNo = False
    why: Text = ""


def _fair(choices: Iterable[ChoiceKeys]) -> Iterable[ChoiceKeys]:
    listed = list(choices)
    if not 2 <= len(listed) <= len(CHOICE_LETTERS):
        raise ValueError(f"must be 2 to {len(CHOICE_LETTERS)} choices")
    if sum(choice.right for choice in listed) != 1:
        raise ValueError("must have one choice with `right: true`")
    distinct(tuple(choice.text for choice in listed))
    return choices


Choices = Annotated[tuple[ChoiceKeys, ...], BeforeValidator(as_tuple), AfterValidator(_fair)]


class CardKeys(_Keys):
    """The front matter of a card, or of a file of several (whose cards then have their own)."""

    id: Id
    kind: Kind
    title: Line | None = None
    cell: Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"] | None = None
    ask: Ask = "cycles"
    lane: Lane | None = None
    set: Values = Field(default_factory=dict)
    block: Block | None = None
    machine: Annotated[str, AfterValidator(machine_name)] = "nvidia"
    answer: Line | None = None
    expect: Line | None = None
    choices: Choices = ()
    requires: Ids = ()
    aliases: Ids = ()
    tags: Lines = ()
    difficulty: Difficulty | None = None
    params: Domains = Field(default_factory=dict)
    where: Line | None = None
    evidence: Ids = ()


class TranslatedChoice(_Keys):
    """A choice in another language; which one is right stays with the original."""

    text: Line
    why: Text = ""


class TranslationKeys(_Keys):
    """The front matter of a translated card: the id and what is prose."""

    id: Id
    title: Line | None = None
    choices: Annotated[tuple[TranslatedChoice, ...], BeforeValidator(as_tuple)] = ()


class EvidenceKeys(_Keys):
    """One entry of `evidence.yaml`."""

    id: Id
    claim: Text
    source: Text
    how: How
    url: Url = ""


class TranslatedEvidence(_Keys):
    """An entry of `evidence.LANGUAGE.yaml`: the claim in another language."""

    id: Id
    claim: Text


class TermKeys(_Keys):
    """The keys of a term of `glossary.md`, whose id is its heading."""

    id: Id
    title: Line | None = None
    aliases: Lines = ()
    see: Ids = ()
