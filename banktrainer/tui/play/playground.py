"""Playground: CUDA of one's own, counted as it is typed."""

from __future__ import annotations

from asyncio import sleep
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from banktrainer.tui.desk.draft import Draft
from banktrainer.tui.desk.snippets import EMPTY, opening
from banktrainer.tui.keys.keybar import face_of
from banktrainer.tui.keys.table import bindings
from banktrainer.tui.play.launching import FieldError
from banktrainer.tui.play.picking import WORST
from banktrainer.tui.play.playground_face import MODES, PlaygroundFace
from banktrainer.tui.play.reader import Reader
from banktrainer.tui.sheets.picker import Option, Picker
from banktrainer.tui.sheets.trouble import trouble_line

if TYPE_CHECKING:
    from textual.widgets import Input, TextArea

    from banktrainer.tui.desk.desk import Desk
    from banktrainer.tui.desk.draft import Snippet
    from banktrainer.tui.play.reading import Found
    from banktrainer.words import Words

PATIENCE_SECONDS = 0.15
"""How long the typing has to rest before the code is read."""

SOON_SECONDS = 0.3
"""How long a reading may take before the screen says that what it shows is older."""


class Playground(PlaygroundFace):
    """The board follows the code: read in a thread once the typing rests, the newest only."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(MODES)

    def __init__(self, words: Words, desk: Desk, *, patience: float = PATIENCE_SECONDS) -> None:
        super().__init__(words, desk.draft or EMPTY)
        self._desk = desk
        self._patience = patience
        self._reader = Reader()

    def on_mount(self) -> None:
        self.paint()
        if self._desk.draft is None:
            self.work(self._begin, group="snippets")
        else:
            self.follow()

    def on_unmount(self) -> None:
        self._reader.close()

    async def _begin(self) -> None:
        """Put the first snippet into an editor that nobody has typed into yet."""
        draft = opening(await self._snippets())
        if draft != EMPTY and self.draft == EMPTY:
            self.take(draft)

    # Reading.

    def on_text_area_changed(self, _event: TextArea.Changed) -> None:
        self._typed()

    def on_input_changed(self, _event: Input.Changed) -> None:
        self._typed()

    def on_input_submitted(self) -> None:
        self.set_focus(None)

    def _typed(self) -> None:
        draft = self.typed_draft()
        if draft != self.draft:
            self.draft = draft
            self.follow()

    def take(self, draft: Draft, *, play: bool = True) -> None:
        """Put a draft into the fields, and read it at once."""
        if draft.code != self.draft.code:
            self.picked, self.on_board = WORST, None
            self._desk.draft_before = self.draft
        self.draft = draft
        self.fill_fields(draft)
        self.follow(play=play, patience=0)

    def follow(self, *, play: bool = False, patience: float | None = None) -> None:
        """Keep the draft, and read it once it has rested."""
        self._desk.draft = self.draft
        rest = self._patience if patience is None else patience
        self.work(partial(self._follow, self.draft, play, rest), group="read", exclusive=True)

    async def _follow(self, draft: Draft, play: bool, rest: float) -> None:
        if rest:
            await sleep(rest)
        self.busy = True
        self.set_timer(SOON_SECONDS, self.paint_list)
        found = await self._reader.read(draft)
        if found is not None and found.draft == self.draft:
            self.busy = False
            self.show_reading(found, play=play)

    # Fields.

    def action_edit(self) -> None:
        self.set_focus(self.editor)

    def action_field(self, key: str) -> None:
        names = {"v": "values", "b": "block", "w": "warp"}
        self.set_focus(self.fields[names[key]])

    def action_next_field(self) -> None:
        """The next field in order, from the last none."""
        order = [self.editor, *self.fields.values()]
        focused = self.focused
        at = order.index(focused) + 1 if focused in order else 0
        self.set_focus(order[at] if at < len(order) else None)

    def action_leave_field(self) -> None:
        self.set_focus(None)

    def on_descendant_focus(self) -> None:
        self.paint_bars()

    def on_descendant_blur(self) -> None:
        self.paint_bars()

    # The machine, and where to start from.

    def action_machine(self) -> None:
        from banktrainer.tui.play.machines import machine_options

        options = machine_options(self.words)
        names = [name for _, name in options]
        title, intro = self.words("play.machines.title"), self.words("play.machines.intro")
        at = names.index(self.draft.machine) if self.draft.machine in names else 0
        self.trainer.push(Picker(self.words, title, intro, options, self._on_machine, chosen=at))

    def _on_machine(self, machine: str) -> None:
        self.take(replace(self.draft, machine=machine))

    def action_snippets(self) -> None:
        self.work(self._choose_snippet, group="snippets", exclusive=True)

    async def _choose_snippet(self) -> None:
        snippets = await self._snippets()
        if not snippets:
            return
        options = [(self._named(one), one.draft) for one in snippets]
        title = self.words("play.snippets.title")
        key = face_of(self.words, "code_before", self.trainer.remap)
        intro = self.words("play.snippets.intro", key=key)
        self.trainer.push(Picker(self.words, title, intro, options, self.take))

    def _named(self, snippet: Snippet) -> Option:
        cell = self.words("play.snippets.cell", cell=snippet.cell) if snippet.cell else ""
        return Option(snippet.title, " · ".join(part for part in (cell, snippet.pack) if part))

    async def _snippets(self) -> tuple[Snippet, ...]:
        try:
            found = await self._desk.snippets()
        except Exception as error:
            trouble = trouble_line(self.words, error)
            self.say(self.words("play.no_snippets", trouble=trouble))
            return ()
        if not found:
            self.say(self.words("play.snippets.none"))
        return found

    def action_cures(self) -> None:
        """What would help the access on the board."""
        from banktrainer.tui.play.remedies import Remedies

        if self.found is None:
            self.say_none()
        else:
            self.trainer.push(Remedies(self.words, self.draft, self.found, self._on_cure))

    def action_others(self) -> None:
        """The access on the board, on every machine."""
        from banktrainer.tui.play.compare import Compare

        if self.found is None:
            self.say_none()
            return
        self._desk.draft = self.draft
        self.trainer.push(Compare(self.words, self._desk, picked=self.picked))

    def _on_cure(self, source: str) -> None:
        picked = self.picked
        self.take(replace(self.draft, code=source))
        self.picked = picked

    def action_code_before(self) -> None:
        """The code that a snippet or a remedy took the place of; pressed again, that one."""
        before = self._desk.draft_before
        if before is None or before == EMPTY:
            self.say(self.words("play.no_before"))
        else:
            self.take(before, play=False)

    # What leaves the screen.

    def action_as_command(self) -> None:
        from banktrainer.tui.play.copying import command_text

        try:
            self._copy("command", command_text(self.draft))
        except FieldError:
            self.say_fault()

    def action_as_card(self) -> None:
        if self.found is None:
            self.say_none()
        else:
            self.work(partial(self._as_card, self.draft, self.found), group="card", exclusive=True)

    async def _as_card(self, draft: Draft, found: Found) -> None:
        """Write the card in the reading thread: it is solved before it is given away."""
        from banktrainer.tui.play.copying import CardError, card_text

        try:
            text = await self._desk.read(lambda: card_text(self.words, draft, found))
        except FieldError:
            self.say_fault()
        except CardError as error:
            key = "play.unread" if error.why == "unread" else f"play.card.{error.why}"
            self.say(self.words(key))
        else:
            self._copy("card", text)

    def _copy(self, what: str, text: str) -> None:
        from banktrainer.tui.sheets.shown import Shown

        self.app.copy_to_clipboard(text)
        title, note = self.words(f"play.copied.{what}"), self.words("play.copied.note")
        self.trainer.push(Shown(self.words, title, text, note))

    def action_back(self) -> None:
        self.dismiss()
