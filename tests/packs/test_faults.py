"""Each kind of fault with its place, and all of a pack's faults in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import CODES, Fault, Place, check
from banktrainer.packs.faults import MAX_PER_FILE, Faults
from tests.packs.desk import (
    CODE,
    EXAMPLE,
    MANIFEST,
    RECALL,
    codes,
    faults_of,
    load_faults,
    write_pack,
)


def example(*, keys: str = "", body: str = CODE, rest: str = "") -> str:
    """An example card: keys on lines 5…, the body after them, and more sections at the end."""
    return (
        f"---\nid: a\nkind: example\ntitle: A\n{keys}---\n{body}"
        f"## Forecast\nHow many?\n\n## Answer\nSome.\n{rest}"
    )


def recall(*, keys: str = "", rest: str = "") -> str:
    """A recall card: keys on lines 4…, and more at the end."""
    return f"---\nid: a\nkind: recall\n{keys}---\n## Question\nWhy?\n\n## Answer\nBecause.\n{rest}"


def template(*, keys: str, code: str = "float v = s[$s * threadIdx.x];") -> str:
    body = f"```cuda\n__shared__ float s[1024];\n{code}\n```\n"
    return f"---\nid: a\nkind: template\n{keys}---\n{body}## Forecast\nHow?\n\n## Answer\nSo.\n"


CARDS = {
    # YAML
    "no front matter": ("# a\ntext\n", ["a.md:1:1: E208"]),
    "front matter left open": ("---\nid: a\nkind: recall\n", ["a.md:1:1: E208"]),
    "not YAML": ("---\nid: a\nkind: [\n---\n", ["a.md:3:8: E201"]),
    "a tab in YAML": ("---\nid: a\n\tkind: recall\n---\n", ["a.md:3:1: E201"]),
    "an anchor and its alias": (
        recall(keys="tags: &t [x]\naliases: *t\n"),
        ["a.md:4:7: E202", "a.md:5:10: E202"],
    ),
    "an alias of itself": (recall(keys="tags: &t [*t]\n"), ["a.md:4:7: E202", "a.md:4:11: E202"]),
    "a tag": (recall(keys="expect: !!int 4\n"), ["a.md:4:9: E202"]),
    "a key given twice": (recall(keys="expect: 4\nexpect: 5\n"), ["a.md:5:1: E203"]),
    "a list as a key": (recall(keys="[a, b]: c\n"), ["a.md:4:1: E207"]),
    "YAML too deep": (recall(keys=f"tags: {'[' * 20}{']' * 20}\n"), ["a.md:4:22: E204"]),
    "no id, no kind": (
        "---\ntitle: A\n---\n## Question\nWhy?\n\n## Answer\nSo.\n",
        ["a.md:2:1: E205", "a.md:2:1: E205"],
    ),
    "an unknown key": (recall(keys="expected: 4\n"), ["a.md:4:1: E206"]),
    "an unknown key within": (
        recall(keys="choices:\n- {text: a, right: true}\n- {text: b, wrong: true}\n"),
        ["a.md:6:13: E206"],
    ),
    "an id with capitals": ("---\nid: A b\nkind: recall\n---\n", ["a.md:2:5: E207"]),
    "an unknown kind": ("---\nid: a\nkind: quiz\n---\n", ["a.md:3:7: E207"]),
    "a number with a leading zero": (recall(keys="difficulty: 010\n"), ["a.md:4:13: E207"]),
    "a difficulty too high": (recall(keys="difficulty: 6\n"), ["a.md:4:13: E207"]),
    "a list that is none": (recall(keys="requires: b\n"), ["a.md:4:11: E207"]),
    "a text that is none": (recall(keys="expect: [4]\n"), ["a.md:4:9: E207"]),
    "an unknown cell": (recall(keys="cell: K\n"), ["a.md:4:7: E207"]),
    "an unknown machine": (example(keys="machine: cray\n"), ["a.md:5:10: E207"]),
    "a block of nothing": (example(keys="block: [0]\n"), ["a.md:5:8: E207"]),
    "a block too large": (example(keys="block: [32, 64]\n"), ["a.md:5:8: E207"]),
    "a value without a C name": (example(keys="set: {3x: 4}\n"), ["a.md:5:6: E207"]),
    "one choice": (recall(keys="choices:\n- {text: a, right: true}\n"), ["a.md:5:1: E207"]),
    "two right choices": (
        recall(keys="choices:\n- {text: a, right: true}\n- {text: b, right: true}\n"),
        ["a.md:5:1: E207"],
    ),
    "choices alike": (
        recall(keys="choices:\n- {text: a, right: true}\n- {text: a}\n"),
        ["a.md:5:1: E207"],
    ),
    "a figure in a title": (recall(keys="title: '{{cycles}}'\n"), ["a.md:4:8: E207"]),
    # Keys that must agree
    "an example without a title": (EXAMPLE.replace("title: A walk\n", ""), ["a.md:2:5: E205"]),
    "a lane without a bank": (example(keys="lane: 3\n"), ["a.md:5:1: E209"]),
    "a bank without a lane": (example(keys="ask: bank\n"), ["a.md:5:1: E209"]),
    "an answer with many right": (example(keys="ask: lanes\nanswer: 0,1\n"), ["a.md:6:1: E209"]),
    "expect on an example": (example(keys="expect: 4\n"), ["a.md:5:1: E209"]),
    "expect and choices": (
        recall(keys="expect: a\nchoices:\n- {text: a, right: yes}\n- {text: b}\n"),
        ["a.md:5:1: E209"],
    ),
    "expect beside code": (
        recall(keys="expect: 4\n").replace("## Question\n", f"{CODE}\n## Question\n"),
        ["a.md:4:1: E209"],
    ),
    "ask without code": (recall(keys="ask: degree\n"), ["a.md:4:1: E209"]),
    "set without code": (recall(keys="set: {a: 1}\n"), ["a.md:4:1: E209"]),
    "params on a recall card": (recall(keys="params: {s: 1..3}\n"), ["a.md:4:1: E209"]),
    # Sections
    "an unknown section": (recall(rest="\n## Hint\nThink.\n"), ["a.md:11:1: E301"]),
    "a section in small letters": (recall(rest="\n## footnote\nSo.\n"), ["a.md:11:1: E301"]),
    "a step without a title": (example(rest="\n## Step\nSo.\n"), ["a.md:16:1: E301"]),
    "steps on a recall card": (recall(rest="\n## Step: one\nSo.\n"), ["a.md:11:1: E301"]),
    "a question on an example": (
        example(rest="\n## Question\nWhy?\n"),
        ["a.md:16:1: E301", "a.md:16:1: E303"],
    ),
    "no answer": ("---\nid: a\nkind: recall\n---\n## Question\nWhy?\n", ["a.md:2:5: E302"]),
    "no question": ("---\nid: a\nkind: recall\n---\n## Answer\nSo.\n", ["a.md:2:5: E302"]),
    "no code": (example(body=""), ["a.md:2:5: E302"]),
    "two answers": (recall(rest="\n## Answer\nSo.\n"), ["a.md:11:1: E303"]),
    "an empty section": (recall(rest="\n## Footnote\n"), ["a.md:11:1: E304"]),
    "a second card in a card's file": (recall(rest="\n# b\ntext\n"), ["a.md:11:1: E305"]),
    "text before the first of several": (
        "---\nkind: recall\n---\n\nStray.\n\n# b\n## Question\nQ?\n\n## Answer\nA.\n",
        ["a.md:5:1: E305"],
    ),
    "an id where the heading has it": (
        "---\nkind: recall\n---\n# b\n---\nid: c\n---\n## Question\nQ?\n\n## Answer\nA.\n",
        ["a.md:6:1: E209"],
    ),
    "a card's front matter left open": (
        "---\nkind: recall\n---\n# b\n---\n## Question\nQ?\n\n## Answer\nA.\n",
        ["a.md:5:1: E208", "a.md:5:1: E306"],
    ),
    # Markdown that cards don't have
    "a rule": (recall(rest="\n***\n"), ["a.md:11:1: E306"]),
    "a small heading": (recall(rest="\n### More\n"), ["a.md:11:1: E306"]),
    "a list in a list": (recall(rest="\n- a\n  - b\n"), ["a.md:12:3: E306"]),
    "a list item of two paragraphs": (recall(rest="\n- a\n\n  b\n"), ["a.md:13:3: E306"]),
    "an empty item": (recall(rest="\n- a\n-\n"), ["a.md:12:1: E306"]),
    "a list from 3": (recall(rest="\n3. a\n"), ["a.md:11:1: E306"]),
    "a cell too many": (
        recall(rest="\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n"),
        ["a.md:13:1: E306"],
    ),
    "a quote": (recall(rest="\n> so they say\n"), ["a.md:11:3: E312"]),
    "a quote in a step that is no reason": (
        example(rest="\n## Step: one\nSo.\n\n> so they say\n"),
        ["a.md:19:3: E312"],
    ),
    "two reasons": (
        example(rest="\n## Step: one\nSo.\n\n> Why: a\n\n> Why: b\n"),
        ["a.md:21:3: E312"],
    ),
    # Fences
    "no language": (recall(rest="\n```\nx\n```\n"), ["a.md:11:1: E307"]),
    "an unknown language": (recall(rest="\n```python\nx\n```\n"), ["a.md:11:1: E307"]),
    "words after text": (recall(rest="\n```text more\nx\n```\n"), ["a.md:11:1: E308"]),
    "an unknown word": (example(rest="\n```cuda b size=3\nx\n```\n"), ["a.md:16:1: E308"]),
    "a bad value": (example(rest='\n```cuda b set="col"\nx\n```\n'), ["a.md:16:1: E308"]),
    "a bad block": (example(rest="\n```cuda b block=9,x\nx\n```\n"), ["a.md:16:1: E308"]),
    "a bad machine": (example(rest="\n```cuda b machine=cray\nx\n```\n"), ["a.md:16:1: E308"]),
    "two names": (example(rest="\n```cuda b c\nx\n```\n"), ["a.md:16:1: E308"]),
    "a name with a hyphen": (
        example(rest="\n```cuda b-c\nx\n```\n"),
        ["a.md:16:1: E308", "a.md:16:1: E310"],
    ),
    "a quote left open": (example(rest='\n```cuda b set="a=1\nx\n```\n'), ["a.md:16:1: E308"]),
    "code without code": (example(rest="\n```cuda b\n\n```\n"), ["a.md:16:1: E308"]),
    "a fence left open": (example(rest="\n```cuda b\nx\n"), ["a.md:16:1: E309"]),
    "a second fence without a name": (example(rest="\n```cuda\nx\n```\n"), ["a.md:16:1: E310"]),
    "a name taken": (
        example(rest="\n```cuda b\nx\n```\n```cuda b\ny\n```\n"),
        ["a.md:19:1: E310"],
    ),
    "asked code after the question": (
        recall(rest="\n```cuda\nx\n```\n"),
        ["a.md:11:1: E310"],
    ),
    "two marks": (example(body="```cuda\nx; // ?\ny; // ?\n```\n"), ["a.md:8:1: E311"]),
    # Traps
    "traps without a list": (example(rest="\n## Traps\n1: no\n"), ["a.md:17:1: E313"]),
    "a trap without an answer": (example(rest="\n## Traps\n- no\n"), ["a.md:17:1: E313"]),
    "a trap without words": (example(rest="\n## Traps\n- 1:\n"), ["a.md:17:1: E313"]),
    "a trap given twice": (example(rest="\n## Traps\n- 1: a\n- 1: b\n"), ["a.md:18:1: E313"]),
    "a trap nobody can reach": (example(rest="\n## Traps\n- two: a\n"), ["a.md:17:1: E313"]),
    "a trap beyond the choices": (
        recall(
            keys="choices:\n- {text: a, right: yes}\n- {text: b}\n",
            rest="\n## Traps\n- c: no\n",
        ),
        ["a.md:15:1: E313"],
    ),
    # Figures
    "a figure that is none": (example(rest="{{cylces}}\n"), ["a.md:15:3: E314"]),
    "a figure that can't be read": (example(rest="It is {{2 +}}.\n"), ["a.md:15:12: E314"]),
    "a figure left open": (example(rest="It is {{cycles}.\n"), ["a.md:15:7: E314"]),
    "a figure of no fence": (example(rest="It is {{fix.cycles}}.\n"), ["a.md:15:9: E314"]),
    "a bank without a lane in a figure": (example(rest="{{bank}}\n"), ["a.md:15:3: E314"]),
    "a figure without code": (recall(rest="\n{{cycles}}\n"), ["a.md:11:3: E314"]),
    "a figure in a heading": (
        example(rest="\n## Step: find {{stride}}\nSo.\n"),
        ["a.md:16:1: E314"],
    ),
    # Templates
    "no params": (template(keys="title: T\n"), ["a.md:2:5: E205"]),
    "a range that goes down": (template(keys="params: {s: 9..1}\n"), ["a.md:4:13: E207"]),
    "a range that is none": (template(keys="params: {s: some}\n"), ["a.md:4:13: E207"]),
    "a value twice": (template(keys="params: {s: [1, 1]}\n"), ["a.md:4:9: E207"]),
    "a parameter nobody knows": (
        template(keys="params: {s: 1..3}\n", code="float v = s[$s + $b];"),
        ["a.md:8:18: E404"],
    ),
    "a parameter nobody uses": (template(keys="params: {s: 1..3, b: 1..3}\n"), ["a.md:4:19: E404"]),
    "where that leaves nothing": (
        template(keys="params: {s: 1..3}\nwhere: s > 3\n"),
        ["a.md:5:8: E404"],
    ),
    "where of an unknown name": (
        template(keys="params: {s: 1..3}\nwhere: t > 3\n"),
        ["a.md:5:8: E404"],
    ),
    "too many draws": (
        template(keys="params: {s: 1..999, b: 1..999}\n", code="float v = s[$s + $b];"),
        ["a.md:4:1: E404"],
    ),
    # Prerequisites
    "an unknown prerequisite": (recall(keys="requires: [b]\n"), ["a.md:4:12: E402"]),
    "a card that requires itself": (recall(keys="requires: [a]\n"), ["a.md:4:11: E403"]),
    "an alias of one's own id": (recall(keys="aliases: [a]\n"), ["a.md:4:11: E401"]),
}


@pytest.mark.parametrize(("card", "expected"), CARDS.values(), ids=CARDS)
def test_a_fault_and_its_place(tmp_path: Path, card: str, expected: list[str]) -> None:
    found = load_faults(tmp_path, card)
    assert codes(found) == expected, "\n".join(found)


MANIFESTS = {
    "missing": (None, ["pack.yaml:1:1: E101"]),
    "empty": ("", ["pack.yaml:1:1: E205"] * 5),
    "not a mapping": ("- a\n- b\n", ["pack.yaml:1:1: E207"]),
    "an unknown format": (MANIFEST.replace("1\n", "2\n", 1), ["pack.yaml:1:9: E207"]),
    "an unknown key": (MANIFEST + "licence: MIT\n", ["pack.yaml:7:1: E206"]),
    "a second document": (MANIFEST + "---\nid: b\n", ["pack.yaml:7:1: E201"]),
    "a directive": ("%YAML 1.1\n---\n" + MANIFEST, ["pack.yaml:1:1: E202"]),
}


@pytest.mark.parametrize(("manifest", "expected"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_fault_of_the_manifest(tmp_path: Path, manifest: str | None, expected: list[str]) -> None:
    found = faults_of(write_pack(tmp_path, {"a.md": RECALL}, manifest))
    assert codes(found) == expected, "\n".join(found)


def test_all_faults_are_told_in_one_run_and_in_file_order(tmp_path: Path) -> None:
    cards = {
        "b.md": recall(keys="expect: 4\nexpect: 5\n", rest="\n## Hint\nx\n"),
        "a.md": example(keys="cell: K\n"),
        "c.md": recall(rest="\n***\n"),
    }
    found = faults_of(write_pack(tmp_path, cards, MANIFEST + "colour: red\n"))
    assert codes(found) == [
        "cards/a.md:5:7: E207",
        "cards/b.md:2:5: E401",
        "cards/b.md:5:1: E203",
        "cards/b.md:13:1: E301",
        "cards/c.md:2:5: E401",
        "cards/c.md:11:1: E306",
        "pack.yaml:7:1: E206",
    ]


WALK = "```cuda\n__shared__ float s[64];\nfloat v = s[2 * threadIdx.x];\n```\n"
WRONG = "\n## Traps\n- 2: too few.\n"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("answer: 7\nfoo: 1\n", ["5:9: E504", "6:1: E206", "19:1: E505"]),
        ("cell: K\ntags: [[a]]\n", ["5:7: E207", "6:8: E207", "19:1: E505"]),
        # What the code may depend on: figures without it would be told wrongly.
        ("blok: [16, 16]\n", ["5:1: E206"]),
        ("set: 4\n", ["5:6: E207"]),
    ],
)
def test_a_wrong_key_hides_no_other_fault(tmp_path: Path, keys: str, expected: list[str]) -> None:
    card = example(keys=keys, body=WALK, rest=WRONG)
    found = check(write_pack(tmp_path, {"a.md": card}))
    assert [f"{f.place.line}:{f.place.column}: {f.code}" for f in found] == expected


def test_a_card_that_can_not_be_read_is_not_an_unknown_prerequisite(tmp_path: Path) -> None:
    cards = {"a.md": "---\nid: b\nkind: quiz\n---\n", "b.md": recall(keys="requires: [b]\n")}
    assert codes(faults_of(write_pack(tmp_path, cards))) == ["cards/a.md:3:7: E207"]


def test_a_circle_is_told_once_and_what_only_leads_into_it_is_not(tmp_path: Path) -> None:
    cards = {
        "a.md": RECALL.replace("id: ask", "id: a\nrequires: [b]"),
        "b.md": RECALL.replace("id: ask", "id: b\nrequires: [c]"),
        "c.md": RECALL.replace("id: ask", "id: c\nrequires: [b]"),
    }
    (found,) = faults_of(write_pack(tmp_path, cards))
    assert found == "cards/b.md:3:11: E403 the cards require each other: `b` → `c` → `b`"


@pytest.mark.parametrize(("given", "bound"), [("0", "at least 1"), ("6", "at most 5")])
def test_a_number_out_of_bounds_is_told_the_bound(tmp_path: Path, given: str, bound: str) -> None:
    (found,) = load_faults(tmp_path, recall(keys=f"difficulty: {given}\n"))
    assert found == f"a.md:4:13: E207 `difficulty` must be {bound}"


def test_a_misspelt_key_is_met_with_the_right_one(tmp_path: Path) -> None:
    (found,) = load_faults(tmp_path, recall(keys="expct: 4\n"))
    assert found == "a.md:4:1: E206 unknown key `expct`; did you mean `expect`?"


def test_the_faults_of_one_file_are_cut_short(tmp_path: Path) -> None:
    found = load_faults(tmp_path, recall(rest="\n***\n" * (MAX_PER_FILE + 5)))
    assert len(found) == MAX_PER_FILE + 1
    assert "more faults follow" in found[-1]


def test_a_fault_is_told_once(tmp_path: Path) -> None:
    faults = Faults()
    faults.add(Place("a", 1), "E101", "x")
    faults.add(Place("a", 1), "E101", "x")
    assert faults.sorted() == (Fault(Place("a", 1), "E101", "x"),)


def test_a_fault_needs_a_code_of_the_table() -> None:
    with pytest.raises(KeyError):
        Faults().add(Place("a", 1), "E999", "x")


def test_every_code_is_told_somewhere() -> None:
    """The table documents what can happen, and nothing else."""
    sources = Path(__file__).parents[2].glob("banktrainer/packs/*.py")
    text = "\n".join(file.read_text() for file in sources if file.name != "codes.py")
    assert [code for code in CODES if f'"{code}"' not in text] == []
