"""Packs that mean harm: a clean line for each, in bounded time and memory, and nothing happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from banktrainer.packs import (
    Card,
    PackError,
    check,
    checking,
    draw,
    drawn,
    files,
    judging,
    load,
    marks,
    open_pack,
    plain_text,
    reading,
)
from banktrainer.printable import is_hostile
from tests.packs.desk import CODE, EXAMPLE, MANIFEST, RECALL, write_pack
from tests.packs.test_templates import TEMPLATE

ARRAY = "__shared__ int s[32];\n"
CALLS = "__device__ int f(int n) { return f(n) + f(n); }\n"
FAULT = re.compile(r"[^\n]+:[1-9]\d*:[1-9]\d*: [EW]\d{3} [^\n]+")
SECONDS = 20
MEBIBYTES = 600

BOMB = "a: &a [x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)
LAUGHS = "tags: &a [x]\n" + "".join(f"t{n}: [*a, *a, *a]\n" for n in range(200))


def recall(keys: str = "", answer: str = "Because.") -> str:
    return RECALL.replace("kind: recall\n", f"kind: recall\n{keys}").replace("Because.", answer)


def code(text: str) -> str:
    return EXAMPLE.replace(CODE, f"```cuda\n{text}\n```\n")


TEXTS: dict[str, tuple[str | bytes, str]] = {
    "a YAML bomb": (recall(BOMB), "E202"),
    "a YAML bomb in a list": (recall(LAUGHS), "E202"),
    "an alias of itself": (recall("tags: &a [*a]\n"), "E202"),
    "a tag that makes objects": (recall("title: !!python/object/apply:os.system [id]\n"), "E202"),
    "YAML nested deeply": (recall("tags: " + "[" * 50_000 + "\n"), "E20"),
    "YAML nested deeply in blocks": (recall("".join(" " * n + "a:\n" for n in range(300))), "E204"),
    "YAML of many values": (recall("tags: [" + "a, " * 30_000 + "]\n"), "E204"),
    "quotes nested deeply": (recall(answer="> " * 2_000 + "x"), "E312"),
    "lists nested deeply": (recall(answer="- " * 2_000 + "x"), "E306"),
    "a figure nested deeply": (recall(answer="{{" + "(" * 90 + "1" + ")" * 90 + "}}"), "E314"),
    "a figure of huge numbers": (recall(answer="{{99999999999999 * 99999999999999}}"), "E314"),
    "a figure that runs Python": (recall(answer="{{__import__('os').system('id')}}"), "E314"),
    "a file of 200 KiB": (recall(answer="x " * 100_000), "E103"),
    "bytes that are not UTF-8": (recall().encode() + b"\xff\xfe", "E104"),
    "UTF-16": (recall().encode("utf-16"), "E104"),
    "lone surrogates": (recall().encode() + b"\xed\xa0\x80", "E104"),
    "a byte order mark": (b"\xef\xbb\xbf" + recall().encode(), "E106"),
    "Windows line ends": (recall().replace("\n", "\r\n"), "E107"),
    "old Macintosh line ends": (recall().replace("\n", "\r"), "E105"),
    "a tab in YAML": (recall("\ttitle: x\n"), "E201"),
    "NUL": (recall(answer="a\0b"), "E105"),
    "NUL in YAML by an escape": (recall('title: "a\\0b"\n'), "E105"),
    "a terminal escape": (recall(answer="\x1b]0;owned\x07\x1b[2J"), "E105"),
    "a terminal escape in eight bits": (recall(answer="\x9b31m"), "E105"),
    "a terminal escape in YAML": (recall('title: "\\e[2J"\n'), "E105"),
    "a bidi override": (recall(answer="x \u202e y"), "E105"),
    "a bidi isolate in code": (code("// \u2066\nint x;"), "E105"),
    "line separators": (recall(answer="a\u2028b"), "E105"),
    "a range of a billion": (TEMPLATE.replace("1..4", "1..999999999"), "E207"),
    "more draws than anyone can try": (TEMPLATE.replace("1..4", "1..9000"), "E404"),
    "a condition nested deeply": (TEMPLATE.replace("31*s", "(" * 80 + "s" + ")" * 80), "E404"),
    "code that never ends": (code("__shared__ int s[32];\nwhile (1) { s[0] = 1; }"), "E501"),
    "code that counts for long": (
        code("__shared__ int s[32];\nfor (int i = 0; i < 1 << 30; i++) s[i % 32] = i;"),
        "E501",
    ),
    "code that calls itself": (code(f"{ARRAY}{CALLS}s[f(9)] = 1;"), "E501"),
    "macros that double": (
        code(
            "#define a0 1 + 1\n"
            + "".join(f"#define a{n + 1} a{n} + a{n}\n" for n in range(40))
            + "__shared__ int s[32];\ns[a40] = 1;"
        ),
        "E501",
    ),
    "code nested deeply": (code(f"{ARRAY}s[{'(' * 9_000}0{')' * 9_000}] = 1;"), "E501"),
    "code of one sign": (code("a<" * 30_000), "E50"),
    "memory without end": (code("__shared__ int s[2000000000];\ns[threadIdx.x] = 1;"), "E501"),
}


@pytest.fixture(autouse=True)
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "FENCE_SECONDS", 0.5)


def outcome(root: Path, code: str) -> list[str]:
    """The faults of the pack at `root`, which every way to read it agrees on, in little time."""
    before = {path: path.lstat().st_mtime_ns for path in root.rglob("*")}
    started = time.process_time()
    found = [str(fault) for fault in check(root)]
    for read in (load, open_pack):
        try:
            for card in read(root).cards:
                _ = card.question
        except PackError as error:
            found += [str(fault) for fault in error.faults]
    assert time.process_time() - started < SECONDS
    for line in found:
        assert FAULT.fullmatch(line), line
        assert not any(map(is_hostile, line)), line
        assert len(line) < 1_000
    assert any(f": {code}" in line for line in found), found[:5]
    assert {path: path.lstat().st_mtime_ns for path in root.rglob("*")} == before
    return found


@pytest.mark.parametrize(("text", "code"), TEXTS.values(), ids=TEXTS)
def test_a_card_that_means_harm(tmp_path: Path, text: str | bytes, code: str) -> None:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    outcome(write_pack(tmp_path / "demo", {"a.md": data}), code)


MANIFESTS = {
    "a YAML bomb": (MANIFEST + BOMB, "E202"),
    "deep": (MANIFEST + "authors: " + "[" * 50_000, "E20"),
    "bytes": (MANIFEST.encode() + b"\xff", "E104"),
    "an escape in the title": (MANIFEST.replace("A demo", '"\\e[2J"'), "E105"),
    "huge": (MANIFEST + "# " + "x" * 200_000, "E103"),
    "a newer format": (MANIFEST.replace("format: 1", "format: 2"), "E207"),
}


@pytest.mark.parametrize(("text", "code"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_manifest_that_means_harm(tmp_path: Path, text: str | bytes, code: str) -> None:
    outcome(write_pack(tmp_path / "demo", {"a.md": RECALL}, text), code)


@pytest.mark.parametrize("name", ["evidence.yaml", "glossary.md"])
@pytest.mark.parametrize(
    ("text", "code"),
    [(b"\xff", "E104"), (b"\x1b[2J", "E105"), (b"x" * 200_000, "E103"), (b"- " * 9_000, "E")],
)
def test_companions_that_mean_harm(tmp_path: Path, name: str, text: bytes, code: str) -> None:
    root = write_pack(tmp_path / "demo", {"a.md": RECALL})
    (root / name).write_bytes(text)
    found = [str(fault) for fault in check(root)]
    assert any(f": {code}" in line for line in found), found


def link_out(root: Path) -> None:
    (root.parent / "secret.md").write_text(RECALL.replace("ask", "secret"))
    (root / "cards/b.md").symlink_to(root.parent / "secret.md")


def link_to_a_device(root: Path) -> None:
    (root / "cards/b.md").symlink_to("/dev/zero")


def link_to_a_folder(root: Path) -> None:
    (root / "cards/more").symlink_to(root / "cards")


def link_to_itself(root: Path) -> None:
    (root / "cards/b.md").symlink_to(root / "cards/b.md")


def link_as_cards(root: Path) -> None:
    (root / "cards").rename(root.parent / "elsewhere")
    (root / "cards").symlink_to(root.parent / "elsewhere")


def pipe(root: Path) -> None:
    os.mkfifo(root / "cards/b.md")


def huge(root: Path) -> None:
    with (root / "cards/b.md").open("wb") as file:
        file.truncate(60 << 20)


def huge_in_all(root: Path) -> None:
    with (root / "cards/b.md").open("wb") as file:
        file.truncate(1 << 40)


def deep(root: Path) -> None:
    (root / ("cards/" + "d/" * 12)).mkdir(parents=True)


def closed(root: Path) -> None:
    (root / "cards/b.md").mkdir()


TREES: dict[str, tuple[Callable[[Path], None], str]] = {
    "a link that leaves the pack": (link_out, "E102"),
    "a link to a device": (link_to_a_device, "E102"),
    "a link to a folder": (link_to_a_folder, "E102"),
    "a link to itself": (link_to_itself, "E101"),
    "a link in the place of the cards": (link_as_cards, "E102"),
    "a pipe that nobody writes to": (pipe, "E101"),
    "a file of 60 MiB": (huge, "E103"),
    "a file of a tebibyte": (huge_in_all, "E103"),
    "folders without end": (deep, "E103"),
}


@pytest.mark.parametrize(("build", "code"), TREES.values(), ids=TREES)
def test_a_folder_that_means_harm(tmp_path: Path, build: Callable[[Path], None], code: str) -> None:
    root = write_pack(tmp_path / "demo", {"a.md": RECALL})
    build(root)
    found = outcome(root, code)
    assert "secret" not in "".join(found).replace("secret.md", "")


def test_a_name_that_means_harm(tmp_path: Path) -> None:
    names = ("a\x1b[2J.md", "b\u202e.md", "c\n.md", "[red]d[/x].md")
    root = write_pack(tmp_path / "demo", dict.fromkeys(names, "x"))
    found = check(root)
    assert len([fault for fault in found if fault.code == "E208"]) == len(names)
    told = [str(fault).removeprefix(f"{root}/cards/") for fault in found if fault.code == "E105"]
    assert told == [
        "a\x1b[2J.md:1:1: E105 the name has the character U+001B, which is not allowed",
        "b\u202e.md:1:1: E105 the name has the character U+202E, which is not allowed",
        "c\\n.md:1:1: E105 the name has the character U+000A, which is not allowed",
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("[red]x[/red]", "[/x]", "[@click=app.quit]x[/]", "<b>x</b>", "<script>x</script>"),
        *("<!-- x -->", "&lt;x&#27;", "![x](/etc/passwd)", "[x](javascript:x)", "$(id) `id`"),
        *("%s %n {0}", "\\x1b[2J", "<https://x.example>"),
    ],
)
def test_markup_is_text(tmp_path: Path, words: str) -> None:
    """It shows as it is written, in prose and in titles; back quotes are Markdown's."""
    root = write_pack(tmp_path / "demo", {"a.md": recall(f"title: '{words}'\n", words)})
    (card,) = load(root).cards
    assert plain_text(card.answer) == words.replace("`", "")
    assert card.title == words
    assert open_pack(root).cards == (card,)


