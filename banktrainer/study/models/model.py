"""What a wrong model is, and the two ways to write one down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from banktrainer.engine import Access, Timeline, Verdict
from banktrainer.study.models.picture import Picture
from banktrainer.study.models.tally import tally

Judge = Callable[[Access], Verdict | None]
Draw = Callable[[Access], Picture | None]

_MODELS: dict[str, WrongModel] = {}


@dataclass(frozen=True, slots=True)
class WrongModel:
    """A rule that somebody believes in. Name and sentences are in the catalogue `models`, by id.

    `number` is the misconception's in the evidence, `met` in how many threads it was met there
    (1 where no count is known). `judge` gives what the believer expects of an access, None where
    the belief says nothing of it; `draw` what the believer sees, where that is a picture at all.
    On `example` belief and hardware differ.
    """

    id: str
    number: int
    met: int
    judge: Judge
    example: Access
    draw: Draw | None = None

    def timeline(self, access: Access) -> Timeline | None:
        """The access as the believer sees it served; None where the belief is only a number."""
        picture = self.draw(access) if self.draw and _judged(access) else None
        return picture.timeline() if picture else None


def wrong(number: int, *, example: Access, met: int = 1) -> Callable[[Judge], Judge]:
    """Register the decorated function as a wrong model; its name gives the id."""

    def register(judge: Judge) -> Judge:
        _add(judge.__name__, number, met, judge, example, None)
        return judge

    return register


def misread(number: int, *, example: Access, met: int = 1) -> Callable[[Draw], Draw]:
    """Register a function that says what the believer sees in an access's place."""

    def register(draw: Draw) -> Draw:
        def judge(access: Access) -> Verdict | None:
            picture = draw(access)
            return None if picture is None else tally(picture.access, picture.machine)

        _add(draw.__name__, number, met, judge, example, draw)
        return draw

    return register


def registered() -> dict[str, WrongModel]:
    """The models of every module that has been loaded, by id."""
    return dict(_MODELS)


def _add(
    name: str, number: int, met: int, judge: Judge, example: Access, draw: Draw | None
) -> None:
    def guarded(access: Access) -> Verdict | None:
        return judge(access) if _judged(access) else None

    model = WrongModel(name.replace("_", "-"), number, met, guarded, example, draw)
    if model.id in _MODELS:
        raise ValueError(f"two wrong models are called {model.id!r}")
    _MODELS[model.id] = model


def _judged(access: Access) -> bool:
    """No belief is known about ldmatrix, and none about an access that nobody makes."""
    return access.op != "ldmatrix" and (access.active is None or bool(access.active.any()))
