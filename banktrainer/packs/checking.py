"""check: what the loader finds wrong with a pack, what the engine does, and what the cards do."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from banktrainer.packs.alike import check_alike
from banktrainer.packs.fairness import check_spread
from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.files import MANIFEST, Named, PackFiles, pack_files
from banktrainer.packs.judging import Judge
from banktrainer.packs.model import Fault, Place
from banktrainer.packs.order import check_ids, in_order
from banktrainer.packs.parts import Reader
from banktrainer.packs.reading import enough, not_a_folder
from banktrainer.packs.survey import Sketch, Survey, survey, survey_draws, survey_strangers
from banktrainer.packs.translation import split_language
from banktrainer.packs.workers import results

MAX_ALL_DRAWS = 100_000
_BATCH_BYTES = 96 * 1024
_BYTES_WORTH_PROCESSES = 1024 * 1024
_NAMED = 8
Batch = Sequence[Named]


def check(path: Path, processes: int | None = 1) -> tuple[Fault, ...]:
    """Every fault of the pack in the folder `path`, by file, line and column; none is raised.

    `processes` is how many share the work; None lets the pack's size decide, which is for programs
    whose main module can be imported.
    """
    return examine(path, processes).faults


@dataclass(frozen=True, slots=True)
class Examined:
    """What a check found, and how many cards it read."""

    faults: tuple[Fault, ...]
    cards: int = 0


def examine(path: Path, processes: int | None = None) -> Examined:
    """As `check`, with the number of cards."""
    faults = Faults()
    if not_a_folder(path, faults):
        return Examined(faults.sorted())
    files = pack_files(path, faults)
    reader = Reader.of(path, files, None, faults)
    judge = Judge(faults)
    checker = _Checker(path, reader, faults, judge, processes or _processes(files))
    checker.survey(list(_batches(files.cards)))
    if not checker.sketches and checker.complete and not files.cut:
        faults.add(Place(str(path), 1), "E101", "has no cards; they are cards/*.md")
    checker.check_strangers()
    checker.check_draws()
    checker.check_together()
    return Examined(faults.sorted(), len(checker.sketches))


@dataclass(slots=True)
class _Checker:
    root: Path
    reader: Reader
    faults: Faults
    judge: Judge
    processes: int
    sketches: list[Sketch] = field(default_factory=list)
    strangers: list[Named] = field(default_factory=list)
    complete: bool = True

    def survey(self, batches: Sequence[Batch]) -> None:
        """Check each file by itself, until there is more than enough."""
        found = results(survey, self.reader, batches, self.judge, self.processes)
        for batch, part in zip(batches, found, strict=False):
            self._take(part)
            why = enough(len(self.sketches), self.faults)
            if why is not None and batch is not batches[-1]:
                self.complete = False
                self.faults.add(Place(str(self.root / batch[-1][0]), 1), "E103", why)
                break

    def _take(self, part: Survey) -> None:
        self._tell(part.faults)
        self.sketches += part.sketches
        self.strangers += part.strangers
        self.complete = self.complete and part.complete

    def _tell(self, faults: Iterable[Fault]) -> None:
        for fault in faults:
            self.faults.add(fault.place, fault.code, fault.message)

    def check_strangers(self) -> None:
        """Check translations that do not lie beside their originals."""
        if self.strangers:
            homes = {sketch.entry.id: self._home(sketch) for sketch in reversed(self.sketches)}
            bare = Reader(self.root, Faults(), self.reader.keys, self.reader.beside)
            self._tell(survey_strangers(bare, self.strangers, homes, self.judge))

    def check_draws(self) -> None:
        """Try the templates over their domains, as far as the pack's budget of draws goes."""
        jobs: defaultdict[Named, list[str]] = defaultdict(list)
        total = 0
        for sketch in self.sketches:
            total += sketch.draws
            if total > MAX_ALL_DRAWS:
                why = f"more than {MAX_ALL_DRAWS} draws in one pack; from here on none is tried"
                self.faults.add(sketch.entry.place, "E103", why)
                break
            if sketch.draws:
                jobs[self._home(sketch)].append(sketch.entry.id)
        work = list(jobs.items())
        for faults in results(_draws, self.reader, work, self.judge, self.processes):
            self._tell(faults)

    def check_together(self) -> None:
        """Check what concerns the cards among each other."""
        entries = [sketch.entry for sketch in self.sketches]
        check_ids(entries, self.faults)
        in_order(entries, self.faults, complete=self.complete)
        manifest = self.reader.place(MANIFEST)
        check_alike([sketch.likeness for sketch in self.sketches], self.faults)
        check_spread([each.spread for each in self.sketches if each.spread], manifest, self.faults)
        self._check_cited()
        self._check_translated(manifest)

    def _check_cited(self) -> None:
        cited = {name for sketch in self.sketches for name in sketch.evidence}
        for entry in self.reader.beside.claims().values():
            if entry.id not in cited and self.complete:
                message = f"no card cites the evidence {quoted(entry.id)}"
                self.faults.add(entry.place, "W409", message)

    def _check_translated(self, manifest: Place) -> None:
        """Tell which cards a language lacks that has others; a language without any is begun."""
        told = Counter(language for sketch in self.sketches for language in sketch.languages)
        elsewhere = {split_language(name)[1] for name, _ in self.strangers}
        for language in self.reader.keys.translations if self.reader.keys else ():
            left = [each.entry.id for each in self.sketches if language not in each.languages]
            if left and self.complete and language not in elsewhere and told[language]:
                shown = ", ".join(left[:_NAMED]) + (", …" if len(left) > _NAMED else "")
                message = f"{len(left)} cards are not in {quoted(language)}: {shown}"
                self.faults.add(manifest, "W406", message)

    def _home(self, sketch: Sketch) -> Named:
        file = Path(sketch.file)
        return str(file.relative_to(self.root)), file


def _draws(reader: Reader, job: tuple[Named, Sequence[str]], judge: Judge) -> tuple[Fault, ...]:
    return survey_draws(reader, job[0], job[1], judge)


def _batches(cards: Sequence[Named]) -> Iterator[Batch]:
    """The files in order, each together with its translations, some to a batch."""
    together: defaultdict[str, list[Named]] = defaultdict(list)
    for named in cards:
        together[split_language(named[0])[0]].append(named)
    batch: list[Named] = []
    size = 0
    for group in together.values():
        batch += group
        size += sum(_size(file) for _, file in group)
        if size >= _BATCH_BYTES:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def _processes(files: PackFiles) -> int:
    """One process for a small pack, where starting others would take longer than the check."""
    size = sum(_size(file) for _, file in files.cards)
    return 1 if size < _BYTES_WORTH_PROCESSES else min(8, os.cpu_count() or 1)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
