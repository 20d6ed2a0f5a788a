"""Two still boards after a wrong forecast: what the hardware does, then what the believer sees.

Each stands under the sentence that tells it, so that who listens may skip the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.plain.board import still
from banktrainer.plain.paint import Piece, Row
from banktrainer.plain.text import wrap
from banktrainer.words.models import hardware_cost_line, seen_line

if TYPE_CHECKING:
    from banktrainer.study.session import Session
    from banktrainer.words import Words

_HANG = "  "


def picture_rows(w: Words, session: Session, width: int | None, *, ascii: bool) -> Iterator[Row]:
    """The rows after an answer whose wrong model was told and has a picture; else none."""
    result = session.result
    if result is None or result.model is None or result.trap is not None:
        return
    believed, true = result.model.timeline, session.item.timeline
    if believed is None or true is None:
        return
    told = ((hardware_cost_line(w, true), true), (seen_line(w, believed), believed))
    for sentence, timeline in told:
        yield from ((Piece(line),) for line in wrap(sentence, width, _HANG))
        yield from still(w, timeline, ascii_only=ascii, width=width)
