"""The app: what it is given, and what is said when it is left."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from banktrainer.commands.console import CommandError, console, terminal
from banktrainer.commands.ending import guarded
from banktrainer.commands.errors import reported
from banktrainer.commands.settings import Options
from banktrainer.commands.terminals import few_colours, run_here
from banktrainer.study.clock import ROLLOVER_HOUR, Clock, SystemClock, study_day
from banktrainer.words import Words

if TYPE_CHECKING:
    from banktrainer.packs import Pack
    from banktrainer.records.unsaved import UnsavedJournal
    from banktrainer.study.game.order import Order
    from banktrainer.tui.request import Request

DRIVER_VARIABLE = "TEXTUAL_DRIVER"
BACKUP_SECONDS = 3.0
"""How long leaving waits for the day's backup; what is not done then is made at the next start."""


def main() -> int:
    """The app with nothing asked; its exit status."""
    return guarded(lambda: run(Options()))


def run(options: Options) -> int:
    """The app from its home screen; its exit status."""
    if not served() and not (terminal(sys.stdin) and terminal(sys.stdout)):
        raise CommandError(options.words("cli.error.no_terminal"))
    return _run(options, None)


def drill(options: Options, order: Order) -> int:
    """The app, straight into a drill; its exit status."""
    from banktrainer.tui.request import Request

    return _run(options, Request(drill=order))


def practise(
    options: Options,
    *,
    pack: str | None = None,
    cell: str | None = None,
    card: str | None = None,
    place: bool = False,
    seed: int | None = None,
) -> int:
    """The app, straight into practice; its exit status."""
    from banktrainer.tui.request import Request

    return _run(options, Request(pack=pack, cell=cell, card=card, place=place, seed=seed))


def _run(options: Options, request: Request | None) -> int:
    from banktrainer.tui.app import SIGNALLED, BanktrainerApp
    from banktrainer.tui.desk.backend import Backend

    clock, folder, w, out = SystemClock(), options.folder, options.words, console()
    settings = options.settings
    letters = out.unicode or served()
    if not letters:
        settings = settings._replace(ascii=True)
    backend = Backend(folder, clock, records=_unsaved(options), settings=settings)
    app = BanktrainerApp(
        folder,
        request or "home",
        clock,
        w,
        backend=backend,
        settings=settings,
        notes=options.notes,
        letters=letters,
        few=not served() and few_colours(),
    )
    if served():
        from banktrainer.commands.page_driver import PageDriver

        app.driver_class = PageDriver
        app.run()
    else:
        run_here(app)
    finish_backup()
    rollover = app.settings.rollover
    if served():
        if app.stored and not options.unsaved:
            renew(folder, backend.packs(), clock, rollover, app.settings.language)
        return app.return_code or 0
    if app.unsaved:
        out.note(w("cli.error.line", message=w("cli.error.unsaved")))
    if options.unsaved:
        out.line(w("cli.closing.unsaved"))
        return app.return_code or 0
    if backend.unsaved:
        out.line(w("cli.closing.from_then_on"))
        return app.return_code or 0
    if app.stored:
        renew(folder, backend.packs(), clock, rollover, app.settings.language)
    if app.return_code == SIGNALLED + signal.SIGHUP:  # nobody is there to read it
        return app.return_code
    out.line(closing(w, folder, clock, rollover))
    return app.return_code or (1 if app.unsaved else 0)


def served() -> bool:
    """Whether a browser is the terminal: then stdin and stdout are its wire, and no text's."""
    return bool(os.environ.get(DRIVER_VARIABLE))


def finish_backup() -> None:
    """Give a backup that was begun the time it needs, within reason."""
    from banktrainer.records import daily

    for thread in threading.enumerate():
        if thread.name == daily.NAME:
            thread.join(BACKUP_SECONDS)


def _unsaved(options: Options) -> Callable[[], UnsavedJournal] | None:
    """Records that keep nothing, where the person said so; None: the usual ones."""
    if not options.unsaved:
        return None
    from banktrainer.records.schema import FILE_NAME
    from banktrainer.records.unsaved import UnsavedJournal

    return lambda: UnsavedJournal(options.folder / FILE_NAME)


def renew(folder: Path, packs: Sequence[Pack], clock: Clock, rollover: int, language: str) -> None:
    """Keep the summary of all answers, for the closing line and the next start's first paint.

    `language` is the one in which `packs` were read.
    """
    from banktrainer.packs.installed.shelves import roots
    from banktrainer.records import HomeCache, open_journal
    from banktrainer.records.recent import recent_of
    from banktrainer.records.stamp import stamp_of
    from banktrainer.study.progress import summarize

    now = clock.now()
    with reported():
        journal = open_journal(folder)
        try:
            found = recent_of(journal, folder, packs, now, rollover)
            stamp = stamp_of(journal, roots(folder), study_day(now, rollover), language)
            told = summarize(packs, found.rows, now, past=found.past, rollover=rollover)
            HomeCache(folder).write(told, stamp)
        finally:
            journal.close()


def closing(w: Words, folder: Path, clock: Clock, rollover: int = ROLLOVER_HOUR) -> str:
    """What is due next, by the summary kept in `folder`, and where the records are."""
    from banktrainer.records import HomeCache
    from banktrainer.records.schema import FILE_NAME
    from banktrainer.words.answers import closing_line

    path = folder / FILE_NAME
    summary = HomeCache(folder).read()
    if summary is None or summary.next_key is None or summary.next_due_at is None:
        return w("cli.closing.records", records=path)
    days = (summary.next_due_at - study_day(clock.now(), rollover)).days
    key = summary.due_key or summary.next_key
    return closing_line(w, key, days, path, new=summary.due_key is None)
