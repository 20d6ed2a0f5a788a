"""Random accesses of all machines, widths, operations and masks, with the collisions they need."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from banktrainer.engine import OPS, WIDTHS, Access, Op

from . import reference


@dataclass(frozen=True)
class Case:
    """One access on one machine, still as plain lists."""

    machine: str
    addresses: list[int]
    width: int
    op: Op
    active: list[bool] | None

    @property
    def access(self) -> Access:
        return Access(self.addresses, self.width, self.op, self.active)  # type: ignore[arg-type]

    @property
    def figures(self) -> reference.Figures:
        return reference.figures(self.machine, self.addresses, self.width, self.op, self.active)


def widths(machine: str, op: Op) -> list[int]:
    known = [16] if op == "ldmatrix" else list(WIDTHS)
    return [width for width in known if not (machine == "cc2" and width == 16)]


def elements(lanes: int) -> st.SearchStrategy[list[int]]:
    """Element numbers: gathers of few or many words, walks, blocks, and pairs that agree."""
    highs = st.sampled_from([0, 3, 40, 300, 4_000, 70_000, 2**33])
    gathers = highs.flatmap(
        lambda high: st.lists(st.integers(0, high), min_size=lanes, max_size=lanes)
    )
    walks = st.builds(
        lambda stride, offset, share: [stride * (lane // share) + offset for lane in range(lanes)],
        st.integers(0, 130),
        st.integers(0, 100),
        st.sampled_from([1, 2, 4, 8]),
    )
    pairs = st.builds(
        lambda first, bit: [first[lane & ~bit] for lane in range(lanes)],
        gathers,
        st.sampled_from([1, 2]),
    )
    return st.one_of(gathers, walks, pairs)


def masks(lanes: int) -> st.SearchStrategy[list[bool] | None]:
    every = st.lists(st.booleans(), min_size=lanes, max_size=lanes)
    few = st.sets(st.integers(0, lanes - 1), max_size=3).map(
        lambda on: [lane in on for lane in range(lanes)]
    )
    return st.one_of(st.none(), every, few)


@st.composite
def cases(draw: st.DrawFn, machines: tuple[str, ...] = reference.NAMES) -> Case:
    machine = draw(st.sampled_from(machines))
    op = draw(st.sampled_from([op for op in OPS if machine != "cc2" or op != "ldmatrix"]))
    width = draw(st.sampled_from(widths(machine, op)))
    lanes = reference.lanes_of(machine)
    addresses = [element * width for element in draw(elements(lanes))]
    return Case(machine, addresses, width, op, draw(masks(lanes)))
