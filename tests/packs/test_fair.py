"""What the checker says of cards that can be answered without knowing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from banktrainer.packs import check
from banktrainer.packs.fairness import Spread, chance_of_places, chi_square_tail
from banktrainer.packs.model import Place
from tests.packs.desk import CODE, EXAMPLE, RECALL, codes, write_pack
from tests.packs.test_templates import TEMPLATE

MANIFEST = "format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\n"


def told(root: Path, *texts: str) -> list[str]:
    names = [f"{at:03}.md" for at in range(len(texts))]
    pack = write_pack(root / "demo", dict(zip(names, texts, strict=True)), MANIFEST)
    return [str(fault).replace(f"{pack}/", "") for fault in check(pack)]


def asked(number: int, choices: Sequence[tuple[str, bool]], why: str = "No.") -> str:
    """A card with these choices, told apart from others by its words."""
    listed = "".join(
        f"  - text: {text}\n    right: {str(right).lower()}\n    why: {why}\n"
        for text, right in choices
    )
    words = " ".join(f"word{number}x{at}" for at in range(5))
    head = f"---\nid: card-{number}\nkind: recall\nchoices:\n{listed}---\n"
    return f"{head}## Question\nWhich {words}?\n\n## Answer\nThat one.\n"


def choices(right: int, count: int = 4, long: str = "") -> list[tuple[str, bool]]:
    return [(f"t{at}{long if at == right else ''}", at == right) for at in range(count)]


# Quantiles at 1 % as every table of the distribution has them.
@pytest.mark.parametrize(
    ("free", "value"), [(1, 6.635), (2, 9.210), (3, 11.345), (4, 13.277), (5, 15.086), (10, 23.209)]
)
def test_the_tail_of_chi_square(free: int, value: float) -> None:
    assert chi_square_tail(value, free) == pytest.approx(0.01, rel=2e-3)
    assert chi_square_tail(0, free) == pytest.approx(1)


def spreads(rights: Sequence[tuple[int, int]]) -> list[Spread]:
    return [Spread(count, right, longest=False, place=Place("a", 1)) for count, right in rights]


def test_places_by_chance_are_rarely_blamed() -> None:
    """Over many packs, about one in a hundred: never more than two."""
    dice = random.Random(4)
    packs = [
        [(k := dice.choice((3, 4, 5)), dice.randrange(k)) for _ in range(40)] for _ in range(500)
    ]
    assert sum(chance_of_places(spreads(pack)) < 0.01 for pack in packs) <= 10


@pytest.mark.parametrize(("number", "blamed"), [(19, False), (20, True)])
def test_one_place_for_all_is_told_from_twenty_items_up(
    tmp_path: Path, number: int, blamed: bool
) -> None:
    found = told(tmp_path, *(asked(at, choices(1)) for at in range(number)))
    assert [line for line in found if "W414" in line] == (
        ["pack.yaml:1:1: W414 right choices stand too often in one place: b 20 times"]
        if blamed
        else []
    )


def test_places_that_take_turns_are_fair(tmp_path: Path) -> None:
    assert told(tmp_path, *(asked(at, choices(at % 4)) for at in range(20))) == []


@pytest.mark.parametrize(("long", "number", "blamed"), [(5, 5, 5), (3, 5, 3), (2, 5, 0), (4, 4, 0)])
def test_the_longest_being_right_in_most_items_is_told(
    tmp_path: Path, long: int, number: int, blamed: int
) -> None:
    texts = [asked(at, choices(at % 4, long="x" * 2 * (at < long))) for at in range(number)]
    found = [line for line in told(tmp_path, *texts) if "W415" in line]
    assert len(found) == blamed
    assert not blamed or found[0].startswith("cards/000.md:5:11: W415 ")


def test_wrong_choices_need_a_reason(tmp_path: Path) -> None:
    text = asked(0, choices(1, 3)).replace("    why: No.\n", "")
    assert codes(told(tmp_path, text)) == ["cards/000.md:5:5: W413", "cards/000.md:9:5: W413"]


GIVEN_AWAY = {
    "nothing": ("How many?", []),
    "a figure in the question": ("{{cycles}} or more?", ["cards/000.md:12:1: W416"]),
    "arithmetic with it": ("Is it {{1 + excess}}?", ["cards/000.md:12:7: W416"]),
    "a figure that is not asked about": ("From {{stride}} on?", []),
    "a figure of other code": ("Not {{2 + 3}}?", []),
    "a number typed": ("Are 2 cycles enough?", ["cards/000.md:12:5: W416"]),
    "a number that is wrong": ("Are 7 cycles enough?", ["cards/000.md:12:5: W508"]),
    "a number denied": ("Why not 7 cycles?", []),
}


@pytest.mark.parametrize(("question", "expected"), GIVEN_AWAY.values(), ids=GIVEN_AWAY)
def test_what_gives_the_answer_away(tmp_path: Path, question: str, expected: list[str]) -> None:
    text = EXAMPLE.replace("How many cycles?", question)
    assert codes(told(tmp_path, text)) == expected


def test_the_bank_that_is_asked_for_is_not_to_be_told(tmp_path: Path) -> None:
    keys = "ask: bank\nlane: 1\n"
    text = EXAMPLE.replace("title:", f"{keys}title:").replace(
        "How many cycles?", "{{bank 1}}, {{bank 2}}?"
    )
    assert codes(told(tmp_path, text)) == ["cards/000.md:14:1: W416"]


STATED = {
    "a right number": ("It takes 2 cycles.", []),
    "the ideal": ("It could take 1 cycle.", []),
    "a wrong number": ("It takes 4 cycles.", ["cards/000.md:15:10: W508"]),
    "a wrong degree": ("A 3-way conflict.", ["cards/000.md:15:3: W508"]),
    "a right degree": ("A 2-way conflict.", []),
    "another wrong degree": ("A degree of 8.", ["cards/000.md:15:3: W508"]),
    "a number that was denied": ("It takes {{cycles}}, not 4 cycles.", []),
    "part of a larger number": ("Some 1.4 cycles.", []),
}


@pytest.mark.parametrize(("answer", "expected"), STATED.values(), ids=STATED)
def test_numbers_in_prose(tmp_path: Path, answer: str, expected: list[str]) -> None:
    found = told(tmp_path, EXAMPLE.replace("{{cycles}} cycles.", answer))
    assert codes(found) == expected


def test_a_number_of_any_code_of_the_card_is_right(tmp_path: Path) -> None:
    fix = CODE.replace("```cuda", "```cuda fix").replace("* 6", "* 32").replace("512", "2048")
    text = EXAMPLE.replace("{{cycles}} cycles.", "It takes 32 cycles.") + "\n" + fix
    assert told(tmp_path, text) == []


def test_traps_may_say_what_is_wrong(tmp_path: Path) -> None:
    assert told(tmp_path, EXAMPLE + "\n## Traps\n- 4: You thought of 4 cycles.\n") == []


ALIKE = RECALL.replace("Why?", "Why do two lanes of a warp have to wait for each other?")
NOT_ALIKE = {
    "other words": ALIKE.replace("Why", "Where and when and how often"),
    "another number": ALIKE.replace("two", "2"),
    "other code": ALIKE.replace("---\n## Q", f"---\n{CODE}\n## Q"),
}


def test_a_card_that_asks_nearly_the_same_is_told(tmp_path: Path) -> None:
    again = ALIKE.replace("id: ask", "id: again").replace("do two", "must two")
    (found,) = told(tmp_path, ALIKE, RECALL.replace("id: ask", "id: other"), again)
    assert found.startswith("cards/002.md:2:5: W412 asks nearly the same as `ask` (")
    assert found.endswith("cards/000.md:2)")


@pytest.mark.parametrize("other", NOT_ALIKE.values(), ids=NOT_ALIKE)
def test_cards_that_differ(tmp_path: Path, other: str) -> None:
    found = told(tmp_path, ALIKE, other.replace("id: ask", "id: other"))
    assert not [line for line in found if "W412" in line]


DRAWS = {
    "a template": (TEMPLATE.replace("s != 2", "s != 3"), []),
    "one answer for all": (TEMPLATE, ["000.md:5:1: W510"]),
    "draws out of bounds": (
        TEMPLATE.replace("31*s + b < 100 and s != 2", "s > 2"),
        ["000.md:12:11: E501"],
    ),
    "a figure that some draws lack": (
        TEMPLATE.replace("{{stride}}", "{{6 / (3 - stride)}}").replace("s != 2", "s != 4"),
        ["000.md:19:11: E503"],
    ),
    "a stated answer": (
        TEMPLATE.replace("s != 2", "s != 3").replace("kind:", "answer: 1\nkind:"),
        ["000.md:3:9: E504"],
    ),
    "a cell": (
        TEMPLATE.replace("s != 2", "s != 3").replace("kind:", "cell: A\nkind:"),
        ["000.md:3:7: W507"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), DRAWS.values(), ids=DRAWS)
def test_every_draw_is_tried(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = [line.removeprefix("cards/") for line in told(tmp_path, text)]
    assert codes(found) == expected, "\n".join(found)


def test_the_first_bad_draw_is_named_and_the_others_counted(tmp_path: Path) -> None:
    where = "31*s + b < 100 and s != 2"
    (found,) = told(tmp_path, TEMPLATE.replace(where, "s > 2 and 31*s + b > 110"))
    assert " E501 with s=4, b=0: out of bounds: " not in found
    (found,) = told(tmp_path, TEMPLATE.replace(where, "s == 3 or s == 4").replace("128", "100"))
    assert " E501 with s=3, b=9: out of bounds: " in found
    assert found.endswith("(and 2 more draws)")


CHOSEN = """\
---
id: chosen
kind: template
params: {s: [1, 2, 3]}
choices:
  - {text: $s, right: true}
  - {text: "2", why: No.}
  - {text: none, why: No.}
