"""BoardSheet: a sheet with one board, whose keys act on it."""

from __future__ import annotations

from banktrainer.tui.board import Board
from banktrainer.tui.sheets.sheet import Sheet


class BoardSheet(Sheet):
    """A sheet that has its board from the start."""

    board: Board

    def action_step(self) -> None:
        self.board.step()

    def action_replay(self) -> None:
        self.board.replay()

    def action_lane(self, key: str) -> None:
        self.board.pick_lane(1 if key == "full_stop" else -1)

    def action_ledger(self) -> None:
        self.board.toggle_ledger()
