"""Two faces, one journal: the same answers through plain mode and the app leave the same rows.

Some sittings go with the other tests; `--long` plays a hundred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, cast

import pytest
from textual.pilot import Pilot

from banktrainer.plain.drill import PlainDrill
from banktrainer.plain.session import Lines, PlainSession
from banktrainer.study.drilling import DrillSession
from banktrainer.study.game.order import Order
from banktrainer.study.journal import Answer, Confidence
from banktrainer.study.session import Session, Stage
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.practice.screen import Practice
from banktrainer.tui.request import Request
from banktrainer.words import Words
from tests.study import desk
from tests.study.desk import ManualClock, row
from tests.tui import workbench as wb
from tests.tui.workbench import MemoryRecords, press, settle, trainer

CARDS = (
    wb.stepped("stepped"),
    wb.choice("choice"),
    wb.text("text"),
    wb.recall("recall"),
    wb.lanes("lanes"),
    wb.coded("coded"),
    wb.coded("conflict", ask="conflict"),
)
BEFORE = tuple(
    row("stepped", study_day=f"2026-11-{day:02}", at=f"2026-11-{day:02}T12:00:00.000000Z")
    for day in (1, 4)
)
"""Some steps of the first card are left out by now."""
REQUESTS = (
    Request(),
    Request(),
    Request(place=True),
    Request(drill=Order("adaptive", count=4, seed=7)),
    Request(drill=Order("random", count=4, seed=11)),
    Request(drill=Order("ladder", count=4, seed=5)),
    Request(drill=Order("daily")),
)
MOST = 40
_MARKS: dict[Confidence, str] = {"guess": "?", "think": "", "sure": "!", "none": ""}
_SAY: dict[Confidence, str] = {"guess": "g", "think": "enter", "sure": "s", "none": "n"}


class Act(NamedTuple):
    """What the learner does next: one answer, or another key."""

    do: Literal["forecast", "step", "grade", "undo", "leave"]
    text: str = ""
    confidence: Confidence = "none"


class Learner:
    """Decides by lot, and by nothing but the session: so alike in both faces."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._acts = 0

    def __call__(self, session: Session) -> Act:
        random = self._random
        self._acts += 1
        if self._acts > MOST or (self._acts > 4 and random.random() < 0.02):
            return Act("leave")
        if random.random() < 0.15:
            return Act("undo")
        match session.stage:
            case Stage.GRADE:
                return Act("grade", random.choice("yn"))
            case Stage.ASK_STEP:
                return Act("step", *self._step(session))
        if random.random() < 0.1:
            return Act("forecast")
        confidence = random.choice(("guess", "think", "sure", "sure"))
        return Act("forecast", self._answer(session), cast("Confidence", confidence))

    def _answer(self, session: Session) -> str:
        item, random = session.item, self._random
        right = random.random() < 0.6
        if item.options:
            return random.choice([option.letter for option in item.options])
        match item.answer_kind:
            case "self":
                return ""
            case "number":
                return item.truth.text if right else str(random.choice([1, 2, 3, 16, 32, 1024]))
            case "lanes":
                return item.truth.text if right else random.choice(["none", "3,9"])
        return item.truth.text if right else random.choice(["a bank", "undo", "idea!? no", "q q"])

    def _step(self, session: Session) -> tuple[str, Confidence]:
        question = session.step_question
        assert question is not None
        random = self._random
        if random.random() < 0.2:
            return "", "none"
        letters = [option.letter for option in question.options]
        if letters:
            return random.choice(letters), "think"
        return (question.answer if random.random() < 0.6 else "7"), "think"


@pytest.mark.parametrize("seed", range(len(REQUESTS)))
async def test_both_faces_write_the_same_rows(tmp_path: Path, seed: int) -> None:
    await compare(tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 110))
async def test_a_hundred_sittings_write_the_same_rows(tmp_path: Path, seed: int) -> None:
    await compare(tmp_path, seed)


async def compare(home: Path, seed: int) -> None:
    request = REQUESTS[seed % len(REQUESTS)]
    said = told(in_plain(home / "plain", request, seed))
    shown = told(await in_app(home / "app", request, seed))
    assert len(said) > len(BEFORE)
    assert shown == said


def told(rows: Sequence[Answer]) -> list[dict[str, Any]]:
    """Rows without times; the ids of rows and of games are told by their places."""
    places = {each.id: at for at, each in enumerate(rows)}
    games = list(dict.fromkeys(each.params.get("game") for each in rows))
    made = []
    for each in rows:
        facts = {k: v for k, v in asdict(each).items() if k not in ("id", "at", "duration_ms")}
        game = {"game": games.index(each.params.get("game"))}
        made.append(
            {**facts, "voids": places.get(each.voids or ""), "params": {**each.params, **game}}
        )
    return made


def in_plain(home: Path, request: Request, seed: int) -> Sequence[Answer]:
    """What is kept of a sitting of lines."""
    records, clock, learner = MemoryRecords(BEFORE), ManualClock(), Learner(seed)
    backend = Backend(home, clock, records=lambda: records, packs=lambda: [desk.pack(*CARDS)])
    session = backend.sitting(request)

    def ask(_prompt: str) -> str | None:
        clock.tick(1)
        return typed(learner(session))

    lines = Lines(lambda _line: None, ask)
    if isinstance(session, DrillSession):
        PlainDrill(session, Words(), lines).play(records.path)
    else:
        PlainSession(session, Words(), lines).play(records.path)
    return records.kept


def typed(act: Act) -> str:
    match act.do:
        case "leave":
            return "q"
        case "undo":
            return "u"
        case "grade":
            return act.text
    return "idk" if act.confidence == "none" else act.text + _MARKS[act.confidence]


async def in_app(home: Path, request: Request, seed: int) -> Sequence[Answer]:
    """What is kept of the same sitting in the app."""
    records, learner = MemoryRecords(BEFORE), Learner(seed)
    app = trainer(home, *CARDS, records=records, start=request)
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        while isinstance(app.screen, Practice):
            session = wb.sitting(pilot).session
            if session.stage not in (Stage.ASK, Stage.GRADE, Stage.ASK_STEP):
                await press(pilot, "enter")
                continue
            act = learner(session)
            if act.do == "leave":
                break
            await answer(pilot, session, act)
    return records.kept


async def answer(pilot: Pilot[None], session: Session, act: Act) -> None:
    in_field = wb.practice(pilot).mode == "field"
    leave = ["escape"] if in_field else []
    if act.do == "undo":
        await press(pilot, *leave, "u")
    elif act.do == "grade":
        await press(pilot, act.text)
    elif act.confidence == "none":
        await press(pilot, *leave, "n")
    elif act.do == "step":
        await press(pilot, *act.text, "enter")
    else:
        await press(pilot, *keys(act.text))
        await press(pilot, *leave, _SAY[act.confidence])


def keys(text: str) -> Iterator[str]:
    """The keys that type a text."""
    names = {" ": "space", ",": "comma", "!": "exclamation_mark", "?": "question_mark"}
    return (names.get(char, char) for char in text)
