"""Every machine preset, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from reprlib import repr as short
from types import MappingProxyType

from banktrainer.engine import sources as src
from banktrainer.engine.machine import (
    Kind,
    Lanes,
    Machine,
    MachineError,
    Rule,
    Sharing,
    Source,
    Sureness,
)

HIGH, MEDIUM, LOW, ASSUMED = Sureness


def _even(lanes: int, size: int) -> tuple[Lanes, ...]:
    """The lanes in groups of `size` neighbours."""
    return tuple(tuple(range(first, first + size)) for first in range(0, lanes, size))


def _runs(*groups: str, plus: Iterable[int] = (0,)) -> tuple[Lanes, ...]:
    """Groups written as "0-3 20-23", once for each shift in `plus`."""
    spans = [[span.split("-") for span in group.split()] for group in groups]
    return tuple(
        tuple(lane + shift for first, last in group for lane in range(int(first), int(last) + 1))
        for shift in plus
        for group in spans
    )


def _loads(rule: Rule, *widths: int) -> dict[Kind, Rule]:
    return {("load", width): rule for width in widths}


_CC5 = (src.GUIDE_CC5, src.NSIGHT)
_CC5_WIDE = (src.NVFUSER, src.FORUM_LDS128, src.FORUM_DOUBLE, src.MICROBENCH)
_MERGE = (src.FORUM_MERGE, src.MICROBENCH)
_ATOMIC = (src.NO_ATOMIC_FIGURE, src.B300_ATOMICS)


def _atomics(phases_by_width: Mapping[int, int], sure: Sureness) -> dict[Kind, Rule]:
    return {
        ("atomic", width): Rule(_even(32, size), 32, sure, _ATOMIC, Sharing.NONE)
        for width, size in phases_by_width.items()
    }


def _modern(name: str, merges: bool) -> Machine:
    """NVIDIA from CC 5.0 on; `merges` adds the merged wide loads measured on CC 7.0-8.0."""
    wide = (*_MERGE, *_CC5_WIDE) if merges else _CC5_WIDE
    rules: dict[Kind, Rule] = {
        **_loads(Rule(_even(32, 32), 32, HIGH, (*_CC5, src.HALF_COUNTS)), 1, 2, 4),
        **_loads(Rule(_even(32, 16), 32, HIGH, wide, merges=merges), 8),
        **_loads(Rule(_even(32, 8), 32, HIGH, wide, merges=merges), 16),
        ("store", 4): Rule(_even(32, 32), 32, HIGH, _CC5),
        ("ldmatrix", 16): Rule(_even(32, 8), 32, HIGH, (src.PTX_LDMATRIX, src.LEETCUDA)),
        **_atomics({4: 32, 8: 16, 16: 8}, ASSUMED),
    }
    return Machine(name, 32, 32, 4, rules, HIGH, wide[:2] + _CC5 if merges else _CC5 + wide)


def _kepler(name: str, bank_bytes: int, sharing: Sharing, wide_sure: Sureness) -> Machine:
    """Kepler's two bank modes; gpumembench does not name its own, the default is 4 bytes."""
    sources = (src.GUIDE_42_CC3, src.KEPLER_WIDTHS)
    unsure = (src.KEPLER_MODE,) if wide_sure is ASSUMED else ()
    rules = {
        **_loads(Rule(_even(32, 32), 32, HIGH, sources, sharing), 4, 8),
        **_loads(Rule(_even(32, 16), 32, wide_sure, (*unsure, *sources), sharing), 16),
    }
    return Machine(name, 32, 32, bank_bytes, rules, HIGH, sources)


def _fermi() -> Machine:
    sources = (src.GUIDE_42_CC2,)
    rules = {
        **_loads(Rule(_even(32, 32), 32, HIGH, sources), 1, 4),
        **_loads(Rule(_even(32, 16), 32, HIGH, sources), 8),
    }
    refused = {16: "the guide and a measurement disagree"}
    return Machine("cc2", 32, 32, 4, rules, HIGH, sources, refused)


