"""Textual macros as C has them: arguments, `#`, `##`, variadic ones, rescanning, no recursion."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from banktrainer.cuda.budget import MACRO_TOKENS
from banktrainer.cuda.tokens import Token, tokens

_DEPTH = 100
_BLANK = ("space", "newline")


class MacroError(Exception):
    """A macro that cannot be defined or expanded, at an original offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Macro:
    """`params` None is an object-like macro; a variadic one ends in `__VA_ARGS__`."""

    name: str
    params: tuple[str, ...] | None
    body: tuple[Token, ...]
    variadic: bool = False


def define(text: str, offset: int = 0) -> Macro:
    """The macro of `NAME(params) body`, as after `#define`. Raises MacroError."""
    found = deque(tokens(text, offset))
    while found and found[0].kind in _BLANK:
        found.popleft()
    if not found or found[0].kind != "name":
        raise MacroError("a macro needs a name", offset)
    name = found.popleft()
    params: tuple[str, ...] | None = None
    variadic = False
    if found and found[0].text == "(":
        params, variadic = _params(found, name)
    body = [t for t in found if t.kind != "newline"]
    while body and body[0].kind == "space":
        body.pop(0)
    while body and body[-1].kind == "space":
        body.pop()
    return Macro(name.text, params, tuple(body), variadic)


def _params(found: deque[Token], name: Token) -> tuple[tuple[str, ...], bool]:
    found.popleft()
    names: list[str] = []
    variadic = False
    while found:
        token = found.popleft()
        if token.text == ")":
            return tuple(names), variadic
        if token.text == "...":
            variadic = True
            names.append("__VA_ARGS__")
        elif token.kind == "name":
            names.append(token.text)
        elif token.text != "," and token.kind not in _BLANK:
            break
    raise MacroError(f"the parameters of `{name.text}` are not read", name.start)


class Macros:
    """The macros defined at a point of the source. `blank` names are replaced by nothing."""

    def __init__(self) -> None:
        self.table: dict[str, Macro] = {}
        self._left = MACRO_TOKENS
        self._depth = 0

    def expand(self, stream: Iterable[Token]) -> Iterator[Token]:
        """`stream` with every macro expanded; may read past a line for arguments."""
        source = iter(stream)
        ahead: deque[Token] = deque()

        def take() -> Token | None:
            return ahead.popleft() if ahead else next(source, None)

        while (token := take()) is not None:
            macro = self.table.get(token.text) if token.kind == "name" else None
            if macro is None or macro.name in token.hidden:
                yield token
                continue
            made = self._invoke(macro, token, take, ahead)
            if made is None:
                yield token
            else:
                ahead.extendleft(reversed(made))

    def _invoke(
        self, macro: Macro, token: Token, take: Callable[[], Token | None], ahead: deque[Token]
    ) -> list[Token] | None:
        """The replacement of one use, or None where a function-like name is not called."""
        end, hidden = token.end, token.hidden | {macro.name}
        args: dict[str, list[Token]] = {}
        if macro.params is not None:
            skipped: list[Token] = []
            while (following := take()) is not None and following.kind in _BLANK:
                skipped.append(following)
            if following is None or following.text != "(":
                ahead.extendleft(
                    [*([following] if following is not None else []), *reversed(skipped)]
                )
                return None
            parts, last = self._arguments(take, token)
            end = max(end, last)
            args = self._bind(macro, parts, token)
        made = self._substitute(macro, args, token)
        # A name in a long chain carries every name before it, so depth costs as tokens do.
        self._left -= len(made) + 1 + len(hidden) // 16
        if self._left < 0:
            raise MacroError(f"macros expand to more than {MACRO_TOKENS} tokens", token.start)
        return [
            Token(
                t.kind, t.text, token.start, end, False, t.hidden | hidden if t.hidden else hidden
            )
            for t in made
        ]

    def _arguments(
        self, take: Callable[[], Token | None], name: Token
    ) -> tuple[list[list[Token]], int]:
        parts: list[list[Token]] = [[]]
        depth = 1
        while (token := take()) is not None:
            if token.text in ("(", "[", "{") and token.kind == "punct":
                depth += token.text == "("
            elif token.text == ")" and token.kind == "punct":
                depth -= 1
                if depth == 0:
                    return [_trimmed(part) for part in parts], token.end
            if token.text == "," and depth == 1:
                parts.append([])
            else:
                blank = token.kind == "newline"
                parts[-1].append(replace(token, kind="space", text=" ") if blank else token)
        raise MacroError(f"the arguments of `{name.text}` do not end", name.start)

    def _bind(self, macro: Macro, parts: list[list[Token]], token: Token) -> dict[str, list[Token]]:
        params = macro.params or ()
        if macro.variadic:
            fixed = len(params) - 1
            rest: list[Token] = []
            for index, part in enumerate(parts[fixed:]):
                comma = Token("punct", ",", token.start, token.end)
                rest += ([comma] if index else []) + part
            parts = [*parts[:fixed], rest]
        if not params and parts == [[]]:
            parts = []
        if len(parts) != len(params):
            raise MacroError(
                f"`{macro.name}` takes {len(params)} arguments, and {len(parts)} are given",
                token.start,
            )
        return dict(zip(params, parts, strict=True))

    def _substitute(self, macro: Macro, args: dict[str, list[Token]], use: Token) -> list[Token]:
        out: list[Token] = []
        body = macro.body
        index = 0
        while index < len(body):
            token = body[index]
            follower = _next(body, index)
            if token.text == "#" and macro.params is not None and follower is not None:
                named = body[follower].text
                if named in args:
                    out.append(_string(args[named], token))
                    index = follower + 1
                    continue
            if token.text == "##" and out and follower is not None:
                self._paste(out, body[follower], args, macro)
                index = follower + 1
                continue
            if token.kind == "name" and token.text in args:
                pasted = follower is not None and body[follower].text == "##"
                out += args[token.text] if pasted else self._whole(args[token.text], use)
            else:
                out.append(token)
            index += 1
        return out

    def _whole(self, part: list[Token], use: Token) -> list[Token]:
        """An argument, fully expanded on its own."""
        self._depth += 1
        try:
            if self._depth > _DEPTH:
                raise MacroError("macros are nested too deeply", use.start)
            return list(self.expand(part))
        finally:
            self._depth -= 1

    def _paste(
        self, out: list[Token], right: Token, args: dict[str, list[Token]], macro: Macro
    ) -> None:
        tail = list(args[right.text]) if right.text in args else [right]
        while out and out[-1].kind == "space":
            out.pop()
        if not tail:
            if out and out[-1].text == "," and right.text == "__VA_ARGS__":
                out.pop()
            return
        if not out or (out[-1].text == "," and right.text == "__VA_ARGS__"):
            out.extend(tail)
            return
        left = out.pop()
        made = tokens(left.text + tail[0].text, left.start)
        out.extend(replace(t, hidden=left.hidden & tail[0].hidden) for t in made)
        out.extend(tail[1:])


def _trimmed(part: list[Token]) -> list[Token]:
    start, end = 0, len(part)
    while start < end and part[start].kind == "space":
        start += 1
    while end > start and part[end - 1].kind == "space":
        end -= 1
    return part[start:end]


def _next(body: tuple[Token, ...], index: int) -> int | None:
    for at in range(index + 1, len(body)):
        if body[at].kind != "space":
            return at
    return None


def _string(part: list[Token], at: Token) -> Token:
    inner = "".join(t.text for t in part).replace("\\", "\\\\").replace('"', '\\"')
    return Token("string", f'"{inner}"', at.start, at.end)
