"""What leaves the playground reads back: the command by a shell, the card by the loader."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.cli import main
from banktrainer.packs import Card, check, load, solve
from banktrainer.packs.writing import NewCard, card_markdown
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.desk.snippets import snippets
from banktrainer.tui.play.copying import CardError, card_text, command_text
from banktrainer.tui.play.reading import read
from banktrainer.words import Words

W = Words()
COLUMN = "__shared__ float M[32][32];\nfloat v = M[tid][col]; // it's a column"
DRAFTS = [
    Draft(COLUMN, "tid=threadIdx.x, col=3"),
    Draft("__shared__ int s[128];\ns[threadIdx.x * 2] += 1;", block="64", warp="1"),
    Draft("__global__ void k() { __shared__ int s[64]; s[threadIdx.x] = 1; }", block="8,8"),
    Draft("__shared__ double s[64];\ndouble v = s[threadIdx.x];", machine="gfx906"),
    Draft('__shared__ int s[64]; // "```" and `$HOME`\nint v = s[n];', "n=5"),
]


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.code[:24])
def test_the_command_says_the_same(draft: Draft, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(command_text(draft))
    assert program == "banktrainer"
    assert main([*arguments, "--json"]) == 0
    reading = read(draft)
    total = json.loads(capsys.readouterr().out)["total"]
    assert (total["cycles"], total["ideal"]) == (reading.cycles, reading.ideal)


TWO_KERNELS = """__global__ void a() { __shared__ int s[512]; s[threadIdx.x] = 1; }
__global__ void b() { __shared__ int s[512]; s[threadIdx.x * 4] = 1; }"""
LATER = "__shared__ int s[999];\ns[threadIdx.x * (threadIdx.x / 32 + 1)] = 1;"
UNCOPIED = [
    ("kernel", Draft(TWO_KERNELS, block="64"), 1),
    ("line", Draft("__shared__ int s[99]; s[threadIdx.x] = 0; s[threadIdx.x * 2] = 0;"), 1),
    ("run", Draft(LATER, block="64", warp="1"), 0),
    (
        "run",
        Draft("__shared__ int s[999];\nfor (int i = 1; i < 3; i++) s[threadIdx.x * i] = 0;"),
        0,
    ),
    ("unread", Draft("__shared__ int s[99];\ns[threadIdx.x] = 0;\ns[in[0]] = 0;"), 0),
]


@pytest.mark.parametrize(("why", "draft", "number"), UNCOPIED, ids=[one[0] for one in UNCOPIED])
def test_no_card_that_asks_about_another_access(why: str, draft: Draft, number: int) -> None:
    found = read(draft).found[number]
    with pytest.raises(CardError) as refused:
        card_text(W, draft, found)
    assert refused.value.why == why
    assert W.has("play.unread" if why == "unread" else f"play.card.{why}")


MARKED = "__shared__ int s[99]; // ?\ns[threadIdx.x] = 0; // ?\nint v = s[threadIdx.x * 2];"
HIDDEN = "__shared__ int s[99];\ns[threadIdx.x] = 0; // \u202e \x1b[31m é"


@pytest.mark.parametrize("code", [MARKED, HIDDEN, f"{MARKED}\n\n"])
def test_whatever_was_typed_the_card_passes_the_check(code: str, tmp_path: Path) -> None:
    """Marks of cards that were pasted in, and signs that no pack may hold."""
    found = read(Draft(code)).found[-1]
    written(tmp_path, card_text(W, Draft(code), found))
    assert check(tmp_path) == ()


def written(tmp_path: Path, text: str) -> Card:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "mine.md").write_text(text, "utf-8")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nid: mine\ntitle: Mine\nversion: 1.0.0\nlanguage: en\n"
        "authors: [me]\nlicense: MIT\ndescription: Mine.\n",
        "utf-8",
    )
    return load(tmp_path).cards[0]


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.code[:24])
def test_the_card_asks_what_was_seen(draft: Draft, tmp_path: Path) -> None:
    found = read(draft).found[-1]
    card = written(tmp_path, card_text(W, draft, found))
    asked = solve(card).main
    assert asked is not None
    assert card.cell == found.row.cell
    assert asked.fence.machine == draft.machine
    assert asked.timeline.machine == draft.machine
    assert asked.traced.line == found.row.line


@given(st.text(alphabet="ab:#'\"{}[],&*!|>%@\\ é-", min_size=1, max_size=12))
def test_any_value_is_read_back(value: str) -> None:
    from banktrainer.packs.faults import Faults
    from banktrainer.packs.source import Source
    from banktrainer.packs.yaml_text import read_yaml

    text = card_markdown(NewCard("x", value, "s[0];", "?", "!", {"v": value}))
    lines = text.split("\n")
    source = Source("x.md", tuple(lines))
    faults = Faults()
    made = read_yaml(source, 2, lines.index("---", 1), faults)
    assert made is not None
    assert isinstance(made.data, dict)
    assert (made.data["title"], made.data["set"]) == (value, {"v": value})


def test_snippets_are_the_worked_examples() -> None:
    from banktrainer.packs import builtin

    found = snippets(builtin())
    assert {one.cell for one in found} >= set("ABCDEFGHIJ")
    column = next(one for one in found if one.cell == "F")
    assert column.draft.values == "tid=threadIdx.x, col=3"
    assert not [one for one in found if read(one.draft).partial]
    assert len({one.draft for one in found}) == len(found)
