"""`banktrainer packs preview`: a pack as learners will see it, while it is written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from banktrainer.commands.console import CommandError, console, terminal
from banktrainer.commands.options import home_option, language_option, look_options, text
from banktrainer.commands.settings import Options
from banktrainer.commands.terminals import run_here

if TYPE_CHECKING:
    from banktrainer.packs.model import Prose
    from banktrainer.packs.previewing import Leaf, Look
    from banktrainer.study.item import Item


@click.command(help=text("packs.help.preview"))
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help=text("packs.option.plain"))
@click.option("--in", "spoken", metavar="LANGUAGE", help=text("packs.option.in"))
@home_option
@language_option
@look_options
@click.pass_context
def preview(ctx: click.Context, path: Path, plain: bool, spoken: str | None) -> None:
    options = ctx.ensure_object(Options)
    if not path.is_dir():
        raise CommandError(options.words("preview.no_folder", path=path))
    if plain or not (terminal(sys.stdin) and terminal(sys.stdout)):
        ctx.exit(_print(options, path, spoken))
    ctx.exit(_show(options, path, spoken))


def _show(options: Options, path: Path, spoken: str | None) -> int:
    """The preview in the app; its exit status."""
    from banktrainer.study.clock import SystemClock
    from banktrainer.tui.preview.previewer import Previewer
    from banktrainer.tui.preview.written import PreviewBackend

    out, clock, settings = console(), SystemClock(), options.settings
    if not out.unicode:
        settings = settings._replace(ascii=True)
    backend = PreviewBackend(path, options.folder, clock, settings)
    backend.language = spoken or backend.language
    app = Previewer(backend, clock, options.words, settings=settings, letters=out.unicode)
    run_here(app)
    out.line(options.words("preview.closing"))
    return app.return_code or 0


def _print(options: Options, path: Path, spoken: str | None) -> int:
    """The preview as lines of text; 1 where the pack has errors."""
    from banktrainer.packs.previewing import look
    from banktrainer.plain.leaf import leaf_lines

    out, w = console(ascii=options.settings.ascii), options.words
    found = look(path, spoken or options.settings.language)
    for number, leaf in enumerate(found.leaves):
        if number:
            out.line()
        item, fill = _filled(found, leaf)
        for line in leaf_lines(w, leaf, item, fill, out.width if out.interactive else None):
            out.line(line)
    cards = len(found.pack.cards)
    out.note(w("packs.check.sum", cards=cards, errors=found.errors, warnings=found.warnings))
    return 1 if found.errors else 0


def _filled(found: Look, leaf: Leaf) -> tuple[Item | None, Callable[[Prose], Prose]]:
    """The card of a leaf as it is asked, and what puts its figures in, as far as there are any."""
    from banktrainer.packs import ExpressionError, SolveError
    from banktrainer.packs import fill as fill_in
    from banktrainer.study.item import Item
    from banktrainer.study.queue import item_of

    if leaf.card is None:
        return None, lambda prose: prose
    try:
        item = item_of((found.pack,), (), leaf.card.key) or Item(leaf.card)
        solved = item.solve()
        whole = (*item.card.body, *item.card.question, *item.card.answer, *item.card.check)
        fill_in(whole, solved)
    except (ExpressionError, SolveError, ValueError, LookupError):
        return Item(leaf.card), lambda prose: prose
    return item, lambda prose: fill_in(prose, solved)
