"""Drafts as a file of cards: what is written into the pack."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from banktrainer.packs.incoming.harvest import Draft

HEAD = "---\nkind: recall\n---\n"
ROOM = 96 * 1024


def card_text(id: str, draft: Draft) -> str:
    """One card under its heading."""
    keys = [*_keys(draft)]
    matter = ["---", *keys, "---"] if keys else []
    body = ["## Question", draft.question, "", "## Answer", draft.answer, ""]
    if draft.traps:
        body += ["## Traps", *(f"- {answer}: {said}" for answer, said in draft.traps), ""]
    return "\n".join(("", f"# {id}", *matter, *body))


def files_of(cards: Sequence[tuple[str, Draft]]) -> Iterator[tuple[str, list[tuple[int, Draft]]]]:
    """The texts of as many files as are needed, each with the lines on which its cards begin."""
    text = HEAD
    starts: list[tuple[int, Draft]] = []
    for id, draft in cards:
        added = card_text(id, draft)
        if starts and len((text + added).encode()) > ROOM:
            yield text, starts
            text, starts = HEAD, []
        starts.append((text.count("\n") + 1, draft))
        text += added
    if starts:
        yield text, starts


def _keys(draft: Draft) -> Iterator[str]:
    if draft.title:
        yield f"title: {_scalar(draft.title)}"
    if draft.expect is not None:
        yield f"expect: {_scalar(draft.expect)}"
    if draft.choices:
        yield "choices:"
    for choice in draft.choices:
        yield f"  - text: {_scalar(choice.text)}"
        yield f"    right: {'true' if choice.right else 'false'}"
        if choice.why:
            yield f"    why: {_scalar(choice.why)}"
    if draft.tags:
        yield f"tags: [{', '.join(map(_scalar, draft.tags))}]"


def _scalar(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
