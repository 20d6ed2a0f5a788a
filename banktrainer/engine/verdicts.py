"""verdict_of: what an access costs, without the story of who is served when."""

from __future__ import annotations

from banktrainer.engine.access import Access, an_access
from banktrainer.engine.machine import Machine
from banktrainer.engine.machines import machine_of
from banktrainer.engine.one_warp import warp_verdict
from banktrainer.engine.rules import check_lanes, plan
from banktrainer.engine.timeline import Verdict


def verdict_of(access: Access, machine: str | Machine = "nvidia") -> Verdict:
    """`serve(access, machine).verdict`, some ten times sooner; raises what serve raises."""
    access, chip = an_access(access), machine_of(machine)
    check_lanes(access.lanes, chip)
    rule, slot = plan(chip, access.op, access.width)
    on = None if access.active is None else access.active.tolist()
    return warp_verdict(access.addresses.tolist(), on, rule, slot)
