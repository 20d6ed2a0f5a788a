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


def test_the_table_fits_and_says_what_each_machine_is(run: Run) -> None:
    said = run("machines").out
    assert "cc1              32     16      4   2   4   8                high" in said
    assert "cc2              32     32      4   1   2   -                high" in said
    assert max(map(len, said.splitlines())) <= 80
    assert all(Words().has(f"cli.machine.{name}") for name in MACHINES)
