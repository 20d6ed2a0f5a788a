"""Machine: a named set of hardware rules, each with its source and how sure it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from operator import index
from reprlib import repr as short
from types import MappingProxyType

from banktrainer.engine.faults import EngineError
from banktrainer.engine.inputs import MOST_LANES, OPS, WIDTHS, Op, is_whole

Lanes = tuple[int, ...]
Kind = tuple[Op, int]
"""An instruction: its operation and its width in bytes."""
MOST = 64
"""Banks, and lanes of a phase, that a rule may have at most: what fits one number's bits."""


class MachineError(EngineError):
    """A machine that nobody knows, or one that has no rule for an instruction."""


class Sureness(StrEnum):
    """How far a rule can be trusted; ASSUMED where no source states it."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    ASSUMED = "assumed"


class Sharing(StrEnum):
    """What lanes that want words of one bank may share in one pass.

    WORD: all lanes on one word. PAIR: also two words one bank row apart inside an aligned pair of
    rows. LEAD: only the lanes on the word of the lowest waiting lane. NONE: each lane takes a pass.
    """

    WORD = "word"
    PAIR = "pair"
    LEAD = "lead"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is stated."""

    text: str
    url: str | None = None


AS_WORD = Source("No source: an element of less than 4 bytes is taken as its whole word")
AS_LOAD = Source("No source: the operation is taken as the load of its width")
SERIAL = Source("No source: an atomic is taken to serve one lane a bank and pass")


@dataclass(frozen=True, slots=True)
class Rule:
    """How one kind of instruction is served: its phases in order, the banks and what is shared.

    `requests` is the number of one-word requests that the instruction is issued as, each with all
    the phases. `merges`: neighbouring phases merge in pairs where all active lanes agree in
    address with lane^1, or all with lane^2 (an inactive partner agrees).
    """

    phases: tuple[Lanes, ...]
    banks: int
    sure: Sureness
    sources: tuple[Source, ...]
    sharing: Sharing = Sharing.WORD
    requests: int = 1
    merges: bool = False

    def __post_init__(self) -> None:
        if not is_whole(self.banks) or not 1 <= self.banks <= MOST or self.banks & (self.banks - 1):
            raise MachineError(f"{short(self.banks)} banks given: use a power of two up to {MOST}")
        try:
            in_order = tuple(tuple(sorted(map(index, phase))) for phase in self.phases)
        except (TypeError, ValueError) as error:
            raise MachineError(f"phases are groups of lanes, not {short(self.phases)}") from error
        if any(len(phase) > MOST for phase in in_order):
            raise MachineError(f"a phase of more than {MOST} lanes given")
        object.__setattr__(self, "phases", in_order)


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """Lanes of a warp, banks, bytes of a bank's word, and a Rule for each kind of instruction.

    `rules` takes the kinds that a source states; the others are filled in as assumed: an
    operation as the load of its width, a sub-word as 4 bytes, atomics one lane a bank and pass.
    `refused` gives the reason for a width that has no trustworthy rule.
    """

    name: str
    lanes: int
    banks: int
    bank_bytes: int
    rules: Mapping[Kind, Rule]
    sure: Sureness
    sources: tuple[Source, ...]
    refused: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check()
        filled = {
            (op, width): found
            for op in OPS
            for width in WIDTHS
            if (found := self._found(op, width)) and (op != "ldmatrix" or width == WIDTHS[-1])
        }
        object.__setattr__(self, "rules", MappingProxyType(filled))
        object.__setattr__(self, "refused", MappingProxyType(dict(self.refused)))

    def __reduce__(self) -> tuple[type[Machine], tuple[object, ...]]:
        rules, refused = dict(self.rules), dict(self.refused)
        own = (self.name, self.lanes, self.banks, self.bank_bytes)
        return Machine, (*own, rules, self.sure, self.sources, refused)

    def __deepcopy__(self, memo: object) -> Machine:
        """Itself: it can't be changed."""
        return self

    def __copy__(self) -> Machine:
        return self

    def rule(self, op: Op, width: int) -> Rule:
        """The rule of an instruction; raises MachineError where there is none."""
        named = isinstance(op, str) and is_whole(width)
        found = self.rules.get((op, width)) if named else None
        if found is None:
            why = self.refused.get(width, "no source states one") if named else "no instruction"
            raise MachineError(
                f"{self.name} has no rule for a {_told(width)}-byte {_told(op)}: {why}"
            )
        return found

    @property
    def merge(self) -> bool:
        """Whether some instruction's phases may merge."""
        return any(rule.merges for rule in self.rules.values())

    @property
    def atomic(self) -> Sharing:
        """What lanes share in an atomic's pass."""
        return self.rule("atomic", 4).sharing

    def _check(self) -> None:
        if (
            not is_whole(self.bank_bytes)
            or self.bank_bytes < 4
            or self.bank_bytes & (self.bank_bytes - 1)
        ):
            raise MachineError(
                f"a bank word of {short(self.bank_bytes)} bytes given: use 4, 8 or 16"
            )
        if not is_whole(self.lanes) or not 1 <= self.lanes <= MOST_LANES:
            raise MachineError(f"a warp of {short(self.lanes)} lanes given")
        if not isinstance(self.rules, Mapping) or not all(map(_is_entry, self.rules.items())):
            raise MachineError(f"{self.name}: rules maps (operation, width) to a Rule")
        for (op, width), rule in self.rules.items():
            if sorted(lane for phase in rule.phases for lane in phase) != list(range(self.lanes)):
                raise MachineError(
                    f"{self.name}, {width}-byte {op}: each of the {self.lanes} lanes must stand in "
                    "one phase"
                )
            if rule.requests not in (1, width // self.bank_bytes):
                raise MachineError(
                    f"{self.name}, {width}-byte {op}: {rule.requests} requests are not one a word"
                )
            if rule.merges and len(rule.phases) % 2:
                raise MachineError(f"{self.name}, {width}-byte {op}: an odd phase can't merge")

    def _found(self, op: Op, width: int) -> Rule | None:
        if own := self.rules.get((op, width)):
            return own
        if width < 4:
            full = self._found(op, 4)
            return full and _assumed(full, AS_WORD)
        load = self.rules.get(("load", width))
        if load is None or op == "load":
            return None
        if op == "atomic":
            return replace(_assumed(load, SERIAL), sharing=Sharing.NONE)
        return _assumed(load, AS_LOAD)


def _assumed(rule: Rule, why: Source) -> Rule:
    """The rule for an instruction of which no source speaks."""
    others = tuple(source for source in rule.sources if source != why)
    return replace(rule, sure=Sureness.ASSUMED, sources=(why, *others), merges=False)


def _is_entry(entry: tuple[object, object]) -> bool:
    kind, rule = entry
    named = isinstance(kind, tuple) and len(kind) == 2 and kind[0] in OPS and kind[1] in WIDTHS
    return named and isinstance(rule, Rule)


def _told(value: object) -> str:
    return value if isinstance(value, str) and len(value) < 20 else short(value)
