"""What an author reads: the guide, the codes of faults, and JSON Schemas for an editor."""

from __future__ import annotations

import json
from pathlib import Path

import click

from banktrainer.commands.console import CommandError, console
from banktrainer.commands.options import language_option, text
from banktrainer.commands.settings import Options


@click.command(help=text("packs.help.guide"))
@language_option
def guide() -> None:
    from banktrainer.packs import content_root

    console().line((content_root() / "guide.md").read_text("utf-8").rstrip("\n"))


@click.command(help=text("packs.help.codes"))
@language_option
def codes() -> None:
    from banktrainer.packs import CODES

    out = console()
    for code, meaning in CODES.items():
        out.line(f"{code}  {meaning}")


@click.command(help=text("packs.help.schema"))
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@language_option
@click.pass_context
def schema(ctx: click.Context, folder: Path | None) -> None:
    from banktrainer.packs.json_schema import json_schemas

    out, w = console(), ctx.ensure_object(Options).words
    found = json_schemas(lambda key: w(f"packs.key.{key}") if w.has(f"packs.key.{key}") else "")
    if folder is None:
        out.json(json.dumps(found, ensure_ascii=False, indent=2))
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, each in found.items():
            file = folder / f"{name}.schema.json"
            file.write_text(json.dumps(each, ensure_ascii=False, indent=2) + "\n", "utf-8")
            out.line(str(file))
    except OSError as error:
        why = error.strerror or error
        raise CommandError(w("packs.error.not_written", name=folder, why=why)) from error
