"""The README's pictures are what the program paints today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.pictures import FOLDER, PICTURES, draw, file_of

README = (FOLDER.parent / "README.md").read_text("utf-8")


def told(svg: str) -> list[str]:
    """The text of a picture, row by row."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("name", PICTURES)
async def test_a_picture_is_in_step(name: str) -> None:
    """Where this fails after a change that is meant: `python -m tests.pictures`."""
    assert told(await draw(name)) == told(file_of(name).read_text("utf-8"))


def test_the_readme_shows_each() -> None:
    shown = {Path(path).stem for path in re.findall(r"!\[[^\]]+\]\((\.github/\w+\.svg)\)", README)}
    assert shown == set(PICTURES)
