"""Every key of the app, in one table: bindings, footer and help are made from it.

A key acts only in the modes that its action names, so one key may mean two things ("n" is "no
idea" before the reveal and "no" while grading) without ever meaning both.

How a screen joins:

1. Its modes go into `Mode`; one in which letters are typed goes into `TYPING` too, so that letters
   are no keys there. Scrolling, back, help and quit then act in it.
2. Its actions go into `ACTIONS` (or their `modes` grow), each with a word `keys.do.ID`, a sentence
   `keys.tip.ID`, and a method `action_ID` on the screen. A Sheet has those of the last five.
3. Its class says `BINDINGS = bindings([its modes])` and its property `mode` which one is on.
4. Its name goes into `screens.SCREENS`; the action of that name here, with `opens`, opens it from
   home. From other screens: `self.trainer.open(name)`, or `self.trainer.push(screen)` for one that
   was made with arguments of its own. Back is `self.dismiss()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from textual.binding import Binding, BindingType

from banktrainer.tui.screens import SCREENS

Mode = Literal[
    "home",
    "opening",  # the sitting is being read; keys are kept for the card
    "number",
    "choice",
    "step_number",  # a step that is left out is asked for
    "step_choice",
    "field",  # typing text
    "line",  # text typed, field left
    "recall",  # graded by the learner, nothing shown yet
    "saving",
    "grade",
    "fall",  # lanes are moving
    "board",
    "card",
    "read",  # after a reveal without a board
    "summary",
    "help",
    "settings",
    "capture",  # the next key becomes that of the chosen action
    "packs",
    "preview",  # a card of a pack that is being written
    "glossary",
    "term",  # one entry of the glossary
    "filter",  # typing what is looked for
    "broken",  # nothing can be done here but leave
    "list",  # one of several things is picked
    "drills",  # which drill or game
    "played",  # how a sitting of drills went
    "shared",  # the same of a daily puzzle, whose grid can be copied
    "shown",  # a text that was copied
    "stats",
    "strides",  # the stride explorer
    "cure",  # remedies, before and after
    "beside",  # as a wrong model sees it, beside the true board
    "compare",  # one access on all machines
    "play",  # the playground, no field in use
    "code",  # typing code
    "value",  # typing a value, a block or a warp
]
MODES: tuple[Mode, ...] = get_args(Mode)

PRACTICE: tuple[Mode, ...] = (
    *("opening", "number", "choice", "step_number", "step_choice", "field", "line", "recall"),
    *("saving", "grade"),
    *("fall", "board", "card", "read", "broken"),
)
_ASK: tuple[Mode, ...] = ("number", "choice", "line")
_AFTER: tuple[Mode, ...] = ("board", "card", "read")
_LISTS: tuple[Mode, ...] = ("settings", "packs", "glossary", "drills")
_PLAYED: tuple[Mode, ...] = ("played", "shared")
_ENDS: tuple[Mode, ...] = ("summary", *_PLAYED)
_SHOWN: tuple[Mode, ...] = ("broken", "help", "shown", "beside")
TYPING: tuple[Mode, ...] = ("field", "code", "value", "filter", "capture")
_NOT_TYPING: tuple[Mode, ...] = tuple(mode for mode in MODES if mode not in TYPING)
_STEPS: tuple[Mode, ...] = ("step_number", "step_choice")
_DIGITS = tuple("0123456789")
_BOARDS: tuple[Mode, ...] = ("board", "play", "strides", "cure", "compare", "beside")
_SCROLLS = tuple(mode for mode in _NOT_TYPING if mode not in ("play", "strides", "compare"))


_RANKS: Mapping[Mode, Mapping[str, int]] = {
    "board": {"step": 2, "ledger": 3, "replay": 4, "undo": 5, "lane": 6, "back": 6, "scroll": 7},
    "cure": {"step": 3, "replay": 4, "lane": 5, "ledger": 6},
}
"""Ranks that differ in a mode: after the fall what the board can do goes before the way back;
of remedies, which one and which board go before what a board can do."""


class Action(NamedTuple):
    """What keys do: `id` names the screen's `action_…`, the binding, and the words for it.

    `each` passes the key to the action; `opens` opens the screen of that name, once it is there.
    Where the footer is narrow it drops the highest `rank` first; None keeps an action out of the
    footer, though never out of the help.
    """

    id: str
    keys: tuple[str, ...]
    modes: tuple[Mode, ...]
    rank: int | None = None
    each: bool = False
    opens: bool = False

    @property
    def label(self) -> str:
        """The catalogue's key of the word in the footer."""
        return f"keys.do.{self.id}"

    @property
    def tooltip(self) -> str:
        """The catalogue's key of the sentence in the help."""
        return f"keys.tip.{self.id}"

    @property
    def offered(self) -> bool:
        """Whether there is something that it does: a screen that is not built is not opened."""
        return not self.opens or self.id in SCREENS

    def rank_in(self, mode: Mode) -> int | None:
        """Its rank in the footer of a mode."""
        return _RANKS.get(mode, {}).get(self.id, self.rank)

    def id_of(self, key: str) -> str:
        """The id of the binding of one of its keys."""
        return f"{self.id}.{key}" if len(self.keys) > 1 else self.id

    def call(self, key: str) -> str:
        """What Textual runs when `key` is pressed."""
        if self.opens:
            return f"open({self.id!r})"
        return f"{self.id}({key!r})" if self.each else self.id


