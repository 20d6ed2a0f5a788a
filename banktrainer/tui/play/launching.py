"""The fields of the playground, read: values, block and warp as the reader takes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Literal

from banktrainer.cuda.budget import BLOCK_THREADS
from banktrainer.tui.desk.draft import Draft

if TYPE_CHECKING:
    from banktrainer.cuda import Launch

Field = Literal["values", "block", "warp"]
Dim = tuple[int, int, int]

_SETTING = re.compile(r"[A-Za-z_]\w*\s*=(?!=)")
_NAME = re.compile(r"([A-Za-z_]\w*)\s*=(?!=)\s*(\S.*)", re.S)
_NUMBER = re.compile(r"[0-9]{1,6}")


class FieldError(ValueError):
    """A field that can't be read; `field` and `text` are at fault, `why` names the sentence."""

    def __init__(self, field: Field, text: str, why: str) -> None:
        super().__init__(f"{field}: {text}")
        self.field: Field = field
        self.text = text
        self.why = why


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields of a draft; None where the source's own or the default holds."""

    values: tuple[tuple[str, str], ...] = ()
    block: Dim | None = None
    warp: int | None = None

    @classmethod
    def of(cls, draft: Draft) -> Asked:
        """Raises FieldError."""
        return cls(
            tuple(values_of(draft.values)), block_of(draft.block.strip()), warp_of(draft.warp)
        )

    def launch(self) -> Launch:
        """The launch as the reader takes it."""
        from banktrainer.cuda import Launch

        return Launch(block=self.block, warps=None if self.warp is None else (self.warp,))


def values_of(text: str) -> Iterator[tuple[str, str]]:
    """`a=1, b=[2, 3]` as pairs; commas inside brackets belong to the value. Raises FieldError."""
    for part in _settings(text):
        found = _NAME.fullmatch(part)
        if found is None:
            raise FieldError("values", part, "not_value")
        yield found[1], found[2].strip()


def _settings(text: str) -> Iterator[str]:
    """The settings of a line: each begins where a name and a `=` follow a blank, comma or `;`."""
    start, depth = 0, 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0 and char in ",; \t" and _SETTING.match(text, at + 1):
            yield from _whole(text[start:at])
            start = at + 1
    yield from _whole(text[start:])


def _whole(part: str) -> Iterator[str]:
    kept = part.strip(" \t,;")
    if kept:
        yield kept


def block_of(text: str) -> Dim | None:
    """`16,16` (or `16×16`) as a block; None for an empty text. Raises FieldError."""
    if not text:
        return None
    parts = re.split(r"\s*[,x×]\s*", text)
    if len(parts) > len(("x", "y", "z")) or not all(map(_NUMBER.fullmatch, parts)):
        raise FieldError("block", text, "not_block")
    x, y, z = (*map(int, parts), 1, 1)[:3]
    if not 0 < prod((x, y, z)) <= BLOCK_THREADS:
        raise FieldError("block", text, "block_size")
    return x, y, z


def warp_of(text: str) -> int | None:
    """A warp's number; None for an empty text or `all`. Raises FieldError."""
    kept = text.strip()
    if kept in ("", "all"):
        return None
    if not _NUMBER.fullmatch(kept):
        raise FieldError("warp", kept, "not_warp")
    return int(kept)
