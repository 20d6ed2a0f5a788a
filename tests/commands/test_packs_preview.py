"""`packs preview --plain`: each card as learners will see it, and its faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Run
from tests.packs.desk import EXAMPLE, RECALL, write_pack

MANIFEST = "format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_pack(Path("demo"), {"a.md": EXAMPLE}, MANIFEST)


def test_cards_are_printed_as_learners_see_them(run: Run, root: Path, home: Path) -> None:
    done = run("packs", "preview", "demo", "--plain")
    assert done.code == 0
    assert done.out.splitlines() == [
        "demo/offset · worked example · A walk",
        "    __shared__ float s[512];",
        "    float v = s[threadIdx.x * 6 + 5];",
        "How many cycles?",
        "answer: 2 cycles.",
    ]
    assert done.err == "cards: 1, errors: 0, warnings: 0\n"
    assert not home.exists()


def test_faults_stand_with_their_cards(run: Run, root: Path) -> None:
    (root / "cards/a.md").write_text(EXAMPLE.replace("{{cycles}}", "{{cycls}}"))
    (root / "cards/b.md").write_text("lost\n")
    (root / "cards/c.md").write_text(RECALL.replace("Because.", "Because. "))
    done = run("packs", "preview", "demo", "--plain")
    assert done.code == 1
    lost, *cards = done.out.split("\n\n")
    assert lost.startswith("demo/cards/b.md\ndemo/cards/b.md:1:1: E208 ")
    example = next(each for each in cards if each.startswith("demo/offset"))
    assert "answer: {{cycls}} cycles." in example
    assert "\ndemo/cards/a.md:15:3: E314 " in example
    assert any("\ndemo/cards/c.md:9:9: W109 " in each for each in cards)


def test_another_language(run: Run, root: Path) -> None:
    (root / "pack.yaml").write_text(f"{MANIFEST}translations: [de]\n")
    head = "---\nid: offset\ntitle: Ein Gang\n---\n"
    told = f"{head}## Forecast\nWie viele?\n\n## Answer\n{{{{cycles}}}}.\n"
    (root / "cards/a.de.md").write_text(told)
    done = run("packs", "preview", "demo", "--plain", "--in", "de")
    assert "demo/offset · worked example · Ein Gang" in done.out
    assert "answer: 2." in done.out


def test_one_line_where_there_is_no_folder(run: Run, root: Path) -> None:
    for path in ("nothing", "demo/pack.yaml"):
        done = run("packs", "preview", path)
        assert (done.code, done.out) == (1, "")
        assert done.err == (
            f"banktrainer: error: {path} is no folder; a pack is a folder with pack.yaml\n"
        )


def test_code_that_can_t_be_run(run: Run, root: Path) -> None:
    (root / "cards/a.md").write_text(EXAMPLE.replace("threadIdx.x * 6 + 5", "nobody"))
    done = run("packs", "preview", "demo", "--plain")
    assert done.code == 1
    assert "E501" in done.out
    assert "{{cycles}} cycles." in done.out
