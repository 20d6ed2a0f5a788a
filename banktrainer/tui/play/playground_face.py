"""The face of the playground: editor, fields, what was found, and the board; reads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from banktrainer.tui.board import Board
from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.keys.table import Mode
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.page import Page, left_of
from banktrainer.tui.paint.text import foreign
from banktrainer.tui.play.editor import Editor
from banktrainer.tui.play.found import found_blocks
from banktrainer.tui.play.picking import WORST, pick
from banktrainer.tui.sheets.board_sheet import BoardSheet
from banktrainer.tui.sheets.field import Field
from banktrainer.words.lists import numbers

if TYPE_CHECKING:
    from banktrainer.tui.play.reading import Found, Reading
    from banktrainer.words import Words

MODES: tuple[Mode, ...] = ("play", "code", "value")
_NEED_ACCESS = ("cures", "others", "as_card")
_NEED_BOARD = ("replay", "lane", "ledger")
_FIELDS = ("values", "block", "warp")
_BARS = 2
_LEAST_LIST = 2
_ROOMY = 30
"""From so many rows on the board takes all that are left, however low its stacks."""

_FIELD_ROWS = 1
_LEAST_BOARD, _LEAST_CODE = 8, 4
_LIST_ROWS = {18: 2, 24: 4, 40: 7}
"""Rows for what was found, by the height of the terminal from which on they are given."""


class PlaygroundFace(BoardSheet):
    """Paints a draft and its reading; `picked` is the number of the access on the board."""

    CLICKED: ClassVar[tuple[str, ...]] = ("fault",)

    def __init__(self, words: Words, draft: Draft) -> None:
        super().__init__(words)
        self.draft = draft
        self.reading: Reading | None = None
        self.on_board: Found | None = None
        self.picked = WORST
        self.busy = False
        self._follows = False  # whether the list keeps the picked access in sight
        self._note = ""
        self.editor = Editor(draft.code, id="code")
        self.fields = {
            name: Field(getattr(draft, name), id=name, placeholder=words(f"play.hint.{name}"))
            for name in _FIELDS
        }
        self.list = Page(id="found")
        self.board = Board(words=words, id="board")

    def compose(self) -> ComposeResult:
        yield self.title_bar
        yield self.editor
        with Horizontal(id="fields"):
            for name, field in self.fields.items():
                yield Static(f"{self.words(f'play.field.{name}')} ▸ ", markup=False)
                yield field
        yield self.list
        yield self.board
        yield self.key_bar

    @property
    def mode(self) -> Mode:
        if self.editor.has_focus:
            return "code"
        return "value" if isinstance(self.focused, Field) else "play"

    @property
    def idle(self) -> frozenset[str]:
        """Without an access there is nothing to step through, to cure or to compare."""
        shown, accesses = self.on_board, len(self.reading.found) if self.reading else 0
        none = dict.fromkeys(_NEED_ACCESS, self.found is None)
        none |= dict.fromkeys(_NEED_BOARD, shown is None)
        none["step"] = shown is None or shown.timeline.cycles <= 1
        none["access"] = accesses < (1 if self.old else 2)
        return frozenset(action for action, idle in none.items() if idle)

    @property
    def old(self) -> bool:
        """Whether the board shows what the code said before a fault came into it."""
        return bool(self.board.old)

    @property
    def found(self) -> Found | None:
        """The picked access; None while it can't be read."""
        accesses = () if self.reading is None or self.old else self.reading.found
        return accesses[self.picked] if 0 <= self.picked < len(accesses) else None

    def typed_draft(self) -> Draft:
        """The draft as the fields have it."""
        typed = {name: field.value for name, field in self.fields.items()}
        draft = self.draft
        return Draft(self.editor.text, machine=draft.machine, kernel=draft.kernel, **typed)

    def fill_fields(self, draft: Draft) -> None:
        """Put a draft where it can be typed on."""
        if self.editor.text != draft.code:
            self.editor.load_text(draft.code)
        for name, field in self.fields.items():
            field.value = getattr(draft, name)

    def show_reading(self, reading: Reading, *, play: bool) -> None:
        """Take a reading: colours and faults into the editor, the picked access to the board."""
        self.reading, self._note, self._follows = reading, "", False
        self.editor.tell(reading.draft.code, reading.colours, reading.faults)
        at = pick(reading, self.picked, self.on_board)
        if at is None and reading.partial and self.on_board is not None:
            self._keep_old(self.on_board)
        else:
            self.picked = WORST if at is None else at
            self.board.old = ""
            if play or not self._same(self.on_board, self.found):
                self.show_found(play=play)
        self.paint()
        self._bring_line_in_sight()

    def _keep_old(self, found: Found) -> None:
        """Leave the board as it was, and say so; whose rules it follows, where they are others."""
        machine = found.trace.machine
        now = machine == self.draft.machine
        key = "play.old" if now else "play.old_machine"
        self.board.old = self.words(key, machine=machine)

    def show_found(self, *, play: bool) -> None:
        """Show the picked access on the board, falling or at rest."""
        found = self.on_board = self.found
        if found is None:
            self.board.old = ""
            self.board.clear()
            return
        rows = found.trace.source.split("\n")
        line = rows[found.row.line - 1].strip() if found.row.line <= len(rows) else ""
        self.board.show(found.access, found.timeline, line, done=not play)

    def _same(self, before: Found | None, after: Found | None) -> bool:
        """Whether the board shows that already."""
        if before is None or after is None:
            return before is after
        shown = (before.timeline, before.row.line, before.trace.source)
        return shown == (after.timeline, after.row.line, after.trace.source)

    def say(self, note: str) -> None:
        """Say something until the next reading."""
        self._note, self._follows = note, False
        self.paint_list()

    def say_none(self) -> None:
        """Say why there is no access to do something with."""
        unread = self.reading is not None and self.reading.partial
        self.say(self.words("play.unread" if unread else "play.nothing"))

    def say_fault(self) -> None:
        """Point at the field that can't be read: its fault stands in the list."""
        self.paint_list()

    # Painting.

    def paint(self) -> None:
        """Show everything as it stands."""
        self._fit()
        self.paint_list()
        self.paint_bars()

    def paint_list(self) -> None:
        noted: list[Block] = [Text(foreign(self._note, "wait"))] if self._note else []
        rows = self._list_rows()
        picked = WORST if self.old else self.picked
        found = found_blocks(self.words, self.reading, picked, rows, busy=self.busy)
        blocks = (*noted, *found)
        calls = [getattr(block, "call", "") for block in blocks]
        here = f"access({picked})"
        seen = calls.index(here) if self._follows and here in calls else None
        self.list.show(blocks, seen=seen)
        wanted = self.list.rows_in(self.app.size.width)
        self.list.styles.height = max(_LEAST_LIST, min(rows, wanted))

    def paint_bars(self) -> None:
        self.show_bars(self.words("play.title"), self._launch())

    def _launch(self) -> str:
        traces = self.reading.traces if self.reading else ()
        if not traces:
            return self.words("play.no_launch", machine=self.draft.machine)
        trace = traces[0]
        block = "×".join(str(size) for size in trace.block if size > 1) or "1"
        warps = self.words.count(
            "play.warps", len(trace.warps), warps=numbers(self.words, trace.warps)
        )
        return self.words("play.launch", machine=trace.machine, block=block, warps=warps)

    def _list_rows(self) -> int:
        height = self.app.size.height
        return max((rows for least, rows in _LIST_ROWS.items() if height >= least), default=1)

    def _fit(self) -> None:
        """Share the rows: the code takes what it needs, up to a part; the board the rest."""
        rows = self.app.size.height - _BARS - _FIELD_ROWS - self._list_rows()
        lines = self.editor.document.line_count + 1
        most = max(_LEAST_CODE, rows - max(_LEAST_BOARD, rows * 3 // 5))
        self.editor.styles.height = max(1, min(max(lines, _LEAST_CODE), most))
        self.board.compact = self.app.size.height < _ROOMY
        left = left_of(self.app.size.width)
        self.editor.styles.padding = (0, left + 1)
        self.query_one("#fields").styles.padding = (0, left + 2)

    def on_resize(self) -> None:
        self.paint()

    # The board.

    def action_access(self, which: str | int) -> None:
        """Pick an access: the next (down) or the one before (up), or that number."""
        accesses = self.reading.found if self.reading else ()
        if not accesses:
            return
        step = {"up": -1, "down": 1}
        at = self.picked + step[which] if isinstance(which, str) else which
        self.picked = at % len(accesses)
        self.board.old, self._follows = "", True
        self.show_found(play=False)
        self.paint()
        self._bring_line_in_sight()

    def action_fault(self, number: int) -> None:
        """Put the cursor where a fault is."""
        faults = self.reading.faults if self.reading else ()
        line = faults[number].line if number < len(faults) else None
        if line is not None:
            self.set_focus(self.editor)
            self.editor.move_cursor((line - 1, faults[number].column - 1))

    def _bring_line_in_sight(self) -> None:
        """Scroll the code to the picked access, unless it is being typed."""
        rows = self.editor.size.height
        if self.found is None or self.editor.has_focus or not rows:
            return
        line = self.found.row.line - 1
        if not 0 <= line - self.editor.scroll_offset.y < rows:
            self.editor.scroll_to(y=max(0, line - rows // 2), animate=False)
