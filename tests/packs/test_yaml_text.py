"""YAML that stays text, with the place of every key and value."""

from __future__ import annotations

import pytest
import yaml

from banktrainer.packs import yaml_text
from banktrainer.packs.faults import Faults
from banktrainer.packs.source import Source
from banktrainer.packs.yaml_text import Yaml, read_yaml


@pytest.fixture(params=["C", "pure Python"], autouse=True)
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test runs on libyaml's parser and on the one that stands in where it is missing."""
    if request.param == "pure Python":
        monkeypatch.setattr(yaml_text, "_LOADER", yaml.SafeLoader)


def read(text: str, faults: Faults | None = None) -> Yaml:
    faults = faults or Faults()
    found = read_yaml(Source("a", tuple(text.split("\n"))), 1, text.count("\n") + 1, faults)
    assert found is not None, faults.sorted()
    return found


@pytest.mark.parametrize(
    "written",
    [
        "NO",
        "yes",
        "1:30",
        "010",
        "0x1F",
        "1_000",
        "1e3",
        ".5",
        "~",
        "null",
        "2026-01-01",
        "<<",
        "=",
    ],
)
def test_a_scalar_stays_as_it_was_written(written: str) -> None:
    assert read(f"a: {written}").data == {"a": written}


def test_text_in_all_its_styles() -> None:
    text = (
        "plain: a b\nquoted: 'it''s'\ndouble: \"a\\tb\"\n"
        "block: |\n  a\n  b\nfolded: >-\n  a\n  b\nempty:\n"
    )
    assert read(text).data == {
        "plain": "a b",
        "quoted": "it's",
        "double": "a\tb",
        "block": "a\nb\n",
        "folded": "a b",
        "empty": "",
    }


def test_what_is_nested() -> None:
    found = read("set: {tid: threadIdx.x, col: 3}\nchoices:\n- text: é\n  why: [x, [y]]\n")
    assert found.data == {
        "set": {"tid": "threadIdx.x", "col": "3"},
        "choices": [{"text": "é", "why": ["x", ["y"]]}],
    }


def test_the_places_of_keys_and_values() -> None:
    found = read("a: 1\nset: {é: x, col: 3}\nlist:\n- b\n- c: d\n")
    places = {
        ("a",): (1, 4),
        ("set",): (2, 6),
        ("set", "é"): (2, 10),
        ("set", "col"): (2, 18),
        ("list", 0): (4, 3),
        ("list", 1): (5, 3),
        ("list", 1, "c"): (5, 6),
    }
    assert {loc: (found.place(*loc).line, found.place(*loc).column) for loc in places} == places
    assert (found.key_place("set", "col").line, found.key_place("set", "col").column) == (2, 13)


def test_the_place_of_what_is_missing_is_that_of_what_would_hold_it() -> None:
    found = read("a:\n  b: 1\n")
    assert found.place("a", "c", 3) == found.place("a")
    assert found.key_place("zzz") == found.place()


@pytest.mark.parametrize("text", ["", "# only a comment", "---", "''"])
def test_nothing_is_an_empty_mapping(text: str) -> None:
    assert read(text).data == {}


HOSTILE = {
    "a bomb of aliases": "a: &a [x]\n" + "".join(f"{c}: [*a, *a, *a]\n" for c in "bcdefgh"),
    "many brackets": "[" * 100_000,
    "many braces": "{a: " * 50_000,
    "many lines of lists": "- " * 50_000,
    "many keys": "".join(f"k{at}: 1\n" for at in range(50_000)),
    "a key of a key": "? " * 50_000,
    "a merge": "<<: *a\n",
    "Python's own tag": "a: !!python/object/apply:os.system [ls]\n",
    "bad escapes": 'a: "\\xZZ"\n',
    "a long indent": "a:\n" + " " * 100_000 + "b\n",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_yaml_ends_soon_and_with_a_fault(text: str) -> None:
    faults = Faults()
    read_yaml(Source("a", tuple(text.split("\n"))), 1, text.count("\n") + 1, faults)
    assert faults.errors or text == HOSTILE["a long indent"]
