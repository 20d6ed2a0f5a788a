"""What stands behind a claim: the claim, how it is known, who says so."""

from __future__ import annotations

import pytest

from banktrainer.packs import Span
from banktrainer.packs.model import Bullets, Evidence, How, Place
from banktrainer.words import Words
from banktrainer.words.sources import source_line, sources

PLACE = Place("evidence.yaml", 1, 1)


def evidence(how: How) -> Evidence:
    return Evidence("banks", "A bank is 4 bytes wide.", "The guide", how, PLACE)


@pytest.mark.parametrize("how", ["measured", "documented", "claimed"])
def test_a_claim_says_how_it_is_known_and_by_whom(how: How) -> None:
    assert source_line(Words(), evidence(how)) == f"A bank is 4 bytes wide. ({how}: The guide)"


def test_each_claim_is_a_point() -> None:
    (points,) = sources(Words(), [evidence("measured"), evidence("claimed")])
    assert isinstance(points, Bullets)
    assert [item[0] for item in points.items] == [
        Span("A bank is 4 bytes wide. (measured: The guide)"),
        Span("A bank is 4 bytes wide. (claimed: The guide)"),
    ]


def test_where_nothing_is_cited_nothing_is_said() -> None:
    assert sources(Words(), ()) == ()
