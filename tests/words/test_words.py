"""Words: keys to text, plurals, fallback, and facts that stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from banktrainer.words import Words, areas, catalogue, languages

ENGLISH = """
plain = "A plain text"
[lane]
hit = "lane {lane} hits bank {bank}"
[card]
one = "{n} card in {pack}"
other = "{n} cards in {pack}"
"""


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A root with catalogues of our own in place of the shipped ones."""
    for language, text in (("en", ENGLISH), ("hi-Latn", 'plain = "Seedha text"\n')):
        (tmp_path / language).mkdir()
        (tmp_path / language / "test.toml").write_text(text, encoding="utf-8")
    monkeypatch.setattr("banktrainer.words.catalogues._ROOT", tmp_path)
    catalogue.cache_clear()
    yield tmp_path
    catalogue.cache_clear()


def test_a_key_gives_its_text_with_the_facts_in_place(words: Path) -> None:
    assert Words()("test.lane.hit", lane=3, bank=5) == "lane 3 hits bank 5"


@pytest.mark.parametrize("fact", ["{0}", "{lane.__class__}", "}{", "%s", "[bold]"])
def test_a_fact_is_never_read_as_a_template(words: Path, fact: str) -> None:
    assert Words()("test.lane.hit", lane=fact, bank=fact) == f"lane {fact} hits bank {fact}"


@pytest.mark.parametrize(
    ("n", "text"), [(0, "0 cards in core"), (1, "1 card in core"), (2, "2 cards in core")]
)
def test_count_chooses_the_plural(words: Path, n: int, text: str) -> None:
    assert Words().count("test.card", n, pack="core") == text


def test_another_language_falls_back_to_english_key_by_key(words: Path) -> None:
    hinglish = Words("hi-Latn")
    assert hinglish("test.plain") == "Seedha text"
    assert hinglish("test.lane.hit", lane=1, bank=2) == "lane 1 hits bank 2"
    assert Words("de")("test.plain") == "A plain text"


@pytest.mark.parametrize("key", ["test.none", "nowhere.plain", "test", "test.lane"])
def test_an_unknown_key_is_an_error_in_any_language(words: Path, key: str) -> None:
    for language in ("en", "hi-Latn", "de"):
        with pytest.raises(KeyError):
            Words(language)(key)
        assert not Words(language).has(key)


def test_a_missing_fact_is_an_error(words: Path) -> None:
    with pytest.raises(KeyError):
        Words()("test.lane.hit", lane=1)


def test_a_catalogue_holds_text_only(words: Path) -> None:
    (words / "en" / "bad.toml").write_text("a = 1\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.a"):
        Words()("bad.a")


def test_languages_and_areas_are_what_lies_in_the_folders(words: Path) -> None:
    assert languages() == ("en", "hi-Latn")
    assert areas() == ("test",)


def test_a_catalogue_is_read_once(words: Path) -> None:
    w = Words()
    w("test.plain")
    (words / "en" / "test.toml").unlink()
    assert w("test.plain") == "A plain text"
