"""What every test may use: the `--long` flag for the runs that take minutes."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("busy", deadline=None)  # the machine may be a slow or a busy one
settings.load_profile("busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="also run the fuzz and kill runs that take minutes"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    long: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        (long if "long" in item.keywords else short).append(item)
    config.hook.pytest_deselected(items=long)
    items[:] = short
