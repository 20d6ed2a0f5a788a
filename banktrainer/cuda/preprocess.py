"""The preprocessor: macros, conditions and local includes, each piece with its original place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from banktrainer.cuda.budget import EXPANDED_CHARS, INCLUDE_DEPTH, SOURCE_CHARS, Budget
from banktrainer.cuda.commas import with_parentheses
from banktrainer.cuda.conditions import holds
from banktrainer.cuda.macros import MacroError, Macros, define
from banktrainer.cuda.packing import Packing
from banktrainer.cuda.source import Expanded, SourceError, Text
from banktrainer.cuda.tokens import Token, strip_comments, tokens

_CUDA = ("__CUDACC__ 1", "__NVCC__ 1", "__CUDA_ARCH__ 800", "__cplusplus 201703L", "NDEBUG 1")
_HIP = ("__HIPCC__ 1", "__HIP_DEVICE_COMPILE__ 1", "__HIP_PLATFORM_AMD__ 1", "__cplusplus 201703L")
_ALWAYS = (
    "HIP_DYNAMIC_SHARED(type, var) extern __shared__ type var[];",
    "HIP_DYNAMIC_SHARED_ATTRIBUTE",
    *(
        f"hip{a}Idx_{x} {b}Idx.{x}"
        for a, b in (("Thread", "thread"), ("Block", "block"))
        for x in "xyz"
    ),
    *(
        f"hip{a}Dim_{x} {b}Dim.{x}"
        for a, b in (("Block", "block"), ("Grid", "grid"))
        for x in "xyz"
    ),
    "__launch_bounds__HIP(x)",
    "__inline__ inline",
    "__inline inline",
    "__forceinline inline",
    "__noinline__",
    "__host__",
    "__restrict",
    "CUDART_CB",
    "__cluster_dims__(...)",
    "__maxnreg__(x)",
    "__grid_constant__",
    "__volatile__ volatile",
    "__asm__ asm",
    "__const__ const",
    "__extension__",
    "__nv_pure__",
)
# Headers of the toolkits and of C that the reader knows by itself, however they are quoted.
TOOLKIT = frozenset(
    [f"{x}.h" for x in ("cuda", "cuda_runtime", "cuda_runtime_api", "cuda_fp16", "cuda_bf16")]
    + ["device_launch_parameters.h", "cooperative_groups.h", "mma.h", "cuda_pipeline.h"]
    + ["hip/hip_runtime.h", "hip/hip_fp16.h", "stdio.h", "stdlib.h", "stdint.h", "math.h"]
)
_INCLUDE = re.compile(r'\s*"([^"]+)"')
_PRAGMA = re.compile(r'\b_Pragma\s*\(\s*"([^"]*)"')
_SKIPPED = frozenset({"line", "warning", "ident", "sccs", "include_next", "import"})
_DEFINING = re.compile(r"^[^\S\n]*#", re.M)


@dataclass(slots=True)
class _Branch:
    """One open `#if`: whether text counts now, some part already did, and the outside does."""

    live: bool
    done: bool
    outer: bool
    offset: int


def preprocess(
    text: Text,
    defines: Mapping[str, str],
    include_dirs: Sequence[Path] = (),
    base_dir: Path | None = None,
    *,
    budget: Budget,
    amd: bool = False,
) -> Expanded:
    """Expand `text`. Raises SourceError at an original place, and OutOfBudgetError."""
    stripped = strip_comments(text)
    macros = Macros()
    for line in (*_ALWAYS, *(_HIP if amd else _CUDA)):
        made = define(line)
        macros.table[made.name] = made
    for name, body in defines.items():
        try:
            made = define(f"{name} {body}")
        except MacroError as error:
            raise SourceError(f"-D {name}: {error.message}", text.name) from None
        macros.table[made.name] = made
    expanded = Expanded(text)
    if not _needed(stripped, macros):
        expanded.add(stripped, 0, len(stripped), True)
        return with_parentheses(expanded.finish())
    roots = tuple(
        p.resolve() for p in ((base_dir,) if base_dir is not None else ()) + tuple(include_dirs)
    )
    reader = _Reader(macros, roots)
    expanded.dropped = reader.dropped
    try:
        for token in macros.expand(reader.lines(stripped, base_dir, None)):
            budget.spend()
            if token.exact:
                expanded.add(token.text, token.start, token.end, True)
            else:
                _add_expanded(expanded, token)
            if expanded.length > EXPANDED_CHARS:
                raise MacroError(
                    f"more than {EXPANDED_CHARS} characters after expansion", token.start
                )
    except MacroError as error:
        raise text.error(error.message, error.offset) from None
    expanded.packed = reader.packing.spans(len(text.text))
    return with_parentheses(expanded.finish())


def _needed(stripped: str, macros: Macros) -> bool:
    if _DEFINING.search(stripped) or "\\\n" in stripped or _PRAGMA.search(stripped):
        return True
    return any(word in macros.table for word in re.findall(r"[^\W\d]\w*", stripped))


def _add_expanded(expanded: Expanded, token: Token) -> None:
    """Add a token of an expansion, kept apart from a neighbour that it would grow into."""
    glued = expanded.last[-1:] + token.text[:1]
    if re.fullmatch(r"\w\w|[-+&|<>=]{2}", glued):
        expanded.add(" ", token.start, token.end, False)
    expanded.add(token.text, token.start, token.end, False)


class _Reader:
    """Turns sources into tokens, obeying directives on the way."""

    def __init__(self, macros: Macros, roots: tuple[Path, ...]) -> None:
        self._macros = macros
        self._roots = roots
        self._depth = 0
        self._once: set[Path] = set()
        self.packing = Packing()
        self.dropped: list[tuple[int, int, str]] = []

    def lines(self, text: str, folder: Path | None, at: tuple[int, int] | None) -> Iterator[Token]:
        """The tokens of the live parts of `text`; those of an include all stand at `at`."""
        branches: list[_Branch] = []
        offset = 0
        for line in _logical(text):
            stripped = line.lstrip(" \t\f\v")
            if stripped.startswith("#"):
                where = at[0] if at else offset + len(line) - len(stripped)
                body = stripped[1:].replace("\\\n", "  ").rstrip("\n")
                yield from self._directive(body, where, branches, folder, at, offset, len(line))
                yield self._moved(
                    Token("newline", "\n", offset + len(line) - 1, offset + len(line)), at
                )
            elif not branches or branches[-1].live:
                operator = _PRAGMA.search(line)
                if operator:
                    here = offset + operator.start()
                    self.packing.pragma(operator[1], at or (here, here))
                for token in tokens(line, offset):
                    if token.kind == "space" and "\\" in token.text:
                        token = replace(token, text=token.text.replace("\\", " "))
                    yield self._moved(token, at)
            offset += len(line)
        if branches:
            raise MacroError("this #if is not closed", at[0] if at else branches[-1].offset)

    def _moved(self, token: Token, at: tuple[int, int] | None) -> Token:
        return token if at is None else replace(token, start=at[0], end=at[1], exact=False)

    def _directive(
        self,
        body: str,
        where: int,
        branches: list[_Branch],
        folder: Path | None,
        at: tuple[int, int] | None,
        offset: int,
        length: int,
    ) -> Iterator[Token]:
        match = re.match(r"\s*(\w*)(.*)", body, re.S)
        word, rest = (match[1], match[2]) if match else ("", "")
        if word in ("if", "ifdef", "ifndef", "elif", "else", "endif"):
            self._condition(word, rest, where, branches)
            return
        if branches and not branches[-1].live:
            return
        if word == "define":
            start = where + 1 + body.index(rest) if rest else where
            made = define(rest, start)
            self._macros.table[made.name] = made
        elif word == "undef":
            self._macros.table.pop(rest.strip(), None)
        elif word == "include":
            span = at or (offset, offset + length)
            yield from self._include(rest, folder, span, where)
        elif word == "pragma":
            self.packing.pragma(rest, at or (where, where))
        elif word == "error":
            raise MacroError(f"#error {rest.strip()}", where)
        elif word not in _SKIPPED and not word.isdigit() and body.strip():
            shown = f"#{word or body.strip()[:20]}"
            raise MacroError(f"`{shown}` is not a directive of the preprocessor", where)

    def _condition(self, word: str, rest: str, where: int, branches: list[_Branch]) -> None:
        outer = not branches or branches[-1].live
        if word in ("if", "ifdef", "ifndef"):
            live = outer and self._holds(word, rest, where)
            branches.append(_Branch(live, live, outer, where))
            return
        if not branches:
            raise MacroError(f"#{word} without #if", where)
        top = branches[-1]
        if word == "endif":
            branches.pop()
        elif word == "else":
            top.live, top.done = top.outer and not top.done, True
        else:
            top.live = top.outer and not top.done and self._holds("if", rest, where)
            top.done = top.done or top.live

    def _holds(self, word: str, rest: str, where: int) -> bool:
        if word == "if":
            return holds(rest, where, self._macros)
        known = rest.strip().split(" ")[0] in self._macros.table
        return known if word == "ifdef" else not known

    def _include(
        self, rest: str, folder: Path | None, span: tuple[int, int], where: int
    ) -> Iterator[Token]:
        """The text of `#include "x"` from its folder or a given one; `<…>` is skipped."""
        match = _INCLUDE.match(rest)
        if match is None:
            return
        path = self._find(match[1], folder)
        if path is None and match[1] not in TOOLKIT:
            self.dropped.append((where, span[1], match[1]))
        if path is None or path in self._once:
            return
        if self._depth >= INCLUDE_DEPTH:
            raise MacroError(f"includes nested more than {INCLUDE_DEPTH} deep", where)
        try:
            if path.stat().st_size > SOURCE_CHARS:
                raise MacroError(f"`{match[1]}` is larger than {SOURCE_CHARS} bytes", where)
            text = strip_comments(Text(match[1], path.read_text("utf-8", errors="replace")))
        except OSError as error:
            raise MacroError(f"`{match[1]}` cannot be read: {error.strerror}", where) from None
        if re.search(r"^\s*#\s*pragma\s+once", text, re.M):
            self._once.add(path)
        self._depth += 1
        yield from self.lines(text if text.endswith("\n") else f"{text}\n", path.parent, span)
        self._depth -= 1

    def _find(self, name: str, folder: Path | None) -> Path | None:
        """The included file, where it lies inside one of the allowed folders."""
        for start in (*((folder,) if folder is not None else ()), *self._roots):
            path = (start / name).resolve()
            if any(path.is_relative_to(root) for root in self._roots) and path.is_file():
                return Path(path)
        return None


def _logical(text: str) -> Iterator[str]:
    """Lines with their ends, a directive's continuations joined to it."""
    kept = ""
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        kept += line
        directive = kept.lstrip(" \t\f\v").startswith("#")
        if directive and line.rstrip("\r\n").endswith("\\") and line.endswith("\n"):
            continue
        yield kept
        kept = ""
    if kept:
        yield kept
