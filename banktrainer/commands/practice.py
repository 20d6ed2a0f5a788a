"""`banktrainer practice`: worked examples and recall, in the app or as lines of text."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, TextIO

import click

from banktrainer import __version__
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
from banktrainer.records.settings import Settings
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.records.recent import Recent
    from banktrainer.records.unsaved import Records
    from banktrainer.study.clock import Clock
    from banktrainer.study.item import Item

CELLS = tuple("ABCDEFGHIJ")
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
@click.option("--plain", is_flag=True, help=text("cli.option.plain"))
@home_option
@language_option
@unsaved_option
@look_options
@click.pass_context
def practice(
    ctx: click.Context, card: str | None, pack: str | None, cell: str | None, plain: bool
) -> None:
    options = ctx.ensure_object(Options)
    if card is not None and cell is not None:
        raise click.UsageError(options.words("cli.error.card_and_cell"))
    if plain or not (terminal(sys.stdin) and terminal(sys.stdout)):
        play_plain(options, console(ascii=options.settings.ascii), card, pack, cell)
        return
    from banktrainer.commands.app import practise

    if card is not None or pack is not None:
        _known(options.words, card, pack)
    ctx.exit(practise(options, pack=pack, cell=cell, card=card))


def play_plain(
    options: Options, out: Console, card: str | None, pack: str | None, cell: str | None
) -> None:
    """A sitting as lines of text, from the first question to the closing line."""
    from banktrainer.commands.app import finish_backup, renew
    from banktrainer.packs import builtin
    from banktrainer.plain.session import Lines, PlainSession
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock
    from banktrainer.study.session import Session

    clock, folder, w = SystemClock(), options.folder, options.words
    rollover = options.settings.rollover
    for note in options.notes:
        out.note(note)
    with reported():
        packs = builtin(cache=None if options.unsaved else folder)
        journal = opened(options, clock)
        try:
            found = recent_of(journal, folder, packs, clock.now(), rollover)
            items = choose(w, packs, found, clock.now(), card, pack, cell, options.settings)
            session = Session(
                items,
                journal,
                clock,
                version=__version__,
                rows=found.rows,
                packs=packs,
                past=found.past,
                rollover=rollover,
            )
            lines = Lines(out.line, reader(out), out.width if out.interactive else None)
            if out.interactive:
                out.line(w("plain.hint"))
            PlainSession(session, w, lines).play(journal.path)
        finally:
            journal.close()
            finish_backup()
    if options.unsaved:
        out.note(w("cli.closing.unsaved"))
    else:
        renew(folder, packs, clock, rollover)


def opened(options: Options, clock: Clock) -> Records:
    """The journal to practise with; on the first start of a study day its backup is begun.

    Raises CommandError where it can't be opened; only `--unsaved` makes one that keeps nothing.
    """
    from banktrainer.records import RecordsError, daily, failures, open_journal
    from banktrainer.records.schema import FILE_NAME
    from banktrainer.records.unsaved import UnsavedJournal
    from banktrainer.study.clock import study_day

    if options.unsaved:
        return UnsavedJournal(options.folder / FILE_NAME)
    try:
        journal = open_journal(options.folder)
        if journal.read_only:  # told now, not after the first answer
            journal.close()
            raise failures.newer(journal.path)
    except RecordsError as error:
        raise CommandError(options.words("cli.error.records", why=error)) from error
    daily.begin(options.folder, study_day(clock.now(), options.settings.rollover))
    return journal


def _known(w: Words, card: str | None, pack: str | None) -> None:
    """Raise CommandError now, before a screen opens, where there is no such card or pack."""
    from banktrainer.packs import builtin
    from banktrainer.study.catalogue import Catalogue

    with reported():
        shelf = shelf_of(w, builtin(), pack)
    if card is not None and Catalogue.of(shelf).find(card) is None:
        raise CommandError(_unknown(w, "card", card, _names(shelf)))


def choose(
    w: Words,
    packs: Sequence[Pack],
    found: Recent,
    now: datetime,
    card: str | None,
    pack: str | None,
    cell: str | None,
    settings: Settings = _USUAL,
) -> tuple[Item, ...]:
    """The items asked for: one card, or what is due and new, else what will be due soonest.

    Raises CommandError, with the nearest names, where there is no such card or pack.
    """
    from banktrainer.study.queue import item_of, plan, sitting

    shelf = shelf_of(w, packs, pack)
    if card is not None:
        item = item_of(shelf, found.rows, card, found.past)
        if item is None:
            raise CommandError(_unknown(w, "card", card, _names(shelf)))
        return (item,)
    letter = cell.upper() if cell else None
    planned = partial(
        plan,
        shelf,
        found.rows,
        now,
        cell=letter,
        limit=sitting(settings.minutes),
        past=found.past,
        rollover=settings.rollover,
    )
    items = planned() or planned(ahead=True)
    if not items:
        raise CommandError(
            w("cli.error.no_cell", cell=letter, packs=", ".join(p.id for p in shelf))
        )
    return items


def shelf_of(w: Words, packs: Sequence[Pack], pack: str | None) -> Sequence[Pack]:
    """The packs to choose from: all, or the one of that id; CommandError for an unknown id."""
    shelf = [each for each in packs if pack in (None, each.id)]
    if not shelf:
        raise CommandError(_unknown(w, "pack", str(pack), [each.id for each in packs]))
    return shelf


def _names(packs: Sequence[Pack]) -> list[str]:
    """By what names cards can be asked for: keys, ids, and what they were called before."""
    cards = [card for pack in packs for card in pack.cards if card.kind != "template"]
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
