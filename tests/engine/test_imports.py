"""The floor's face: every name is there, and asking for none loads no numpy."""

from __future__ import annotations

import subprocess
import sys

import banktrainer.engine as engine


def test_the_package_alone_loads_no_numpy() -> None:
    script = "import sys, banktrainer.engine; print('numpy' in sys.modules)"
    command = [sys.executable, "-c", script]
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"False"


def test_every_name_is_what_it_says_even_after_its_module_was_imported() -> None:
    for name, module in engine._MODULE_OF.items():
        __import__(f"banktrainer.engine.{module}")
        assert type(getattr(engine, name)) is not type(engine), name


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(engine, "warp_speed")
