"""What plain mode says of one item: its block, how the answer went, the steps, the answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from banktrainer.plain.prose import lead, prose_lines
from banktrainer.plain.text import wrap
from banktrainer.printable import printable
from banktrainer.study.skills import PACK, PLACEMENT
from banktrainer.words import Words
from banktrainer.words.answers import earned_line, result_line, returns_line
from banktrainer.words.drills import question_line, seed_line
from banktrainer.words.explain import meeting_line
from banktrainer.words.models import believed_line
from banktrainer.words.skills import skill_line, step_question_line, step_result_line, told_key
from banktrainer.words.sources import source_line

if TYPE_CHECKING:
    from banktrainer.packs.model import Card, Prose
    from banktrainer.study.item import Item
    from banktrainer.study.session import Result, Session

_HANG = "  "


def block_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """The item as it is asked: where it stands, its text and code, the question, the choices."""
    item = session.item
    place = {"number": session.number, "total": session.total, "key": told_key(item.key)}
    kind = _kind(w, item)
    again = w("plain.item.again") if session.turn.retry else ""
    head = "plain.item.head_endless" if session.endless else "plain.item.head"
    yield w(head, kind=kind, again=again, **place)
    yield from prose_lines(_filled(item, item.card.body), width)
    yield from prose_lines(_filled(item, item.card.question), width)
    if item.template and not item.card.question:
        yield from wrap(question_line(w, item), width)
    for option in item.options:
        yield from wrap(
            w("plain.item.choice", letter=option.letter, text=option.text), width, _HANG
        )


def _kind(w: Words, item: Item) -> str:
    """The cell, or of a generated item, whose cell may be the question, what replays it."""
    if item.card.pack in (PACK, PLACEMENT):
        return skill_line(w, item)
    if item.template and not item.card.question:
        return seed_line(w, item)
    return w("plain.item.cell", cell=item.cell) if item.cell else w("plain.item.recall")


def result_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """How it went: the truth, what the author (else a wrong model) says to this, who collides."""
    result, item = _result(session), session.item
    trap, rest = lead(_filled(item, result.trap.body)) if result.trap else ("", ())
    timeline = item.timeline
    meeting = meeting_line(w, timeline) if timeline else None
    said = _stopped(trap[:1].upper() + trap[1:])
    told = believed_line(w, result.model.model) if result.model and not result.trap else ""
    parts = (result_line(w, result), said or told, meeting or "")
    yield from wrap(" ".join(part for part in parts if part), width, _HANG)
    yield from prose_lines(rest, width)


def earned_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """What the answer earned, and that it comes back where it was sure and wrong."""
    result = _result(session)
    parts = (f"{earned_line(w, result)}.", returns_line(w, result))
    yield from wrap(" ".join(part for part in parts if part), width, _HANG)


def step_question_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """What is asked in place of a step that is left out, with its choices."""
    question = session.step_question
    if question is None:
        return
    yield from wrap(step_question_line(w, session.item.card.steps, question), width, _HANG)
    yield from prose_lines(question.text, width)
    for option in question.options:
        yield from wrap(
            w("plain.item.choice", letter=option.letter, text=option.text), width, _HANG
        )


def step_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """One step with its reason; on one line where it holds no code and no width is set."""
    item = session.item
    question, result = session.step_question, session.step_result
    if question is not None and result is not None:
        yield from wrap(step_result_line(w, question, result), width, _HANG)
    step = item.card.steps[session.step]
    text, rest = lead(_filled(item, step.body))
    head = w(
        "plain.step.head",
        number=session.step + 1,
        total=len(item.card.steps),
        title=_stopped(step.title),
        text=text,
    ).rstrip()
    why, more = lead(_filled(item, step.why))
    reason = w("plain.step.why", why=why) if why else ""
    if width is None and not rest:
        yield head + (w("plain.step.gap") + reason if reason else "")
    else:
        yield from wrap(head, width, _HANG)
        yield from prose_lines(rest, width)
        if reason:
            yield from wrap(reason, width, _HANG)
    yield from prose_lines(more, width)


def answer_lines(w: Words, session: Session, width: int | None) -> Iterator[str]:
    """The answer, its check, the footnote, and what stands behind it."""
    item, card = session.item, session.item.card
    parts = (("answer", card.answer), ("check", card.check), ("footnote", card.footnote))
    for name, prose in parts:
        if prose:
            text, rest = lead(_filled(item, prose))
            yield from wrap(w(f"plain.part.{name}", text=text).rstrip(), width, _HANG)
            yield from prose_lines(rest, width)
    yield from evidence_lines(w, card, width)


def evidence_lines(w: Words, card: Card, width: int | None) -> Iterator[str]:
    """A line for each claim about silicon that a card cites."""
    for each in card.evidence:
        told = printable(source_line(w, each))
        yield from wrap(w("plain.part.evidence", text=told), width, _HANG)


def _filled(item: Item, prose: Prose) -> Prose:
    """Prose with the engine's numbers in place."""
    from banktrainer.packs import fill

    return fill(prose, item.solve())


def _stopped(text: str) -> str:
    """`text` with a full stop, unless it ends as a sentence does."""
    return text if not text or text.endswith((".", "!", "?", ":", "…")) else f"{text}."


def _result(session: Session) -> Result:
    if session.result is None:
        raise ValueError("nothing was answered yet")
    return session.result
