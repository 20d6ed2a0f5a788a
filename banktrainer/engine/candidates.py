"""Which layouts are worth trying for a tile, and the facts of why one works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from banktrainer.engine.access import Access
from banktrainer.engine.layout import FieldArrays, Layout, Pitch, Swizzle, Tile
from banktrainer.engine.machine import Machine

Kind = Literal["soa", "pad", "swizzle"]
Span = tuple[int, int]
"""First byte inside an element, and width."""
Figures = Mapping[str, int]


def candidates(
    tile: Tile, spans: set[Span], machine: Machine
) -> Iterator[tuple[Kind, Iterator[Layout]]]:
    """The layouts of each kind that keep every access aligned, the cheapest first.

    `spans` are the parts of an element that are touched; a wide access reaches beyond one.
    """
    widest = max(width for _, width in spans)
    yield "soa", _field_arrays(tile, spans)
    yield "pad", _pitches(tile, widest, machine)
    yield "swizzle", _swizzles(tile, widest, machine)


def _field_arrays(tile: Tile, spans: set[Span]) -> Iterator[Layout]:
    """Only for parts of elements that don't overlap."""
    ordered = sorted(spans)
    ends = [first + width for first, width in ordered]
    apart = all(end <= first for end, (first, _) in zip(ends[:-1], ordered[1:], strict=True))
    whole = any(width >= tile.element_bytes for _, width in ordered)
    if apart and not whole and ends[-1] <= tile.element_bytes:
        yield FieldArrays()


def _pitches(tile: Tile, widest: int, machine: Machine) -> Iterator[Layout]:
    """Longer rows, until the banks of a row start over."""
    if tile.rows == 1:
        return
    period = _most_banks(machine) * machine.bank_bytes
    for pad in range(1, max(1, period // tile.element_bytes) + 1):
        if (tile.columns + pad) * tile.element_bytes % widest == 0:
            yield Pitch(tile.columns + pad)


def _swizzles(tile: Tile, widest: int, machine: Machine) -> Iterator[Layout]:
    """XORs that keep an element in its row and the parts of a wide access together."""
    elements = tile.rows * tile.columns
    for bits in range(1, _most_banks(machine).bit_length()):
        for base in range(tile.columns.bit_length()):
            whole = (tile.element_bytes << base) % widest == 0
            if not whole or tile.columns % (1 << (bits + base)):
                continue
            for shift in range(bits, elements.bit_length() - base):
                yield Swizzle(bits, base, shift)


def _most_banks(machine: Machine) -> int:
    return max(rule.banks for rule in machine.rules.values())


def told(layout: Layout, access: Access, tile: Tile, machine: Machine) -> tuple[Figures, Figures]:
    """A layout's parameters and the facts of why it works, for the banks that `access` meets.

    Pad: bytes of a row before and after, and by how many bytes the next row moves on over all
    banks; in banks too where that is whole. Swizzle: how many different permutations the rows
    get. Structure of arrays: the stride before and after, in bytes.
    """
    banks = machine.rule(access.op, access.width).banks
    if isinstance(layout, Pitch):
        params = {"pitch": layout.pitch, "pad": layout.pitch - tile.columns}
        return params, _row_facts(layout.pitch, tile, banks, machine.bank_bytes)
    if isinstance(layout, Swizzle):
        params = {"bits": layout.bits, "base": layout.base, "shift": layout.shift}
        return params, {"banks": banks, "permutations": 1 << layout.bits}
    facts = {"stride_bytes_before": tile.element_bytes, "stride_bytes": access.width}
    return {}, {"banks": banks, **facts}


def _row_facts(pitch: int, tile: Tile, banks: int, bank_bytes: int) -> Figures:
    before, after = (columns * tile.element_bytes for columns in (tile.columns, pitch))
    over = banks * bank_bytes
    facts = {
        "banks": banks,
        "row_bytes_before": before,
        "row_bytes": after,
        "step_bytes_before": before % over,
        "step_bytes": after % over,
    }
    if before % bank_bytes == 0 and after % bank_bytes == 0:
        facts["bank_step_before"] = before // bank_bytes % banks
        facts["bank_step"] = after // bank_bytes % banks
    return facts
