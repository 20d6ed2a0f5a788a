"""A large pack checked by several processes: the same faults as by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from banktrainer.packs import check, checking
from tests.bench.packs import make
from tests.packs.desk import EXAMPLE, RECALL, write_pack
from tests.packs.test_templates import TEMPLATE


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checking, "_BATCH_BYTES", 2_000)
    root = make(tmp_path / "large", 120)
    own = "---\nid: walk-0\n---\n## Answer\n{{bank 99}}.\n"
    wrong = EXAMPLE.replace("title:", "answer: 3\ntitle:")
    more = {"a.md": wrong, "b.md": TEMPLATE, "c.md": RECALL, "z.hi-Latn.md": own}
    return write_pack(root, more, (root / "pack.yaml").read_bytes())


def test_two_processes_find_what_one_does(pack: Path) -> None:
    alone = check(pack, processes=1)
    assert {fault.code for fault in alone} >= {"E405", "E503", "E504", "W510"}
    assert check(pack, processes=2) == alone


def test_a_process_that_dies_is_made_up_for(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from banktrainer.packs import workers

    monkeypatch.setattr(workers, "_begin", _die)
    assert check(pack, processes=2) == check(pack, processes=1)


def _die(*_: object) -> None:
    import os

    os._exit(1)
