"""Any bytes at all: the loader ends soon, with a pack or with PackError, and writes nothing."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from banktrainer.packs import Fault, Pack, PackError, check, load, open_pack, source
from banktrainer.printable import is_hostile
from tests.packs.desk import EXAMPLE, MANIFEST, RECALL, write_pack
from tests.packs.test_beside import CITING, EVIDENCE, GLOSSARY
from tests.packs.test_cards import CHOICES, FULL, SEVERAL
from tests.packs.test_templates import TEMPLATE

SEEDS = (EXAMPLE, RECALL, FULL, SEVERAL, CHOICES, TEMPLATE)
PIECES = (
    *(
        "---\n",
        "# a\n",
        "## Answer\n",
        "## Step: x\n",
        "> Why: y\n",
        "- 1: z\n",
        "```cuda\n",
        "```\n",
    ),
    *("{{cycles}}", "{{", "}}", "&a ", "*a", "!!t ", "a: 1\n", "[", "]", "{", "}", "|", ">", "\t"),
    *("\r\n", "\x00", "\x1b[31m", "\u202e", "\ufeff", "é", "$s", "1..9", "// ?\n", "~~~\n", "\\"),
    *(
        "    ",
        "| a | b |\n|--|--|\n",
        "***\n",
        "1. ",
        "set: {a: b}\n",
        "params: {s: 1..3}\n",
        "<b>",
    ),
)
FAULT = re.compile(r"[^\n]+:[1-9]\d*:[1-9]\d*: [EW]\d{3} [^\n]+")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good card with pieces put in, lines moved, and stretches cut out."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(text)))
        end = draw(st.integers(at, min(len(text), at + 40)))
        text = text[:at] + draw(st.sampled_from(("", *PIECES))) + text[end:]
    return text


def check_outcome(root: Path, card: str | bytes, manifest: str | bytes = MANIFEST) -> None:
    """Load a pack of one card: it is whole, or every fault has its place and shows plainly."""
    pack = write_pack(root, {"a.md": card}, manifest)
    before = sorted(root.rglob("*"))
    lines = max(text.count(b"\n" if isinstance(text, bytes) else "\n") for text in (card, manifest))  # type: ignore[arg-type]
    for fault in _faults(pack):
        assert FAULT.fullmatch(str(fault)), str(fault)
        assert not any(map(is_hostile, fault.message)), fault
        assert fault.place.line <= lines + 1
    assert sorted(root.rglob("*")) == before


def _faults(pack: Path) -> tuple[Fault, ...]:
    try:
        load(pack)
    except PackError as error:
        return error.faults
    return ()


FIXTURES = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=150)
@given(mutated())
def test_a_card_gone_wrong(tmp_path: Path, card: str) -> None:
    check_outcome(tmp_path, card)


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=50)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
@example("")
def test_a_card_of_pieces(tmp_path: Path, card: str) -> None:
    check_outcome(tmp_path, "---\nid: a\nkind: recall\n---\n" + card)


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=50)
@given(st.binary(max_size=300), st.sampled_from(SEEDS))
def test_any_bytes(tmp_path: Path, data: bytes, seed: str) -> None:
    check_outcome(tmp_path, data)
    check_outcome(tmp_path, seed.encode() + data)


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=50)
@given(st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_any_manifest(tmp_path: Path, manifest: str) -> None:
    check_outcome(tmp_path, RECALL, manifest.encode("utf-8", "surrogatepass"))
    check_outcome(tmp_path, RECALL, MANIFEST + manifest.encode("utf-8", "replace").decode())


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=40)
@given(mutated())
def test_checking_a_card_gone_wrong(tmp_path: Path, card: str) -> None:
    for fault in check(write_pack(tmp_path, {"a.md": card})):
        assert FAULT.fullmatch(str(fault)), str(fault)


def check_companions(root: Path, evidence: str, glossary: str) -> None:
    """Whatever lies beside the cards, it is whole, or every fault has its place."""
    write_pack(root, {"a.md": CITING})
    (root / "evidence.yaml").write_bytes(evidence.encode("utf-8", "surrogatepass"))
    (root / "glossary.md").write_bytes(glossary.encode("utf-8", "surrogatepass"))
    for fault in (*check(root), *_faults(root)):
        assert FAULT.fullmatch(str(fault)), str(fault)
    with suppress(PackError):
        _ = open_pack(root).glossary


def worn(dice: random.Random, text: str, most: int = 8) -> str:
    """`text` with pieces put in and stretches cut out."""
    for _ in range(dice.randrange(most)):
        at = dice.randrange(len(text) + 1)
        text = text[:at] + dice.choice(PIECES) + text[at + dice.randrange(20) :]
    return text


@settings(suppress_health_check=FIXTURES, deadline=None, max_examples=60)
@given(st.randoms(use_true_random=False))
def test_companions_gone_wrong(tmp_path: Path, dice: random.Random) -> None:
    check_companions(tmp_path, worn(dice, EVIDENCE), worn(dice, GLOSSARY))


@pytest.mark.long
def test_many_companions_gone_wrong(tmp_path: Path) -> None:
    dice = random.Random(11)
    for _ in range(2_000):
        check_companions(tmp_path, worn(dice, EVIDENCE), worn(dice, GLOSSARY))


@pytest.mark.long
def test_opening_many_cards_gone_wrong(tmp_path: Path) -> None:
    """Opened by their heads or loaded whole, packs say the same."""
    dice = random.Random(12)
    for _ in range(3_000):
        root = write_pack(tmp_path, {"a.md": worn(dice, dice.choice(SEEDS)), "b.md": RECALL})
        assert _opened(root, open_pack) == _opened(root, load)


def _opened(root: Path, read: Callable[[Path], Pack]) -> object:
    """The pack whole; None where it or one of its cards can't be read."""
    try:
        return [(card.key, card.question, card) for card in read(root).cards]
    except PackError:
        return None


