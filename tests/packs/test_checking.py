"""check: the loader's faults and the engine's, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import check
from tests.packs.desk import CODE, EXAMPLE, RECALL, codes, write_pack
from tests.packs.test_templates import TEMPLATE

LOOP = """\
```cuda
__shared__ float s[1024];
for (int k = 1; k < 3; k++)
  float v = s[threadIdx.x * k];
```
"""


def faults(root: Path, *texts: str) -> list[str]:
    names = [f"{chr(ord('a') + at)}.md" for at in range(len(texts))]
    pack = write_pack(root, dict(zip(names, texts, strict=True)))
    return [str(fault).replace(f"{pack}/cards/", "") for fault in check(pack)]


def keyed(keys: str) -> str:
    return EXAMPLE.replace("title: A walk\n", f"title: A walk\n{keys}")


FAULTS = {
    "nothing": (EXAMPLE, []),
    "a right answer stated": (keyed("answer: 2\n"), []),
    "a wrong answer stated": (keyed("answer: 3\n"), ["a.md:5:9: E504"]),
    "a wrong degree stated": (keyed("ask: degree\nanswer: 3\n"), ["a.md:6:9: E504"]),
    "a wrong verdict stated": (keyed("ask: conflict\nanswer: no\n"), ["a.md:6:9: E504"]),
    "a wrong bank stated": (keyed("ask: bank\nlane: 1\nanswer: 6\n"), ["a.md:7:9: E504"]),
    "a right cell": (keyed("cell: E\n"), []),
    "a wrong cell": (keyed("cell: C\n"), ["a.md:5:7: W507"]),
    "a lane that the warp lacks": (keyed("ask: bank\nlane: 40\n"), ["a.md:6:7: E502"]),
    "a trap on the right answer": (
        EXAMPLE + "\n## Traps\n- 1: no\n- 2: no\n",
        ["a.md:19:1: E505"],
    ),
    "a figure that the engine can't give": (
        EXAMPLE.replace("{{cycles}}", "{{1 + bank 32}}"),
        ["a.md:15:7: E503"],
    ),
    "a figure that divides by nothing": (
        EXAMPLE.replace("{{cycles}}", "{{1 / (cycles - 2)}}"),
        ["a.md:15:5: E503"],
    ),
    "code that can't be traced": (EXAMPLE.replace("threadIdx.x", "t"), ["a.md:8:11: E501"]),
    "code that can't be traced in a second fence": (
        EXAMPLE + f"\n{CODE.replace('cuda', 'cuda b').replace('threadIdx.x', 't')}",
        ["a.md:19:11: E501"],
    ),
    "an access executed with different figures": (
        EXAMPLE.replace(CODE, LOOP),
        ["a.md:9:13: E506"],
    ),
    "an access executed with the same figures": (
        EXAMPLE.replace(CODE, LOOP.replace("* k", "+ k")),
        [],
    ),
    "a template": (TEMPLATE.replace("s != 2", "s != 3"), []),
    "a template whose code can't be traced": (
        TEMPLATE.replace("threadIdx.x", "t"),
        ["a.md:12:11: E501"],
    ),
}


@pytest.mark.parametrize(("card", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_fault_that_the_engine_finds(tmp_path: Path, card: str, expected: list[str]) -> None:
    found = faults(tmp_path, card)
    assert codes(found) == expected, "\n".join(found)


def test_the_loaders_faults_and_the_engines_come_together(tmp_path: Path) -> None:
    found = faults(tmp_path, keyed("answer: 3\n") + "\n## Hint\nx\n", RECALL + "\n***\n")
    assert codes(found) == ["a.md:5:9: E504", "a.md:18:1: E301", "b.md:11:1: E306"]


def test_the_message_of_a_wrong_answer_says_both(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, keyed("answer: 3\n"))
    assert found.endswith("the stated answer is `3`, the engine's is `2`")


def test_figures_of_a_translation_are_tried_too(tmp_path: Path) -> None:
    own = "---\nid: offset\n---\n## Answer\n{{bank 99}}.\n"
    pack = write_pack(tmp_path, {"a.md": EXAMPLE, "a.hi-Latn.md": own})
    found = [fault for fault in check(pack) if fault.code.startswith("E")]
    assert [(fault.place.line, fault.code) for fault in found] == [(5, "E503")]
