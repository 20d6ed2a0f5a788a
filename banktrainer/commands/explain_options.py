"""What `explain` is asked: its options as values, and the source text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import click

from banktrainer.commands.console import CommandError
from banktrainer.words import Words

Dim = tuple[int, int, int]
Callback = Callable[[click.Context, click.Parameter, Any], Any]
_MOST_BYTES = 1 << 20
_MOST_CODE = 64 << 10
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Source:
    """The text to read, the name it goes by, and the folder that its includes start from."""

    name: str
    text: str
    folder: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Everything that `explain` was asked."""

    source: Source
    machine: str = "nvidia"
    kernel: str | None = None
    block: Dim | None = None
    grid: Dim | None = None
    block_idx: Dim = (0, 0, 0)
    warp: int | Literal["all"] | None = None
    shared: int | None = None
    settings: tuple[tuple[str, str], ...] = ()
    defines: tuple[tuple[str, str], ...] = ()
    includes: tuple[str, ...] = ()
    compare: bool = False
    ledger: bool = False
    lane: int | None = None


def source_of(w: Words, file: str | None, code: str | None) -> Source:
    """The source named on the command line; `-` is stdin. CommandError where it can't be read."""
    if (file is None) == (code is None):
        raise click.UsageError(w("cli.error.one_source"))
    if code is not None:
        if len(code) > _MOST_CODE:
            raise CommandError(w("cli.error.too_long", name="<code>", kib=_MOST_CODE >> 10))
        return Source("<code>", code)
    if file == "-":
        stdin = sys.stdin.buffer.read(_MOST_BYTES + 1) if sys.stdin is not None else b""
        return Source("<stdin>", _decoded(w, stdin, "<stdin>"))
    path = Path(str(file))
    try:
        with path.open("rb") as opened:
            return Source(
                str(file), _decoded(w, opened.read(_MOST_BYTES + 1), str(file)), path.parent
            )
    except OSError as error:
        raise CommandError(w("cli.error.file", name=file, why=error.strerror)) from error


def _decoded(w: Words, data: bytes, name: str) -> str:
    if len(data) > _MOST_BYTES:
        raise CommandError(w("cli.error.too_long", name=name, kib=_MOST_BYTES >> 10))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(w("cli.error.not_utf8", name=name, line=line)) from error


def dimensions(least: int) -> Callback:
    """Reads `X`, `X,Y` or `X,Y,Z`, numbers of at least `least`; what is left out is `least`."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> Dim | None:
        if value is None:
            return None
        parts = value.split(",")
        if len(parts) > 3 or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
            raise click.BadParameter(Words()("cli.error.not_dim", value=value), ctx, param)
        numbers = [int(part) for part in parts]
        if min(numbers) < least:
            message = Words()("cli.error.least", value=value, least=least)
            raise click.BadParameter(message, ctx, param)
        x, y, z = (*numbers, least, least)[:3]
        return x, y, z

    return read


def warp(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> int | Literal["all"] | None:
    """Reads a warp's number, or `all`."""
    if value is None:
        return None
    if value == "all":
        return "all"
    if not re.fullmatch(r"[0-9]{1,4}", value):
        raise click.BadParameter(Words()("cli.error.not_warp", value=value), ctx, param)
    return int(value)


def settings(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Reads each `NAME=VALUE`."""
    return tuple(_pair(ctx, param, value, "NAME=VALUE", None) for value in values)


def defines(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Reads each `NAME=TEXT`; `NAME` alone stands for 1, as for a compiler."""
    return tuple(_pair(ctx, param, value, "NAME[=TEXT]", "1") for value in values)


def _pair(
    ctx: click.Context, param: click.Parameter, value: str, form: str, default: str | None
) -> tuple[str, str]:
    name, equals, given = value.partition("=")
    if not _NAME.fullmatch(name.strip()) or not (equals or default is not None):
        raise click.BadParameter(
            Words()("cli.error.not_setting", value=value, form=form), ctx, param
        )
    return name.strip(), given if equals else str(default)
