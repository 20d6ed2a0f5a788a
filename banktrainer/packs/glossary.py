"""The glossary of a pack, `glossary.md`: a section `# id` for each term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from markdown_it.token import Token

from banktrainer.packs.faults import Faults, quoted
from banktrainer.packs.model import CodeBlock, Term
from banktrainer.packs.places import figures_of
from banktrainer.packs.prose import Writer
from banktrainer.packs.schema import TermKeys
from banktrainer.packs.sections import BODY, RawCard, cut
from banktrainer.packs.source import Source
from banktrainer.packs.validate import validate

Terms = Mapping[str, Term]


def read_glossary(source: Source, faults: Faults) -> dict[str, Term]:
    """The terms of `glossary.md` by id, in its order; links that lead nowhere are told."""
    found: dict[str, Term] = {}
    taken: dict[str, int] = {}
    raws: list[tuple[RawCard, Term]] = []
    for raw, term in _terms(source, faults):
        for name in (term.id, *{term.title.casefold(), *map(str.casefold, term.aliases)}):
            _take(name, term, taken, faults)
        found.setdefault(term.id, term)
        raws.append((raw, term))
    for raw, term in raws:
        for at, name in enumerate(term.see):
            if name not in found:
                message = f"the glossary has no term {quoted(name)}"
                faults.add(raw.keys.place("see", at), "E410", message)
    return found


def translated(source: Source, originals: Terms, faults: Faults) -> dict[str, Term]:
    """`originals` with the words that `source` has for them; links stay the original's."""
    told: dict[str, Term] = {}
    for raw, term in _terms(source, faults):
        original = originals.get(term.id)
        if original is None:
            message = f"the original has no term {quoted(term.id)}"
            faults.add(raw.place, "E405", message)
            continue
        title = term.title if _has(raw, "title") else original.title
        aliases = tuple(dict.fromkeys((*term.aliases, *_names(original))))
        told[term.id] = replace(original, title=title, body=term.body, aliases=aliases)
    missing = [name for name in originals if name not in told]
    if missing:
        faults.add(source.place(1), "W406", f"not translated: {', '.join(missing)}")
    return {**originals, **told}


def _terms(source: Source, faults: Faults) -> Iterator[tuple[RawCard, Term]]:
    def refuse(token: Token) -> CodeBlock | None:
        faults.add(writer.place(token), "E307", "code of the glossary is only shown; write text")
        return None

    writer = Writer(source, faults, refuse)
    for raw in cut(source, faults, several=True):
        keys = validate(TermKeys, raw.keys, faults)
        if keys is None:
            continue
        body, *others = raw.sections
        for section in others:
            faults.add(section.place, "E301", "a term of the glossary has no sections")
        for figure in figures_of(raw, source, (), faults):
            faults.add(figure.place, "E314", "figures are not filled in in the glossary")
        prose = writer.prose(body.tokens) if body.name == BODY else ()
        if not prose:
            faults.add(raw.place, "E304", f"the term {quoted(keys.id)} says nothing")
        title = keys.title or keys.id.replace("-", " ").replace("_", " ")
        yield raw, Term(keys.id, title, prose, raw.place, keys.aliases, keys.see)


def _take(name: str, term: Term, taken: dict[str, int], faults: Faults) -> None:
    line = term.place.line
    if taken.setdefault(name, line) != line:
        faults.add(term.place, "E411", f"the word {quoted(name)} is taken by line {taken[name]}")


def _names(term: Term) -> tuple[str, ...]:
    return (term.title, *term.aliases)


def _has(raw: RawCard, key: str) -> bool:
    return isinstance(raw.keys.data, dict) and key in raw.keys.data
