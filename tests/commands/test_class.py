"""`data export --results` and `class report`, as a learner and an instructor would use them."""

from __future__ import annotations

import csv
import html.parser
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from banktrainer.records import open_journal
from banktrainer.study.journal import Answer
from tests.classroom.files import NOON, hand_in
from tests.commands.conftest import Run
from tests.study.desk import row

duckdb = pytest.importorskip("duckdb")
EVIL = "<script>alert(1)</script>\x1b]0;x\x07\u202e'\"&[red]"


def store(home: Path, *rows: Answer) -> None:
    journal = open_journal(home)
    for each in rows:
        journal.append(each)
    journal.close()


def small_class(folder: Path) -> list[str]:
    """Six learners over four items, the first of them with a wrong idea."""
    paths = []
    for n in range(6):
        rows = [
            row(
                f"item-{k}",
                id=f"{n}-{k}",
                verdict="right" if k <= n else "wrong",
                model=None if k <= n else "bank-is-chunk",
                cell="ABCD"[k],
            )
            for k in range(4)
        ]
        paths.append(str(hand_in(folder / f"{n}.jsonl", rows)))
    return paths


def test_what_a_learner_hands_in_is_what_an_instructor_reads(
    run: Run, home: Path, tmp_path: Path
) -> None:
    store(home, row("offset", cell="E"), row("double", verdict="wrong", cell="J"))
    done = run("data", "export", "--results", "--out", str(tmp_path / "mine.jsonl"))
    assert (done.code, done.out) == (0, "")
    seal = json.loads((tmp_path / "mine.jsonl").read_text().splitlines()[-1])["hash"]
    assert done.err.splitlines()[-1].endswith(f", 2 answers; the file's seal: {seal}")
    assert (tmp_path / "mine.jsonl").stat().st_mode & 0o077 == 0
    told = run("class", "report", str(tmp_path / "mine.jsonl"))
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("1 learner, 2 answers, 50 % right.")


def test_results_go_to_stdout_too(run: Run, home: Path) -> None:
    store(home, row("offset"))
    done = run("data", "export", "--results")
    assert [json.loads(line).get("kind") for line in done.out.splitlines()] == [
        "banktrainer-results",
        None,
        None,
    ]


