"""Evidence: what stands behind the claims about silicon, from `evidence.yaml` of a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import Card, Evidence
from banktrainer.packs.schema import EvidenceKeys, TranslatedEvidence
from banktrainer.packs.source import Source
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import Yaml, read_yaml

Keys = TypeVar("Keys", bound=BaseModel)
Claims = Mapping[str, Evidence]


def read_evidence(source: Source, faults: Faults) -> dict[str, Evidence]:
    """The entries of `evidence.yaml` by id."""
    found: dict[str, Evidence] = {}
    for keys, item in _entries(EvidenceKeys, source, faults):
        place = item.place("id")
        if keys.id in found:
            taken = found[keys.id].place.line
            faults.add(place, "E401", f"the id {quoted(keys.id)} is taken by line {taken}")
        entry = Evidence(keys.id, keys.claim, keys.source, keys.how, place, keys.url)
        found.setdefault(keys.id, entry)
    return found


def translated(source: Source, originals: Claims, faults: Faults) -> dict[str, Evidence]:
    """`originals` with the claims that `source` tells in its language."""
    told: dict[str, Evidence] = {}
    for keys, item in _entries(TranslatedEvidence, source, faults):
        if keys.id in originals:
            told[keys.id] = replace(originals[keys.id], claim=keys.claim)
        else:
            message = f"the original has no evidence {quoted(keys.id)}"
            faults.add(item.place("id"), "E405", message)
    missing = [name for name in originals if name not in told]
    if missing:
        faults.add(source.place(1), "W406", f"not translated: {', '.join(missing)}")
    return {**originals, **told}


def cited(names: Sequence[str], claims: Claims, keys: Yaml, faults: Faults) -> tuple[Evidence, ...]:
    """The evidence that a card cites by its ids; those that the pack lacks are told."""
    for at, name in enumerate(names):
        if name not in claims:
            message = f"evidence.yaml has no entry {quoted(name)}"
            faults.add(keys.place("evidence", at), "E408", message)
    return tuple(claims[name] for name in names if name in claims)


def retold(card: Card, claims: Claims) -> Card:
    """`card` with its evidence in the words of `claims`."""
    if not card.evidence:
        return card
    return replace(card, evidence=tuple(claims.get(each.id, each) for each in card.evidence))


def _entries(model: type[Keys], source: Source, faults: Faults) -> Iterator[tuple[Keys, Yaml]]:
    yaml = read_yaml(source, 1, len(source.lines), faults)
    if yaml is None or yaml.data == {}:
        return
    if not isinstance(yaml.data, list):
        faults.add(yaml.place(), "E207", "must be a list of entries: `- id: …`")
        return
    for item in yaml.items():
        keys = validate(model, item, faults)
        if keys is not None:
            yield keys, item
