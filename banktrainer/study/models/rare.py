"""Which wrong models are too far-fetched to be named after one answer. Light: no engine."""

from __future__ import annotations

from collections.abc import Mapping

RARE = frozenset(
    {
        "all-is-excess",
        "cure-halves",
        "lines-touched",
        "misaligned",
        "nvidia-phases",
        "nvidia-warp",
        "other-warps",
        "rows-in-turn",
    }
)
"""Beliefs that people bring from elsewhere: global memory, other chips, profilers, kernels of
several warps. A number that only such a belief yields is more often a slip, unless the learner's
answers point to it more than once."""
TIMES = 2
"""So many answers must point to a rare model before it is named."""


def named(model: str, earlier: int) -> bool:
    """Whether a model behind an answer is to be named, when `earlier` ones pointed to it too."""
    return model not in RARE or earlier + 1 >= TIMES


def told_models(times: Mapping[str, int]) -> dict[str, int]:
    """The counts of those models that may be named."""
    return {model: count for model, count in times.items() if named(model, count - 1)}