ACTIONS: tuple[Action, ...] = (
    Action("go_on", ("enter",), ("home", *_AFTER, *_ENDS, *_SHOWN), 0),
    Action("take", ("enter",), ("list", *_LISTS), 0),
    Action("think", ("enter",), (*_ASK, "field")),
    Action("answer_step", ("enter",), _STEPS, 0),
    Action("show", ("enter",), ("recall",), 0),
    Action("skip", ("enter", "space"), ("fall",), 0),
    Action("sure", ("s",), (*_ASK, "recall")),
    Action("guess", ("g",), (*_ASK, "recall")),
    Action("no_idea", ("n",), (*_ASK, *_STEPS, "recall")),
    Action("right", ("y",), ("grade",), 0),
    Action("wrong", ("n",), ("grade",), 0),
    Action("digit", _DIGITS, ("number", "step_number"), 0, each=True),
    Action("pick", tuple("abcdef"), ("choice", "step_choice"), 0, each=True),
    Action("rub_out", ("backspace",), ("number", "step_number", "line"), 4),
    Action("leave_field", ("escape",), tuple(m for m in TYPING if m != "capture"), 0),
    Action("cancel", ("escape",), ("capture",), 0),
    Action("change", ("left", "right"), ("settings",), each=True),  # ‹ › beside the value say so
    Action("reset", ("backspace",), ("settings",), 2),
    Action("reset_keys", ("r",), ("settings",), 3),
    Action("check", ("v",), ("packs",), 1),
    Action("attempt", ("enter",), ("preview",), 0),
    Action("leaf", ("left", "right"), ("preview",), 1, each=True),
    Action("tongue", ("l",), ("preview",), 2),
    Action("reload", ("r",), ("preview",), 3),
    Action("see", ("enter",), ("filter",), 0),
    Action("find", ("slash",), ("list", "settings", "packs", "glossary", "term", "help"), 1),
    Action("link", tuple("123456789"), ("term",), 0, each=True),
    Action("ahead", (*_DIGITS, *"abcdefgns", "enter", "backspace"), ("opening",), each=True),
    Action("edit", ("enter",), ("play",), 0),
    Action("next_field", ("tab",), ("play", "value"), 5),
    Action("field", ("v", "b", "w"), ("play",), 5, each=True),
    Action("access", ("up", "down"), ("play",), 1, each=True),
    Action("snippets", ("o",), ("play",), 2),
    Action("cures", ("f",), ("play",), 1),
    Action("others", ("c",), ("play",), 3),
    Action("code_before", ("u",), ("play",), 6),
    Action("machine_row", ("up", "down"), ("compare",), 0, each=True),
    Action("apply", ("enter",), ("cure",), 0),
    Action("cure", ("left", "right"), ("cure",), 1, each=True),
    Action("stride", ("left", "right"), ("strides",), 0, each=True),
    Action("far_stride", ("pageup", "pagedown"), ("strides",), each=True),
    Action("offset", ("up", "down"), ("strides",), 1, each=True),
    Action("width", ("w",), ("strides",), 1),
    Action("op", ("o",), ("strides",), 3),
    Action("machine", ("m",), ("play", "strides"), 2),
    Action("as_card", ("k",), ("play",), 6),
    Action("as_command", ("y",), ("play",), 6),
    Action("believed", ("i",), ("board", "card"), 1),
    Action("step", ("space",), _BOARDS, 1),
    Action("replay", ("r",), _BOARDS, 3),
    Action("lane", ("comma", "full_stop"), _BOARDS, 2, each=True),
    Action("ledger", ("l",), _BOARDS, 5),
    Action("swap", ("tab",), ("fall", "board", "card", "cure", "beside"), 1),
    Action("again", tuple("1234"), ("home",), each=True),
    Action("cell", tuple("abcdefghij"), ("home", "drills", "stats"), 1, each=True),
    Action("once_more", ("a",), ("played",), 1),
    Action("trouble", ("p",), _PLAYED, 2),
    Action("puzzle", ("d",), ("played",), 3),
    Action("copy", ("c",), ("shared",), 1),
    Action("place", ("l",), ("home",)),
    Action("playground", ("p",), ("home",), opens=True),
    Action("strides", ("x",), ("home",), opens=True),
    Action("drill", ("r",), ("home",), opens=True),
    Action("compare", ("m",), ("home",), opens=True),
    Action("stats", ("s",), ("home",), opens=True),
    Action("packs", ("k",), ("home",), opens=True),
    Action("glossary", ("w",), ("home", *_AFTER), opens=True),
    Action("search", ("slash",), ("home",), opens=True),
    Action("settings", ("o",), ("home",), opens=True),
    Action("undo", ("u",), (*_ASK, *_STEPS, "recall", "grade", "fall", *_AFTER), 3),
    Action("unsaved", ("v",), ("home", *_ASK, *_STEPS, "recall", "grade", "broken")),
    Action("theme", ("t",), ("home", "help"), 5),
    Action("scroll", ("up", "down"), (*_SCROLLS, "filter"), 6, each=True),
    Action("page", ("pageup", "pagedown"), _SCROLLS, each=True),
    Action("back", ("escape",), tuple(m for m in _NOT_TYPING if m != "home"), 2),
    Action("help", ("question_mark",), tuple(m for m in _NOT_TYPING if m != "help"), 1),
    Action("quit", ("q",), _NOT_TYPING, 1),
)

