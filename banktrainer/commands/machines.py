"""`banktrainer machines`: the hardware rules that the engine knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import Console, console
from banktrainer.commands.options import language_option, text
from banktrainer.commands.settings import Options
from banktrainer.plain.text import pad, wrap
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.engine import Machine, Source

_SHOWN_WIDTHS = (4, 8, 16)


@click.command(help=text("cli.help.machines"))
@click.option("--json", "as_json", is_flag=True, help=text("cli.option.json"))
@language_option
@click.pass_context
def machines(ctx: click.Context, as_json: bool) -> None:
    from banktrainer.engine import MACHINES

    out = console()
    if as_json:
        out.json(json.dumps([row(machine) for machine in MACHINES.values()]))
    else:
        _table(out, ctx.ensure_object(Options).words, list(MACHINES.values()))


def row(machine: Machine) -> dict[str, object]:
    """One machine as `machines --json` writes it; lanes of each phase by operation and width.

    `rule_source` counts places in `source`, from 0.
    """
    phases: dict[str, dict[str, list[list[int]]]] = {}
    sure: dict[str, dict[str, str]] = {}
    numbers: dict[str, dict[str, list[int]]] = {}
    sources = _sources(machine)
    for (op, width), rule in machine.rules.items():
        numbers.setdefault(op, {})[str(width)] = [sources.index(one) for one in rule.sources]
        phases.setdefault(op, {})[str(width)] = [list(lanes) for lanes in rule.phases]
        sure.setdefault(op, {})[str(width)] = str(rule.sure)
    return {
        "name": machine.name,
        "lanes": machine.lanes,
        "banks": machine.banks,
        "bank_bytes": machine.bank_bytes,
        "phases": phases,
        "merge": machine.merge,
        "atomic": _atomic(machine),
        "sure": str(machine.sure),
        "source": [{"text": source.text, "url": source.url} for source in sources],
        "rule_sure": sure,
        "rule_source": numbers,
        "refused": {str(width): why for width, why in machine.refused.items()},
    }


def _sources(machine: Machine) -> list[Source]:
    """The sources of the machine and of each of its rules, once each."""
    cited = (source for rule in machine.rules.values() for source in rule.sources)
    return list(dict.fromkeys([*machine.sources, *cited]))


def _atomic(machine: Machine) -> str:
    """How lanes on one bank are served by an atomic: `serial`, or what they may share."""
    sharing = str(machine.rule("atomic", 4).sharing)
    return "serial" if sharing == "none" else sharing


def _table(out: Console, w: Words, found: list[Machine]) -> None:
    names = max(len(machine.name) for machine in found)
    out.line(w("cli.machines.head", name=pad(w("cli.machines.name"), names)))
    for machine in found:
        out.line(
            w(
                "cli.machines.row",
                name=pad(machine.name, names),
                lanes=machine.lanes,
                banks=machine.banks,
                bytes=machine.bank_bytes,
                phases="  ".join(_phases(machine, width) for width in _SHOWN_WIDTHS),
                sure=machine.sure,
            )
        )
    out.line()
    for machine in found:
        key = f"cli.machine.{machine.name}"
        about = w(key) if w.has(key) else ""
        for line in wrap(f"{machine.name}: {about}", out.width, "  "):
            out.line(line)
    out.line()
    for line in wrap(w("cli.machines.foot"), out.width):
        out.line(line)


def _phases(machine: Machine, width: int) -> str:
    """How many phases a load of `width` bytes takes; `-` where no rule can be trusted."""
    rule = machine.rules.get(("load", width))
    return f"{len(rule.phases) * rule.requests if rule else '-':>2}"
