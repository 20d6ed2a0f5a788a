"""The machines as a list to pick from."""

from __future__ import annotations

from banktrainer.engine import MACHINES, Machine
from banktrainer.tui.sheets.picker import Option
from banktrainer.words import Words


def machine_options(w: Words) -> list[tuple[Option, str]]:
    """Each preset with the chips that it stands for, in the engine's order."""
    return [(_option(w, chip), name) for name, chip in MACHINES.items()]


def _option(w: Words, chip: Machine) -> Option:
    chips = w(f"cli.machine.{chip.name}")
    facts = {"lanes": chip.lanes, "banks": chip.banks, "bytes": chip.bank_bytes}
    return Option(chip.name, chips, f"{w('play.machines.facts', **facts)}. {chips}")
