"""Card files that are right, and what becomes of each part of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import Card, Paragraph, Span, load, plain_text
from banktrainer.packs.model import Bullets, CodeBlock, Table
from tests.packs.desk import (
    CODE,
    EXAMPLE,
    MANIFEST,
    RECALL,
    faults_of,
    load_card,
    load_cards,
    write_pack,
)

FULL = """\
---
id: column-walk
kind: example
cell: F
title: "A column: [bold] of a 32-wide tile"
set: {tid: threadIdx.x, col: 3}
block: [32]
tags: [NO, "1:30", 010]
aliases: [old-walk]
difficulty: 2
answer: 32
---
A matrix lies *row* by **row**, as `M[i][j]` says.

```cuda
__shared__ float M[32][32];
float v = M[tid][col];   // ?
```

After the code.

## Forecast
How many cycles?

## Step: find the `stride`
The word moves on by {{stride}}.

> Why: the row length
> is the stride.

## Step: pad each row
```cuda fix set="col=0; k=[1, 2]" block=16,16 machine=nvidia-merge
__shared__ float M[32][33];
float v = M[tid][col];
```
> Why: 33 mod 32 = {{33 % 32}}.

## Answer
{{cycles}} cycles; {{fix.cycles}} with one unused column.

## Check
Count.

## Traps
- 1: different rows are not *different* banks.
- 31: extra cycles: not all.

  Count again.

## Footnote
| a | b |
|---|---|
| 1 | `2` |

1. one
2. two

```text
as {{stride}} it stands
```
"""


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return load_card(tmp_path, FULL)


def test_its_keys(card: Card) -> None:
    assert (card.key, card.kind, card.cell, card.ask) == (
        "demo/column-walk",
        "example",
        "F",
        "cycles",
    )
    assert card.title == "A column: [bold] of a 32-wide tile"
    assert card.tags == ("NO", "1:30", "010")
    assert (card.aliases, card.difficulty, card.stated) == (("old-walk",), 2, "32")
    assert (card.place.line, card.place.column) == (2, 5)


def test_its_code(card: Card) -> None:
    main, fix = card.fences
    assert (main.name, main.block, main.machine) == ("", (32, 1, 1), "nvidia")
    assert main.values == {"tid": "threadIdx.x", "col": "3"}
    assert (main.place.line, main.place.column) == (15, 1)
    assert (fix.name, fix.block, fix.machine) == ("fix", (16, 16, 1), "nvidia-merge")
    assert fix.values == {"tid": "threadIdx.x", "col": "0", "k": "[1, 2]"}


def test_the_mark_is_neither_traced_nor_shown(card: Card) -> None:
    code = "__shared__ float M[32][32];\nfloat v = M[tid][col];"
    assert (card.fences[0].code, card.fences[0].asked_line) == (code, 2)
    assert CodeBlock(code, "") in card.body


def test_its_body_keeps_code_in_its_place(card: Card) -> None:
    first, code, last = card.body
    assert isinstance(first, Paragraph)
    assert [span.style for span in first.spans if span.style != "plain"] == [
        "emphasis",
        "strong",
        "code",
    ]
    assert isinstance(code, CodeBlock)
    assert last == Paragraph((Span("After the code."),))


def test_its_steps_and_their_reasons(card: Card) -> None:
    first, second = card.steps
    assert (first.title, first.fence) == ("find the stride", None)
    assert plain_text(first.why) == "the row length is the stride."
    assert (second.title, second.fence) == ("pad each row", "fix")
    assert plain_text(second.why) == "33 mod 32 = {{33 % 32}}."


def test_its_traps(card: Card) -> None:
    first, second = card.traps
    assert (first.answer, second.answer) == ("1", "31")
    assert plain_text(first.body) == "different rows are not different banks."
    assert plain_text(second.body) == "extra cycles: not all.\nCount again."
    assert (second.place.line, second.place.column) == (46, 1)


def test_lists_tables_and_shown_code(card: Card) -> None:
    table, bullets, code = card.footnote
    assert isinstance(table, Table)
    assert table.rows == (((Span("1"),), (Span("2", "code"),)),)
    assert bullets == Bullets(((Span("one"),), (Span("two"),)), ordered=True)
    assert code == CodeBlock("as {{stride}} it stands")


LITERAL = [
    "tile[i][j] = x[/y];",
    "[bold]red[/bold]",
    "[a link](http://example.org)",
    "![an image](x.png)",
    "<b>html</b> and <script>",
    "<http://example.org>",
    "&amp; &lt; &#x1b; &#x202e;",
    "[ref]: http://example.org",
    "word_i and word_j",
    "2 * 3 * 4",
    "{{2*cycles}} and {{3*cycles}}",
    "a $HOME ${x} %s {0}",
]


@pytest.mark.parametrize("written", LITERAL)
def test_text_is_shown_as_it_is_written(tmp_path: Path, written: str) -> None:
    card = load_card(tmp_path, EXAMPLE.replace("How many cycles?", written))
    assert card.question == (Paragraph((Span(written),)),)


def test_a_line_end_is_a_space_unless_it_is_hard(tmp_path: Path) -> None:
    card = load_card(tmp_path, RECALL.replace("Why?", "One\ntwo\\\nthree"))
    assert plain_text(card.question) == "One two\nthree"


def test_a_backslash_makes_a_sign_a_sign(tmp_path: Path) -> None:
    card = load_card(tmp_path, RECALL.replace("Why?", r"\*a\* \`b\`"))
    assert plain_text(card.question) == "*a* `b`"


def test_code_with_double_braces_is_no_figure(tmp_path: Path) -> None:
    code = "int a[2][2] = {{1, 2}, {3, 4}};"
    card = load_card(tmp_path, EXAMPLE.replace(CODE, f"```cuda\n{code}\n```\n"))
    assert card.fences[0].code == code


def test_a_fence_may_be_longer_or_of_tildes(tmp_path: Path) -> None:
    card = load_card(tmp_path, EXAMPLE.replace(CODE, "~~~~cuda\nx\n```\ny\n~~~~\n"))
    assert card.fences[0].code == "x\n```\ny"


def test_a_machine_brings_its_own_warp(tmp_path: Path) -> None:
    card = load_card(tmp_path, EXAMPLE.replace("title: A walk", "title: A walk\nmachine: gfx942"))
    assert card.fences[0].block == (64, 1, 1)


SEVERAL = """\
---
kind: recall
tags: [quick]
---

