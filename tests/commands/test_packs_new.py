"""`packs new`: what a new author begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import load
from tests.commands.conftest import Run


def test_the_new_pack_passes_the_strict_check(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "Warp Tales"
    made = run("packs", "new", str(folder))
    assert made.code == 0
    assert made.err.endswith(f"Next: banktrainer packs preview '{folder}'\n")
    done = run("packs", "check", str(folder), "--strict")
    assert (done.code, done.out) == (0, "")
    assert sorted(made.out.splitlines()) == sorted(
        str(path) for path in folder.rglob("*") if path.is_file()
    )


def test_it_has_an_example_of_everything(run: Run, tmp_path: Path) -> None:
    run("packs", "new", str(tmp_path / "new"))
    pack = load(tmp_path / "new", "hi-Latn")
    assert {card.kind for card in pack.cards} == {"example", "recall", "template"}
    assert pack.translations == ("hi-Latn",) == (pack.language,)
    assert pack.glossary
    assert pack.evidence
    cards = pack.cards
    for asked in ("choices", "expect", "traps", "steps", "footnote", "evidence", "params"):
        assert any(getattr(card, asked) for card in cards), asked
    assert any(not (card.fences or card.choices or card.expect) for card in cards)


@pytest.mark.parametrize(
    ("name", "id", "title"),
    [
        ("Warp Tales", "warp-tales", "Warp Tales"),
        ("été_2", "ete-2", "Été_2"),
        ("...", "my-pack", "My pack"),
        ("'q': [x]", "q-x", "Q x"),
    ],
)
def test_it_is_named_after_its_folder(
    run: Run, tmp_path: Path, name: str, id: str, title: str
) -> None:
    assert run("packs", "new", str(tmp_path / "in" / name)).code == 0
    pack = load(tmp_path / "in" / name)
    assert (pack.id, pack.title) == (id, title)


def test_an_empty_folder_is_filled(run: Run, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert run("packs", "new", str(tmp_path / "new")).code == 0
    assert load(tmp_path / "new").cards


@pytest.mark.parametrize("kind", ["full", "file", "link"])
def test_a_place_that_is_taken_is_left_alone(run: Run, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "place"
    if kind == "full":
        place.mkdir()
        (place / ".git").write_text("x")
    elif kind == "file":
        place.write_text("x")
    else:
        place.symlink_to(tmp_path / "nowhere")
    done = run("packs", "new", str(place))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"banktrainer: error: {place} is taken; a new pack needs a folder that is empty or not "
        "there yet\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["place"]


def test_a_folder_that_can_t_be_made(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = run("packs", "new", str(tmp_path / "file" / "new"))
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert "can't be written" in done.err
