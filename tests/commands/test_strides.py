"""`strides`: the stride explorer as text."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Run


def test_the_strides_by_degree(run: Run) -> None:
    lines = run("strides").out.splitlines()
    assert lines[0] == "nvidia · loads of 4 bytes · offset 0"
    assert lines[1] == "32-way: strides 32 and 64"
    assert lines[-1] == "no conflict: strides 0 (one word for all), 1, 3, 5, …, 63"


def test_another_access_on_another_machine(run: Run) -> None:
    done = run("strides", "--op", "atomic", "--offset", "3", "--machine", "gfx950")
    assert done.out.startswith("gfx950 · atomics of 4 bytes · offset 3\n32-way: strides 0")


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("--machine", "nvidea"), 2, "nvidia"),
        (("--width", "3"), 2, "--width"),
        (("--offset", "-1"), 2, "--offset"),
        (("--machine", "cc2", "--width", "16"), 1, "cc2 has no rule for a 16-byte load"),
    ],
)
def test_what_can_t_be_counted_is_told(
    run: Run, arguments: tuple[str, ...], code: int, part: str
) -> None:
    done = run("strides", *arguments)
    assert done.code == code
    assert part in done.err
