"""Backend: packs are read when they are needed, and no sooner."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs.model import Pack
from banktrainer.study.queue import SITTING_CARDS
from banktrainer.tui.desk.backend import Backend
from banktrainer.tui.request import NoCards, Request
from tests.study import desk
from tests.study.desk import ManualClock
from tests.tui import workbench as wb


class Shelf:
    """Packs that know how often they were read."""

    def __init__(self, *packs: Pack) -> None:
        self.packs = packs
        self.read = 0

    def __call__(self) -> tuple[Pack, ...]:
        self.read += 1
        return self.packs


def answer(backend: Backend) -> None:
    backend.sitting(Request()).forecast("2", "sure")


def test_before_the_first_answer_no_pack_is_read(tmp_path: Path) -> None:
    shelf = Shelf(desk.pack(wb.coded()))
    backend = Backend(tmp_path, ManualClock(), packs=shelf)
    assert backend.summary().answers == 0
    assert shelf.read == 0
    backend.warm()
    assert shelf.read == 1
    kept = backend.cached()
    assert kept is not None
    assert kept.next_key == "core/offset"
    backend.close()


def test_while_nothing_changes_no_pack_is_read(tmp_path: Path) -> None:
    shelf, clock = Shelf(desk.pack(wb.coded(), wb.coded("next"))), ManualClock()
    first = Backend(tmp_path, clock, packs=shelf)
    answer(first)
    made = first.summary()
    first.close()
    again = Backend(tmp_path, clock, packs=shelf)
    assert again.summary() == made
    assert made.answers == 1
    assert shelf.read == 1
    answer(again)
    assert again.summary().answers == 2
    again.close()


def test_on_a_new_day_the_summary_is_made_anew(tmp_path: Path) -> None:
    shelf, clock = Shelf(desk.pack(wb.coded())), ManualClock()
    backend = Backend(tmp_path, clock, packs=shelf)
    answer(backend)
    assert backend.summary().due_now == 0
    clock.next_day(30)
    assert backend.summary().due_now == 1
    backend.close()


def test_a_sitting_is_bounded(tmp_path: Path) -> None:
    shelf = Shelf(desk.pack(*(wb.coded(f"card{n}") for n in range(SITTING_CARDS + 5))))
    backend = Backend(tmp_path, ManualClock(), packs=shelf)
    session = backend.sitting(Request())
    assert session.total < SITTING_CARDS
    assert 8 * 60 < session.seconds_ahead <= 10 * 60
    backend.close()


@pytest.mark.parametrize("request_", [Request(card="none"), Request(cell="A"), Request(pack="x")])
def test_what_is_not_there_is_said(tmp_path: Path, request_: Request) -> None:
    backend = Backend(tmp_path, ManualClock(), packs=Shelf(desk.pack(wb.coded())))
    with pytest.raises(NoCards):
        backend.sitting(request_)
    backend.close()


def test_a_card_is_found_by_its_id_and_its_key(tmp_path: Path) -> None:
    backend = Backend(tmp_path, ManualClock(), packs=Shelf(desk.pack(wb.coded("a"), wb.coded("b"))))
    for name in ("b", "core/b"):
        session = backend.sitting(Request(card=name))
        assert (session.item.key, session.total) == ("core/b", 1)
    backend.close()
