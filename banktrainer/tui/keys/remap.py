"""Keys of one's own: which keys may be others, what they clash with, and bindings made from them.

A remap names a binding by its id (`undo`, `lane.comma`) and gives the key that it has instead of
its own. Enter, Esc, the arrows, digits and the letters of cells and choices stay what they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingsMap, BindingType

from banktrainer.tui.keys.table import ACTIONS, Action, active

_FIXED_KEYS = ("enter", "escape", "up", "down", "left", "right", "pageup", "pagedown")
_FIXED_ACTIONS = ("digit", "pick", "ahead", "cell", "link")
Remap = Mapping[str, str]
NONE: Remap = {}


class Key(NamedTuple):
    """A key that may be another: the binding's `id`, its action, and its own key."""

    id: str
    action: Action
    own: str


def remappable() -> tuple[Key, ...]:
    """The keys that may be others, in the table's order."""
    return tuple(
        Key(action.id_of(key), action, key)
        for action in ACTIONS
        if action.id not in _FIXED_ACTIONS and action.offered
        for key in action.keys
        if allowed(key)
    )


def keys_of(action: Action, remap: Remap) -> tuple[str, ...]:
    """The keys that an action has."""
    return tuple(remap.get(action.id_of(key), key) for key in action.keys)


def usable(remap: Remap) -> dict[str, str]:
    """What of a remap can be used: known bindings, keys that are letters or signs, no clash."""
    known = {key.id: key for key in remappable()}
    kept: dict[str, str] = {}
    for id, new in remap.items():
        if id in known and refusal(known[id], new, kept) is None:
            kept[id] = new
    return kept


def allowed(new: str) -> bool:
    """Whether a key can be had at all: one plain key, and none of those that never change."""
    return "+" not in new and new not in _FIXED_KEYS and not new.isdigit() and new.isascii()


def refusal(key: Key, new: str, remap: Remap) -> Action | str | None:
    """Why `key` can't be `new`: the action that has it in a mode of both, or "" where no key of
    its kind can be had; None where it can."""
    if not allowed(new):
        return ""
    for mode in key.action.modes:
        for other in active(mode):
            for own in other.keys:
                id = other.id_of(own)
                if id != key.id and remap.get(id, own) == new:
                    return other
    return None


def rebound(bindings: Iterable[BindingType], remap: Remap) -> BindingsMap:
    """The bindings of a screen with their keys as the remap says."""
    return BindingsMap(list(_rebound(bindings, remap)))


def _rebound(bindings: Iterable[BindingType], remap: Remap) -> Iterator[Binding]:
    for binding in bindings:
        assert isinstance(binding, Binding)
        new = remap.get(binding.id or "")
        yield binding.with_key(new) if new else binding
