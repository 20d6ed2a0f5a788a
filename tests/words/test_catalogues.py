"""The shipped catalogues against the source: every key used exists, every key there is is used."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from banktrainer.words import areas, catalogue, languages

SOURCE = Path(__file__).parents[2] / "banktrainer"
_PLURALS = (".one", ".other")
_FILES = (".json", ".toml", ".py", ".sqlite3", ".tcss", ".md", ".yaml")


@cache
def keys(language: str = "en") -> frozenset[str]:
    return frozenset(key for area in areas(language) for key in catalogue(area, language))


@cache
def callable_keys() -> frozenset[str]:
    """Every key, and the stem of every pair of plurals."""
    stems = {key.removesuffix(end) for key in keys() for end in _PLURALS if key.endswith(end)}
    return keys() | stems


@cache
def mentions() -> frozenset[tuple[str, str]]:
    """Pattern (a regular expression) and place of each key that the source writes down."""
    found: set[tuple[str, str]] = set()
    for path in SOURCE.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
        inside = {id(part) for n in nodes if isinstance(n, ast.JoinedStr) for part in n.values}
        for node in nodes:
            pattern = None if id(node) in inside else _pattern(node)
            if pattern:
                found.add((pattern, f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}"))
    return frozenset(found)


def _pattern(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and _is_key(node.value):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr) and _begins_a_key(node.values[0]):
        return "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+"
            for part in node.values
        )
    return None


def _begins_a_key(part: ast.expr) -> bool:
    text = str(part.value) if isinstance(part, ast.Constant) else ""
    return "." in text and text.partition(".")[0] in areas()


def _is_key(text: str) -> bool:
    area, _, rest = text.partition(".")
    if area not in areas() or not re.fullmatch(r"[\w.-]+", rest):
        return False
    return text in keys() or not text.endswith(_FILES)


def test_the_scan_finds_keys_at_all() -> None:
    assert len(mentions()) > 50


def test_every_key_that_the_source_uses_is_there() -> None:
    lost = [
        f"{place}: {pattern}"
        for pattern, place in mentions()
        if not any(re.fullmatch(pattern, key) for key in callable_keys())
    ]
    assert not sorted(lost)


@pytest.mark.parametrize("area", areas())
def test_no_key_is_unused(area: str) -> None:
    patterns = [re.compile(pattern) for pattern, _place in mentions()]
    unused = [
        key
        for key in catalogue(area)
        if not any(
            pattern.fullmatch(name)
            for pattern in patterns
            for name in (key, *(key.removesuffix(end) for end in _PLURALS if key.endswith(end)))
        )
    ]
    assert not unused


def test_plurals_come_in_pairs() -> None:
    for language in languages():
        for key in keys(language):
            for end, other in (_PLURALS, _PLURALS[::-1]):
                if key.endswith(end):
                    assert key.removesuffix(end) + other in keys(language), key


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_key_with_the_same_facts(language: str) -> None:
    assert keys(language) == keys()
    for area in areas():
        for key, text in catalogue(area, language).items():
            assert _facts(text) == _facts(catalogue(area)[key]), key


def _facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_no_text_reaches_into_a_fact() -> None:
    for key in keys():
        facts = _facts(catalogue(key.partition(".")[0])[key])
        assert all(fact.isidentifier() for fact in facts), key