def test_a_header_of_this_machine_is_not_read(tmp_path: Path) -> None:
    text = code(f'#include "/etc/passwd"\n{ARRAY}s[0] = 1;')
    root = write_pack(tmp_path / "demo", {"a.md": text})
    assert not any("root" in fault.message for fault in check(root))


def test_too_many_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CARDS", 50)
    monkeypatch.setattr(checking, "_BATCH_BYTES", 1_000)
    text = "---\nkind: recall\n---\n" + "".join(
        f"# c{{file}}-{n}\n## Question\nWhat about {{file}} and {n}?\n## Answer\nx{n}\n"
        for n in range(20)
    )
    root = write_pack(tmp_path / "demo", {f"{n}.md": text.format(file=n) for n in range(9)})
    found = outcome(root, "E103")
    assert any("more than 50 cards; the rest is not read" in line for line in found)


def test_too_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_FILES", 20)
    monkeypatch.setattr(marks, "MAX_FILES", 20)
    outcome(write_pack(tmp_path / "demo", {f"{n}.md": "x" for n in range(30)}), "E103")


def test_much_slow_code_is_not_all_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "FENCE_SECONDS", 0.3)
    monkeypatch.setattr(judging, "MOST_SLOW", 0.5)
    slow = str(TEXTS["code that calls itself"][0])
    cards = {f"{n}.md": slow.replace("id: offset", f"id: c{n}") for n in range(5)}
    found = [str(fault) for fault in check(write_pack(tmp_path / "demo", cards))]
    assert sum("the code takes longer than 0.3 seconds" in line for line in found) >= 1
    assert sum("the pack's code takes too long to read" in line for line in found) >= 1


ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (code(f"{ARRAY}s[{ENDLESS} % 32] = 1;"), "E501"),
        (code(f"__shared__ float s[{ENDLESS}];\ns[0] = 1;"), "E501"),
        (code(f"#define A {ENDLESS}\n{ARRAY}s[A] = 1;"), "E501"),
        (EXAMPLE + f"\n## Traps\n- {ENDLESS}: no\n", "E313"),
        (EXAMPLE.replace("title:", f"answer: {ENDLESS}\ntitle:"), "E207"),
        (EXAMPLE.replace("title:", f"block: [{ENDLESS}]\ntitle:"), "E207"),
    ],
)
def test_a_number_without_end(tmp_path: Path, text: str, code: str) -> None:
    found = outcome(write_pack(tmp_path / "demo", {"a.md": text}), code)
    assert any("fit any integer type" in line for line in found) == (code == "E501")


