"""Backend: what the screens need from packs, study and records; each call may block.

Everything heavy is imported inside the calls, which run in the threads of a Desk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from banktrainer import __version__
from banktrainer.records.settings import Settings
from banktrainer.tui.request import NoCards, Request
from banktrainer.tui.screens import SCREENS

if TYPE_CHECKING:
    from datetime import date, datetime
    from typing import Protocol

    from banktrainer.packs import Fault, Pack
    from banktrainer.records.recent import Recent
    from banktrainer.study.clock import Clock
    from banktrainer.study.game.order import Order
    from banktrainer.study.item import Item
    from banktrainer.study.journal import Journal
    from banktrainer.study.report import Report
    from banktrainer.study.session import Session
    from banktrainer.study.summary import Summary
    from banktrainer.tui.desk.card_view import CardView
    from banktrainer.tui.desk.draft import Snippet
    from banktrainer.tui.desk.standing import Standing

    class Records(Journal, Protocol):
        """A journal in a file, which is closed when the app leaves."""

        @property
        def path(self) -> Path: ...

        def close(self) -> None: ...


_USUAL = Settings()
_SITTING = (
    *("banktrainer.tui.practice.screen", "banktrainer.tui.practice.sitting"),
    *("banktrainer.tui.games.playing", "banktrainer.tui.games.played"),
)
"""What a sitting is shown by."""

WITH_FIELD = ("text", "lanes")
"""Kinds of answer that are typed into a field."""


class Backend:
    """Packs and journal of one learner, each read once and kept.

    `records` and `packs` replace where they come from. Raises RecordsError and PackError.
    """

    def __init__(
        self,
        home: Path,
        clock: Clock,
        *,
        records: Callable[[], Records] | None = None,
        packs: Callable[[], Iterable[Pack]] | None = None,
        settings: Settings = _USUAL,
    ) -> None:
        self.home = home
        self._clock = clock
        self._open = records or self._open_records
        self._read = packs or self._every
        self._settings = settings
        self._records: Records | None = None
        self._packs: tuple[Pack, ...] | None = None
        self.broken: tuple[Fault, ...] = ()
        self.unsaved = False
        self._backed_up = False
        self._warm = False
        self._lock = Lock()

    def cached(self) -> Summary | None:
        """The summary kept from last time, without reading packs or journal; light."""
        from banktrainer.records import HomeCache

        return HomeCache(self.home).read()

    def summary(self) -> Summary:
        """Everything the home screen shows.

        Packs are left unread where nothing has changed since the summary that is kept, and before
        the first answer, when the greeting says it all.
        """
        from banktrainer.study.summary import Summary

        if (kept := self._kept()) is not None:
            return kept
        if next(iter(self.records().rows()), None) is None:
            return Summary()
        return self._summarize()

    def _kept(self) -> Summary | None:
        """The summary kept from last time, if it still holds."""
        from banktrainer.records import HomeCache

        cache, stamp = HomeCache(self.home), self._stamp()
        return cache.read() if stamp and cache.stamp() == stamp else None

    def _summarize(self) -> Summary:
        """The summary of packs and journal, kept for the next first paint."""
        from banktrainer.records import HomeCache
        from banktrainer.study.progress import summarize

        now, stamp = self._clock.now(), self._stamp()
        found = self._recent(now)
        rollover = self._settings.rollover
        summary = summarize(self.packs(), found.rows, now, past=found.past, rollover=rollover)
        if getattr(self.records(), "keeps", True):
            HomeCache(self.home).write(summary, stamp)
        return summary

    def _stamp(self) -> str:
        from banktrainer.packs.installed.shelves import roots
        from banktrainer.records.stamp import stamp_of

        language = self._settings.language
        return stamp_of(self.records(), roots(self.home), self._today(), language)

    def _today(self) -> date:
        from banktrainer.study.clock import study_day

        return study_day(self._clock.now(), self._settings.rollover)

    def warm(self) -> None:
        """Load what a sitting needs, the reader and the engine too, before it is asked for."""
        from banktrainer.study.item import Item

        if not self._warm:
            self._warm = True
            for module in _SITTING:
                import_module(module)
            if self._kept() is None:
                self._summarize()
            self._back_up()
            first = next((card for pack in self.packs() for card in pack.cards), None)
            if first is not None:
                self.view(Item(first))
            for target in SCREENS.values():
                import_module(target.partition(":")[0])

    def view(self, item: Item) -> CardView:
        """All that is shown of `item`; whatever draws it is loaded here too, off the app's loop."""
        from banktrainer.tui.board import Board  # noqa: F401 -- loading it is the point
        from banktrainer.tui.desk.card_view import view

        if item.answer_kind in WITH_FIELD:
            from banktrainer.tui.sheets.field import Field  # noqa: F401
        return view(item)

    def snippets(self) -> tuple[Snippet, ...]:
        """The codes of the packs' worked examples, in the order in which they are to be met."""
        from banktrainer.tui.desk.snippets import snippets

        return snippets(self.packs())

    def sitting(self, request: Request) -> Session:
        """A session over what `request` asks for, ahead of time where nothing is due.

        Raises NoCards.
        """
        from banktrainer.study.session import Session

        if request.drill is not None:
            return self._drill(request.drill)
        journal, packs = self._writable(), self.packs()
        now = self._clock.now()
        found = self._recent(now)
        items = self._items(request, packs, found, now)
        if not items:
            raise NoCards(request)
        self._back_up()
        return Session(
            items,
            journal,
            self._clock,
            version=__version__,
            rows=found.rows,
            packs=packs,
            past=found.past,
            rollover=self._settings.rollover,
            retries=not request.place,
        )

    def _writable(self) -> Records:
        """The records to practise with; that they can't be written is told before it is asked."""
        journal = self.records()
        if getattr(journal, "read_only", False):
            from banktrainer.records import failures

            raise failures.newer(journal.path)
        return journal

    def _drill(self, order: Order) -> Session:
        """A session of generated items."""
        from banktrainer.study.drilling import DrillSession

        journal, found = self._writable(), self._recent(self._clock.now())
        self._back_up()
        return DrillSession(
            order,
            journal,
            self._clock,
            version=__version__,
            rows=found.rows,
            packs=self.packs(),
            past=found.past,
            rollover=self._settings.rollover,
        )

    def standing(self) -> Standing:
        """How all games stand."""
        from banktrainer.study.clock import study_day
        from banktrainer.study.drills.draw import GENERATOR
        from banktrainer.study.game.daily import Daily, game_of
        from banktrainer.study.game.games import games
        from banktrainer.study.live import live
        from banktrainer.tui.desk.standing import Standing

        now = self._clock.now()
        found = self._recent(now)
        all_games = games(live(found.rows), found.past.games if found.past else None)
        game = game_of(study_day(now, self._settings.rollover), GENERATOR)
        daily = all_games.state(game)
        return Standing(
            all_games.bests,
            all_games.ladder,
            daily if isinstance(daily, Daily) else Daily(),
            self.summary(),
        )

    def report(self) -> Report:
        """What the statistics show."""
        from banktrainer.study.report import report

        now = self._clock.now()
        found = self._recent(now)
        return report(self.packs(), found.rows, now, self._settings.rollover, found.past)

    def records(self) -> Records:
        with self._lock:
            if self._records is None:
                self._records = self._open()
            return self._records

    @property
    def records_path(self) -> Path | None:
        """The journal's file, once it is open."""
        return self._records.path if self._records is not None else None

    def packs(self) -> tuple[Pack, ...]:
        with self._lock:
            if self._packs is None:
                self._packs = tuple(self._read())
            return self._packs

    def check(self, pack: Pack) -> tuple[Fault, ...]:
        """Every fault of a pack, in this process alone: the terminal is not for others."""
        from banktrainer.packs import check

        return check(pack.root, 1)

    def unsave(self, session: Session | None = None) -> None:
        """Go on with records that keep nothing, `session` too: the person said so."""
        from banktrainer.records.schema import FILE_NAME
        from banktrainer.records.unsaved import UnsavedJournal

        with self._lock:
            before = self._records
            self._records = kept = UnsavedJournal(self.home / FILE_NAME)
            self.unsaved = True
        if session is not None:
            session.go_on_with(kept)
        if before is not None:
            before.close()

    def close(self) -> None:
        """Close the journal; nothing can be stored afterwards."""
        with self._lock:
            if self._records is not None:
                self._records.close()

    def _recent(self, now: datetime) -> Recent:
        from banktrainer.records.recent import recent_of

        return recent_of(self.records(), self.home, self.packs(), now, self._settings.rollover)

    def _items(
        self, request: Request, packs: Sequence[Pack], found: Recent, now: datetime
    ) -> tuple[Item, ...]:
        from banktrainer.study.queue import item_of, placement_round, plan

        if request.place:
            return placement_round(found.rows, found.past)
        if request.card is not None:
            item = item_of(packs, found.rows, request.card, found.past, request.seed)
            return (item,) if item else ()
        planned = partial(
            plan,
            packs,
            found.rows,
            now,
            pack=request.pack,
            cell=request.cell,
            minutes=self._settings.minutes,
            past=found.past,
            rollover=self._settings.rollover,
        )
        return planned() or planned(ahead=True)

    def _open_records(self) -> Records:
        from banktrainer.records import open_journal

        return open_journal(self.home)

    def _back_up(self) -> None:
        """Begin the day's backup, once, when what the screen waits for has been read."""
        from banktrainer.records import SqliteJournal, daily

        if not self._backed_up and isinstance(self._records, SqliteJournal):
            self._backed_up = True
            daily.begin(self.home, self._today())

    def _every(self) -> Iterable[Pack]:
        """The packs on disk; what keeps one of them from being used is in `broken`."""
        from banktrainer.packs import builtin
        from banktrainer.packs.installed.shelves import everything
        from banktrainer.study.skills import with_skills

        language, home = self._settings.language, self.home
        found = everything(builtin(language, home), home, language, home)
        self.broken = tuple(fault for each in found.broken for fault in each.faults)
        return with_skills(found.packs)

    def use(self, settings: Settings) -> None:
        """Let other settings hold from now on; in another language packs are read anew."""
        with self._lock:
            if settings.language != self._settings.language:
                self._packs = None
            self._settings = settings

    def keep(self, chosen: Mapping[str, object]) -> None:
        """Write settings to their file. Raises OSError."""
        from banktrainer.records.settings import SettingsFile

        SettingsFile(self.home).change(**chosen)
