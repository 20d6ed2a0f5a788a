"""Practice: one sitting, card by card. The session decides what may happen; keys only ask it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.desk.backend import WITH_FIELD
from banktrainer.tui.keys.table import PRACTICE, bindings
from banktrainer.tui.practice.forecasting import Forecasting
from banktrainer.tui.practice.view import tells_meeting
from banktrainer.tui.sheets.trouble import of_records, trouble_told
from banktrainer.words.drills import item_title

if TYPE_CHECKING:
    from banktrainer.study.session import Result, Session
    from banktrainer.tui.board import Board
    from banktrainer.tui.board.scene import Tell
    from banktrainer.tui.desk.card_view import BoardView
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.practice.sitting import Sitting
    from banktrainer.tui.request import Request
    from banktrainer.words import Words

_MOST_AHEAD = 8


class Practice(Forecasting):
    """One sitting over the cards that `request` asks for."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PRACTICE)

    def __init__(self, words: Words, desk: Desk, request: Request) -> None:
        super().__init__(words, desk)
        self._request = request
        self._ahead: list[str] = []
        self._covered = False

    def on_screen_suspend(self) -> None:
        self.cover(True)

    def on_screen_resume(self) -> None:
        self.cover(False)

    def cover(self, covered: bool) -> None:
        """While another screen hides the question, no time of its own passes."""
        self._covered = covered
        if self.sitting is not None:
            watch = self.sitting.session.watch
            (watch.hold if covered else watch.release)()

    def on_mount(self) -> None:
        self.paint()
        self.call_after_refresh(self._start)

    def _start(self) -> None:
        self.trainer.painted()
        self.begin(self._open)

    async def _open(self) -> None:
        from banktrainer.tui.desk.card_view import outline
        from banktrainer.tui.practice.sitting import Sitting

        try:
            session = await self.desk.sitting(self._request)
        except Exception as error:
            self._break(error)
        else:
            if not session.total:
                await self.finish(session, [])
                return
            self.sitting = Sitting(session, outline(session.item))
            self.cover(self._covered)
            await self._lay(self.sitting)

    async def finish(self, session: Session, results: Sequence[tuple[str, Result]]) -> None:
        """Leave this screen for that of how the sitting went."""
        self.trainer.end_sitting(results, await self.desk.next_due(session))

    def action_ahead(self, key: str) -> None:
        """Keep what is typed before the card is there: it is meant for the card."""
        self._ahead = [*self._ahead, key][:_MOST_AHEAD]

    async def _present(self, sitting: Sitting) -> None:
        """Ask the session's next item, or end the sitting where there is none."""
        from banktrainer.study.session import Stage

        if sitting.session.stage is Stage.DONE:
            await self.finish(sitting.session, sitting.results)
        else:
            await self._lay(sitting)

    async def _lay(self, sitting: Sitting) -> None:
        """Put the session's item on the table; its text first, then its numbers too."""
        from banktrainer.tui.desk.card_view import outline

        item = sitting.session.item
        sitting.lay(outline(item))
        if sitting.view.kind in WITH_FIELD:
            await self._lay_field(self.words(f"practice.empty.{sitting.view.kind}"))
        else:
            self.set_focus(None)
        self.paint()
        self._replay_keys()
        await self._complete(sitting)

    async def _complete(self, sitting: Sitting) -> None:
        """Fill in the card's numbers, unless another card is on the table by then."""
        item = sitting.session.item
        try:
            view = await self.desk.view(item)
        except Exception as error:
            self._break(error)
            return
        if sitting.session.item is item and not sitting.view.solved:
            sitting.view = view
            self.paint()

    def _break(self, error: Exception) -> None:
        """Say what stands in the way; what can be done then is leave, or go on unsaved."""
        self.broken = trouble_told(self.words, error, self.trainer.remap)
        self.unkept = of_records(error)
        self.paint()

    def action_unsaved(self) -> None:
        if self.unkept:
            self.begin(self._go_on_unsaved)

    async def _go_on_unsaved(self) -> None:
        """Keep nothing from now on; what is on the table is still to be answered."""
        sitting, self.unkept = self.sitting, False
        await self.desk.unsave(sitting.session if sitting is not None else None)
        if self.broken or sitting is None:
            self.broken = ""
            await self._open()
            return
        sitting.busy = False
        sitting.note = self.words("practice.unkept")
        self.paint()

    def _replay_keys(self) -> None:
        ahead, self._ahead = self._ahead, []
        for key in ahead:
            self.trainer.simulate_key(key)

    async def _lay_field(self, placeholder: str) -> None:
        from banktrainer.tui.sheets.field import Field

        if self.field is None:
            self.field = Field(id="field")
            await self.mount(self.field, before=self.entry)
        self.field.value = ""
        self.field.placeholder = placeholder
        self.field.display = True
        self.field.focus()

    async def revealing(self, sitting: Sitting) -> None:
        """Let the lanes fall, where the card has any; a recall first wants its grade."""
        self.trainer.stored += 1
        self.set_focus(None)
        if not sitting.view.solved:
            await self._complete(sitting)
        result = sitting.session.result
        if result is not None and result.model is not None and sitting.view.board is not None:
            sitting.believed = await self.desk.believed(result.model)
        if sitting.view.board is not None:
            await self._play(sitting)
        elif sitting.revealed:
            sitting.body = "card"
            self._answer_without_steps(sitting)

    async def _play(self, sitting: Sitting) -> None:
        """Show the fall of the fence that the sitting names."""
        shown = sitting.board
        if shown is not None:
            sitting.falling = True
            board = await self._the_board()
            board.show(
                shown.access, shown.timeline, shown.code_line, tell=self._tell(sitting, shown)
            )

    def _tell(self, sitting: Sitting, shown: BoardView) -> Tell:
        """The board's sentences; who collides is left to the words below where these say it."""
        from banktrainer.tui.board.telling import teller

        result = sitting.session.result
        below = result is not None and tells_meeting(sitting.view, result)
        asked = shown is sitting.view.board
        return teller(self.words, shown.access, meeting=not (below and asked))

    async def _the_board(self) -> Board:
        if self.board is None:
            from banktrainer.tui.board import Board

            self.board = Board(words=self.words, id="board")
            await self.mount(self.board, before=self.entry)
        return self.board

    def on_board_finished(self) -> None:
        sitting = self.sitting
        if sitting is not None and sitting.falling:
            sitting.falling, sitting.landed = False, True
            self._answer_without_steps(sitting)
            self.paint()

    def _answer_without_steps(self, sitting: Sitting) -> None:
        """Where there is nothing to step through, the answer follows the reveal at once."""
        from banktrainer.study.session import Stage

        if sitting.session.stage is Stage.REVEAL and not sitting.view.steps:
            sitting.session.advance()

    async def action_go_on(self) -> None:
        sitting = self.sitting
        if self.broken:
            self.trainer.go_home()
        elif sitting is not None and sitting.session.settled():
            if sitting.board_shown and sitting.more_fences:
                await self._show_step(sitting)
            elif not self.scroller.page_down():
                await self._advance(sitting)

    async def _advance(self, sitting: Sitting) -> None:
        from banktrainer.study.session import Stage

        sitting.note = ""
        if sitting.session.stage is Stage.ANSWER:
            self.begin(partial(self._go_on, sitting))
            return
        sitting.session.advance()
        sitting.lay_step()
        await self._show_step(sitting)

    async def _go_on(self, sitting: Sitting) -> None:
        """The next item, which may have to be chosen and solved."""
        try:
            await self.desk.advance(sitting.session)
        except Exception as error:
            self._break(error)
        else:
            await self._present(sitting)

    async def _show_step(self, sitting: Sitting) -> None:
        """Show what the session has come to; a step plays its own codes, one at a time.

        The answer is about the code that was asked about: the board goes back to it.
        """
        from banktrainer.study.session import Stage

        waiting = sitting.more_fences
        if waiting:
            sitting.fence = waiting[0]
            if sitting.body == "board":
                await self._play(sitting)
        elif sitting.session.stage is Stage.ANSWER and sitting.fence:
            sitting.fence = ""
            await self._rest(sitting)
        self.paint()

    async def showing_step(self, sitting: Sitting) -> None:
        self.trainer.stored += 1
        sitting.lay_step()
        await self._show_step(sitting)

    async def _rest(self, sitting: Sitting) -> None:
        """Show the end of the fall that the sitting names, without the fall."""
        shown = sitting.board
        if shown is not None:
            board = await self._the_board()
            tell = self._tell(sitting, shown)
            board.show(shown.access, shown.timeline, shown.code_line, play=False, tell=tell)
            board.skip()

    def action_skip(self) -> None:
        if self.board is not None and self.sitting is not None and self.sitting.session.settled():
            self.board.skip()

    def action_step(self) -> None:
        if self.board is not None:
            self.board.step()

    def action_replay(self) -> None:
        if self.board is not None and self.sitting is not None:
            self.sitting.falling = True
            self.paint()
            self.board.replay()

    def action_lane(self, key: str) -> None:
        if self.board is not None:
            self.board.pick_lane(1 if key == "full_stop" else -1)

    def action_believed(self) -> None:
        """The access as it was counted, beside the true one."""
        sitting = self.sitting
        result = sitting.session.result if sitting is not None else None
        if sitting is None or sitting.believed is None or sitting.view.board is None:
            return
        if result is not None and result.model is not None:
            from banktrainer.tui.practice.beside import Beside

            model, access = result.model.model, result.model.access
            true = sitting.view.board.timeline
            self.trainer.push(Beside(self.words, model, access, sitting.believed, true))

    def action_ledger(self) -> None:
        if self.board is not None:
            self.board.toggle_ledger()

    def action_swap(self) -> None:
        sitting = self.sitting
        if sitting is None or sitting.view.board is None:
            return
        if sitting.falling and self.board is not None:
            self.board.skip()
        sitting.body = "board" if sitting.body == "card" else "card"
        self.paint()

    def action_undo(self) -> None:
        if self.sitting is not None:
            self.begin(partial(self._undo, self.sitting))

    async def _undo(self, sitting: Sitting) -> None:
        try:
            item = await self.desk.undo(sitting.session)
        except Exception as error:
            self.say_unsaved(sitting, error)
            sitting.busy = False
            self.paint()
            return
        note = self.words("practice.undo.none")
        if item is not None and sitting.revealed:
            sitting.busy = False
            sitting.note = self.words("practice.undo.step")
            self.paint()
            return
        if item is not None:
            sitting.take_back()
            title = item_title(self.words, item)
            note = self.words("practice.undo.done", title=title)
        await self._present(sitting)
        sitting.note = note
        self.paint()

    def action_back(self) -> None:
        self.trainer.go_home()
