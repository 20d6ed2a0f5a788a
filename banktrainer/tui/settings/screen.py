"""Settings: every one in one list, changed in place and kept at once; the keys are below them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from banktrainer.records.settings import Settings
from banktrainer.tui.keys.keybar import face, face_of
from banktrainer.tui.keys.remap import Key, refusal
from banktrainer.tui.keys.table import Mode, bindings
from banktrainer.tui.paint.blocks import Block, Text
from banktrainer.tui.paint.text import foreign
from banktrainer.tui.settings.view import (
    Entry,
    Option,
    about,
    entries,
    has,
    key_name,
    key_rows,
    option_rows,
)
from banktrainer.tui.sheets.listing import ListSheet
from banktrainer.tui.sheets.searching import Searching

if TYPE_CHECKING:
    from banktrainer.tui.desk.desk import Desk
    from banktrainer.words import Words


class SettingsScreen(Searching, ListSheet):
    """A change holds at once, here and on the screens below."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(["settings", "capture", "filter"])

    def __init__(self, words: Words, desk: Desk) -> None:
        super().__init__(words)
        self._trouble = self._said = ""
        self._capturing = False
        self._before: Mapping[str, str] = {}
        self._ids: frozenset[str] | None = None  # what is listed; None for everything

    @property
    def idle(self) -> frozenset[str]:
        """Where no key was ever another there is nothing to reset."""
        return (
            frozenset() if self.trainer.settings.keys or self._before else frozenset({"reset_keys"})
        )

    @property
    def mode(self) -> Mode:
        if self._capturing:
            return "capture"
        return "filter" if self.typing else "settings"

    def on_mount(self) -> None:
        self._bars = self.words("settings.title"), ""
        self.lay()

    def renew(self) -> None:
        self._bars = self.words("settings.title"), ""
        super().renew()

    def found(self) -> None:
        """List what was found; it stays listed in whatever language it is then told."""
        all_ids = {_id(one): one for one in entries(self.words)}
        kept = (id for id, one in all_ids.items() if has(self.words, one, self.wanted))
        self._ids = frozenset(kept) if self.wanted else None
        self.choose(0)

    @property
    def _listed(self) -> list[Entry]:
        ids = self._ids
        return [one for one in entries(self.words) if ids is None or _id(one) in ids]

    def rows(self) -> Sequence[Sequence[Block]]:
        w, chosen, listed = self.words, self.chosen, self._listed
        if not listed:
            return [[Text(foreign(w("keys.help.none", wanted=self.wanted), "soft"))]]
        settings = [one for one in listed if isinstance(one, Option)]
        keys = [one for one in listed if isinstance(one, Key)]
        rows = option_rows(w, self.trainer.settings, settings, chosen)
        return rows + key_rows(w, self.trainer.remap, keys, chosen, len(rows))

    def told(self) -> tuple[str, str]:
        """What was refused or done; else what the chosen row is about."""
        if self._trouble:
            return self._trouble, "bad"
        if self._said:
            return self._said, "good"
        option, key = self._option, self._key
        if option is not None:
            return about(self.words, option), "soft"
        if key is None:
            return "", ""
        if self._capturing:
            return self.words("settings.press", action=key_name(self.words, key)), "wait"
        return self.words(key.action.tooltip), "soft"

    @property
    def _entry(self) -> Entry | None:
        listed = self._listed
        return listed[self.chosen] if self.chosen < len(listed) else None

    @property
    def _option(self) -> Option | None:
        """The setting in the chosen row, if it is one."""
        return self._entry if isinstance(self._entry, Option) else None

    @property
    def _key(self) -> Key | None:
        """The key in the chosen row, if it is one."""
        return self._entry if isinstance(self._entry, Key) else None

    def choose(self, row: int) -> None:
        self._trouble, self._said, self._capturing = "", "", False
        super().choose(row)

    def action_take(self) -> None:
        if self._option is not None:
            self.action_change("right")
        elif self._key is not None:
            self._trouble, self._said, self._capturing = "", "", True
            self.lay()

    def action_change(self, key: str) -> None:
        option = self._option
        if option is not None:
            now = getattr(self.trainer.settings, option.name)
            self._choose(option.name, option.after(now, 1 if key == "right" else -1))

    def action_reset(self) -> None:
        option, key = self._option, self._key
        if option is not None:
            self._choose(option.name, Settings._field_defaults[option.name])
        elif key is not None:
            self._take_key(key, key.own)

    def action_reset_keys(self) -> None:
        """Give every key back what it was at first; pressed again, one's own as they were."""
        own, again = self.trainer.settings.keys, self._before
        if own:
            self._before = own
            self._choose("keys", {}, "settings.keys_reset")
        elif again:
            self._before = {}
            self._choose("keys", again, "settings.keys_again")

    def action_cancel(self) -> None:
        self._capturing = False
        self.lay()

    def on_key(self, event: events.Key) -> None:
        """While a key is waited for, take whichever comes; Esc and Ctrl-C are seen before this."""
        key = self._key
        if self._capturing and key is not None and event.key != "escape":
            event.stop()
            event.prevent_default()
            self._capturing = False
            self._take_key(key, event.key)

    def _take_key(self, key: Key, new: str) -> None:
        """Give `key` another key, or say why not."""
        remap = {id: own for id, own in self.trainer.remap.items() if id != key.id}
        taken = None if new == key.own and not remap else refusal(key, new, remap)
        if taken is not None:
            shown = face(self.words, (new,))
            self._trouble = (
                self.words("settings.error.fixed", key=shown)
                if isinstance(taken, str)
                else self.words("settings.error.clash", key=shown, action=self.words(taken.label))
            )
            self.lay()
            return
        self._choose("keys", remap if new == key.own else {**remap, key.id: new})

    def _choose(self, name: str, value: object, said: str = "") -> None:
        self.work(partial(self._keep, name, value, said), group="settings")

    async def _keep(self, name: str, value: object, said: str) -> None:
        self._trouble = await self.trainer.choose(**{name: value})
        key = face_of(self.words, "reset_keys", self.trainer.remap)
        self._said = self.words(said, key=key) if said else ""
        self.lay()


def _id(entry: Entry) -> str:
    """What names a row in every language."""
    return entry.name if isinstance(entry, Option) else f"key.{entry.id}"
