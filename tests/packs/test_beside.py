"""Beside the cards: evidence for what is said of silicon, and the glossary."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from banktrainer.packs import PackError, Paragraph, Span, check, load
from tests.packs.desk import RECALL, codes, write_pack

EVIDENCE = """\
- id: merge
  claim: Wide loads of paired lanes merge their phases.
  source: A microbenchmark of compute capability 7.5
  url: https://example.org/merge
  how: measured
- id: rule
  claim: A bank is 4 bytes wide.
  source: The programming guide
  how: documented
"""
CITING = RECALL.replace("kind: recall\n", "kind: recall\nevidence: [rule, merge]\n")
GLOSSARY = """\
# bank
---
title: Bank
aliases: [banks]
see: [degree]
---
One of 32 columns of shared memory.

# degree
---
aliases: [n-way]
---
How many words one bank must serve.
"""


def pack_with(root: Path, files: Mapping[str, str], card: str = CITING) -> Path:
    write_pack(root, {"a.md": card})
    for name, text in files.items():
        (root / name).write_text(text, "utf-8")
    return root


def faults(root: Path) -> list[str]:
    return codes([str(fault).replace(f"{root}/", "") for fault in check(root)])


def test_a_card_has_the_evidence_that_it_cites_in_its_order(tmp_path: Path) -> None:
    pack = load(pack_with(tmp_path, {"evidence.yaml": EVIDENCE}))
    rule, merge = pack.cards[0].evidence
    assert (rule.id, rule.how, rule.url) == ("rule", "documented", "")
    assert merge.claim == "Wide loads of paired lanes merge their phases."
    assert (merge.source, merge.how) == ("A microbenchmark of compute capability 7.5", "measured")
    assert [entry.id for entry in pack.evidence] == ["merge", "rule"]


def test_evidence_in_another_language_tells_the_claim(tmp_path: Path) -> None:
    own = "- id: rule\n  claim: Ek bank 4 bytes ka hota hai.\n"
    root = pack_with(tmp_path, {"evidence.yaml": EVIDENCE, "evidence.hi-Latn.yaml": own})
    rule, merge = load(root, "hi-Latn").cards[0].evidence
    assert rule.claim == "Ek bank 4 bytes ka hota hai."
    assert rule.source == "The programming guide"
    assert merge.claim == "Wide loads of paired lanes merge their phases."
    assert "evidence.hi-Latn.yaml:1:1: W406" in faults(root)


BAD_EVIDENCE = {
    "no fault": (EVIDENCE, []),
    "an id twice": (EVIDENCE + EVIDENCE[:-1].split("- id: rule")[0], ["evidence.yaml:10:7: E401"]),
    "no list": ("rule: x\n", ["evidence.yaml:1:1: E207"]),
    "an unknown key": (EVIDENCE + "  who: me\n", ["evidence.yaml:10:3: E206"]),
    "no source": (
        EVIDENCE.replace("  source: The programming guide\n", ""),
        ["evidence.yaml:6:3: E205"],
    ),
    "an unknown way to know": (EVIDENCE.replace("measured", "felt"), ["evidence.yaml:5:8: E207"]),
    "no address": (EVIDENCE.replace("https://", "javascript:"), ["evidence.yaml:4:8: E207"]),
    "evidence that nobody cites": (
        EVIDENCE + "- {id: x, claim: x, source: x, how: claimed}\n",
        ["evidence.yaml:10:8: W409"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), BAD_EVIDENCE.values(), ids=BAD_EVIDENCE)
def test_faults_of_evidence(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = faults(pack_with(tmp_path, {"evidence.yaml": text}))
    assert [each for each in found if each.startswith("evidence.yaml")] == expected


def test_evidence_that_the_pack_lacks(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"a.md:4:12: E408 evidence.yaml has no entry `rule`"):
        load(pack_with(tmp_path, {}))


def test_terms_are_found_by_id_title_and_alias(tmp_path: Path) -> None:
    pack = load(pack_with(tmp_path, {"glossary.md": GLOSSARY}, RECALL))
    bank, degree = pack.glossary
    assert (bank.title, bank.see, bank.aliases) == ("Bank", ("degree",), ("banks",))
    assert bank.body == (Paragraph((Span("One of 32 columns of shared memory."),)),)
    assert pack.term("bank") is pack.term("BANKS") is bank
    assert pack.term("N-way") is pack.term("degree") is degree
    assert pack.term("warp") is None


def test_a_term_in_another_language_keeps_its_links_and_names(tmp_path: Path) -> None:
    bank_too = "# bank\n---\naliases: [khana]\n---\nShared memory ka ek column.\n"
    own = bank_too + "\n# degree\nKitne words.\n"
    root = pack_with(tmp_path, {"glossary.md": GLOSSARY, "glossary.hi-Latn.md": own}, RECALL)
    pack = load(root, "hi-Latn")
    bank = pack.term("khana")
    assert bank is not None
    assert bank is pack.term("banks")
    assert bank.see == ("degree",)
    assert bank.body == (Paragraph((Span("Shared memory ka ek column."),)),)


BAD_GLOSSARIES = {
    "no fault": (GLOSSARY, []),
    "a link to nowhere": (GLOSSARY.replace("[degree]", "[warp]"), ["glossary.md:5:7: E410"]),
    "a term twice": (GLOSSARY + "\n# bank\nAgain.\n", ["glossary.md:15:3: E411"]),
    "an alias that is taken": (GLOSSARY.replace("n-way", "BANKS"), ["glossary.md:9:3: E411"]),
    "a term without text": (GLOSSARY + "\n# lane\n", ["glossary.md:15:3: E304"]),
    "text before the terms": ("Hello.\n\n" + GLOSSARY, ["glossary.md:1:1: E305"]),
    "a section": (GLOSSARY + "\n## Answer\nx\n", ["glossary.md:15:1: E301"]),
    "a figure": (GLOSSARY.replace("32", "{{16 + 16}}"), ["glossary.md:7:8: E314"]),
    "traced code": (GLOSSARY + "\n```cuda\nx\n```\n", ["glossary.md:15:1: E307"]),
    "an unknown key": (GLOSSARY.replace("see:", "also:"), ["glossary.md:5:1: E206"]),
}


@pytest.mark.parametrize(("text", "expected"), BAD_GLOSSARIES.values(), ids=BAD_GLOSSARIES)
def test_faults_of_a_glossary(tmp_path: Path, text: str, expected: list[str]) -> None:
    assert faults(pack_with(tmp_path, {"glossary.md": text}, RECALL)) == expected


def test_companions_in_a_language_that_the_pack_does_not_name(tmp_path: Path) -> None:
    files = {"glossary.md": GLOSSARY, "glossary.de.md": "# bank\nEine Spalte.\n\n# degree\nx\n"}
    assert faults(pack_with(tmp_path, files, RECALL)) == ["glossary.de.md:1:1: E405"]