@pytest.mark.parametrize("number", ["0x1p99999", "0x1.2.3p1", "0x.p1"])
def test_a_float_that_is_none(tmp_path: Path, number: str) -> None:
    text = code(f"{ARRAY}s[(int){number}] = 1;")
    outcome(write_pack(tmp_path / "demo", {"a.md": text}), "E501")


def test_slow_draws_are_not_all_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "FREE_SECONDS", 0.0)
    monkeypatch.setattr(judging, "MOST_SLOW", 0.0)
    tried: list[object] = []

    def noted(card: Card, values: Mapping[str, int]) -> Card:
        tried.append(values)
        return draw(card, values)

    monkeypatch.setattr(drawn, "draw", noted)
    found = [str(f) for f in check(write_pack(tmp_path / "demo", {"a.md": TEMPLATE}))]
    assert sum("the pack's code takes too long to read" in line for line in found) >= 1
    assert len(tried) == 1


def test_a_domain_without_end_is_not_walked(tmp_path: Path) -> None:
    wide = ", ".join(f"{name}: 1..90" for name in "abcdefg")
    text = TEMPLATE.replace("params: {", f"params: {{{wide}, ").replace(
        'where: "', 'where: "a < 0 and '
    )
    assert "params: {a:" in text
    assert "a < 0 and" in text
    outcome(write_pack(tmp_path / "demo", {"a.md": text}), "E404")


