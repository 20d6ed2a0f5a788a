"""What a reader of the code sees in an access: its step, its rows, its pitch, its XOR."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from banktrainer.engine import Access, Verdict
from banktrainer.study.models.picture import documented
from banktrainer.study.models.tally import tally

_LEAST_RUN = 4


@dataclass(frozen=True, slots=True)
class Pattern:
    """The access as a pattern of elements (of its width, counted from its array's start).

    `elements` holds one for each lane, an inactive lane's being meaningless. `step` leads from
    one active lane to the next one at the start. `line` is stride and offset where all active
    lanes lie on one. `run` is the length of equal runs of lanes, each on a line of that step:
    rows of a 2-D block.
    """

    elements: tuple[int, ...]
    lanes: tuple[int, ...]
    step: int | None
    line: tuple[int, int] | None
    run: int | None
    full: bool


@lru_cache(maxsize=512)
def pattern(access: Access) -> Pattern:
    base = access.origin.base if access.origin else 0
    start = base if base % access.width == 0 else 0
    elements = tuple((a - start) // access.width for a in access.addresses.tolist())
    lanes = access.active_lanes
    step = _step(elements, lanes)
    line = _line(elements, lanes, step)
    full = len(lanes) == access.lanes
    run = _run(elements) if full and line is None else None
    return Pattern(elements, lanes, step, line, run, full)


@lru_cache(maxsize=512)
def hardware(access: Access) -> Verdict:
    """What the documented rules say of the access."""
    return tally(access, documented(access))


def pitch(access: Access) -> int | None:
    """Elements from one row to the next: the array's own, else the longest regular step."""
    origin = access.origin
    if origin is not None and len(origin.dims) > 1:
        return origin.dims[-1]
    seen = pattern(access)
    if seen.line is not None:
        return abs(seen.line[0])
    if seen.run is None or seen.step is None:
        return None
    return max(abs(seen.step), abs(seen.elements[seen.run] - seen.elements[0]))


def looks_padded(size: int) -> bool:
    """Whether a size is a power of two and a little (at most an eighth) more."""
    whole = 1 << (size.bit_length() - 1) if size > 0 else 0
    return 0 < size - whole <= whole // 8


def looks_swizzled(access: Access) -> bool:
    """Whether some bit of the lane changes two bits of the element, by XOR and on no line."""
    seen = pattern(access)
    if not seen.full or seen.line is not None:
        return False
    first = seen.elements[0]
    bits = {1 << n: seen.elements[1 << n] ^ first for n in range((access.lanes - 1).bit_length())}
    if all(change.bit_count() < 2 for change in bits.values()):
        return False
    return all(_xor_of(bits, lane) ^ first == seen.elements[lane] for lane in seen.lanes)


def one_word(access: Access) -> bool:
    """Whether all active lanes want the very same word."""
    words = {int(access.addresses[lane]) // max(access.width, 4) for lane in access.active_lanes}
    return len(words) == 1


def plain(access: Access) -> bool:
    """Whether it is a load or a store."""
    return access.op in ("load", "store")


def _xor_of(bits: dict[int, int], lane: int) -> int:
    changed = 0
    for bit, change in bits.items():
        if lane & bit:
            changed ^= change
    return changed


def _step(elements: tuple[int, ...], lanes: tuple[int, ...]) -> int | None:
    if len(lanes) < 2:
        return None
    first, second = lanes[:2]
    step, rest = divmod(elements[second] - elements[first], second - first)
    return None if rest else step


def _line(
    elements: tuple[int, ...], lanes: tuple[int, ...], step: int | None
) -> tuple[int, int] | None:
    if step is None:
        return None
    offset = elements[lanes[0]] - step * lanes[0]
    on = all(elements[lane] == step * lane + offset for lane in lanes)
    return (step, offset) if on else None


def _run(elements: tuple[int, ...]) -> int | None:
    """The longest run of which all runs are alike; None where not even four lanes are."""
    size = len(elements) // 2
    while size >= _LEAST_RUN:
        step = elements[1] - elements[0]
        inside = (i for i in range(1, len(elements)) if i % size)
        if all(elements[i] - elements[i - 1] == step for i in inside):
            return size
        size //= 2
    return None
