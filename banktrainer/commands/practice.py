"""`banktrainer practice`: worked examples and recall, in the app or as lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, TextIO

import click

from banktrainer.commands.console import CommandError, Console, console, terminal
from banktrainer.commands.errors import reported
from banktrainer.commands.options import (
    home_option,
    language_option,
    look_options,
    text,
    unsaved_option,
)
from banktrainer.commands.settings import Options
from banktrainer.commands.shelf import shelf
from banktrainer.commands.sitting import laid
from banktrainer.records.settings import Settings
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.plain.session import Lines
    from banktrainer.records.recent import Recent
    from banktrainer.study.item import Item
    from banktrainer.study.session import Session

CELLS = tuple("ABCDEFGHIJ")
LARGEST_SEED = (1 << 31) - 1
_LONGEST_LINE = 4096
_USUAL = Settings()


@click.command(help=text("cli.help.practice"), epilog=text("cli.help.practice_epilog"))
@click.argument("card", required=False, metavar="[PACK/ID | ID]")
@click.option("--pack", metavar="PACK", help=text("cli.option.pack"))
@click.option(
    "--cell",
    type=click.Choice(CELLS, case_sensitive=False),
    metavar="A-J",
    help=text("cli.option.cell"),
)
@click.option("--place", is_flag=True, help=text("cli.option.place"))
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help=text("cli.option.seed"))
@click.option("--plain", is_flag=True, help=text("cli.option.plain"))
@home_option
@language_option
@unsaved_option
@look_options
@click.pass_context
def practice(
    ctx: click.Context,
    card: str | None,
    pack: str | None,
    cell: str | None,
    place: bool,
    seed: int | None,
    plain: bool,
) -> None:
    options = ctx.ensure_object(Options)
    wanted = Wanted(card, pack, cell.upper() if cell else None, place, seed)
    wanted.check(options.words)
    if plain or not (terminal(sys.stdin) and terminal(sys.stdout)):
        play_plain(options, console(ascii=options.settings.ascii), wanted)
        return
    from banktrainer.commands.app import practise

    if card is not None or pack is not None:
        _known(options, card, pack)
    ctx.exit(practise(options, pack=pack, cell=wanted.cell, card=card, place=place, seed=seed))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sitting is to be about; with nothing given, what is due and what is new."""

    card: str | None = None
    pack: str | None = None
    cell: str | None = None
    place: bool = False
    seed: int | None = None

    def check(self, w: Words) -> None:
        """Raise UsageError where the options contradict each other."""
        if self.card is not None and self.cell is not None:
            raise click.UsageError(w("cli.error.card_and_cell"))
        if self.place and (self.card or self.pack or self.cell):
            raise click.UsageError(w("cli.error.place_alone"))
        if self.seed is not None and self.card is None:
            raise click.UsageError(w("cli.error.seed_alone"))


def play_plain(options: Options, out: Console, wanted: Wanted) -> None:
    """A sitting as lines of text, from the first question to the closing line."""
    from banktrainer.plain.session import PlainSession
    from banktrainer.study.session import Session
    from banktrainer.words.skills import placed_line

    w = options.words
    with laid(options, out) as table:
        found = table.found
        items = choose(w, table.packs, found, table.clock.now(), wanted, options.settings)
        retries = not wanted.place
        session = Session(items, table.journal, table.clock, retries=retries, **table.facts)
        lines = lines_of(out)
        if out.interactive:
            _greet(out, w, session, offer=not (found.rows or found.past or wanted.place))
        PlainSession(session, w, lines).play(table.journal.path)
        if wanted.place:
            out.line(placed_line(w, session.placed))


def lines_of(out: Console) -> Lines:
    """Where the lines of a sitting go and come from; a pipe gets each paragraph on one."""
    from banktrainer.plain.session import Lines

    width = out.width if out.interactive else None
    return Lines(out.line, reader(out), width, out.row, ascii=not out.unicode)


