"""`machines`: what the engine knows, for people and for programs."""

from __future__ import annotations

import json

from banktrainer.engine import MACHINES
from banktrainer.words import Words
from tests.commands.conftest import Run


def test_json_has_the_contract_s_shape(run: Run) -> None:
    rows = json.loads(run("machines", "--json").out)
    assert [row["name"] for row in rows] == list(MACHINES)
    for row in rows:
        assert list(row)[:9] == [
            *("name", "lanes", "banks", "bank_bytes", "phases", "merge", "atomic", "sure"),
            "source",
        ]
        assert all(set(source) == {"text", "url"} for source in row["source"])
        for op, widths in row["rule_source"].items():
            for width, numbers in widths.items():
                cited = [row["source"][number]["text"] for number in numbers]
                assumed = row["rule_sure"][op][width] == "assumed"
                assert cited
                assert assumed == any(text.startswith("No source") for text in cited)
        for widths in row["phases"].values():
            for phases in widths.values():
                lanes = sorted(lane for phase in phases for lane in phase)
                assert lanes == list(range(row["lanes"]))


def test_json_of_the_default_machine(run: Run) -> None:
    nvidia = json.loads(run("machines", "--json").out)[0]
    assert (nvidia["lanes"], nvidia["banks"], nvidia["bank_bytes"]) == (32, 32, 4)
    assert nvidia["phases"]["load"]["4"] == [list(range(32))]
    assert nvidia["phases"]["load"]["8"] == [list(range(16)), list(range(16, 32))]
    assert (nvidia["merge"], nvidia["atomic"], nvidia["sure"]) == (False, "serial", "high")
    assert nvidia["rule_sure"]["atomic"]["4"] == "assumed"


def test_a_source_without_an_address_says_so(run: Run) -> None:
    rows = json.loads(run("machines", "--json").out)
    for source in (source for row in rows for source in row["source"]):
        said = source["text"].startswith(("No source", "A public file, address unknown"))
        assert bool(source["url"]) != said, source


def test_json_says_what_each_assumption_rests_on(run: Run) -> None:
    rows = {row["name"]: row for row in json.loads(run("machines", "--json").out)}
    chip = rows["gfx950"]
    (first, *_) = chip["rule_source"]["store"]["16"]
    assert chip["rule_sure"]["store"]["16"] == "assumed"
    assert chip["source"][first]["text"].startswith("No source gives the lanes of a 16-byte write")
    assert any(source["text"].startswith("No source: an atomic") for source in chip["source"])


def test_the_table_fits_and_says_what_each_machine_is(run: Run) -> None:
    said = run("machines").out
    assert "cc1              32     16      4   2   4   8                high" in said
    assert "cc2              32     32      4   1   2   -                high" in said
    assert max(map(len, said.splitlines())) <= 80
    assert all(Words().has(f"cli.machine.{name}") for name in MACHINES)
