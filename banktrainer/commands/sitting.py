"""A sitting as lines of text: records opened and packs read, and all put away afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banktrainer import __version__
from banktrainer.commands.console import CommandError, Console
from banktrainer.commands.errors import reported
from banktrainer.commands.shelf import shelf

if TYPE_CHECKING:
    from banktrainer.commands.settings import Options
    from banktrainer.packs import Pack
    from banktrainer.records.recent import Recent
    from banktrainer.records.unsaved import Records
    from banktrainer.study.clock import Clock


@dataclass(frozen=True, slots=True)
class Table:
    """What a session is made of."""

    journal: Records
    clock: Clock
    packs: tuple[Pack, ...]
    found: Recent
    rollover: int

    @property
    def facts(self) -> dict[str, Any]:
        """What every session is told of the records and packs, by the names of its parameters."""
        return {
            "version": __version__,
            "rows": self.found.rows,
            "packs": self.packs,
            "past": self.found.past,
            "rollover": self.rollover,
        }


@contextmanager
def laid(options: Options, out: Console) -> Iterator[Table]:
    """The table for a sitting. Afterwards the journal is closed and the next start made fast.

    What of the settings can't be used is told first. Raises CommandError where records or packs
    can't be used.
    """
    from banktrainer.commands.app import finish_backup, renew
    from banktrainer.records.recent import recent_of
    from banktrainer.study.clock import SystemClock

    clock, folder, rollover = SystemClock(), options.folder, options.settings.rollover
    for note in options.notes:
        out.note(note)
    with reported():
        journal = opened(options, clock)  # first: where it is refused, nothing has been made
        try:
            packs = shelf(options.words, folder, cached=not options.unsaved)
            found = recent_of(journal, folder, packs, clock.now(), rollover)
            yield Table(journal, clock, packs, found, rollover)
        finally:
            journal.close()
            finish_backup()
    if options.unsaved:
        out.note(options.words("cli.closing.unsaved"))
    else:
        renew(folder, packs, clock, rollover, options.words.language)


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
