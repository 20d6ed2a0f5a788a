"""What the screen of drills says, as blocks: the modes, how each stands, and the cells' levels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.study.game.blitz import SECONDS
from banktrainer.study.game.daily import Daily
from banktrainer.study.game.ladder import Ladder
from banktrainer.study.game.level import level
from banktrainer.study.game.play import MODES, Mode, Play
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Text
from banktrainer.tui.paint.text import styled
from banktrainer.tui.sheets.listing import mark
from banktrainer.words import Words
from banktrainer.words.game import about_line, status_line
from banktrainer.words.game_end import best_parts, signs_text, streak_line

if TYPE_CHECKING:
    from banktrainer.tui.desk.standing import Standing

_UNGAMED: tuple[Mode, ...] = ("adaptive", "random")


def modes(*, game: bool) -> tuple[Mode, ...]:
    """The modes that are offered; without games only those that drill."""
    return MODES if game else _UNGAMED


def drill_rows(
    w: Words,
    standing: Standing | None,
    chosen: int,
    *,
    game: bool,
    ascii: bool = False,
    tight: bool = False,
) -> list[list[Block]]:
    """The blocks of each mode's row; what follows the last row is in it.

    Where room is `tight` only the chosen mode says what it is.
    """
    rows = []
    for number, mode in enumerate(modes(game=game)):
        stands = _stands(w, mode, standing, ascii=ascii)
        row = _row(w, mode, number, stands, chosen=number == chosen, tight=tight)
        rows.append(list(row))
    if standing is not None and game:
        rows[-1] += _below(w, standing)
    return rows


def _row(
    w: Words, mode: Mode, number: int, stands: str, *, chosen: bool, tight: bool
) -> Iterator[Block]:
    call = f"point({number})"
    name = styled(_upper(w(f"game.mode.{mode}")), "strong" if chosen else "")
    state = styled(stands, "good")
    gap = "   " if state.cell_length else ""
    yield Text(name + gap + state, lead=mark(chosen), close=number == 0 or tight, call=call)
    if chosen or not tight:
        about = about_line(w, Play(mode))
        yield Text(styled(about, "soft"), lead=styled("  "), close=True, call=call)


def _stands(w: Words, mode: Mode, standing: Standing | None, *, ascii: bool) -> str:
    """How a mode stands, in short."""
    if standing is None:
        return ""
    match mode:
        case "blitz" if standing.bests.blitz:
            points = standing.bests.blitz.get(SECONDS)
            return w("game.best.points", points=points) if points else ""
        case "ladder" if standing.ladder != Ladder():
            return status_line(w, standing.ladder, "")
        case "daily" if standing.daily != Daily():
            return signs_text(w, standing.daily, ascii=ascii)
    return ""


def _below(w: Words, standing: Standing) -> Iterator[Block]:
    """Bests, the streak, and the level of each cell."""
    summary = standing.summary
    if not summary.answers:
        return
    bests = " · ".join(best_parts(w, standing.bests))
    if bests:
        yield Text(styled(bests), lead=styled(w("game.menu.bests") + "  ", "soft"))
    levels = [
        Choice(
            styled(letter, "key") + styled(f" {level(cell.right).number}", "soft"),
            f"cell({letter.lower()!r})",
        )
        for letter, cell in summary.cells.items()
    ]
    lead = styled(w("game.menu.levels") + "  ", "soft")
    yield Flow(levels, lead=lead, close=bool(bests))
    yield Text(styled(streak_line(w, summary), "soft"), close=True)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
