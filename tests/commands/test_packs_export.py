"""`packs export`: read back by other people's parsers, and known again the second time."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from banktrainer.packs import load
from tests.commands.conftest import Run

CONFLICT = """\
---
id: odd
kind: recall
title: "Odd: {x} = ~y # \\\\z"
ask: conflict
---
```cuda
__shared__ float s[64]; float v = s[threadIdx.x * 2];
```

## Question
Does `s[2*i]` conflict? {a=b} ~c #d: e\\\\f

## Answer
Yes.

## Traps
- no: Look *again*: 2 = two.
"""


@pytest.fixture
def pack(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    run("packs", "new", "mine")
    (tmp_path / "mine/cards/odd.md").write_text(CONFLICT)
    return tmp_path / "mine"


def exported(run: Run, form: str, *more: str, id: str = "./mine") -> str:
    done = run("packs", "export", id, "--to", form, *more)
    assert done.code == 0, done.err
    return done.out


def anki(text: str) -> list[list[str]]:
    rows = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    return list(csv.reader(rows, delimiter=";"))


def test_anki_s_text_has_its_headers_and_a_note_for_each_question(run: Run, pack: Path) -> None:
    text = exported(run, "anki")
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert {"#separator:Semicolon", "#html:true", "#guid column:1", "#tags column:4"} <= set(heads)
    rows = anki(text)
    assert len(rows) == 9
    assert all(len(row) == 4 for row in rows)
    assert len({row[0] for row in rows}) == 9
    odd = next(row for row in rows if "Odd" in row[1])
    assert "{a=b} ~c #d: e\\f" in odd[1]
    assert "<div>a) Yes</div><div>b) No</div>" in odd[1]


def test_a_guid_stays_whatever_is_changed_about_a_card(run: Run, pack: Path) -> None:
    before = {row[0] for row in anki(exported(run, "anki"))}
    card = pack / "cards/odd.md"
    card.write_text(CONFLICT.replace("Odd:", "Even:").replace("Does", "Will"))
    (pack / "pack.yaml").write_text((pack / "pack.yaml").read_text().replace("0.1", "0.2"))
    assert {row[0] for row in anki(exported(run, "anki"))} == before


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_anki_package_is_read_back(run: Run, pack: Path) -> None:
    exported(run, "anki", "--out", "mine.apkg")
    rows = anki(exported(run, "anki"))
    with zipfile.ZipFile("mine.apkg") as opened:
        Path("collection").write_bytes(opened.read("collection.anki2"))
        assert json.loads(opened.read("media")) == {}
    found = sqlite3.connect("collection")
    notes = found.execute("select guid, flds, tags from notes").fetchall()
    (decks,) = found.execute("select decks from col").fetchone()
    assert found.execute("select count(*) from cards").fetchone() == (9,)
    found.close()
    assert {guid: fields.split("\x1f") for guid, fields, _ in notes} == {r[0]: r[1:3] for r in rows}
    assert "Mine" in {deck["name"] for deck in json.loads(decks).values()}
    before = Path("collection").read_bytes()
    exported(run, "anki", "--out", "mine.apkg")
    with zipfile.ZipFile("mine.apkg") as opened:
        assert opened.read("collection.anki2") == before


PLAIN = """\
---
kind: recall
---

# a
---
title: A
choices: [{text: one, right: true}, {text: two, why: Never.}]
---
## Question
What is {a=b} ~c #d: \\\\e?

## Answer
One.

# b
---
title: B
expect: 4
---
## Question
How many?

## Answer
Four.

# c
---
title: C
expect: bank
---
## Question
Where?

## Answer
There.

# d
---
title: D
---
## Question
Why?

