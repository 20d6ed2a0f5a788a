"""A remedy as CUDA: the given source with the array's declaration and indices changed.

Only what the source says in full is changed: an array whose elements are reached in other ways
(a pointer kept, an alias, a macro's text) gives None, and never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from banktrainer.cuda import syntax as s
from banktrainer.cuda.doubts import walk
from banktrainer.cuda.program import Program
from banktrainer.cuda.source import SourceError
from banktrainer.cuda.tracing import program_of
from banktrainer.cuda.uses import Use, Uses, uses_of
from banktrainer.engine import Remedy

_SIMPLE = re.compile(r"[\w.]+(?:\[[\w.]+\])?|\([^()]*\)")
_SUM = re.compile(r"[\w.\s+*/-]+")
_EFFECTS = (s.Assign, s.Update, s.Call, s.Lambda)


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line of the source, counted from 1, as it reads after the remedy."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The whole source after a remedy, and its changed lines in order."""

    source: str
    lines: tuple[ChangedLine, ...]


class _CannotError(Exception):
    """The source does not say plainly what to change."""


@dataclass(frozen=True, slots=True)
class _Edit:
    start: int
    end: int
    text: str


def rewrite(
    source: str,
    array: str,
    dims: Sequence[int],
    remedy: Remedy,
    *,
    kernel: str | None = None,
    defines: Mapping[str, str] | None = None,
) -> Rewrite | None:
    """`source` with `remedy` applied to `array` (of `dims` elements); None where it cannot be
    said without a guess."""
    try:
        program = program_of(source, defines=defines)
        uses = uses_of(program, kernel, array)
        if uses is None:
            return None
        edits = list(_edits(_Writer(program, source), uses, dims, remedy))
    except (SourceError, _CannotError):
        return None
    return _applied(source, edits) if edits else None


def _edits(writer: _Writer, uses: Uses, dims: Sequence[int], remedy: Remedy) -> Iterator[_Edit]:
    if uses.otherwise:
        raise _CannotError
    if remedy.kind == "pad":
        yield _padded(writer, uses, remedy.params["pad"])
    elif remedy.kind == "swizzle":
        for use in uses.elements:
            yield _swizzled(writer, use, dims, remedy.params)
    else:
        yield from _field_arrays(writer, uses)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Text of nodes as the original source has it."""

    program: Program
    source: str

    def span(self, node: s.Node) -> tuple[int, int]:
        return self.program.expanded.span(node.start, node.end)

    def text(self, node: s.Node) -> str:
        start, end = self.span(node)
        return self.source[start:end]

    def bracketed(self, node: s.Node) -> tuple[int, int, str]:
        """What stands between the brackets around `node`. Raises _CannotError where none do."""
        start, end = self.span(node)
        before, after = self.source[:start].rstrip(), self.source[end:].lstrip()
        if not before.endswith("[") or not after.startswith("]"):
            raise _CannotError
        return start, end, self.source[start:end]

    def exact(self, node: s.Node) -> _Edit:
        """The span of `node`, which no macro may have made, as an edit that changes nothing."""
        start, end = self.span(node)
        if self.source[start:end] != self.program.expanded.text[node.start : node.end]:
            raise _CannotError
        return _Edit(start, end, self.source[start:end])


def _padded(writer: _Writer, uses: Uses, pad: int) -> _Edit:
    """A longer last dimension."""
    sizes = [m.size for m in uses.declarator.modifiers if m.kind == "array"]
    if len(sizes) < 2:
        raise _CannotError
    known = [size for size in sizes if size is not None]
    last = max(known, key=lambda size: size.start)
    start, end, text = writer.bracketed(last)
    if text.isdigit():
        return _Edit(start, end, str(int(text) + pad))
    return _Edit(start, end, f"{text if _SUM.fullmatch(text) else f'({text})'} + {pad}")


def _swizzled(writer: _Writer, use: Use, dims: Sequence[int], params: Mapping[str, int]) -> _Edit:
    """The last index with bits of the element's number XORed in."""
    if any(isinstance(n, _EFFECTS) for index in use.indices for n in walk(index)):
        raise _CannotError
    texts = [_closed(writer.bracketed(index)[2]) for index in use.indices]
    start, end, text = writer.bracketed(use.indices[-1])
    mask = (1 << params["bits"]) - 1
    shift = params["base"] + params["shift"]
    number, limit = _number(texts, dims, shift)
    bits = number if limit <= mask + 1 else f"({number} & {mask})"
    moved = f"{bits} << {params['base']}" if params["base"] else bits
    moved = f"({moved})" if params["base"] else moved
    return _Edit(start, end, f"{_closed(text)} ^ {moved}")


