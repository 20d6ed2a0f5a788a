"""What the tests of drills work with: traced scenes, and draws taken evenly from a domain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from banktrainer.cuda import Launch, trace
from banktrainer.engine import Access
from banktrainer.study.drills.draw import TEMPLATES
from banktrainer.study.drills.scene import Scene
from banktrainer.study.drills.template import Params, Template


def traced(scene: Scene) -> list[Access]:
    """What the reader makes of the scene's code, in order."""
    launch = Launch(block=(*scene.block, 1), warps=(0,))
    found = trace(scene.code, launch)
    assert not found.unread, scene.code
    assert not found.warnings or "atomicAdd" not in scene.code
    return [each.access for one in found.accesses for each in one.executions]


def facts(access: Access) -> tuple[object, ...]:
    """All that matters of an access."""
    on = access.active_lanes
    return (access.addresses[list(on)].tolist(), access.width, access.op, on, access.origin)


def spread(template: Template, most: int) -> Iterator[Params]:
    """About `most` draws of a template, evenly over its whole domain."""
    every = sum(1 for _ in template.draws())
    return islice(template.draws(), 0, None, max(1, every // most))


def every_scene(most: int) -> Iterator[tuple[Template, Params, Scene]]:
    for template in TEMPLATES.values():
        for params in spread(template, most):
            yield template, params, template.build(**params)