## Answer
Because.
"""


def parsed(text: str) -> list[Any]:
    """The questions as pygiftparser reads them."""
    from pygiftparser import parser

    parser.parser.errok = lambda: None
    questions = parser.parse(text).questions
    assert isinstance(questions, list)
    return questions


@pytest.mark.filterwarnings("ignore")
def test_gift_is_read_by_another_parser(run: Run, pack: Path) -> None:
    for file in (pack / "cards").iterdir():
        file.unlink()
    (pack / "evidence.yaml").unlink()
    (pack / "evidence.hi-Latn.yaml").unlink()
    (pack / "cards/a.md").write_text(PLAIN)
    found = parsed(re.sub(r" ####[^}]*}", "}", exported(run, "gift")))  # it has no `####`
    kinds = [type(each.answer).__name__ for each in found]
    assert kinds == ["MultipleChoiceRadio", "Numerical", "Short", "Essay"]
    assert {each.category for each in found} == {"$course$/Mine"}
    assert [each.name for each in found] == [f"{n} (mine/{n.lower()})" for n in "ABCD"]
    assert found[0].text == r"[markdown]What is {a=b} ~c #d: \\\\e?"
    assert [each.text for each in found[0].answer.options] == ["one", "two"]


def test_gift_comes_back_as_the_cards_that_it_was(run: Run, pack: Path) -> None:
    exported(run, "gift", "--out", "mine.gift")
    done = run("packs", "import", "mine.gift", "--into", "back")
    assert [line for line in done.out.splitlines() if not line.endswith(")")] == [
        *(line for line in done.out.splitlines() if "a comment: // mine/" in line),
        "written: back/cards/imported-mine.md",
    ]
    back = {card.title.rpartition("(")[2].rstrip(")"): card for card in load(Path("back")).cards}
    assert len(back) == 9
    for card in load(pack).cards:
        if card.choices:
            assert back[card.key].choices == card.choices
        if card.expect:
            assert back[card.key].expect == card.expect
    assert back["mine/every-second"].expect == "2"
    assert [trap.answer for trap in back["mine/every-second"].traps] == ["1", "16"]
    assert [choice.right for choice in back["mine/odd"].choices] == [True, False]
    assert run("packs", "check", "back").code == 0


MARKED = """\
---
id: marked
kind: recall
choices:
  - {text: "int *a, *b", right: true}
  - {text: "vector<int> a_b_c", right: false, why: "__x__ is <b>"}
---
## Question
Which is a<b>?

## Answer
Not <i>.
"""


def test_gift_shows_signs_as_the_card_does(run: Run, pack: Path) -> None:
    """Moodle reads questions, choices and reasons as Markdown with HTML in it."""
    (pack / "cards/odd.md").write_text(MARKED)
    text = exported(run, "gift", "--out", "mine.gift") or Path("mine.gift").read_text()
    assert "Which is a&lt;b>?" in text
    assert (
        r"=int \\*a, \\*b ~vector&lt;int> a\\_b\\_c#\\_\\_x\\_\\_ is &lt;b> ####Not &lt;i>." in text
    )
    run("packs", "import", "mine.gift", "--into", "back")
    back = next(card for card in load(Path("back")).cards if len(card.choices) == 2)
    assert [(c.text, c.why) for c in back.choices] == [
        ("int *a, *b", ""),
        ("vector<int> a_b_c", "__x__ is <b>"),
    ]


def test_csv_comes_back_and_passes(run: Run, pack: Path) -> None:
    text = exported(run, "csv", "--out", "mine.csv") or Path("mine.csv").read_text()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["id"] for row in rows if "?" not in row["id"]] == [
        card.key for card in load(pack).cards if card.kind != "template"
    ]
    done = run("packs", "import", "mine.csv", "--into", "back")
    assert done.err.startswith("cards: 9, not imported: 0\n")
    assert run("packs", "check", "back").code == 0


def test_what_is_printed_has_each_question_and_its_key(run: Run, pack: Path) -> None:
    text = exported(run, "md")
    tokens = MarkdownIt("commonmark").parse(text)
    heads = [tokens[at + 1].content for at, t in enumerate(tokens) if t.type == "heading_open"]
    assert heads[0] == "Mine"
    assert heads.count("Answers") == 1
    assert len(heads) == 2 + 2 * 9
    assert "{{" not in text


def test_draws_of_a_template(run: Run, pack: Path) -> None:
    for draws, count in ((1, 7), (5, 11)):
        assert len(anki(exported(run, "anki", "--draws", str(draws)))) == count


@pytest.mark.parametrize("form", ["anki", "gift", "csv", "md"])
@pytest.mark.parametrize("id", ["core", "kernels", "hardware"])
def test_the_built_in_packs_can_be_exported(run: Run, form: str, id: str) -> None:
    text = exported(run, form, "--draws", "1", id=id)
    assert "{{" not in text.replace("{{{", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "no pack is called nothing; there are: core, kernels, hardware"),
        (["./nothing"], "no pack is called ./nothing; there are: core"),
        (["core", "--out", "."], " is a folder"),
    ],
)
def test_what_can_t_be_exported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("packs", "export", "--to", "csv", "--draws", "1", *arguments)
    assert (done.code, done.out) == (1, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_broken_pack_gets_one_line(run: Run, pack: Path) -> None:
    (pack / "cards/odd.md").write_text("lost\n")
    (pack / "cards/why.md").write_text("lost\n")
    done = run("packs", "export", "./mine", "--to", "md")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert "odd.md:1:1: E208 " in done.err
    assert (
        "(errors: 2; `banktrainer packs check ./mine` tells all); nothing is exported" in done.err
    )


def test_without_the_extra(run: Run, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    done = run("packs", "export", "./mine", "--to", "anki", "--out", "x.apkg")
    assert done.code == 1
    assert "needs the extra anki: pip install 'banktrainer[anki]'" in done.err
    assert not Path("x.apkg").exists()
