"""`banktrainer packs add`, `remove` and `list`: the packs there are to practise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, Console, console
from banktrainer.commands.errors import reported
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.commands.shelf import tell_broken
from banktrainer.packs.model import Kind
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.packs.installed.adding import Added
    from banktrainer.packs.installed.shelves import Everything, Found

KINDS: tuple[Kind, ...] = ("example", "recall", "template")


@click.command(help=text("packs.help.add"))
@click.argument("path", metavar="PATH-or-ZIP", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help=text("packs.option.force"))
@home_option
@language_option
@click.pass_context
def add(ctx: click.Context, path: Path, force: bool) -> None:
    from banktrainer.packs.installed.refusal import Refused

    options, out = ctx.ensure_object(Options), console()
    w = options.words
    if out.interactive:
        out.note(w("shelf.checking"))
    try:
        with _told(w, path):
            done = _add(options, path, force=force)
    except Refused as refusal:  # an older one: a person may want it all the same
        question = w("packs.add.older", **refusal.facts)
        if not (out.interactive and click.confirm(question)):
            raise CommandError(w("packs.refused.older", **refusal.facts)) from None
        with _told(w, path):
            done = _add(options, path, force=True)
    _tell_added(out, w, done)


def _add(options: Options, path: Path, *, force: bool) -> Added:
    from banktrainer.packs import builtin
    from banktrainer.packs.installed.adding import add as add_pack
    from banktrainer.study.skills import PACK, PLACEMENT

    reserved = {PACK, PLACEMENT, *(pack.id for pack in builtin(cache=options.folder))}
    return add_pack(path, options.folder, reserved, force=force)


@contextmanager
def _told(w: Words, path: Path) -> Iterator[None]:
    """Turn what keeps a pack from being added into one line; an older one stays Refused."""
    from banktrainer.packs import PackError
    from banktrainer.packs.installed.refusal import Refused

    try:
        yield
    except PackError as error:
        errors = [fault for fault in error.faults if fault.code.startswith("E")]
        facts = {"fault": errors[0], "n": len(errors), "path": path}
        raise CommandError(w("packs.add.faults", **facts)) from error
    except Refused as refusal:
        if refusal.reason == "older":
            raise
        facts = {"path": path, **refusal.facts}
        raise CommandError(w(f"packs.refused.{refusal.reason}", **facts)) from refusal
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        place = getattr(error, "filename", None)
        if place and Path(place) != path:  # such as the home, where it can't be written
            why = f"{place}: {why}"
        raise CommandError(w("packs.error.not_added", path=path, why=why)) from error


def _tell_added(out: Console, w: Words, done: Added) -> None:
    facts = {"id": done.pack.id, "version": done.pack.version, "before": done.before}
    if done.before is None:
        out.line(w("packs.add.new", cards=_counts(w, done.pack), **facts))
    else:
        out.line(w("packs.add.replaced", cards=_counts(w, done.pack), **facts))
        out.line(w("packs.add.compared", new=done.new, gone=done.gone))
    if done.warnings:
        out.note(w.count("packs.add.warnings", len(done.warnings)))
    out.note(w("packs.add.next", id=done.pack.id))


@click.command(help=text("packs.help.remove"))
@click.argument("id", metavar="ID")
@home_option
@language_option
@click.pass_context
def remove(ctx: click.Context, id: str) -> None:
    from banktrainer.packs.installed import folders

    options = ctx.ensure_object(Options)
    w, home = options.words, options.folder
    with reported():
        found = _everything(options)
    try:
        names = folders.added(home)
        for each in found.found:
            if each.pack.id == id and each.origin != "added":
                reason = f"packs.remove.{each.origin}"
                raise CommandError(w(reason, id=id, distribution=each.distribution))
        mine = {each.pack.root: each.pack.id for each in found.found}
        name = next((n for n, root in names.items() if mine.get(root, n) == id), None)
        if name is None:
            known = ", ".join(sorted(mine.get(root, n) for n, root in names.items()))
            raise CommandError(w("packs.remove.unknown", id=id, known=known or "–"))
        folders.drop(home, name)
    except OSError as error:
        why = error.strerror or error
        path = error.filename or home
        raise CommandError(w("packs.error.not_removed", path=path, why=why)) from error
    console().line(w("packs.remove.done", id=id))


@click.command("list", help=text("packs.help.list"))
@home_option
@language_option
@click.pass_context
def list_packs(ctx: click.Context) -> None:
    options, out = ctx.ensure_object(Options), console()
    w = options.words
    with reported():
        found = _everything(options)
    rows = [_row(w, each) for each in found.found]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    for id, version, *rest in rows:
        out.line("  ".join((id.ljust(widths[0]), version.ljust(widths[1]), *rest)))
    tell_broken(w, found.broken)
    ctx.exit(1 if found.broken else 0)


def _everything(options: Options) -> Everything:
    from banktrainer.packs import builtin
    from banktrainer.packs.installed.shelves import everything

    cache = options.folder
    return everything(builtin(cache=cache), options.folder, cache=cache)


def _row(w: Words, found: Found) -> tuple[str, ...]:
    origin = w(f"packs.list.{found.origin}", distribution=found.distribution)
    return found.pack.id, found.pack.version, _counts(w, found.pack), origin


def _counts(w: Words, pack: Pack) -> str:
    """How many cards of each kind a pack has, in words."""
    kinds = Counter(card.kind for card in pack.cards)
    return ", ".join(w.count(f"shelf.kind.{k}", kinds[k]) for k in KINDS if kinds[k])
