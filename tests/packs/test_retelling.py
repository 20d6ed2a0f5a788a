"""Translations that are out of step with their originals."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import check
from tests.packs.desk import EXAMPLE, RECALL, codes, write_pack

MANIFEST = (
    "format: 1\nid: demo\ntitle: A demo\nversion: 1.0\nlanguage: en\ntranslations: [hi-Latn]\n"
)
ORIGINAL = EXAMPLE.replace(
    "{{cycles}} cycles.", "With 64 bytes and two words: {{cycles}} or {{ ideal }} cycles."
)


def told(root: Path, answer: str) -> list[str]:
    own = f"---\nid: offset\n---\n## Forecast\nKitne cycles?\n\n## Answer\n{answer}\n"
    pack = write_pack(root / "demo", {"a.md": ORIGINAL, "a.hi-Latn.md": own}, MANIFEST)
    return [str(fault).replace(f"{pack}/cards/", "") for fault in check(pack)]


STEPS = {
    "in step": ("64 bytes, do words: {{cycles}} ya {{ideal}} cycles.", []),
    "a small number as digits": ("64 bytes, 2 words: {{cycles}} ya {{ideal}}.", []),
    "a number lost": ("Do words: {{cycles}} ya {{ideal}}.", ["Answer: the original has 64"]),
    "a number changed": (
        "46 bytes: {{cycles}} ya {{ideal}}.",
        ["Answer: the original has 64", "Answer: the original has no 46"],
    ),
    "a figure lost": ("64 bytes: {{cycles}}.", ["Answer: the original has `{{ideal}}`"]),
    "a figure changed": (
        "64 bytes: {{cycles}} ya {{degree}}.",
        ["Answer: the original has `{{ideal}}`", "Answer: the original has no `{{degree}}`"],
    ),
}


@pytest.mark.parametrize(("answer", "expected"), STEPS.values(), ids=STEPS)
def test_numbers_and_figures_of_a_translation(
    tmp_path: Path, answer: str, expected: list[str]
) -> None:
    assert told(tmp_path, answer) == [f"a.hi-Latn.md:2:5: W417 {each}" for each in expected]


def test_cards_that_a_language_lacks_are_counted(tmp_path: Path) -> None:
    own = "---\nid: offset\n---\n## Forecast\nKitne?\n\n## Answer\n{{cycles}}.\n"
    more = {f"b{at}.md": RECALL.replace("id: ask", f"id: ask{at}") for at in range(9)}
    more = {name: text.replace("Why", f"Why{name[1]}") for name, text in more.items()}
    cards = {"a.md": EXAMPLE, "a.hi-Latn.md": own, **more}
    pack = write_pack(tmp_path / "demo", cards, MANIFEST)
    assert [str(fault).replace(f"{pack}/", "") for fault in check(pack)] == [
        "pack.yaml:1:1: W406 9 cards are not in `hi-Latn`: "
        "ask0, ask1, ask2, ask3, ask4, ask5, ask6, ask7, …"
    ]


def test_a_translation_may_lie_elsewhere(tmp_path: Path) -> None:
    own = (
        "---\nid: offset\n---\n## Forecast\nKitne?\n\n## Answer\n{{cycles}} aur 77, {{bank 99}}.\n"
    )
    pack = write_pack(tmp_path / "demo", {"a.md": EXAMPLE, "z.hi-Latn.md": own}, MANIFEST)
    found = [str(fault).replace(f"{pack}/cards/", "") for fault in check(pack)]
    assert codes(found) == ["z.hi-Latn.md:2:5: W417"] * 2 + ["z.hi-Latn.md:8:22: E503"]
