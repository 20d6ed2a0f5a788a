"""A card in another language: the prose is the translator's, all else the original's."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import Card, load, plain_text
from banktrainer.packs.faults import Faults
from banktrainer.packs.model import CodeBlock
from banktrainer.packs.reading import read_pack
from tests.packs.desk import RECALL, codes, faults_of, write_pack

ORIGINAL = """\
---
id: offset
kind: example
title: A walk
requires: []
---
Before the code.

```cuda
__shared__ float s[512];
float v = s[threadIdx.x * 6 + 5];
```

After the code.

## Forecast
How many cycles?

## Step: one
First.
> Why: so.

## Step: two
```cuda fix
__shared__ float s[512];
float v = s[threadIdx.x * 7];
```
Second.
> Why: so again.

## Answer
{{cycles}} cycles.

## Traps
- 1: no.
- 6: not six.

## Footnote
A note.
"""

HINGLISH = """\
---
id: offset
title: Ek walk
---
Code se pehle.

Code ke baad.

## Forecast
Kitne cycles?

## Step: ek
Pehla.
> Why: isliye.

## Step: do
Doosra.
> Why: phir isliye.

## Answer
{{cycles}} cycles, {{fix.cycles}}.

## Traps
- 1: nahin.
- 6: chhe nahin.

