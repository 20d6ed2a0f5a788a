"""Summary: what the home screen and `stats` show, as a plain value that survives a cache file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:  # only the name is needed, and the first paint waits for this module
    from banktrainer.study.journal import Confidence

FORMAT = 5
Judgement = Literal["few", "over", "under", "fits"]
"""Too few answers to tell; right too seldom for it to pay; surer than said; neither."""
_JUDGEMENTS: tuple[Judgement, ...] = get_args(Judgement)
REST_EACH = 7
"""So many days of practice in a streak earn a rest day."""
CELLS = "ABCDEFGHIJ"
CONFIDENCES: tuple[Confidence, ...] = ("guess", "think", "sure")


@dataclass(frozen=True, slots=True)
class CellProgress:
    """Answers and right ones in a cell; `mastery` from 0 to 1 (right on four study days)."""

    answers: int = 0
    right: int = 0
    mastery: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often a confidence was said, and how often it was right; `judged` is what that shows."""

    confidence: Confidence
    answers: int = 0
    right: int = 0
    judged: Judgement = "few"


def _no_cells() -> dict[str, CellProgress]:
    return dict.fromkeys(CELLS, CellProgress())


def _no_calibration() -> tuple[Calibration, ...]:
    return tuple(map(Calibration, CONFIDENCES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Where a learner stands; the defaults are those of an empty journal.

    `answers`, `right` and `marks` count graded answers ("no idea" is one) that are not repeats
    of a draw seen that day. `due_now` are cards to review now, `due_today` those and the reviews
    already done today, `new` cards never met. `next_key` comes next, on study day `next_due_at`
    (today where it is due or new); `due_key` is due next, None where new cards come before that.
    `resume`: practice was begun today and is not through.
    `streak` days of practice lie without a break; `rest_days` may be missed, `next_rest` more days
    of practice earn another. `skills` are by the skill's id, `placed` the letters of the cells
    that a placement passed. `models` counts wrong models by id. `sure_wrong` are (key, title), the
    latest first.
    """

    answers: int = 0
    right: int = 0
    marks: int = 0
    due_now: int = 0
    due_minutes: int = 0
    due_today: int = 0
    new: int = 0
    next_key: str | None = None
    next_title: str | None = None
    next_due_at: date | None = None
    due_key: str | None = None
    resume: bool = False
    cells: Mapping[str, CellProgress] = field(default_factory=_no_cells)
    calibration: tuple[Calibration, ...] = field(default_factory=_no_calibration)
    skills: Mapping[str, CellProgress] = field(default_factory=dict)
    placed: str = ""
    models: Mapping[str, int] = field(default_factory=dict)
    streak: int = 0
    rest_days: int = 0
    next_rest: int = REST_EACH
    longest_streak: int = 0
    sure_wrong: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> str:
        """One line of JSON that `from_json` reads back to an equal value."""
        due = self.next_due_at.isoformat() if self.next_due_at else None
        return json.dumps({"format": FORMAT, **asdict(self), "next_due_at": due})

    @classmethod
    def from_json(cls, text: str) -> Summary:
        """The summary that `to_json` wrote; ValueError for anything else."""
        try:
            data = json.loads(text)
            return _read(data)
        except (TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ValueError(f"not a summary: {error}") from error


def _read(data: dict[str, Any]) -> Summary:
    if data.pop("format") != FORMAT or set(data) != {each.name for each in fields(Summary)}:
        raise ValueError("a summary of another format")
    due = data["next_due_at"]
    return Summary(
        **{name: _whole(data[name]) for name in _WHOLE},
        resume=bool(data["resume"]),
        next_key=_text_or_none(data["next_key"]),
        next_title=_text_or_none(data["next_title"]),
        due_key=_text_or_none(data["due_key"]),
        next_due_at=None if due is None else date.fromisoformat(due),
        cells={cell: _cell(data["cells"][cell]) for cell in CELLS},
        calibration=tuple(
            _level(*each) for each in zip(CONFIDENCES, data["calibration"], strict=True)
        ),
        skills={_text(name): _cell(each) for name, each in data["skills"].items()},
        placed=_text(data["placed"]),
        models={_text(name): _whole(times) for name, times in data["models"].items()},
        sure_wrong=tuple((_text(key), _text(title)) for key, title in data["sure_wrong"]),
    )


_WHOLE = (
    *("answers", "right", "marks", "due_now", "due_minutes", "due_today", "new"),
    *("streak", "rest_days", "next_rest", "longest_streak"),
)


def _cell(data: Mapping[str, Any]) -> CellProgress:
    mastery = data["mastery"]
    if not isinstance(mastery, float) or not 0 <= mastery <= 1:
        raise ValueError("no mastery")
    return CellProgress(_whole(data["answers"]), _whole(data["right"]), mastery)


def _level(confidence: Confidence, data: Mapping[str, Any]) -> Calibration:
    if data["judged"] not in _JUDGEMENTS:
        raise ValueError("no judgement")
    return Calibration(confidence, _whole(data["answers"]), _whole(data["right"]), data["judged"])


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"no whole number: {value!r}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"no text: {value!r}")
    return value


def _text_or_none(value: Any) -> str | None:
    return None if value is None else _text(value)