SLOW = {
    "stars": "*a_",
    "open stars": "**",
    "backquotes of all lengths": "` `` ``` ",
    "brackets": "[",
    "bangs": "![",
    "quotes": "> ",
    "lists": "- ",
    "numbers": "1. ",
    "figures": "{{1}}",
    "open figures": "{{ ",
    "pipes": "|",
    "backslashes": "\\",
    "ampersands": "&#1",
    "angles": "<a ",
    "headings": "## Answer\n",
    "cards": "# a\n---\n---\n",
    "fences": "```cuda\n```\n",
    "open front matter": "# a\n---\n# b\n",
    "rows": "| a |\n|---|\n",
    "cells": "| a",
    "traps": "## Traps\n- 1: a\n",
    "steps": "## Step: a\n> Why: b\n\n",
    "tabs": "\t",
    "long words": "a",
}


def seconds_for(root: Path, piece: str, size: int) -> float:
    """Processor time that a file of `size` bytes takes which is `piece` over and over."""
    head = "---\nkind: recall\n---\n" + ("" if piece.startswith("# ") else "# x\n")
    started = time.process_time()
    check_outcome(root, head + piece * ((size - len(head)) // len(piece)))
    return time.process_time() - started


@pytest.mark.parametrize("piece", SLOW.values(), ids=SLOW)
def test_much_of_one_thing_ends_soon(tmp_path: Path, piece: str) -> None:
    assert seconds_for(tmp_path, piece, source.MAX_FILE_BYTES // 8) < 2


@pytest.mark.long
@pytest.mark.parametrize("piece", SLOW.values(), ids=SLOW)
def test_the_largest_file_of_one_thing_ends_soon(tmp_path: Path, piece: str) -> None:
    assert seconds_for(tmp_path, piece, source.MAX_FILE_BYTES) < 10


def test_a_table_of_many_columns_ends_soon(tmp_path: Path) -> None:
    table = "|a" * 1_000 + "|\n" + "|-" * 1_000 + "|\n" + "|\n" * 10_000
    started = time.process_time()
    check_outcome(tmp_path, RECALL + "\n" + table)
    assert time.process_time() - started < 10


@pytest.mark.long
def test_many_cards_gone_wrong(tmp_path: Path) -> None:
    dice = random.Random(9)
    for _ in range(5_000):
        text = dice.choice(SEEDS)
        for _ in range(dice.randrange(8)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice(PIECES) + text[at + dice.randrange(20) :]
        check_outcome(tmp_path, text)


@pytest.mark.long
def test_checking_many_cards_gone_wrong(tmp_path: Path) -> None:
    dice = random.Random(10)
    for _ in range(2_000):
        text = dice.choice(SEEDS)
        for _ in range(dice.randrange(6)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice(PIECES) + text[at + dice.randrange(9) :]
        check(write_pack(tmp_path, {"a.md": text}))
