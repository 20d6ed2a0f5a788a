"""Field: one line of text being typed, in which nothing can stand that a terminal acts on."""

from __future__ import annotations

from textual.widgets import Input

from banktrainer.printable import is_hostile


class Field(Input):
    """An Input without a frame; hostile characters of what is pasted are left out."""

    def __init__(self, value: str = "", *, id: str, placeholder: str = "") -> None:
        super().__init__(value, id=id, placeholder=placeholder, compact=True, select_on_focus=False)

    def validate_value(self, value: str) -> str:
        """What may stand in the field."""
        return "".join(char for char in value if not is_hostile(char))
