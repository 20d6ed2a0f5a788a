"""What a sitting holds: due, new, unfinished; narrowed, cut and ahead of time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from banktrainer.packs.model import Pack
from banktrainer.study.catalogue import Catalogue
from banktrainer.study.journal import Answer
from banktrainer.study.queue import item_of, plan
from tests.study.desk import NOON, card, choices, pack, row

CORE = pack(card("a", cell="A"), card("b", cell="B"), card("c", cell="C"), card("d", cell="B"))


def keys(rows: list[Answer] | None = None, packs: list[Pack] | None = None, now: datetime = NOON,
         **narrow: Any) -> list[str]:  # fmt: skip
    found = plan(packs or [CORE], rows or [], now, **narrow)
    return [item.key.removeprefix("core/") for item in found]


def days_ago(days: int) -> str:
    return (NOON - timedelta(days=days)).date().isoformat()


def test_a_first_sitting_is_the_pack_in_order() -> None:
    assert keys() == ["a", "b", "c", "d"]


def test_packs_follow_one_another_in_the_order_of_their_cards() -> None:
    other = pack(card("z", pack="other"), card("y", pack="other"), id="other")
    assert keys(packs=[other, CORE]) == ["other/z", "other/y", "a", "b", "c", "d"]


def test_what_is_due_comes_first_the_longest_due_before_the_rest() -> None:
    rows = [row("c", study_day=days_ago(3)), row("d", study_day=days_ago(9))]
    assert keys(rows) == ["d", "c", "a", "b"]


def test_what_is_not_due_is_left_out_unless_asked_for_ahead() -> None:
    rows = [row("a"), row("b", verdict="wrong")]
    assert keys(rows) == ["c", "d"]
    assert keys(rows, ahead=True) == ["c", "d", "b", "a"]


def test_due_on_the_study_day_not_a_day_of_hours_later() -> None:
    late = [row("a", verdict="wrong", at="2026-11-30T23:30:00Z")]
    next_morning = NOON.replace(hour=4) + timedelta(days=1)
    assert "a" not in keys(late, now=next_morning - timedelta(minutes=1))
    assert keys(late, now=next_morning)[0] == "a"


def test_a_sitting_broken_off_goes_on_where_it_stopped() -> None:
    rows = [row("a"), row("b", verdict="wrong", confidence="sure")]
    assert keys(rows) == ["c", "d", "b"]


def test_sure_and_wrong_comes_once_more_that_day_and_again_the_next() -> None:
    wrong = row("b", verdict="wrong", confidence="sure")
    again = row("b", seen=True)
    assert keys([wrong, again]) == ["a", "c", "d"]
    assert keys([wrong, again], now=NOON + timedelta(days=1))[0] == "b"
    still_wrong = row("b", verdict="wrong", confidence="sure", seen=True)
    assert keys([wrong, still_wrong]) == ["a", "c", "d"]


def test_a_recall_shown_and_never_graded_comes_back() -> None:
    shown = row("b", asked="recall", verdict="none")
    assert keys([shown]) == ["a", "c", "d", "b"]
    assert keys([shown], now=NOON + timedelta(days=1)) == ["a", "b", "c", "d"]
    assert keys([shown, row("b", asked="recall", voids=shown.id)]) == ["a", "c", "d"]


def test_an_undone_answer_is_as_if_it_had_not_been() -> None:
    undone = row("a", verdict="wrong", confidence="sure")
    assert keys([undone, row("a", asked="void", voids=undone.id)]) == keys()


def test_narrowed_to_a_cell_or_pack_and_cut() -> None:
    other = pack(card("x", pack="other", cell="B"), id="other")
    assert keys(cell="B") == ["b", "d"]
    assert keys(packs=[CORE, other], pack="other") == ["other/x"]
    assert keys(packs=[CORE, other], cell="B", limit=2) == ["b", "d"]
    assert keys(limit=0) == []
    assert keys(cell="J") == []


def test_templates_are_asked_in_their_order() -> None:
    assert keys(packs=[pack(card("t", kind="template"), card("a"))]) == ["t", "a"]


def test_answers_to_cards_that_are_gone_do_no_harm() -> None:
    assert keys([row("gone", study_day=days_ago(30))]) == ["a", "b", "c", "d"]


def test_a_renamed_card_keeps_its_answers() -> None:
    renamed = pack(card("walk", aliases=("column",)), card("b"))
    assert keys([row("column")], packs=[renamed]) == ["b"]


def test_an_alias_never_hides_a_card_of_that_name() -> None:
    clash = pack(card("walk", aliases=("b",)), card("b"))
    assert keys([row("b")], packs=[clash]) == ["walk"]


def test_each_asking_is_the_next_draw() -> None:
    of = pack(card("a", choices=choices("x", "y", "z")))
    undone = row("a")
    rows = [undone, row("a", asked="void", voids=undone.id)]
    assert plan([of], [], NOON)[0].draw == 0
    assert plan([of], rows, NOON)[0].draw == 1
    shown = row("a", asked="recall", verdict="none")
    graded = row("a", asked="recall", voids=shown.id)
    assert plan([of], [shown, graded], NOON, ahead=True)[0].draw == 1


def test_a_card_is_found_by_its_names() -> None:
    packs = [pack(card("walk", aliases=("column",))), pack(card("x", pack="other"), id="other")]
    for name, key in [
        ("core/walk", "core/walk"),
        ("core/column", "core/walk"),
        ("walk", "core/walk"),
        ("column", "core/walk"),
        ("x", "other/x"),
    ]:
        found = item_of(packs, [], name)
        assert found is not None
        assert found.key == key
    assert item_of(packs, [], "nothing") is None
    assert Catalogue.of(packs).find("") is None
