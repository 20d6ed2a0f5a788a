"""Facts to sentences: the only floor with text for people, in one catalogue a language."""

from __future__ import annotations

from banktrainer.words.catalogues import FALLBACK, areas, catalogue, languages
from banktrainer.words.numbers import signed

__all__ = ["Words", "areas", "catalogue", "languages"]


class Words:
    """The texts of one language: `w("cli.error.no_card", id="core/x")`.

    Facts fill `str.format` fields; a fact's own braces are never read as fields, and a number below
    0 gets a minus sign. What a language has not translated comes in English. `language` may be
    changed: all who hold these words then speak it. Raises KeyError for a key or a fact that is
    not there.
    """

    def __init__(self, language: str = FALLBACK) -> None:
        self.language = language

    def __call__(self, key: str, /, **facts: object) -> str:
        told = {
            name: signed(fact) if type(fact) is int and fact < 0 else fact
            for name, fact in facts.items()
        }
        return self.text(key).format_map(told)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """The text for `n` things: `key.one` for one, else `key.other`; `{n}` is the number."""
        form = "one" if n == 1 else "other"
        return self(f"{key}.{form}", n=n, **facts)

    def text(self, key: str) -> str:
        """The text of a key with its fields unfilled."""
        area = key.partition(".")[0]
        own = catalogue(area, self.language).get(key)
        return catalogue(area)[key] if own is None else own

    def has(self, key: str) -> bool:
        """Whether there is a text for `key`, in this language or in English."""
        area = key.partition(".")[0]
        return key in catalogue(area, self.language) or key in catalogue(area)
