"""Why a forecast was wrong: the likeliest wrong model that gives this answer to this question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banktrainer.study import parse
from banktrainer.study.models.rare import named

if TYPE_CHECKING:
    from banktrainer.engine import Access, Machine, Timeline, Verdict
    from banktrainer.study.models.apt import Shown
    from banktrainer.study.models.model import WrongModel

ASKED = frozenset({"cycles", "degree", "conflict", "bank", "lanes"})
"""The questions whose wrong answers can be put down to a wrong model."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The likeliest wrong model behind an answer, by id; `others` give that answer too.

    `access` is what was asked about, likelier models stand first. Not `told`: the model is too
    far-fetched for one answer to be put down to it; it is kept, and named when answers repeat it.
    """

    model: str
    access: Access
    others: tuple[str, ...] = ()
    told: bool = True

    @property
    def timeline(self) -> Timeline | None:
        """The access as the believer sees it served; None where the belief is only a number."""
        from banktrainer.study.models.every import model_timeline

        return model_timeline(self.model, self.access)


def diagnose(
    access: Access,
    machine: str | Machine,
    asked: str,
    forecast: str,
    history: Iterable[str] = (),
    lane: int = 0,
    shown: Shown | None = None,
) -> Diagnosis | None:
    """The diagnosis of a wrong forecast (in canonical form); None where no model gives it.

    Models that `history` (one id for each earlier answer) names oftenest come first, then those
    met oftenest in public; far-fetched ones come last until the history supports them. A right
    forecast has no diagnosis. `lane` is the lane of `ask: bank`; `shown` is what was on the card,
    and leaves out beliefs about what was not.
    """
    if asked not in ASKED or _right(access, machine, asked, forecast, lane):
        return None
    earlier = Counter(history)
    models = ranked(yielding(access, asked, forecast, lane, shown), earlier)
    found = sorted(models, key=lambda model: not named(model, earlier[model]))
    if not found:
        return None
    return Diagnosis(found[0], access, tuple(found[1:]), named(found[0], earlier[found[0]]))


def yielding(
    access: Access, asked: str, forecast: str, lane: int = 0, shown: Shown | None = None
) -> tuple[str, ...]:
    """The ids of the models by which `forecast` answers what is asked of `access`."""
    from banktrainer.study.models.apt import Shown, apt
    from banktrainer.study.models.every import MODELS

    seen = shown or Shown()
    each = (model for model in MODELS.values() if apt(model.id, access, asked, seen))
    return tuple(model.id for model in each if _says(model, access, asked, forecast, lane))


def ranked(models: Iterable[str], history: Mapping[str, int]) -> tuple[str, ...]:
    """Model ids, the likeliest first."""
    from banktrainer.study.models.every import MODELS

    def unlikely(model: str) -> tuple[int, int, str]:
        return -history.get(model, 0), -MODELS[model].met, model

    return tuple(sorted(models, key=unlikely))


def answer_of(verdict: Verdict, asked: str) -> str | None:
    """The answer that figures give to what is asked; None where they alone give none."""
    match asked:
        case "cycles":
            return str(verdict.cycles)
        case "degree":
            return str(verdict.degree)
        case "conflict":
            return parse.YES if verdict.conflict else parse.NO
    return None


def _says(model: WrongModel, access: Access, asked: str, forecast: str, lane: int) -> bool:
    """Whether the believer answers so, and of banks and lanes: for a reason that shows."""
    verdict = model.judge(access)
    if verdict is None:
        return False
    if asked in ("bank", "lanes"):
        seen = model.timeline(access)
        return seen is not None and _shows(seen, asked, forecast, lane)
    return answer_of(verdict, asked) == forecast


def _right(access: Access, machine: str | Machine, asked: str, forecast: str, lane: int) -> bool:
    from banktrainer.engine import serve

    true = serve(access, machine)
    if asked in ("bank", "lanes"):
        return _shows(true, asked, forecast, lane)
    return answer_of(true.verdict, asked) == forecast


def _shows(seen: Timeline, asked: str, forecast: str, lane: int) -> bool:
    from banktrainer.study.truth import collisions

    if asked == "bank":
        return forecast == _bank(seen, lane)
    pairs = {f"{low},{high}" for low, high in collisions(seen)}
    return forecast in pairs if pairs else forecast == parse.NO_COLLISION


def _bank(seen: Timeline, lane: int) -> str | None:
    """The bank of the lane's first word."""
    touched = [
        (served.word, served.bank)
        for phase in seen.phases
        for cycle in phase.cycles
        for served in cycle.served
        if lane in served.lanes
    ]
    return str(min(touched)[1]) if touched else None
