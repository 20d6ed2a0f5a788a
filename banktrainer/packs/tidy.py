"""The form of a pack's files: what editors leave behind, told, and mended with the meaning kept."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from banktrainer.packs.cards import draft
from banktrainer.packs.faults import Faults
from banktrainer.packs.files import PackFiles, pack_files
from banktrainer.packs.glossary import read_glossary
from banktrainer.packs.schema import TranslationKeys
from banktrainer.packs.sections import RawCard, cut
from banktrainer.packs.source import MAX_FILE_BYTES, Source, source_of
from banktrainer.packs.translation import split_language
from banktrainer.packs.validate import validate
from banktrainer.packs.yaml_text import read_yaml

_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_RETURNS = re.compile(r"\r+\n")
_UNTIDY = re.compile(r"[ \t]$|\t", re.MULTILINE)
_TAB = 4
_SPACES = re.compile(r"(?: |\\t)+")
_PLACES = re.compile(r"Place\([^()]*\)")
Meaning = Callable[[Source], str | None]


def check_form(source: Source, faults: Faults) -> None:
    """Tell of spaces at line ends, tabs outside code, and a last line without its end."""
    for number, line, tidy in _untidy(source.lines, source.path):
        kept = line.rstrip()
        if kept != line and tidy == tidy.rstrip():
            faults.add(source.place(number, len(kept) + 1), "W109", "spaces at the end of the line")
        if "\t" in kept:
            faults.add(source.place(number, line.index("\t") + 1), "W110", "a tab; write spaces")
    if source.lines[-1]:
        place = source.place(len(source.lines), len(source.lines[-1]) + 1)
        faults.add(place, "W111", "the last line has no line end")


def fix(path: Path) -> tuple[str, ...]:
    """Mend the form of the files of the pack at `path`; the names of those that were changed.

    A file keeps its meaning, or is left as it was; links are left alone. Raises OSError where a
    file can't be written.
    """
    if not path.is_dir():
        return ()
    files = pack_files(path, Faults())
    return tuple(name for name, file, meaning in _all(files) if _mend(file, meaning))


def tidied(text: str, name: str) -> str:
    """`text` of a file called `name` in good form: LF, no mark, no stray spaces, one last end."""
    lines = _RETURNS.sub("\n", text.lstrip("\ufeff")).split("\n")
    for number, _, tidy in list(_untidy(lines, name)):
        lines[number - 1] = tidy
    return "\n".join(lines).rstrip("\n") + "\n"


def _untidy(lines: Sequence[str], name: str) -> Iterator[tuple[int, str, str]]:
    """Each line that is not tidy outside code: its number, itself, and what it becomes."""
    if not any(_UNTIDY.search(line) for line in lines):
        return
    fence = ""
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line) if name.endswith(".md") else None
        if fence:
            closing = line.strip()
            fence = "" if closing.startswith(fence) and not closing.strip(fence[0]) else fence
            continue
        fence = mark[1] if mark else ""
        tidy = _tidy(line, lines[number] if number < len(lines) else "", name)
        if tidy != line:
            yield number, line, tidy


def _tidy(line: str, following: str, name: str) -> str:
    """`line` without what shows nothing; two spaces that break a line of Markdown stay."""
    text = line.expandtabs(_TAB)
    kept = text.rstrip(" ")
    breaks = name.endswith(".md") and text.endswith("  ") and kept and following.strip()
    return f"{kept}  " if breaks else kept


def _mend(file: Path, meaning: Meaning) -> bool:
    """Write `file` anew where its form can be mended; whether it was."""
    if file.is_symlink() or file.stat().st_size > MAX_FILE_BYTES:
        return False
    data = file.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    mended = tidied(text, file.name)
    if mended == text or not text:
        return False
    before, after = (meaning(source_of(each, file.name, Faults())) for each in (text, mended))
    if before is None or before != after:
        return False
    _replace(file, mended.encode("utf-8"))
    return True


def _replace(file: Path, data: bytes) -> None:
    """Put `data` in the place of `file`, whole or not at all."""
    handle, draft_name = mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(draft_name, file.stat().st_mode & 0o777)  # noqa: PTH101 -- a name, no Path
        Path(draft_name).replace(file)
    except OSError:
        with suppress(OSError):
            Path(draft_name).unlink()
        raise


def _all(files: PackFiles) -> Iterator[tuple[str, Path, Meaning]]:
    if files.manifest is not None:
        yield files.manifest.name, files.manifest, _of_yaml
    for name, file in files.evidence:
        yield name, file, _of_yaml
    for name, file in files.glossary:
        yield name, file, _of_glossary
    for name, file in files.cards:
        yield name, file, _of_card if split_language(name)[1] is None else _of_translation


def _without_form(text: str) -> str:
    """What a file says, whatever its places and its white space are."""
    return _SPACES.sub(" ", _PLACES.sub("", text))


def _of_yaml(source: Source) -> str | None:
    yaml = read_yaml(source, 1, len(source.lines), Faults())
    return None if yaml is None else repr(yaml.data)


def _of_glossary(source: Source) -> str | None:
    return _without_form(repr(read_glossary(source, Faults())))


def _of_card(source: Source) -> str | None:
    """The cards of a file; one that has faults by its keys and the text of its sections."""
    told = []
    for raw in cut(source, Faults()):
        found = draft(raw, source, "", Faults())
        told.append(repr(found.card) if found and found.whole else _as_written(raw, raw.keys.data))
    return _without_form("\n".join(told)) if told else None


def _as_written(raw: RawCard, keys: object) -> str:
    sections = [
        (section.name, section.title, [(each.type, each.content) for each in section.tokens])
        for section in raw.sections
    ]
    return f"{keys!r} {sections}"


def _of_translation(source: Source) -> str | None:
    """A translation's keys, and the text of its sections as Markdown reads it."""
    told = []
    for raw in cut(source, Faults()):
        keys = validate(TranslationKeys, raw.keys, Faults())
        if keys is None:
            return None
        told.append(_as_written(raw, keys))
    return _without_form("\n".join(told)) if told else None
