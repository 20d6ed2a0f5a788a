"""All wrong models, and what the hardware does; loads the engine."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from banktrainer.engine import Access, Timeline
from banktrainer.study.models import banks, layouts, sharing, strides, warps, widths
from banktrainer.study.models.model import WrongModel, registered

SUBJECTS = (banks, layouts, sharing, strides, warps, widths)
"""The modules that hold the models, one a subject."""

MODELS: Mapping[str, WrongModel] = MappingProxyType(dict(sorted(registered().items())))


def model_timeline(model: str | WrongModel, access: Access) -> Timeline | None:
    """`access` as the wrong model sees it served; None where it is only a number or says nothing.

    Raises KeyError for an unknown id.
    """
    found = MODELS[model] if isinstance(model, str) else model
    return found.timeline(access)
