"""bring_in: the cards of another format's file, checked, and written into a pack."""

from __future__ import annotations

import json
import os
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from banktrainer.packs.checking import examine
from banktrainer.packs.faults import Faults
from banktrainer.packs.ids import id_from, unlike
from banktrainer.packs.incoming.harvest import Draft, Harvest, Left, beginning
from banktrainer.packs.incoming.written import files_of
from banktrainer.packs.installed.refusal import Refused
from banktrainer.packs.marks import CARDS, MANIFEST
from banktrainer.packs.model import Card
from banktrainer.packs.opening import open_pack
from banktrainer.packs.reading import MAX_CARDS, read_pack
from banktrainer.printable import is_hostile

MAX_BYTES = 16 << 20
_ROUNDS = 50
_LONGEST_ID = 48
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
Cards = Sequence[tuple[str, Draft]]


@dataclass(frozen=True, slots=True)
class Brought:
    """How an import went: the files written, the cards in them, and what was left out."""

    files: tuple[Path, ...]
    cards: tuple[Draft, ...]
    left: tuple[Left, ...]


def read_text(file: Path) -> str:
    """The text of `file`, without byte order mark, lines ended by LF. Raises Refused, OSError."""
    if file.exists() and not file.is_file():
        raise Refused("no_file")
    with file.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise Refused("file_large", limit=MAX_BYTES >> 20)
    coding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(coding)
    except UnicodeDecodeError as error:
        raise Refused("coding", line=data[: error.start].count(b"\n") + 1) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def bring_in(name: str, harvest: Harvest, folder: Path) -> Brought:
    """Write the cards of `harvest`, from a file called `name`, into the pack in `folder`.

    The pack is made where there is none. Files of the pack are never touched. Raises Refused where
    the folder holds something else, and OSError; nothing is left half-done.
    """
    fresh = not folder.exists() or not any(folder.iterdir())
    if not fresh and not (folder / MANIFEST).is_file():
        raise Refused("no_folder")
    if len(harvest.drafts) > MAX_CARDS:
        raise Refused("many_cards", limit=MAX_CARDS)
    had = [] if fresh else [each.card for each in read_pack(folder, Faults(), ()).drafts]
    left = list(harvest.left)
    drafts = list(_fit(harvest.drafts, left))
    taken = {name for card in had for name in (card.id, *card.aliases)}
    cards = [(unlike(id_from(d.id, "card", _LONGEST_ID), taken), d) for d in drafts]
    cards = _checked(cards, left, {_content(card) for card in had})
    stem = f"imported-{id_from(Path(name).stem, 'cards', _LONGEST_ID)}"
    texts = [text for text, _ in files_of(cards)]
    files = _write(folder, stem, texts, fresh) if texts else ()
    kept = tuple(draft for _, draft in cards)
    return Brought(files, kept, tuple(sorted(left, key=lambda each: each.line)))


def _fit(drafts: Sequence[Draft], left: list[Left]) -> Iterator[Draft]:
    """The drafts without those that no pack may hold, and each once."""
    seen = set()
    for draft in drafts:
        texts = (draft.question, draft.answer, draft.title or "", draft.expect or "", *draft.tags)
        whole = "".join((*texts, *(choice.text + choice.why for choice in draft.choices)))
        content = (draft.question, draft.answer, draft.choices)
        if any(map(is_hostile, whole)):
            left.append(Left(draft.line, "hostile", beginning(draft.question)))
        elif content in seen:
            left.append(Left(draft.line, "twice", beginning(draft.question)))
        else:
            seen.add(content)
            yield replace(draft, question=_tidy(draft.question), answer=_tidy(draft.answer))


def _tidy(markdown: str) -> str:
    """Without tabs and blanks at the ends of lines, which the check would tell."""
    return "\n".join(line.expandtabs(4).rstrip() for line in markdown.split("\n"))


def _checked(cards: Cards, left: list[Left], had: set[object]) -> list[tuple[str, Draft]]:
    """The cards that pass the check of a pack of them alone and are not there yet."""
    kept = list(cards)
    with tempfile.TemporaryDirectory() as place:
        for _ in range(_ROUNDS):
            if not kept:
                return []
            wrong = _wrong(kept, Path(place) / "pack")
            if not wrong:
                break
            left += [Left(draft.line, "fault", why) for draft, why in wrong.items()]
            kept = [(id, draft) for id, draft in kept if draft not in wrong]
        else:
            left += [Left(draft.line, "fault") for _, draft in kept]
            return []
        found = {card.id: _content(card) for card in open_pack(Path(place) / "pack").cards}
    there = {id for id, content in found.items() if content in had}
    left += [Left(d.line, "already", beginning(d.question)) for id, d in kept if id in there]
    return [(id, draft) for id, draft in kept if id not in there]


def _wrong(cards: Cards, pack: Path) -> dict[Draft, str]:
    """The drafts with which a pack would not load, and why."""
    (pack / CARDS).mkdir(parents=True, exist_ok=True)
    for old in (pack / CARDS).iterdir():
        old.unlink()
    (pack / MANIFEST).write_text(_manifest("imported"), "utf-8")
    starts: dict[str, list[tuple[int, Draft]]] = {}
    for number, (text, begun) in enumerate(files_of(cards)):
        file = pack / CARDS / f"{number}.md"
        file.write_text(text, "utf-8")
        starts[str(file)] = begun
    wrong: dict[Draft, str] = {}
    for fault in examine(pack).faults:
        begun = starts.get(fault.place.path, [])
        at = bisect_right([line for line, _ in begun], fault.place.line) - 1
        if fault.code.startswith("E") and begun:
            wrong.setdefault(begun[max(at, 0)][1], f"{fault.code} {fault.message}")
    return wrong


def _content(card: Card) -> object:
    return card.question, card.answer, card.choices, card.expect


def _manifest(name: str) -> str:
    title = json.dumps(name.strip() or "Imported", ensure_ascii=False)
    id = id_from(name, "imported")
    return f"format: 1\nid: {id}\ntitle: {title}\nversion: 0.1\nlanguage: en\n"


def _write(folder: Path, stem: str, texts: Sequence[str], fresh: bool) -> tuple[Path, ...]:
    """Write the files, all or none."""
    made: list[Path] = []
    taken: set[str] = set()
    (folder / CARDS).mkdir(parents=True, exist_ok=True)
    try:
        for text in texts:
            _new(lambda: folder / CARDS / f"{unlike(stem, taken)}.md", text, made)
        if fresh:
            (folder / MANIFEST).write_text(_manifest(folder.resolve().name), "utf-8")
    except OSError:
        for path in made:
            with suppress(OSError):
                path.unlink()
        raise
    return tuple(made)


def _new(name: Callable[[], Path], text: str, made: list[Path]) -> None:
    """Write a file under a name that none has yet."""
    while os.path.lexists(path := name()):
        pass
    with path.open("x", encoding="utf-8") as file:
        made.append(path)
        file.write(text)
