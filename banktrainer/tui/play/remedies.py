"""Remedies: an access before and after each layout that helps, why it works, and as CUDA."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual.binding import BindingType
from textual.content import Content

from banktrainer.printable import printable
from banktrainer.tui.board.twin import Side
from banktrainer.tui.desk.jobs import Jobs
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import NARROWEST, Block, Choice, Flow, Line, Text
from banktrainer.tui.paint.cuda_paint import paint
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.play.curing import Cured, cured
from banktrainer.tui.sheets.trouble import trouble_line
from banktrainer.tui.sheets.twin_sheet import TwinSheet
from banktrainer.words.remedies import bytes_line, remedy_name, what_line, why_remedy

if TYPE_CHECKING:
    from banktrainer.cuda import Rewrite
    from banktrainer.tui.desk.draft import Draft
    from banktrainer.tui.play.reading import Found
    from banktrainer.words import Words

_MOST_LINES = 3
_BOARDS = ("step", "replay", "lane", "ledger", "swap")


class Changed(NamedTuple):
    """The first lines that a remedy changes, as they read afterwards."""

    made: Rewrite
    close: bool = True

    def lines(self, width: int) -> Iterator[Line]:
        digits = max(len(str(line.number)) for line in self.made.lines)
        for line in self.made.lines[:_MOST_LINES]:
            gutter = styled(f"+ {line.number:>{digits}}  ", "good")
            room = max(NARROWEST, width - gutter.cell_length)
            code = paint(printable(line.text.strip())).truncate(room, ellipsis=True)
            yield Line(gutter + code, "code-fill")


def cure_blocks(w: Words, all_cured: tuple[Cured, ...], chosen: int) -> Iterator[Block]:
    """The remedies to choose from with what each brings; of the chosen one what to do, and why."""
    one = all_cured[chosen].cure
    yield Flow([_choice(w, cured, n, n == chosen) for n, cured in enumerate(all_cured)])
    what = what_line(w, one.remedy, one.array)
    yield Text(foreign(f"{what[:1].upper()}{what[1:]}."), close=True)
    if one.rewritten is not None:
        yield Changed(one.rewritten)
    else:
        yield Text(styled(w("cure.by_hand"), "wait"), close=True)
    yield Text(styled(why_remedy(w, one.remedy, one.dims), "soft"), close=True)


def _choice(w: Words, cured: Cured, number: int, chosen: bool) -> Choice:
    cure = cured.cure
    facts = {"before": cure.cycles_before, "after": cure.remedy.cycles}
    name = remedy_name(w, cure.remedy)
    text = w("cure.brings", name=name, bytes=bytes_line(w, cure.remedy), **facts)
    sign = styled("▸ ", "mark") if chosen else Content("  ")
    return Choice(sign + styled(text, "strong" if chosen else "soft"), f"cure({number})")


class Remedies(TwinSheet):
    """Left and right choose a remedy; Enter gives its source to `apply` and leaves."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["cure"])

    def __init__(
        self, words: Words, draft: Draft, found: Found, apply: Callable[[str], None]
    ) -> None:
        super().__init__(words)
        self._draft, self._found, self._apply = draft, found, apply
        self.cured: tuple[Cured, ...] | None = None
        self.chosen = 0
        self._trouble = ""
        self._jobs = Jobs("banktrainer-remedies")

    @property
    def mode(self) -> Mode:
        return "cure"

    @property
    def idle(self) -> frozenset[str]:
        """Without a remedy there are no boards; one that can't be written can't be put in."""
        if not self.cured:
            return frozenset({"apply", "cure", *_BOARDS})
        made = self.cured[self.chosen].cure.rewritten
        none = {"apply": made is None, "cure": len(self.cured) < 2}
        return super().idle | {action for action, idle in none.items() if idle}

    def on_mount(self) -> None:
        self.paint()
        self.work(self._look, group="cure")

    def on_unmount(self) -> None:
        self._jobs.close(drop=True)

    async def _look(self) -> None:
        try:
            self.cured = await self._jobs.run(lambda: cured(self._draft, self._found))
        except Exception as error:
            self._trouble = trouble_line(self.words, error)
        self._choose(0, play=True)

    def _choose(self, number: int, *, play: bool = False) -> None:
        """Take a remedy: its words, and its board beside the one before."""
        self.chosen = number
        if self.cured:
            after, found = self.cured[number], self._found
            self.twin.show(
                Side(self._caption("before"), found.access, found.timeline),
                Side(self._caption("after"), after.access, after.timeline),
                play=play,
            )
        self.paint()

    def _caption(self, when: str) -> str:
        return self.words(f"cure.{when}", text=" ".join(self._found.row.text.split()))

    def told(self) -> list[Block]:
        if self._trouble:
            return [Text(foreign(self._trouble, "bad"))]
        if self.cured is None:
            return [Text(styled(self.words("cure.looking"), "soft"))]
        if not self.cured:
            key = "needless" if not self._found.row.excess else "none"
            return [Text(styled(self.words(f"cure.{key}", array=self._found.row.array)))]
        return list(cure_blocks(self.words, self.cured, self.chosen))

    def bars(self) -> tuple[str, str]:
        rows = [one for one in self._found.trace.accesses if one.array == self._found.row.array]
        accesses = self.words.count("cure.accesses", len(rows))
        right = self.words("cure.all", array=self._found.row.array, accesses=accesses)
        return self.words("cure.title"), right

    def action_cure(self, which: str | int) -> None:
        """The next remedy (right), the one before (left), or that one."""
        if self.cured:
            step = {"left": -1, "right": 1}
            at = self.chosen + step[which] if isinstance(which, str) else which
            self._choose(at % len(self.cured))

    def action_apply(self) -> None:
        """Give the rewritten source away, where there is one."""
        made = self.cured[self.chosen].cure.rewritten if self.cured else None
        self.dismiss()
        if made is not None:
            self._apply(made.source)