---
```cuda walk
__shared__ float s[128];
float v = s[$s * threadIdx.x];
```

## Question
How far from lane to lane?

## Answer
$s.

## Traps
- none: They walk.
"""


def test_choices_must_differ_in_every_draw(tmp_path: Path) -> None:
    found = told(tmp_path, CHOSEN)
    assert found == ["cards/000.md:7:12: E509 with s=2: the choices 1 and 2 are both `2`"]


TRAPS = {
    "by text": ("t0: x", ""),
    "by letter": ("a: x", ""),
    "by letter in the order of the file": ("b: x", "E505"),
    "the right one by its text": ("t1: x", "E505"),
    "a letter too far": ("e: x", "E313"),
    "no choice": ("t9: x", "E313"),
}


@pytest.mark.parametrize(("trap", "code"), TRAPS.values(), ids=TRAPS)
def test_traps_on_choices(tmp_path: Path, trap: str, code: str) -> None:
    found = told(tmp_path, asked(0, choices(1, 3)) + f"\n## Traps\n- {trap}\n")
    assert [line.split()[1] for line in found] == ([code] if code else [])


LANES = {
    "lanes that do not meet": ("0,1: x", ""),
    "lanes that do": ("0,16: x", "E505"),
    "a lane that there is not": ("0,32: x", "E313"),
    "no lanes": ("all: x", "E313"),
}


@pytest.mark.parametrize(("trap", "code"), LANES.values(), ids=LANES)
def test_traps_on_lanes(tmp_path: Path, trap: str, code: str) -> None:
    text = EXAMPLE.replace("title:", "ask: lanes\ntitle:") + f"\n## Traps\n- {trap}\n"
    assert [line.split()[1] for line in told(tmp_path, text)] == ([code] if code else [])