def _tesla() -> Machine:
    """Compute capability 1: half-warps, and wide accesses fetched word by word."""
    sources = (src.GUIDE_42_CC1,)
    rules: dict[Kind, Rule] = {
        ("load", width): Rule(
            _even(32, 16), 16, HIGH, sources, Sharing.LEAD, requests=max(1, width // 4)
        )
        for width in (1, 4, 8, 16)
    }
    return Machine("cc1", 32, 16, 4, rules, HIGH, sources)


_SPLIT_32 = ("0-3 20-23", "4-7 16-19", "8-11 28-31", "12-15 24-27")
"""The 16-byte read groups of 32 lanes on CDNA 3 and RDNA 3."""


def _alternating(groups: tuple[str, ...]) -> tuple[Lanes, ...]:
    """Each group, then the same group 32 lanes on."""
    return tuple(phase for group in groups for phase in _runs(group, plus=(0, 32)))


def _cdna(name: str, sure: Sureness, *sources: Source) -> Machine:
    rules = {
        **_loads(Rule(_even(64, 32), 32, sure, sources), 4),
        **_loads(Rule(_even(64, 16), 32, sure, sources), 8),
        **_loads(Rule(_alternating(_SPLIT_32), 32, sure, sources), 16),
    }
    return Machine(name, 64, 32, 4, rules, sure, sources)


def _gfx942() -> Machine:
    read = _cdna("gfx942", HIGH, src.AMD_CDNA3)
    write = Rule(_even(64, 8), 32, HIGH, (src.AMD_CDNA3, src.ROCM_BLOG))
    rules: dict[Kind, Rule] = {
        ("load", 4): read.rule("load", 4),
        ("load", 8): read.rule("load", 8),
        ("load", 16): read.rule("load", 16),
        ("store", 16): write,
    }
    return Machine("gfx942", 64, 32, 4, rules, HIGH, (*read.sources, src.ROCM_BLOG))


def _gfx950() -> Machine:
    sources = (src.AMD_CDNA4, src.HIPKITTENS)
    quarters = _runs("0-3 12-15 20-27", "4-11 16-19 28-31", plus=(0, 32))
    rules: dict[Kind, Rule] = {
        **_loads(Rule(_even(64, 32), 64, ASSUMED, (src.GFX950_WORDS, *sources)), 4),
        **_loads(Rule(_even(64, 32), 64, HIGH, sources), 8),
        **_loads(Rule(quarters, 64, HIGH, sources), 16),
        ("store", 8): Rule(_even(64, 16), 32, HIGH, (src.HIPKITTENS,)),
        ("store", 16): Rule(quarters, 64, ASSUMED, (src.GFX950_WRITES, src.HIPKITTENS)),
    }
    return Machine("gfx950", 64, 64, 4, rules, MEDIUM, sources)


def _rdna(name: str, widest: tuple[Lanes, ...], source: Source) -> Machine:
    rules = {
        **_loads(Rule(_even(32, 32), 32, HIGH, (source,)), 4),
        **_loads(Rule(_even(32, 16), 32, HIGH, (source,)), 8),
        **_loads(Rule(widest, 32, HIGH, (source,)), 16),
    }
    return Machine(name, 32, 32, 4, rules, HIGH, (source,))


def _intel() -> Machine:
    bound = (src.INTEL_SLM, src.BANK_BYTES_BOUND)
    rules: dict[Kind, Rule] = {
        **_loads(Rule(_even(16, 16), 16, HIGH, (src.INTEL_SLM,)), 4),
        **_loads(Rule(_even(16, 8), 16, ASSUMED, bound), 8),
        **_loads(Rule(_even(16, 4), 16, ASSUMED, bound), 16),
        ("store", 4): Rule(_even(16, 16), 16, MEDIUM, (src.INTEL_OPENCL,), Sharing.NONE),
        ("store", 8): Rule(_even(16, 8), 16, ASSUMED, (src.INTEL_OPENCL, *bound), Sharing.NONE),
        ("store", 16): Rule(_even(16, 4), 16, ASSUMED, (src.INTEL_OPENCL, *bound), Sharing.NONE),
    }
    return Machine("intel-slm", 16, 16, 4, rules, MEDIUM, (src.INTEL_SLM, src.INTEL_OPENCL))


MACHINES: Mapping[str, Machine] = MappingProxyType(
    {
        machine.name: machine
        for machine in (
            _modern("nvidia", merges=False),
            _modern("nvidia-merge", merges=True),
            _kepler("cc3-64", 8, Sharing.WORD, ASSUMED),
            _kepler("cc3-32", 4, Sharing.PAIR, MEDIUM),
            _fermi(),
            _tesla(),
            _cdna("gfx906", MEDIUM, src.MICROBENCH),
            _gfx942(),
            _gfx950(),
            _rdna("gfx1100", _runs(*_SPLIT_32), src.AMD_RDNA3),
            _rdna("gfx1201", _even(32, 8), src.AMD_RDNA4),
            _intel(),
        )
    }
)


def machine_of(machine: str | Machine) -> Machine:
    """The machine itself, or the preset of that name; raises MachineError for an unknown name."""
    if isinstance(machine, Machine):
        return machine
    found = MACHINES.get(machine) if isinstance(machine, str) else None
    if found is None:
        raise MachineError(f"unknown machine {short(machine)}: use one of {', '.join(MACHINES)}")
    return found
