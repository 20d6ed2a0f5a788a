"""What the caller gave with `--set`: numbers, expressions, types, lists and random data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.memory import Variable
from banktrainer.cuda.run import Frame, Refusal, Run
from banktrainer.cuda.source import SourceError
from banktrainer.cuda.values import Lanes, Value

_RANDOM = re.compile(r"random\(\s*(\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")
_NUMBER = re.compile(r"[-+]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[uUlLfF]*")
_WORDS = re.compile(r"[^\W\d]\w*")
_SHOWN = 60
Parse = Callable[[str, str], s.Expr]


class Given:
    """The values of `--set` by name, each parsed on construction. Raises SourceError."""

    def __init__(self, values: Mapping[str, str], parse: Parse) -> None:
        self._texts = {name: str(text).strip() for name, text in values.items()}
        self._lists: dict[str, tuple[s.Expr, ...]] = {}
        self._random: dict[str, tuple[int, int, int]] = {}
        self._exprs: dict[str, s.Expr] = {}
        self._busy: set[str] = set()
        for name, text in self._texts.items():
            self._read(name, text, parse)

    def _read(self, name: str, text: str, parse: Parse) -> None:
        random = _RANDOM.fullmatch(text)
        if random:
            seed, low, high = (int(x) for x in random.groups())
            if low >= high:
                raise SourceError(
                    f"random({seed},{low},{high}): LO must be less than HI", f"--set {name}"
                )
            self._random[name] = (seed, low, high)
        elif text.startswith("[") and text.endswith("]"):
            self._lists[name] = tuple(
                parse(item.strip(), f"--set {name}")
                for item in text[1:-1].split(",")
                if item.strip()
            )
        elif c.builtin(text.rstrip("* ")) is None:
            self._exprs[name] = parse(text, f"--set {name}")

    def type(self, name: str) -> c.CType | None:
        """The type given under `name`."""
        text = self._texts.get(name)
        if text is None:
            return None
        made = c.builtin(text.rstrip("* "))
        for _ in range(text.count("*") if made is not None else 0):
            made = c.pointer(made) if made is not None else None
        return made

    def has(self, name: str) -> bool:
        """Whether anything was given under `name`."""
        return name in self._texts

    def unused(self, text: str) -> tuple[str, ...]:
        """The names given that stand neither in `text` nor in what was given under another."""
        words = set(_WORDS.findall(text))
        for name, given in self._texts.items():
            words.update(word for word in _WORDS.findall(given) if word != name)
        return tuple(name for name in self._texts if name not in words)

    def is_list(self, name: str) -> bool:
        """Whether `name` was given element by element."""
        return name in self._lists or name in self._random

    def value(self, run: Run, name: str, at: s.Node | None = None) -> Value | None:
        """The value given under `name`, for every lane; faults are told at `at`, which asks."""
        node = self._exprs.get(name)
        return None if node is None else self._evaluate(run, name, node, {}, at)

    def _evaluate(
        self,
        run: Run,
        name: str,
        node: s.Expr,
        scope: dict[str, object],
        at: s.Node | None = None,
    ) -> Value:
        if name in self._busy:
            raise Refusal(node, f"`--set {name}` depends on itself")
        self._busy.add(name)
        saved = run.mask
        shown = f"--set {name}={self._texts[name][:_SHOWN]}"
        run.frames.append(Frame([dict(scope)], run.none))
        try:
            run.mask = run.world.everyone(run)
            with run.recorder.standing_for(at, shown):
                return run.evaluate(node)
        except Refusal as refusal:
            raise Refusal(at or node, f"`{shown}`: {refusal.message}") from None
        finally:
            run.mask = saved
            run.frames.pop()
            self._busy.discard(name)

    def elements(self, run: Run, name: str) -> Callable[[Lanes], Value] | None:
        """Element values by index, where `name` was given; they raise Refusal past a list's end."""
        if name in self._lists:
            return lambda index: self._listed(run, name, index)
        if name in self._random:
            return lambda index: _random(self._random[name], index)
        node = self._exprs.get(name)
        if node is None:
            return None
        return lambda index: self._by_index(run, name, node, index)

    def _by_index(self, run: Run, name: str, node: s.Expr, index: Lanes) -> Value:
        kind = c.INT if (np.abs(index) < 2**31).all() else c.LONG
        value = Value(kind, index.astype(kind.dtype))
        return self._evaluate(run, name, node, {"i": Variable("i", kind, value, run.mask)})

    def _listed(self, run: Run, name: str, index: Lanes) -> Value:
        items = self._lists[name]
        wide = np.broadcast_to(index, (run.lanes,))[run.mask]
        if len(wide) and (wide.min() < 0 or wide.max() >= len(items)):
            bad = int(wide.max() if wide.max() >= len(items) else wide.min())
            raise Refusal(
                items[0] if items else s.Node(0, 0),
                f"`--set {name}` has {len(items)} elements, and element {bad} is asked for",
            )
        values = [self._evaluate(run, name, item, {}) for item in items]
        floats = any(v.type.name in ("float", "double") for v in values)
        kind = c.DOUBLE if floats else c.LONG
        table = np.array([v.data[0] for v in values]).astype(kind.dtype)
        return Value(kind, table[np.clip(index, 0, len(items) - 1)])


def _random(spec: tuple[int, int, int], index: Lanes) -> Value:
    """Element `index` of the stream: splitmix64, so that it depends on nothing else."""
    seed, low, high = spec
    x = index.astype(np.uint64) + np.uint64(1)
    x = x * np.uint64(0x9E3779B97F4A7C15) + np.array([seed & (2**64 - 1)], np.uint64)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    return Value(c.LONG, low + (x % np.uint64(high - low)).astype(np.int64))
