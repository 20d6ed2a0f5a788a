"""`glossary`: the glossary's screen as text."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Run


def test_all_terms_come_by_their_names(run: Run) -> None:
    done = run("glossary")
    names = [line.partition(":")[0] for line in done.out.splitlines() if not line.startswith(" ")]
    assert done.code == 0
    assert "bank" in [name.casefold() for name in names]
    assert names == sorted(names, key=str.casefold)
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("name", ["bank", "BANK", "Banks"])
def test_a_term_by_any_of_its_names_comes_in_full(run: Run, name: str) -> None:
    lines = run("glossary", name).out.splitlines()
    assert lines[0].casefold() == "bank"
    assert lines[-1].startswith(("see also: ", "  "))


def test_any_other_word_is_searched(run: Run) -> None:
    done = run("glossary", "confli")
    assert done.code == 0
    assert "confli" in done.out


def test_a_word_that_is_nowhere_is_told(run: Run) -> None:
    done = run("glossary", "zzz")
    assert (done.code, done.out) == (1, "")
    assert done.err == "banktrainer: error: No term has “zzz” in it.\n"
