"""How the tests of drills play: an app that begins with a drill, answers given by their keys."""

from __future__ import annotations

from pathlib import Path

from textual.pilot import Pilot

from banktrainer.study.drilling import DrillSession
from banktrainer.study.game.order import Order
from banktrainer.study.session import Stage
from banktrainer.tui.app import BanktrainerApp
from banktrainer.tui.games.played import Played
from banktrainer.tui.games.playing import Playing
from banktrainer.tui.request import Request
from tests.tui import workbench as wb
from tests.tui.workbench import MemoryRecords, press, trainer

SIZES = [(80, 24), (60, 18)]


def app_of(home: Path, order: Order, records: MemoryRecords | None = None) -> BanktrainerApp:
    return trainer(home, wb.coded(), records=records, start=Request(drill=order))


def playing(pilot: Pilot[None]) -> Playing:
    screen = pilot.app.screen
    assert isinstance(screen, Playing)
    return screen


def played(pilot: Pilot[None]) -> Played:
    screen = pilot.app.screen
    assert isinstance(screen, Played)
    return screen


def session(pilot: Pilot[None]) -> DrillSession:
    found = playing(pilot).drill
    assert found is not None
    return found


async def forecast(pilot: Pilot[None], right: bool = True) -> None:
    """Type the right answer, or say that there is no idea."""
    kind, truth = wb.sitting(pilot).view.kind, session(pilot).item.truth.text
    in_field = kind not in ("number", "choice")
    if right:
        typed = _CHOICES.get(truth, truth)
        await press(pilot, *(_KEYS.get(char, char) for char in typed), "enter")
    else:
        await press(pilot, *(["escape"] if in_field else []), "n")


async def answer(pilot: Pilot[None], right: bool = True) -> None:
    """Answer, and go on to the next question or to the end."""
    await forecast(pilot, right)
    while isinstance(pilot.app.screen, Playing) and session(pilot).stage is not Stage.ASK:
        await press(pilot, "enter")


_KEYS = {",": "comma"}
_CHOICES = {"yes": "a", "no": "b"}
