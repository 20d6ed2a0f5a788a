"""Which function a call means, and what a function may reach."""

from __future__ import annotations

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.deduce import fitness
from banktrainer.cuda.doubts import walk
from banktrainer.cuda.lower_stmts import body_of
from banktrainer.cuda.run import BUILTINS, Overloads, Refusal, Run
from banktrainer.cuda.values import Cause, Home, Value, unknown


def body_for(run: Run, function: s.Function, node: s.Node) -> s.Block:
    """A function's body, lowered at its first call."""
    kept = run.bodies.get(id(function))
    if kept is None:
        made = body_of(function)
        if not isinstance(made, s.Block):
            raise Refusal(node, f"`{function.name}` has no body here")
        kept = run.bodies[id(function)] = (function, made)
    return kept[1]


def reaches(run: Run, found: Overloads, above: frozenset[str]) -> bool:
    """Whether a function may reach shared memory that it is not handed."""
    name = found.functions[0].name
    if name in above:
        return False
    above |= {name}
    for function in found.functions:
        try:
            body = body_for(run, function, function)
        except Refusal:
            return True
        for node in walk(body):
            if isinstance(node, s.Declaration) and "__shared__" in node.qualifiers:
                return True
            if isinstance(node, (s.Asm, s.Unreadable, s.Refused)):
                return True
            if isinstance(node, s.Name):
                inner = run.globals.get(node.name)
                if isinstance(inner, Home) and inner.shared:
                    return True
                if isinstance(inner, Overloads) and reaches(run, inner, above):
                    return True
    return False


def choose(run: Run, found: Overloads, node: s.Call) -> s.Function:
    """The overload for a call, by number and then types of arguments. Raises Refusal."""
    count = len(node.args)
    fits = [
        f
        for f in found.functions
        if sum(p.default is None for p in f.params) <= count <= len(f.params)
    ]
    if len(fits) == 1:
        return fits[0]
    name = found.functions[0].name
    if not fits:
        raise Refusal(node, f"no `{name}` takes {count} arguments")
    with run.idly():
        kinds = [run.evaluate(a).type for a in node.args if not isinstance(a, s.InitList)]
    if len(kinds) != count:
        raise Refusal(node, f"several functions `{name}` fit this list")
    scored = [(score, f) for f in fits if (score := fitness(run, f, kinds)) is not None]
    best = max((score for score, _ in scored), default=None)
    chosen = [f for score, f in scored if score == best]
    if len(chosen) != 1:
        raise Refusal(node, f"which of several functions `{name}` is called here is not read")
    return chosen[0]


def own(run: Run, found: Overloads, node: s.Call, last: str) -> s.Function | None:
    """The source's function for a call; None where its functions of this name take other types
    and CUDA has one that is meant (helper_math's `floorf(float3)` beside `floorf(float)`)."""
    if last not in BUILTINS and c.vector_maker(last) is None:
        return choose(run, found, node)
    fits = [f for f in found.functions if _arity(f, len(node.args))]
    with run.idly():
        kinds = [run.evaluate(a).type for a in node.args if not isinstance(a, s.InitList)]
    if len(kinds) == len(node.args) and not any(fitness(run, f, kinds) is not None for f in fits):
        return None
    return choose(run, found, node)


def _arity(function: s.Function, count: int) -> bool:
    least = sum(p.default is None for p in function.params)
    return least <= count <= len(function.params)


def through_pointer(run: Run, node: s.Call) -> Value:
    """A call of a function that nobody names: its result is unknown.

    Refused where it may touch shared memory, handed over or reached by a function of the source.
    """
    for arg in node.args:
        value = run.evaluate(arg)
        if isinstance(value.type, c.Pointer) and (
            value.home is None or value.home.shared or value.home.mixed
        ):
            raise Refusal(node, "which function this calls is not known, and it is handed memory")
    named = [f for f in run.globals.values() if isinstance(f, Overloads) and _on_device(f)]
    if any(reaches(run, found, frozenset()) for found in named):
        raise Refusal(node, "which function this calls is not known")
    return unknown(c.UNTYPED, Cause("a call through a pointer", run.line(node)))


def _on_device(found: Overloads) -> bool:
    return any("__device__" in f.qualifiers for f in found.functions)