_BY_ID = {action.id: action for action in ACTIONS}


def called(action: str, parameters: tuple[object, ...]) -> str:
    """The table's id of what Textual calls: `open` is the screen that it opens."""
    return str(parameters[0]) if action == "open" and parameters else action


def allows(action_id: str, mode: Mode) -> bool:
    """Whether the table lets an action act in `mode`."""
    action = _BY_ID.get(action_id)
    return action is not None and mode in action.modes and action.offered


def named(action_id: str) -> Action:
    """The action of that id; KeyError where there is none."""
    return _BY_ID[action_id]


def active(mode: Mode) -> tuple[Action, ...]:
    """The actions of a mode, in the table's order."""
    return tuple(action for action in ACTIONS if mode in action.modes and action.offered)


def bindings(modes: Iterable[Mode]) -> list[BindingType]:
    """Textual's bindings for a screen that is ever in one of `modes`."""
    wanted = set(modes)
    return [
        binding
        for action in ACTIONS
        if wanted.intersection(action.modes) and action.offered
        for binding in _bindings(action)
    ]


def _bindings(action: Action) -> Iterator[Binding]:
    for key in action.keys:
        call = action.call(key)
        yield Binding(key, call, show=False, id=action.id_of(key))
        if key == "enter":
            # What Enter sends before the app has the terminal arrives as a line feed.
            yield Binding("ctrl+j", call, show=False, id=f"{action.id_of(key)}.early")
