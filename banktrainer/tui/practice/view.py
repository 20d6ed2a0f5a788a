"""What practice says, as blocks made from a CardView and the session: pure, tested as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from banktrainer.packs.model import CodeBlock, Prose
from banktrainer.printable import printable
from banktrainer.tui.desk.card_view import CardView, StepView
from banktrainer.tui.keys.keybar import face
from banktrainer.tui.keys.remap import NONE, Remap, keys_of
from banktrainer.tui.keys.table import Mode, active
from banktrainer.tui.paint.blocks import Block, Choice, Flow, Hit, Line, Text, pair
from banktrainer.tui.paint.code import Code
from banktrainer.tui.paint.prose import blocks
from banktrainer.tui.paint.text import foreign, styled
from banktrainer.tui.practice.entry import Entry
from banktrainer.words import Words
from banktrainer.words.answers import (
    earned_line,
    missed_line,
    result_line,
    returns_line,
    saved_line,
)
from banktrainer.words.drills import kind_line, question_line, seed_line
from banktrainer.words.explain import meeting_line
from banktrainer.words.models import believed_line
from banktrainer.words.skills import step_question_line, step_result_line, title_of
from banktrainer.words.sources import sources

if TYPE_CHECKING:
    from banktrainer.study.session import Result, StepQuestion, StepResult

_MOST_FORECAST = 24
_NO_SIGN = Content()
_STORES = ("think", "answer_step", "show", "sure", "guess", "no_idea", "right", "wrong")


@dataclass(frozen=True, slots=True)
class Reveal:
    """What of an answered card is shown: so many steps, and the answer or not yet.

    `told` are the steps that the learner was asked for, with what came of them.
    """

    result: Result
    steps: int = 0
    answer: bool = False
    told: tuple[tuple[StepQuestion, StepResult], ...] = ()


def card_blocks(
    w: Words, view: CardView, *, code: bool = True, again: bool = False
) -> Iterator[Block]:
    """The card as asked: its title and cell, its text, its code with the asked line marked.

    Without `code` the code that is asked about is left out, for it stands by the question.
    `again`: it was answered before in this sitting, surely and wrongly.
    """
    yield Text(heading(w, view))
    if again:
        yield Text(styled(w("practice.again"), "wait"), close=True)
    for block in view.body:
        if not isinstance(block, CodeBlock):
            yield from blocks((block,))
        elif code or not _asked(block):
            yield _code(view, block)


def asked_code(view: CardView) -> tuple[Block, ...]:
    """The code that is asked about."""
    found = (block for block in view.body if isinstance(block, CodeBlock) and _asked(block))
    return tuple(_code(view, block) for block in found)


def _asked(block: CodeBlock) -> bool:
    return block.fence == ""


def _code(view: CardView, block: CodeBlock) -> Block:
    return Code(printable(block.text), view.marked(block))


def heading(w: Words, view: CardView) -> Content:
    """The card's title, and its cell's letter and name; of a generated item what kind of question
    it is, for its own title stands above."""
    if view.drawn is not None:
        kind = styled(kind_line(w, view.drawn), "strong")
        return kind + styled(f"  {seed_line(w, view.drawn)}", "soft")
    title = foreign(title_of(w, view.title), "strong")
    if view.cell is None:
        return title
    cell = w("practice.cell", letter=view.cell, name=w(f"home.cell.{view.cell}"))
    return title + styled(f"  {cell}", "soft")


def question_blocks(w: Words, view: CardView, picked: str = "", right: str = "") -> Iterator[Block]:
    """The question, and the choices where there are some, the picked one marked.

    After the answer `right` names the right one: it and a wrong pick have a sign too.
    """
    yield from _loud(view.question)
    if view.drawn is not None:
        yield Text(styled(question_line(w, view.drawn), "strong"))
    for option in view.options:
        text = w(f"practice.{option.text}") if view.conflict else option.text
        names = (option.letter, option.text) if view.conflict else (option.letter,)
        sign = _verdict(right in names, picked in names) if right else Content()
        yield _option(option.letter, text, picked in names, sign)


def _option(letter: str, text: str, picked: bool, sign: Content = _NO_SIGN) -> Text:
    lead = styled(f" {letter} ", "picked" if picked else "key") + " " + sign
    told = foreign(text, "strong" if picked else "")
    return Text(told, lead=lead, close=True, call=f"pick({letter!r})")


def _verdict(right: bool, picked: bool) -> Content:
    """The sign of a choice after the answer: right, picked and wrong, or neither."""
    if right:
        return styled("✓ ", "good")
    return styled("✗ ", "bad") if picked else Content("  ")


_BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class EntryRow:
    """The forecast being made, and how to say how sure one is: beside it, or else below."""

    entry: Content
    hints: Content
    close: bool = False
    choices: Sequence[Choice] = ()

    def lines(self, width: int) -> Iterator[Line]:
        if self.entry.cell_length + self.hints.cell_length + 3 <= width:
            start = width - self.hints.cell_length
            yield Line(pair(self.entry, self.hints, width), hits=tuple(self._hits(start)))
        else:
            yield from Text(self.entry).lines(width)
            between = styled(_BETWEEN, "faint")
            below = Flow(self.choices, between=between) if self.choices else Text(self.hints)
            yield from below.lines(width)

    def _hits(self, start: int) -> Iterator[Hit]:
        """Where each of the keys that are told stands, to be clicked."""
        for choice in self.choices:
            end = start + choice.content.cell_length
            yield Hit(start, end, choice.call)
            start = end + len(_BETWEEN)


def entry_blocks(
    w: Words, mode: Mode, entry: Entry, note: str = "", remap: Remap = NONE
) -> Iterator[Block]:
    """The forecast line of a mode; `note` says what is still missing or what went wrong."""
    keys = _storing(w, mode, remap)
    yield EntryRow(_typed(w, mode, entry, remap), hints(w, mode, remap), choices=keys)
    if note:
        yield Text(foreign(note, "wait"), close=True)


def hints(w: Words, mode: Mode, remap: Remap = NONE) -> Content:
    """The keys that store a forecast or a grade in this mode: `Enter think · s sure · …`."""
    parts = [choice.content for choice in _storing(w, mode, remap)]
    return styled(_BETWEEN, "faint").join(parts)


def _storing(w: Words, mode: Mode, remap: Remap) -> list[Choice]:
    return [
        Choice(
            styled(face(w, keys_of(action, remap)), "key") + " " + styled(w(action.label), "soft"),
            action.call(action.keys[0]),
        )
        for action in active(mode)
        if action.id in _STORES
    ]


def _typed(w: Words, mode: Mode, entry: Entry, remap: Remap) -> Content:
    label = w(f"practice.label.{mode}") if w.has(f"practice.label.{mode}") else ""
    if mode == "field":
        aside = [key.content for key in _storing(w, "line", remap) if key.call != "think"]
        return styled(label + " ", "soft") + styled(_BETWEEN, "faint").join(aside)
    if mode not in ("number", "choice", "line", "step_number", "step_choice"):
        return styled(label, "soft")
    shown = foreign(entry.text, "own") if entry.text else Content()
    empty = styled(w(f"practice.empty.{mode}"), "faint") if not entry.text else Content()
    return styled(f"{label} ▸ ", "soft") + shown + styled("▏", "own") + empty


def saved_blocks(w: Words, result: Result) -> Iterator[Block]:
    """What has just been stored, while the lanes fall."""
    sign = styled("✓ ", "good") if result.kept else styled("! ", "wait")
    yield Text(sign + foreign(saved_line(w, result.answer, kept=result.kept), "soft"))


def result_blocks(w: Words, view: CardView, result: Result) -> Iterator[Block]:
    """How the forecast went, what it earned, and what the author says to this wrong answer."""
    if result.right is None:
        return
    sign, role = ("✓ ", "good") if result.right else ("✗ ", "bad")
    if result.answer.forecast is None:
        sign, role = "· ", "note"
    told = styled(sign, role) + foreign(_graded(w, result), "strong")
    yield EntryRow(told, styled(_earned(w, result), "soft"))
    if result.trap is not None:
        yield from _under(view.fill(result.trap.body))
    elif result.model is not None:
        yield Text(foreign(believed_line(w, result.model.model)), lead=styled("  "), close=True)
    board = view.board if tells_meeting(view, result) else None
    meeting = meeting_line(w, board.timeline) if board is not None else None
    if meeting:
        yield Text(styled(meeting, "soft"), lead=styled("  "), close=True)
    if returns := returns_line(w, result):
        yield Text(styled(returns, "wait"), lead=styled("  "), close=True)


def tells_meeting(view: CardView, result: Result) -> bool:
    """Whether the words after the forecast say who collides on the board: where it was missed."""
    return view.board is not None and result.right is False


def _graded(w: Words, result: Result) -> str:
    """How it went; a wrong forecast is named, for it is off the screen by now."""
    forecast = result.answer.forecast
    if result.right is not False or not forecast or result.answer.asked == "recall":
        return result_line(w, result)
    given = foreign(forecast).truncate(_MOST_FORECAST, ellipsis=True).plain
    return missed_line(w, result, given)


def more_blocks(w: Words, view: CardView, reveal: Reveal) -> Iterator[Block]:
    """While no step is shown yet: that Enter shows them, and how many there are."""
    if view.steps and not reveal.steps and not reveal.answer and reveal.result.right is not None:
        told = w.count("practice.more", len(view.steps))
        yield Text(styled(told, "soft"), lead=styled("▸ ", "note") + styled("Enter ", "key"))


def reveal_blocks(w: Words, view: CardView, reveal: Reveal) -> Iterator[Block]:
    """All that has been shown since the forecast, in order."""
    yield from result_blocks(w, view, reveal.result)
    for number, step in enumerate(view.steps[: reveal.steps], 1):
        for question, told in reveal.told:
            if question.number + 1 == number:
                yield Text(_outcome(w, question, told))
        yield from step_blocks(w, step, number, len(view.steps))
    if reveal.answer:
        yield from section_blocks(w("practice.answer"), view.answer)
        yield from section_blocks(w("practice.check"), view.check)
        yield from section_blocks(w("practice.footnote"), view.footnote)
        yield from section_blocks(w("practice.evidence"), sources(w, view.evidence))


def recall_blocks(w: Words, view: CardView) -> Iterator[Block]:
    """The answer of a recall that the learner is about to grade."""
    yield from section_blocks(w("practice.answer"), view.answer)


def newest(w: Words, view: CardView, reveal: Reveal) -> int:
    """The number of the block at which what was shown last begins."""
    if reveal.answer:
        earlier = Reveal(reveal.result, len(view.steps), told=reveal.told)
    elif reveal.steps:
        earlier = Reveal(reveal.result, reveal.steps - 1, told=reveal.told)
    else:
        return 0
    return sum(1 for _ in reveal_blocks(w, view, earlier))


def step_blocks(w: Words, step: StepView, number: int, of: int) -> Iterator[Block]:
    """One step with its reason."""
    count = styled(w("practice.step", number=number, of=of) + " ", "note")
    yield Text(count + foreign(step.title, "strong"))
    yield from _tight(blocks(step.body))
    why = styled(w("practice.why") + " ", "good")
    for block in blocks(step.why):
        yield block._replace(lead=why, close=True) if isinstance(block, Text) else block
        why = Content(" " * why.cell_length)


def step_question_blocks(
    w: Words, view: CardView, question: StepQuestion, picked: str = ""
) -> Iterator[Block]:
    """What is asked in place of a step that is left out, and its choices, the picked one marked."""
    yield Text(foreign(step_question_line(w, view.steps, question), "strong"))
    yield from _tight(blocks(question.text))
    for option in question.options:
        yield _option(option.letter, option.text, option.letter == picked)


def _outcome(w: Words, question: StepQuestion, told: StepResult) -> Content:
    sign, role = ("✓ ", "good") if told.right else ("✗ ", "bad")
    return styled(sign, role) + foreign(step_result_line(w, question, told))


def section_blocks(title: str, prose: Prose) -> Iterator[Block]:
    """Prose under a title; nothing where there is none."""
    if prose:
        yield Text(styled(title, "note"))
        yield from _tight(blocks(prose))


def _tight(some: Iterator[Block]) -> Iterator[Block]:
    """The first block right under its title."""
    for number, block in enumerate(some):
        yield block._replace(close=True) if number == 0 and isinstance(block, Text) else block


def _under(prose: Prose) -> Iterator[Block]:
    """Prose that hangs under the line above it."""
    for number, block in enumerate(blocks(prose)):
        if isinstance(block, Text):
            yield block._replace(lead=styled("  ") + block.lead, close=number == 0 or block.close)
        else:
            yield block


def _loud(prose: Prose) -> Iterator[Block]:
    for block in blocks(prose):
        if isinstance(block, Text):
            yield block._replace(content=block.content.stylize_before("strong"))
        else:
            yield block


def _earned(w: Words, result: Result) -> str:
    """That it is stored, and what it earned."""
    kept = w("practice.kept" if result.kept else "practice.not_kept")
    return f"{kept} · {earned_line(w, result)}"
