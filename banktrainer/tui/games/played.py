"""How a sitting of drills went: the game, the wrong idea and what holds, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.study.game.daily import Daily
from banktrainer.study.game.order import Order
from banktrainer.study.tally import tally
from banktrainer.tui.keys.keybar import face
from banktrainer.tui.keys.remap import NONE, Remap, keys_of
from banktrainer.tui.keys.table import ACTIONS, Mode, bindings
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Text
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.request import Request
from banktrainer.tui.sheets.sheet import PageSheet
from banktrainer.words import Words
from banktrainer.words.answers import next_line, score_line
from banktrainer.words.drills import named_line, true_lines
from banktrainer.words.game_end import end_lines, grid_lines, legend_line, trouble_line
from banktrainer.words.skills import title_of

if TYPE_CHECKING:
    from banktrainer.study.session import Result
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.desk.standing import Told

Results = Sequence[tuple[str, "Result"]]


def played_blocks(
    w: Words,
    told: Told,
    results: Results,
    remap: Remap = NONE,
    *,
    ascii: bool,
    offer: bool,
    copied: bool = False,
) -> Iterator[Block]:
    """The end of a sitting of drills; `copied` says that the grid was."""
    lines = end_lines(w, told.state, told.play, told.bests)
    for number, line in enumerate(lines):
        yield Text(styled(line, "" if number else "strong"), close=number > 0)
    if results:
        counts = tally(results)
        yield Text(styled(score_line(w, counts)), close=True)
        if not counts.kept:
            yield Text(styled(w("practice.end.unsaved"), "wait"), close=True)
    yield from _grid(w, told, ascii=ascii, copied=copied)
    yield from _wrong_idea(w, told)
    yield from _next(w, told, remap, offer=offer)


def _grid(w: Words, told: Told, *, ascii: bool, copied: bool) -> Iterator[Block]:
    """The puzzle's grid as it is copied, and what its signs say or that it was copied."""
    if not (isinstance(told.state, Daily) and told.state.finished):
        return
    for number, line in enumerate(grid_lines(w, told.state, told.play.game, ascii=ascii)):
        yield Text(styled(line, "strong"), lead=styled("    "), close=number > 0)
    if copied:
        yield Text(styled(w("game.daily.copied")), lead=styled("  ✓ ", "good"), close=True)
    else:
        legend = styled(legend_line(w, ascii=ascii), "soft")
        yield Text(legend, lead=styled("    "), close=True)


def _wrong_idea(w: Words, told: Told) -> Iterator[Block]:
    if told.wrong_models is None:
        return
    sign, role = ("✗ ", "bad") if told.wrong_models else ("✓ ", "good")
    yield Text(styled(named_line(w, told.wrong_models)), lead=styled(sign, role))
    for line in true_lines(w, told.wrong_models):
        yield Text(styled(line), lead=styled("  "), close=True)


def _next(w: Words, told: Told, remap: Remap, *, offer: bool) -> Iterator[Block]:
    """What to do next, each with its key."""
    if told.trouble is not None:
        yield Text(styled(trouble_line(w, told.trouble)))
    if told.next_due is not None:
        title = title_of(w, told.next_due.title)
        due = next_line(w, title, told.next_due.days, new=told.next_due.new)
        yield Text(foreign(due), close=told.trouble is not None)
    yield Flow(
        [*_offers(w, told, remap, offer=offer)], lead=styled(w("game.next.lead") + "  ", "note")
    )


def offered(told: Told, *, offer: bool) -> Mapping[str, str]:
    """The actions that do something after this sitting, each with the words for it."""
    wanted = {
        "copy": "game.next.copy" if _finished(told) else "",
        "trouble": "game.next.cell" if told.trouble else "",
        "puzzle": "game.next.daily" if told.waits and offer else "",
        "once_more": "game.next.again" if told.play.mode != "daily" else "",
        "go_on": "game.next.home",
    }
    return {action: key for action, key in wanted.items() if key}


def _finished(told: Told) -> bool:
    return isinstance(told.state, Daily) and told.state.finished


def _offers(w: Words, told: Told, remap: Remap, *, offer: bool) -> Iterator[Choice]:
    keys = {action.id: face(w, keys_of(action, remap)) for action in ACTIONS}
    cell = told.trouble.cell if told.trouble else ""
    for action, key in offered(told, offer=offer).items():
        said = styled(keys[action] + " ", "key") + styled(w(key, cell=cell))
        yield Choice(said, action)


class Played(PageSheet):
    """Shown once, after a sitting of drills."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["played", "shared"])

    def __init__(self, words: Words, told: Told, results: Results, desk: Desk) -> None:
        super().__init__(words)
        self._told = told
        self._results = results
        self._copied = False

    @property
    def mode(self) -> Mode:
        return "shared" if isinstance(self._told.state, Daily) else "played"

    @property
    def idle(self) -> frozenset[str]:
        acting = offered(self._told, offer=self.trainer.settings.game)
        return super().idle | frozenset({"trouble", "puzzle", "copy"} - set(acting))

    def on_mount(self) -> None:
        self._paint()

    def _paint(self) -> None:
        settings = self.trainer.settings
        blocks = played_blocks(
            self.words,
            self._told,
            self._results,
            self.trainer.remap,
            ascii=settings.ascii,
            offer=settings.game,
            copied=self._copied,
        )
        self.page.show(blocks)
        name = self.words(f"game.mode.{self._told.play.mode}")
        self.show_bars(name, self.words("practice.end.bar"))

    def renew(self) -> None:
        super().renew()
        self._paint()

    def action_go_on(self) -> None:
        self.dismiss()

    def action_back(self) -> None:
        self.dismiss()

    def action_once_more(self) -> None:
        self._drill(self._told.order)

    def action_trouble(self) -> None:
        if self._told.trouble is not None:
            self._drill(Order(cell=self._told.trouble.cell))

    def action_puzzle(self) -> None:
        self._drill(Order("daily"))

    def action_copy(self) -> None:
        """The grid to the clipboard, as far as the terminal lets a program do that."""
        state = self._told.state
        if isinstance(state, Daily) and state.finished:
            ascii = self.trainer.settings.ascii
            lines = grid_lines(self.words, state, self._told.play.game, ascii=ascii)
            self.app.copy_to_clipboard("\n".join(lines))
            self._copied = True
            self._paint()

    def _drill(self, order: Order) -> None:
        self.dismiss()
        self.trainer.practise(Request(drill=order))