def _number(texts: Sequence[str], dims: Sequence[int], shift: int) -> tuple[str, int]:
    """The element's number shifted right, as an expression, and a bound that it stays below."""
    columns = dims[-1]
    whole = texts[0]
    for text, size in list(zip(texts, dims, strict=True))[1:-1]:
        whole = f"({whole} * {size} + {text})"
    rows = 1
    for size in dims[:-1]:
        rows *= size
    bits = columns.bit_length() - 1
    if len(dims) > 1 and columns == 1 << bits and shift >= bits:
        left = shift - bits
        return (f"({whole} >> {left})" if left else whole), max(rows >> left, 1)
    if len(dims) > 1:
        whole = f"({whole} * {columns} + {texts[-1]})"
    return f"({whole} >> {shift})", max(rows * columns >> shift, 1)


def _closed(text: str) -> str:
    return text if _SIMPLE.fullmatch(text) else f"({text})"


def _field_arrays(writer: _Writer, uses: Uses) -> Iterator[_Edit]:
    """Each member in an array of its own."""
    made, declaration = uses.declarator, uses.declaration
    if len(declaration.declarators) != 1 or "extern" in declaration.qualifiers:
        raise _CannotError
    fields = dict(_fields(writer, declaration.type))
    sizes = "".join(
        f"[{writer.bracketed(m.size)[2]}]" for m in made.modifiers if m.size is not None
    )
    head = writer.exact(declaration)
    arrays = [f"__shared__ {kind} {made.name}_{name}{sizes};" for name, kind in fields.items()]
    yield _Edit(head.start, head.end, " ".join(arrays))
    for use in uses.elements:
        if use.member not in fields:
            raise _CannotError
        indices = "".join(f"[{writer.bracketed(index)[2]}]" for index in use.indices)
        whole = writer.exact(use.node)
        yield _Edit(whole.start, whole.end, f"{made.name}_{use.member}{indices}")


def _fields(writer: _Writer, kind: s.TypeName) -> Iterator[tuple[str, str]]:
    """The members of a plain struct and their types as written."""
    record = kind.record or next(
        (
            n.type.record
            for n in writer.program.statements
            if isinstance(n, s.TypeStmt) and n.type.name == kind.name
        ),
        None,
    )
    if record is None or record.union or record.bases or record.template or record.methods:
        raise _CannotError
    for field in record.fields:
        for made in field.declarators:
            if made.modifiers or made.bits is not None or field.align:
                raise _CannotError
            yield made.name, writer.text(field.type)


def _applied(source: str, edits: list[_Edit]) -> Rewrite | None:
    ordered = sorted(edits, key=lambda e: e.start)
    if any(a.end > b.start for a, b in pairwise(ordered)):
        return None
    parts, last = [], 0
    for edit in ordered:
        parts += [source[last : edit.start], edit.text]
        last = edit.end
    changed = "".join([*parts, source[last:]])
    pairs = zip(source.split("\n"), changed.split("\n"), strict=True)
    lines = [ChangedLine(i, new) for i, (old, new) in enumerate(pairs, 1) if old != new]
    return Rewrite(changed, tuple(lines))
