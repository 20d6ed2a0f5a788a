"""Whatever a file holds, what is written into the pack loads, and the rest is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banktrainer.packs import check, load
from banktrainer.packs.incoming.bringing import bring_in
from banktrainer.packs.incoming.gift import GiftWords, read_gift
from banktrainer.packs.incoming.harvest import Harvest
from banktrainer.packs.incoming.notes import read_notes
from banktrainer.packs.incoming.tables import read_table

PIECES = st.sampled_from(
    [
        *("a", "b ", " :: ", ":::", "\n", "\n\n", "?", "```", "~~~", "`", "``", "# ", "> ", "- "),
        *(
            "1. ",
            "|",
            "---",
            "***",
            "_x_",
            "{{",
            "}}",
            "{{cycles}}",
            "{",
            "}",
            "=",
            "~",
            "#",
            "%50%",
        ),
        *(",", '"', ";", "\t", "\\", "\\n", "<b>", "</b>", "<img>", "&lt;", "[x](y)", "![", "##"),
        *("\x1b[31m", "\u202e", "é", "字", "T", "4", "->", "    ", "// ?", "$s", "::Q::", "[html]"),
    ]
)
TEXTS = st.lists(PIECES, max_size=25).map("".join)
READERS: dict[str, Callable[[str], Harvest]] = {
    "notes": read_notes,
    "table": read_table,
    "gift": lambda text: read_gift(text, GiftWords("True", "False", "Judge it.")),
}


@pytest.mark.parametrize("form", READERS)
@given(text=TEXTS)
@settings(deadline=None, max_examples=60)
def test_what_is_written_loads(form: str, text: str) -> None:
    found = READERS[form](text)
    with TemporaryDirectory() as place:
        folder = Path(place) / "pack"
        done = bring_in("file", found, folder)
        cards = load(folder).cards if done.files else ()
        assert len(cards) == len(done.cards)
        assert len(done.cards) + len(done.left) == len(found.drafts) + len(found.left)
        if done.files:
            faults = check(folder, 1)
            assert [f for f in faults if f.code[0] == "E" or f.code in ("W109", "W110")] == []
            again = bring_in("file", found, folder)
            assert again.files == ()
