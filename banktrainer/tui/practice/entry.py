"""Entry: the forecast being made, before it is stored: typed digits, a picked letter, or text."""

from __future__ import annotations

from dataclasses import dataclass, replace

MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """What the learner has typed so far; `letters` are the choices there are."""

    text: str = ""
    letters: str = ""

    @property
    def empty(self) -> bool:
        return not self.text.strip()

    def digit(self, key: str) -> Entry:
        """With one more digit; further ones are ignored, and a leading zero gives way."""
        if len(self.text) >= MOST_DIGITS:
            return self
        return replace(self, text=key if self.text == "0" else self.text + key)

    def rub_out(self) -> Entry:
        return replace(self, text=self.text[:-1])

    def pick(self, letter: str) -> Entry:
        """With that choice picked; a letter that is no choice changes nothing."""
        return replace(self, text=letter) if letter in self.letters else self

    def typed(self, text: str) -> Entry:
        return replace(self, text=text)