def _greet(out: Console, w: Words, session: Session, *, offer: bool) -> None:
    """How to answer, what it pays to be sure, and how long the sitting is; with `offer`, that there
    is a placement, too."""
    from banktrainer.study.summary import CELLS
    from banktrainer.words.confidence import pays_line

    out.line(w("plain.hint"))
    out.line(pays_line(w))
    minutes = w.count("home.minutes", max(1, round(session.seconds_ahead / 60)))
    out.line(w("plain.length", n=session.total, minutes=minutes))
    if offer:
        out.line(w("plain.place", n=len(CELLS)))


def _known(options: Options, card: str | None, pack: str | None) -> None:
    """Raise CommandError now, before a screen opens, where there is no such card or pack."""
    from banktrainer.study.catalogue import Catalogue

    w = options.words
    with reported():
        packs = shelf_of(w, shelf(w, options.folder, cached=not options.unsaved), pack)
    if card is not None and Catalogue.of(packs).find(card) is None:
        raise CommandError(_unknown(w, "card", card, _names(packs)))


def choose(
    w: Words,
    packs: Sequence[Pack],
    found: Recent,
    now: datetime,
    wanted: Wanted,
    settings: Settings = _USUAL,
) -> tuple[Item, ...]:
    """The items asked for: one card, a placement, or what is due and new, else what will be due
    soonest.

    Raises CommandError, with the nearest names, where there is no such card or pack.
    """
    from banktrainer.study.queue import item_of, placement_round, plan

    if wanted.place:
        return placement_round(found.rows, found.past)
    chosen = shelf_of(w, packs, wanted.pack)
    if wanted.card is not None:
        item = item_of(chosen, found.rows, wanted.card, found.past, wanted.seed)
        if item is None:
            raise CommandError(_unknown(w, "card", wanted.card, _names(chosen)))
        return (item,)
    planned = partial(
        plan,
        chosen,
        found.rows,
        now,
        cell=wanted.cell,
        minutes=settings.minutes,
        past=found.past,
        rollover=settings.rollover,
    )
    items = planned() or planned(ahead=True)
    if not items:
        names = ", ".join(p.id for p in chosen)
        raise CommandError(w("cli.error.no_cell", cell=wanted.cell, packs=names))
    return items


def shelf_of(w: Words, packs: Sequence[Pack], pack: str | None) -> Sequence[Pack]:
    """The packs to choose from: all, or the one of that id; CommandError for an unknown id."""
    chosen = [each for each in packs if pack in (None, each.id)]
    if not chosen:
        raise CommandError(_unknown(w, "pack", str(pack), [each.id for each in packs]))
    return chosen


def _names(packs: Sequence[Pack]) -> list[str]:
    """By what names cards can be asked for: keys, ids, and what they were called before."""
    cards = [card for pack in packs for card in pack.cards]
    return [name for card in cards for name in (card.key, card.id, *card.aliases)]


def _unknown(w: Words, what: str, name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name.lower(), known, n=3, cutoff=0.6)
    message = w(f"cli.error.no_{what}", name=name)
    return f"{message} {w('cli.error.near', near=', '.join(near))}" if near else message


def reader(out: Console) -> Callable[[str], str | None]:
    """How answers are read from stdin: the prompt, then one line; None at the end.

    Where nobody types, the prompt is a line of its own: no echo would end it.
    """
    source = sys.stdin
    if source is not None and hasattr(source, "reconfigure"):
        source.reconfigure(errors="surrogateescape")

    def ask(prompt: str) -> str | None:
        if out.interactive:
            out.prompt(prompt)
        else:
            out.line(prompt)
        line = _line_of(source) if source is not None else ""
        if not line and out.interactive:
            out.line()
        return line or None

    return ask


def _line_of(source: TextIO) -> str:
    """The next line, its end included; of a line without measure only the beginning is kept."""
    line = source.readline(_LONGEST_LINE)
    rest = line
    while rest and not rest.endswith("\n"):
        rest = source.readline(_LONGEST_LINE)
    return line
