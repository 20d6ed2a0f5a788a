"""The machines as a list to pick from."""

from __future__ import annotations

from banktrainer.engine import MACHINES
from banktrainer.tui.sheets.picker import Option
from banktrainer.words import Words


def machine_options(w: Words) -> list[tuple[Option, str]]:
    """Each preset with its lanes and banks, in the engine's order."""
    return [
        (
            Option(
                name,
                w(
                    "play.machines.facts",
                    lanes=chip.lanes,
                    banks=chip.banks,
                    bytes=chip.bank_bytes,
                ),
            ),
            name,
        )
        for name, chip in MACHINES.items()
    ]