# stride-12
---
# a comment, not a card
title: Stride 12
ask: degree
---
```cuda
__shared__ float s[512];
float v = s[threadIdx.x * 12];
# 1 "not a card"
```

## Question
What is the degree?

## Answer
{{degree}}.

# mod-33

---
tags: [other]
expect: 1
---
## Question
33 mod 32?

## Answer
One.

# why
## Question
Why?

## Answer
So.
"""


class TestSeveralInOneFile:
    @pytest.fixture
    def cards(self, tmp_path: Path) -> tuple[Card, ...]:
        return load_cards(tmp_path, SEVERAL)

    def test_each_has_its_id_and_place(self, cards: tuple[Card, ...]) -> None:
        assert [card.id for card in cards] == ["stride-12", "mod-33", "why"]
        assert [(card.place.line, card.place.column) for card in cards] == [
            (6, 3),
            (24, 3),
            (36, 3),
        ]

    def test_each_has_the_files_keys_under_its_own(self, cards: tuple[Card, ...]) -> None:
        assert {card.kind for card in cards} == {"recall"}
        assert [card.tags for card in cards] == [("quick",), ("other",), ("quick",)]
        assert [card.expect for card in cards] == [None, "1", None]
        assert [card.ask for card in cards] == ["degree", "cycles", "cycles"]

    def test_a_title_that_is_not_given_comes_from_the_id(self, cards: tuple[Card, ...]) -> None:
        assert [card.title for card in cards] == ["Stride 12", "Mod 33", "Why"]

    def test_code_may_look_like_a_heading(self, cards: tuple[Card, ...]) -> None:
        assert cards[0].fences[0].code.endswith('# 1 "not a card"')
        assert cards[0].fences[0].place.line == 12


class TestOrder:
    def test_prerequisites_first_then_file_names(self, tmp_path: Path) -> None:
        cards = {
            "a.md": RECALL.replace("ask", "a\nrequires: [c]"),
            "b.md": RECALL.replace("ask", "b"),
            "c.md": RECALL.replace("ask", "c"),
            "sub/d.md": RECALL.replace("ask", "d"),
        }
        pack = load(write_pack(tmp_path, cards))
        assert [card.id for card in pack.cards] == ["b", "c", "a", "d"]

    def test_a_prerequisite_may_be_called_by_its_old_name(self, tmp_path: Path) -> None:
        cards = load_cards(
            tmp_path,
            RECALL.replace("ask", "a\nrequires: [old]"),
            RECALL.replace("ask", "b\naliases: [old]"),
        )
        assert [card.id for card in cards] == ["b", "a"]

    def test_a_long_chain(self, tmp_path: Path) -> None:
        count = 1_000
        sections = "\n## Question\nQ?\n\n## Answer\nA.\n"
        texts = [f"# c{at}\n---\nrequires: [c{at + 1}]\n---\n{sections}" for at in range(count)]
        text = "---\nkind: recall\n---\n" + "".join(texts) + f"# c{count}\n{sections}"
        cards = load_cards(tmp_path, text)
        assert [card.id for card in cards] == [f"c{at}" for at in range(count, -1, -1)]


def test_the_packs_own_keys(tmp_path: Path) -> None:
    manifest = (
        MANIFEST + "authors: [A. B., 'C: D']\nlicense: CC-BY-4.0\ndescription: |\n  Two\n  lines\n"
    )
    pack = load(write_pack(tmp_path, {"a.md": RECALL}, manifest))
    assert (pack.id, pack.title, pack.version, pack.language) == ("demo", "A demo", "1.0", "en")
    assert pack.authors == ("A. B.", "C: D")
    assert (pack.license, pack.description) == ("CC-BY-4.0", "Two\nlines")
    assert pack.root == tmp_path
    assert pack.card("ask") is pack.cards[0]


CHOICES = """\
---
id: pick
kind: recall
choices:
- text: "1"
  right: true
  why: It is one.
- text: NO
---
## Question
Which?

## Answer
The first.

## Traps
- b: no.
"""


def test_choices(tmp_path: Path) -> None:
    card = load_card(tmp_path, CHOICES)
    assert [(each.text, each.right, each.why) for each in card.choices] == [
        ("1", True, "It is one."),
        ("NO", False, ""),
    ]


def test_named_code_may_be_shown_on_a_card_graded_otherwise(tmp_path: Path) -> None:
    text = CHOICES.replace("## Question\n", f"{CODE.replace('cuda', 'cuda walk')}\n## Question\n")
    card = load_card(tmp_path, text.replace("The first.", "{{walk.cycles}}."))
    assert [fence.name for fence in card.fences] == ["walk"]


def test_a_value_that_no_code_uses_is_a_warning(tmp_path: Path) -> None:
    text = EXAMPLE.replace("title: A walk", "title: A walk\nset: {col: 3}")
    assert faults_of(write_pack(tmp_path, {"a.md": text})) == []