def test_too_many_draws_in_one_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MAX_ALL_DRAWS", 20)
    cards = {f"{n}.md": TEMPLATE.replace("id: walk", f"id: walk{n}") for n in range(3)}
    found = [str(fault) for fault in check(write_pack(tmp_path / "demo", cards))]
    assert sum("more than 20 draws in one pack" in line for line in found) == 1


MEMORY = """
import resource, sys
from pathlib import Path
from banktrainer.packs import check
found = check(Path(sys.argv[1]))
print(len(found), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def memory_of(root: Path) -> int:
    """Mebibytes at the most that a check of the pack takes."""
    command = [sys.executable, "-c", MEMORY, str(root)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[1]) // (1024 if sys.platform == "darwin" else 1)


def test_a_large_pack_without_sense_takes_little_memory(tmp_path: Path) -> None:
    pieces = ("{{1}} ", "*a_", "- ", "# a\n", "| a |\n|---|\n")
    cards = {
        f"{n}.md": recall(answer=piece * (100_000 // len(piece))) for n, piece in enumerate(pieces)
    }
    assert memory_of(write_pack(tmp_path / "demo", cards)) < MEBIBYTES


@pytest.mark.long
def test_a_million_cards(tmp_path: Path) -> None:
    """As many as the largest pack can hold: reading stops where there are more than enough."""
    card = "# c{file}-{n}\n## Question\nq{file} {n}\n## Answer\nx\n"
    size = 128 * 1024 - 1_000
    for file in range(500):
        cards = "".join(card.format(file=file, n=n) for n in range(size // 50))[:size]
        write_pack(tmp_path / "demo", {f"{file:03}.md": f"---\nkind: recall\n---\n{cards}"})
    started = time.process_time()
    found = [str(fault) for fault in check(tmp_path / "demo")]
    assert any(" E103 more than 20000 cards" in line or "too many faults" in line for line in found)
    assert time.process_time() - started < 120
    assert memory_of(tmp_path / "demo") < 2 * MEBIBYTES
