"""What leaves the playground reads back: the command by a shell, the card by the loader."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banktrainer.cli import main
from banktrainer.packs import Card, load, solve
from banktrainer.packs.writing import NewCard, card_markdown
from banktrainer.tui.draft import Draft
from banktrainer.tui.play.copying import card_text, command_text
from banktrainer.tui.play.reading import read
from banktrainer.tui.snippets import snippets
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
