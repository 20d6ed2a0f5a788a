"""What `explain` is asked: its options as values, and the source text."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from banktrainer.commands.console import CommandError
from banktrainer.words import Words

Dim = tuple[int, int, int]
_MOST_BYTES = 1 << 20
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


def source_of(w: Words, file: str | None, code: str | None) -> Source:
    """The source named on the command line; `-` is stdin. CommandError where it can't be read."""
    if (file is None) == (code is None):
        raise click.UsageError(w("cli.error.one_source"))
    if code is not None:
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
        raise CommandError(w("cli.error.too_long", name=name))
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(w("cli.error.not_utf8", name=name, line=line)) from error


class _Dim3(click.ParamType):
    """`X`, `X,Y` or `X,Y,Z`; what is left out is `rest`."""

    name = "X[,Y[,Z]]"

    def __init__(self, least: int, rest: int) -> None:
        self._least = least
        self._rest = rest

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Dim:
        parts = str(value).split(",")
        if len(parts) > 3 or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
            self.fail(Words()("cli.error.not_dim", value=value), param, ctx)
        numbers = [int(part) for part in parts]
        if min(numbers) < self._least:
            self.fail(Words()("cli.error.least", value=value, least=self._least), param, ctx)
        x, y, z = (*numbers, self._rest, self._rest)[:3]
        return x, y, z


class _Warp(click.ParamType):
    """A warp's number, or `all`."""

    name = "N|all"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | Literal["all"]:
        if value == "all":
            return "all"
        if not re.fullmatch(r"[0-9]{1,4}", str(value)):
            self.fail(Words()("cli.error.not_warp", value=value), param, ctx)
        return int(str(value))


class _Setting(click.ParamType):
    """`NAME=VALUE`; with `default`, `NAME` alone has that value."""

    def __init__(self, name: str, default: str | None = None) -> None:
        self.name = name
        self._default = default

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, given = str(value).partition("=")
        if not _NAME.fullmatch(name.strip()) or not (equals or self._default is not None):
            self.fail(Words()("cli.error.not_setting", value=value, form=self.name), param, ctx)
        return name.strip(), given if equals else str(self._default)


DIM3 = _Dim3(least=1, rest=1)
INDEX3 = _Dim3(least=0, rest=0)
WARP = _Warp()
SHARED = click.IntRange(0, 1 << 20)
SETTING = _Setting("NAME=VALUE")
DEFINE = _Setting("NAME[=TEXT]", "1")