def test_a_name_is_in_the_file_only_if_it_was_given(run: Run, home: Path, tmp_path: Path) -> None:
    store(home, row("offset"))
    path = tmp_path / "mine.jsonl"
    path.write_text(run("data", "export", "--results", "--name", "Ada").out)
    hidden = run("class", "report", "--format", "csv", str(path)).out
    assert "Ada" not in hidden
    assert "learner-" in hidden
    assert "Ada" in run("class", "report", "--format", "csv", "--names", str(path)).out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--results"], 1, "no answers yet"),
        (["--name", "Ada"], 2, "goes with --results"),
        (["--results", "--name", " "], 2, "1 to 100 characters"),
        (["--format", "parquet"], 2, "give --out FILE"),
    ],
)
def test_what_cannot_be_handed_in(run: Run, options: list[str], code: int, said: str) -> None:
    done = run("data", "export", *options)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_the_table(run: Run, tmp_path: Path) -> None:
    done = run("class", "report", *small_class(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].startswith("6 learners, 24 answers, 75 % right.")
    cells = done.out.split("Mastery by cell\n")[1].splitlines()
    assert cells[1].split() == ["A", "stride", "1", "6", "6", "100", "%", "25", "%"]
    models = done.out.split("The most common wrong models\n")[1].splitlines()
    assert models[1].split() == ["a", "bank", "is", "a", "chunk", "3", "6"]
    items = done.out.split("The hardest items\n")[1].splitlines()
    assert items[1].split() == ["core/item-3", "6", "50", "%", "+0.65", "0"]


def test_the_csv_has_every_row_and_no_formula(run: Run, tmp_path: Path) -> None:
    paths = small_class(tmp_path)
    paths.append(str(hand_in(tmp_path / "x", [row("a", id="x", model="=1+1")], name="=cmd()")))
    done = run("class", "report", "--format", "csv", "--names", *paths)
    rows = list(csv.DictReader(io.StringIO(done.out)))
    sections = [each["section"] for each in rows]
    assert [sections.count(each) for each in ("cell", "model", "item", "learner")] == [10, 2, 5, 7]
    assert {each["id"] for each in rows} >= {"'=1+1", "'=cmd()"}
    assert rows[0]["mastery"] == "0.2143"


class Page(html.parser.HTMLParser):
    """Which tags a page opens, and their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def test_the_page_stands_alone_and_reads_no_text_as_markup(run: Run, tmp_path: Path) -> None:
    paths = small_class(tmp_path)
    evil = [row("a", id=f"e{n}", card=EVIL[:90], pack="p", model=EVIL) for n in range(2)]
    paths.append(str(hand_in(tmp_path / "evil", evil, name=EVIL)))
    out = tmp_path / "report.html"
    done = run("class", "report", "--format", "html", "--names", "--out", str(out), *paths)
    assert done.code == 0
    text = out.read_text("utf-8")
    page = Page(text)
    assert page.tags.count("svg") == 5
    assert page.tags.count("table") == 5
    assert not {"script", "link", "img", "iframe", "object", "base", "form"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name.startswith("on") or name == "href"]
    assert not [v for _, v in page.attributes if v and "://" in v and "w3.org" not in v]
    assert "&lt;script&gt;" in text
    assert not {"\x1b", "\x07", "\u202e"} & set(text)
    assert "url(" not in text
    assert "@import" not in text


def test_a_broken_file_is_named_and_the_others_are_used(run: Run, tmp_path: Path) -> None:
    paths = small_class(tmp_path)
    bad = Path(paths[2])
    bad.write_text(bad.read_text().replace('"wrong"', '"right"', 1))
    done = run("class", "report", *paths, str(tmp_path / "none"))
    assert done.code == 1
    assert done.out.startswith("5 learners, 20 answers")
    assert done.err.splitlines() == [
        f"{bad}:5: the chain of hashes breaks here: this line was altered, put in, moved, or one "
        "before it is missing; left out",
        f"{tmp_path / 'none'}: the file can't be read (no such file or directory); left out",
    ]
    page = tmp_path / "page"
    assert run("class", "report", "--format", "html", "--out", str(page), *paths).code == 1
    assert f"{bad}:5: the chain" in page.read_text("utf-8")


def test_no_file_that_can_be_used(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\x00\xff" * 1000)
    done = run("class", "report", str(tmp_path / "a"), str(tmp_path))
    assert (done.code, done.out) == (1, "")
    assert "this is not a results file" in done.err
    assert "a folder is in its place" in done.err
    assert done.err.endswith("banktrainer: error: no file could be used\n")


def test_escapes_in_a_files_name_and_words_are_shown(run: Run, tmp_path: Path) -> None:
    path = hand_in(tmp_path / "a\x1b[31m", [row("a", card="b\x1b[2J", model="m\x07")])
    done = run("class", "report", str(path), str(tmp_path / "c\x1b[0m"))
    assert not {"\x1b", "\x07"} & set(done.out + done.err)
    assert "\\x1b[2J" in done.out


@pytest.mark.parametrize("what", ["folder", "database"])
def test_out_writes_over_no_folder_and_no_records(
    run: Run, home: Path, tmp_path: Path, what: str
) -> None:
    store(home, row("offset"))
    out = home if what == "folder" else home / "records.sqlite3"
    before = (home / "records.sqlite3").read_bytes()
    paths = small_class(tmp_path)
    for command in (["data", "export", "--results"], ["class", "report", *paths]):
        done = run(*command, "--out", str(out))
        assert done.code == 1
        assert f"{out} is a " in done.err
    assert (home / "records.sqlite3").read_bytes() == before


def test_a_place_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    done = run("class", "report", "--out", str(tmp_path / "no" / "x"), *small_class(tmp_path))
    assert done.code == 1
    assert "this can't be written (no such file or directory)" in done.err


def test_parquet_is_read_by_another_engine(run: Run, home: Path, tmp_path: Path) -> None:
    store(home, row("offset", params={"s": 6}), row("double", forecast=None, confidence="none"))
    whole, mine = tmp_path / "it's.parquet", tmp_path / "mine.parquet"
    assert run("data", "export", "--format", "parquet", "--out", str(whole)).code == 0
    results = ["--results", "--name", "O'Hara", "--format", "parquet", "--out", str(mine)]
    assert run("data", "export", *results).code == 0
    read = duckdb.connect().execute
    found = read(
        'SELECT card, params, "at", forecast FROM read_parquet(?) ORDER BY id', [str(whole)]
    )
    rows = found.fetchall()
    assert [each[0] for each in rows] == ["offset", "double"]
    assert (rows[0][1], rows[0][2], rows[1][3]) == ('{"s":6}', NOON.replace(tzinfo=None), None)
    names = [each[0] for each in read("SELECT * FROM read_parquet(?)", [str(mine)]).description]
    assert names[:4] == ["n", "id", "pack", "card"]
    about = dict(read("SELECT key, value FROM parquet_kv_metadata(?)", [str(mine)]).fetchall())
    assert about[b"name"] == b"O'Hara"


_WITHOUT = """
import sys
sys.modules["duckdb"] = None
from banktrainer.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    "command", [["class", "report", "x"], ["data", "export", "--format", "parquet", "--out", "x"]]
)
def test_without_duckdb_one_line_says_how_to_get_it(
    home: Path, tmp_path: Path, command: list[str]
) -> None:
    store(home, row("offset"))
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT, *command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "BANKTRAINER_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "banktrainer: error: this needs DuckDB; install it with: pip install 'banktrainer[class]'\n"
    )
    assert not list(tmp_path.glob("*x*"))
