"""Draws: one question about one scene, made from a seed alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from types import MappingProxyType

from banktrainer.engine import Access, Verdict, cell_of, serve
from banktrainer.study.diagnosis import answer_of
from banktrainer.study.drills import ranks, tiles, walks
from banktrainer.study.drills.scene import Scene
from banktrainer.study.drills.template import Kind, Params, Template, registered
from banktrainer.study.models.every import MODELS
from banktrainer.study.repair import frees

GENERATOR = "1"
"""Raised whenever a seed gives another item than before: after a change of templates, and after
one of wrong models, whose answers are the choices."""
MACHINE = "nvidia"
_TWIN = "nvidia-merge"
FAMILIES = (ranks, tiles, walks)
TEMPLATES: Mapping[str, Template] = MappingProxyType(registered())
MOST_PAD = 64
_BANKS = 32
_BY_FIGURES = {"cycles": "cycles", "degree": "degree", "conflict": "conflict", "choose": "cycles"}


@dataclass(frozen=True, slots=True)
class Draw:
    """A template's scene for some parameters, and what is asked of it; `lane` is that of a bank."""

    seed: int
    template: str
    params: Params
    kind: Kind
    scene: Scene
    lane: int | None = None

    @property
    def access(self) -> Access:
        return self.scene.access

    @property
    def cell(self) -> str | None:
        """The cell of all that is asked about."""
        return scene_cell(self.scene)


def scene_cell(scene: Scene) -> str | None:
    """The cell of all accesses of a scene; None where they are of several cells, or of none.

    What was said of three lines is no evidence for the cell of the first.
    """
    cells = {cell_of(access) for access in scene.accesses}
    return cells.pop() if len(cells) == 1 else None


@lru_cache(maxsize=128)
def drawn(seed: int) -> Draw:
    """The draw of a seed: always the same one, fair, and with something to get wrong."""
    random = _random(seed)
    while True:
        found = settled(seed, random, *_thought(random))
        if found is not None:
            return found


def settled(
    seed: int, random: Random, template: Template, params: Params, kind: Kind
) -> Draw | None:
    """The draw of a template with those parameters; None where the question would not be fair."""
    scene = template.build(**params)
    if not (fair(scene) and fits(kind, scene)):
        return None
    lane = random.choice(telling_lanes(scene.access)) if kind == "bank" else None
    return Draw(seed, template.id, params, kind, scene, lane)


def first_thought(seed: int) -> tuple[str, Kind]:
    """The template and kind that `drawn` tries first, which most often are the draw's; quick."""
    template, _params, kind = _thought(_random(seed))
    return template.id, kind


def _random(seed: int) -> Random:
    return Random(f"{GENERATOR}:{seed}")


def _thought(random: Random) -> tuple[Template, Params, Kind]:
    template = TEMPLATES[random.choice(tuple(TEMPLATES))]
    return template, template.draw(random), random.choice(template.kinds)


def fair(scene: Scene) -> bool:
    """Whether the documented rules and the merging ones agree on every access."""
    return all(
        access.op != "load"
        or access.width < 8
        or serve(access, MACHINE).verdict == serve(access, _TWIN).verdict
        for access in scene.accesses
    )


def fits(kind: Kind, scene: Scene) -> bool:
    """Whether the question has one answer here (of a repair: some), and one that can be missed."""
    access = scene.access
    if len(access.active_lanes) < 2:
        return False
    match kind:
        case "rank":
            return len(set(costs(scene.accesses))) == len(scene.accesses)
        case "repair":
            return smallest_pitch(scene) is not None
        case "cell":
            return cell_of(access) is not None
        case "bank":
            return bool(telling_lanes(access))
        case "lanes":
            return serve(access, MACHINE).degree > 1
    return len(set(answers(access, _BY_FIGURES[kind]).values())) > 1


def answers(access: Access, asked: str) -> dict[str | None, str]:
    """What the hardware (None) and each wrong model that says anything answer."""
    found: dict[str | None, str] = {}
    for name, verdict in verdicts(access).items():
        answer = answer_of(verdict, asked)
        if answer is not None:
            found[name] = answer
    return found


@lru_cache(maxsize=64)
def verdicts(access: Access) -> Mapping[str | None, Verdict]:
    """The verdict of the hardware (None) and of each wrong model that has one."""
    found: dict[str | None, Verdict] = {None: serve(access, MACHINE).verdict}
    judged = ((name, model.judge(access)) for name, model in MODELS.items())
    return found | {name: verdict for name, verdict in judged if verdict is not None}


def costs(accesses: Sequence[Access]) -> tuple[int, ...]:
    return tuple(serve(access, MACHINE).cycles for access in accesses)


def telling_lanes(access: Access) -> tuple[int, ...]:
    """The active lanes whose bank is neither their word's number nor their own."""
    found = ((lane, access.words(lane)[0]) for lane in access.active_lanes)
    return tuple(lane for lane, word in found if word >= _BANKS and word % _BANKS != lane)


def smallest_pitch(scene: Scene) -> int | None:
    """The shortest rows that cure all accesses; None where none do or nothing is to cure."""
    origin = scene.access.origin
    if origin is None or len(origin.dims) < 2:
        return None
    now = origin.dims[-1]
    if frees(scene.accesses, now, MACHINE):
        return None
    pitches: Iterator[int] = iter(range(now + 1, now + MOST_PAD + 1))
    return next((pitch for pitch in pitches if frees(scene.accesses, pitch, MACHINE)), None)
