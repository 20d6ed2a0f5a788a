"""What is right: the answer to each kind of question, from the engine's timeline or the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import TYPE_CHECKING

from banktrainer.study import parse
from banktrainer.study.item import Item, Truth

if TYPE_CHECKING:
    from banktrainer.engine import Phase, Timeline
    from banktrainer.packs import SolvedFence
