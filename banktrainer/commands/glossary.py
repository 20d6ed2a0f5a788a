"""`banktrainer glossary`: the words of the packs, as the glossary's screen shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import home_option, language_option, text
from banktrainer.commands.settings import Options
from banktrainer.plain.prose import prose_lines
from banktrainer.plain.text import wrap

if TYPE_CHECKING:
    from banktrainer.packs.terms import Found
    from banktrainer.words import Words

_HANG = "  "


@click.command(help=text("cli.help.glossary"))
@click.argument("word", required=False, default="")
@home_option
@language_option
@click.pass_context
def glossary(ctx: click.Context, word: str) -> None:
    from banktrainer.commands.shelf import shelf
    from banktrainer.packs.terms import named, searched, terms_of

    options = ctx.ensure_object(Options)
    w, out = options.words, console()
    terms = terms_of(shelf(w, options.folder))
    one = named(terms, word)
    found = searched(terms, word.lower())
    if not found:
        raise CommandError(w("glossary.nothing", wanted=word) if terms else w("glossary.empty"))
    titles = {each.term.id: each.term.title for each in terms}
    lines = whole(w, one, titles, out.width) if one else listed(found, out.width)
    for line in lines:
        out.line(line)


def listed(found: Sequence[Found], width: int | None) -> Iterator[str]:
    """Each term and its text."""
    for each in found:
        yield from wrap(f"{each.term.title}: {each.text}", width, _HANG)


def whole(w: Words, found: Found, titles: Mapping[str, str], width: int | None) -> Iterator[str]:
    """One term with its other names, its text and its neighbours; `titles` are by id."""
    yield found.term.title
    if found.term.aliases:
        yield from wrap(w("glossary.also", names=", ".join(found.term.aliases)), width, _HANG)
    yield from prose_lines(found.term.body, width)
    see = ", ".join(titles[each] for each in found.see if each in titles)
    if see:
        yield from wrap(f"{w('glossary.see')}: {see}", width, _HANG)