## Footnote
Ek note.
"""


def pack_of(root: Path, translated: str, original: str = ORIGINAL) -> Path:
    return write_pack(root, {"a.md": original, "a.hi-Latn.md": translated})


def all_faults(pack: Path) -> list[str]:
    """What reading the pack in all its languages finds; paths as in the pack."""
    found = Faults()
    read_pack(pack, found)
    return [str(fault).replace(f"{pack}/", "") for fault in found.sorted()]


def faults(pack: Path) -> list[str]:
    """The faults of the translation alone."""
    own = "cards/a.hi-Latn.md:"
    return codes([line.removeprefix(own) for line in all_faults(pack) if line.startswith(own)])


class TestAWholeTranslation:
    @pytest.fixture
    def card(self, tmp_path: Path) -> Card:
        pack = load(pack_of(tmp_path, HINGLISH), "hi-Latn")
        assert pack.language == "hi-Latn"
        return pack.cards[0]

    def test_its_prose(self, card: Card) -> None:
        assert card.title == "Ek walk"
        assert plain_text(card.question) == "Kitne cycles?"
        assert plain_text(card.answer) == "{{cycles}} cycles, {{fix.cycles}}."
        assert plain_text(card.footnote) == "Ek note."
        assert [step.title for step in card.steps] == ["ek", "do"]
        assert [plain_text(step.why) for step in card.steps] == ["isliye.", "phir isliye."]
        assert [plain_text(trap.body) for trap in card.traps] == ["nahin.", "chhe nahin."]

    def test_its_code_stays_where_it_was(self, card: Card) -> None:
        assert [isinstance(block, CodeBlock) for block in card.body] == [False, True, False]
        assert [isinstance(block, CodeBlock) for block in card.steps[1].body] == [True, False]
        assert card.steps[1].fence == "fix"
        assert [fence.name for fence in card.fences] == ["", "fix"]

    def test_all_else_is_the_originals(self, card: Card) -> None:
        assert (card.key, card.kind, card.place.path[-4:]) == ("demo/offset", "example", "a.md")
        assert [trap.answer for trap in card.traps] == ["1", "6"]


def test_without_a_language_the_original_is_read(tmp_path: Path) -> None:
    pack = load(pack_of(tmp_path, HINGLISH))
    assert (pack.language, pack.cards[0].title) == ("en", "A walk")


def test_a_language_that_the_pack_does_not_have(tmp_path: Path) -> None:
    pack = load(pack_of(tmp_path, HINGLISH), "fr")
    assert (pack.language, pack.cards[0].title) == ("en", "A walk")


def test_what_is_not_translated_stays_in_the_packs_language(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "---\nid: offset\n---\n## Answer\n{{cycles}} baar.\n")
    card = load(pack, "hi-Latn").cards[0]
    assert (card.title, plain_text(card.question)) == ("A walk", "How many cycles?")
    assert plain_text(card.answer) == "{{cycles}} baar."
    assert faults(pack) == ["2:5: W406", "2:5: W406"]


FAULTS = {
    "a card that is not there": (HINGLISH.replace("id: offset", "id: offsat"), ["2:5: E405"]),
    "a key that is no prose": (
        HINGLISH.replace("id: offset", "id: offset\ncell: E"),
        ["3:1: E206"],
    ),
    "code of its own": (
        HINGLISH.replace("Pehla.", "```cuda x\ny\n```"),
        ["13:1: E405"],
    ),
    "a step too few": (
        HINGLISH.replace("## Step: do\nDoosra.\n> Why: phir isliye.\n", ""),
        ["2:5: E405"],
    ),
    "a section that the original lacks": (HINGLISH + "\n## Check\nHaan.\n", ["30:1: E405"]),
    "a section twice": (HINGLISH + "\n## Footnote\nHaan.\n", ["30:1: E303"]),
    "a trap that the original lacks": (
        HINGLISH.replace("- 6:", "- 7:"),
        ["2:5: W406", "25:1: E405"],
    ),
    "a figure of a fence that is not there": (
        HINGLISH.replace("fix.cycles", "fox.cycles"),
        ["21:22: E314"],
    ),
}


@pytest.mark.parametrize(("translated", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_a_translation(tmp_path: Path, translated: str, expected: list[str]) -> None:
    pack = pack_of(tmp_path, translated)
    assert faults(pack) == expected, all_faults(pack)


NAMES = {
    "a.fr.md": "does not name",
    "a.en.md": "own language",
    "a.v2_final.md": "not a language tag",
}


@pytest.mark.parametrize(("name", "why"), NAMES.items())
def test_a_file_in_a_language_that_the_pack_does_not_have(
    tmp_path: Path, name: str, why: str
) -> None:
    pack = write_pack(tmp_path, {"a.md": ORIGINAL, name: HINGLISH})
    found = all_faults(pack)[-1]
    assert found.startswith(f"cards/{name}:1:1: E405")
    assert why in found


def test_choices_are_translated_in_their_order(tmp_path: Path) -> None:
    keys = "choices:\n- {text: one, right: true}\n- {text: two, why: no}"
    original = RECALL.replace("kind: recall", f"kind: recall\n{keys}")
    own = RECALL.replace("kind: recall", "choices:\n- {text: ek}\n- {text: do, why: nahin}")
    card = load(pack_of(tmp_path, own, original), "hi-Latn").cards[0]
    assert [(each.text, each.right, each.why) for each in card.choices] == [
        ("ek", True, ""),
        ("do", False, "nahin"),
    ]
    fewer = pack_of(tmp_path, own.replace("- {text: ek}\n", ""), original)
    assert faults(fewer) == ["4:1: E405"]


def test_several_in_one_file(tmp_path: Path) -> None:
    original = "---\nkind: recall\n---\n" + "".join(
        f"# {name}\n## Question\nQ?\n\n## Answer\nA.\n" for name in "ab"
    )
    own = "---\n---\n# b\n---\ntitle: Doosra\n---\n## Question\nKya?\n\n## Answer\nYeh.\n"
    cards = load(pack_of(tmp_path, own, original), "hi-Latn").cards
    assert [(card.id, card.title) for card in cards] == [("a", "A"), ("b", "Doosra")]
    assert plain_text(cards[1].question) == "Kya?"


def test_play_reads_only_the_language_it_needs(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "not a card")
    assert faults_of(pack) == []
    assert load(pack).title == "A demo"
    assert faults(pack) == ["1:1: E208"]
