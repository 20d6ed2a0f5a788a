"""What is not known to happen: accesses listed as unread, and what they may write forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.memory import GlobalData, SharedMemory, Variable
from banktrainer.cuda.run import HARMLESS, Closure, LValue, Overloads, Run
from banktrainer.cuda.values import Cause, Home, Mask, Several, select, unknown

_JUMPS = re.compile(r"\b(?:return|break|continue|goto)\b")
_NAMES = re.compile(r"[^\W\d]\w*")


def walk(node: object) -> Iterator[s.Node]:
    """`node` and everything under it, bodies of lambdas excepted."""
    stack: list[object] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, s.Node):
            yield item
            stack.extend(getattr(item, f.name) for f in reversed(fields(item)) if f.name != "scope")
        elif isinstance(item, tuple):
            stack.extend(reversed(item))


def branch_unknown(
    run: Run,
    arms: tuple[s.Stmt, ...],
    lanes: Mask,
    cause: Cause | None,
    condition: s.Node,
    step: s.Expr | None = None,
) -> None:
    """A branch that `lanes` may or may not take: they take no side of it.

    Its shared accesses are listed as unread, what it may write is forgotten for these lanes, and
    where it can jump out, the lanes are in doubt for what they may have left.
    """
    why = f" {cause}{cause.hint()}" if cause is not None else " something unknown"
    message = f"not read: whether this is reached depends on{why}"
    shown = cause or Cause("an unknown condition", run.line(condition))
    for arm in (*arms, *((step,) if step is not None else ())):
        list_unread(run, arm, message)
        spoil(run, arm, lanes, shown)
    for arm in arms:
        jump_unknown(run, arm, lanes, shown)


def jump_unknown(run: Run, arm: s.Stmt, lanes: Mask, cause: Cause) -> None:
    """`lanes` may have left the statements after `arm`, where it can jump out of itself."""
    found = jumps(arm) | _hidden_jumps(run, arm)
    loops = run.frame.loops
    if s.Return in found:
        run.frame.doubt = run.frame.doubt | lanes
    if s.Break in found and loops:
        loops[-1].doubt = loops[-1].doubt | lanes
    turning = [x for x in loops if x.continued is not None]
    if s.Continue in found and turning:
        turning[-1].doubt = turning[-1].doubt | lanes
    if found:
        run.doubt = run.doubt | lanes
        run.doubt_cause = cause


def jumps(node: s.Stmt | None) -> set[type]:
    """The jumps (Return, Break, Continue; a goto is all of them) that leave `node`."""
    if isinstance(node, (s.Return, s.Break, s.Continue)):
        return {type(node)}
    if isinstance(node, s.Goto):
        return {s.Return, s.Break, s.Continue}
    if isinstance(node, s.If):
        return jumps(node.yes) | jumps(node.no)
    if isinstance(node, (s.Loop, s.ForEach)):
        return jumps(node.body) - {s.Break, s.Continue}
    if isinstance(node, s.Switch):
        inner = [jumps(n) for case in node.cases for n in case.body]
        return set().union(*inner) - {s.Break}
    if isinstance(node, (s.Block, s.Case)):
        return set().union(*(jumps(n) for n in node.body))
    return set()


def _hidden_jumps(run: Run, node: s.Stmt) -> set[type]:
    """The jumps in the text of what was not understood at all."""
    lost = any(isinstance(n, (s.Unreadable, s.Refused)) for n in walk(node))
    jumping = lost and _JUMPS.search(run.recorder.text(node)) is not None
    return {s.Return, s.Break, s.Continue} if jumping else set()


def list_rest(run: Run, node: s.Stmt) -> None:
    """A statement that no lane is known to reach, but some may."""
    message = run.doubt_message()
    list_unread(run, node, f"not read: {message}")
    spoil(run, node, run.doubt, run.doubt_cause or Cause("an unknown condition", run.line(node)))


def skip(run: Run, node: s.Node) -> None:
    """An operand that no lane is known to evaluate, but some may."""
    list_unread(run, node, f"not read: {run.doubt_message()}")
    spoil(run, node, run.doubt, run.doubt_cause or Cause("an unknown condition", run.line(node)))


def list_unread(run: Run, node: s.Node, message: str) -> None:
    """Report each shared access under `node` as unread."""
    local = {
        d.name: _local_kind(n, d)
        for n in walk(node)
        if isinstance(n, s.Declaration)
        for d in n.declarators
    }
    inner: set[int] = set()
    for item in walk(node):
        if isinstance(item, (s.Subscript, s.Member)):
            inner.add(id(item.base))
        if isinstance(item, s.SizeOf):
            inner.update(id(n) for n in walk(item.what))
        if id(item) not in inner and _is_shared(run, item, local):
            run.unread(item, message)


def _local_kind(node: s.Declaration, made: s.Declarator) -> bool:
    """Whether what a skipped declaration declares lies in shared memory, or may point there."""
    if "__shared__" in node.qualifiers or node.type.name.split()[-1:] == ["auto"]:
        return True
    plain = c.builtin(node.type.name) is not None
    return not plain or any(m.kind in ("pointer", "reference") for m in made.modifiers)


def _is_shared(run: Run, node: s.Node, local: dict[str, bool]) -> bool:
    """Whether `node` is an access whose root is, or may be, in shared memory."""
    if isinstance(node, s.Call):
        return _opaque_call(run, node, local)
    if isinstance(node, s.Asm):
        return "shared" in node.code
    if not isinstance(node, (s.Subscript, s.Member)) and not (
        isinstance(node, s.Unary) and node.op == "*"
    ):
        return False
    root = root_of(node)
    if root is None:
        return True
    if root in local:
        return local[root]
    return may_be_shared(run.lookup(root))


def _opaque_call(run: Run, node: s.Call, local: dict[str, bool]) -> bool:
    """Whether a call of a function in the source may reach shared memory."""
    if not isinstance(node.function, s.Name):
        return False
    found = run.lookup(node.function.name)
    if isinstance(found, Variable):
        return isinstance(found.value.extra, Closure)
    if not isinstance(found, Overloads):
        return False
    return run.world.reaches(run, found) or any(_handed_over(run, a, local) for a in node.args)


def _handed_over(run: Run, arg: s.Expr, local: dict[str, bool]) -> bool:
    """Whether an argument may be, or point to, shared memory."""
    root = root_of(arg.operand if isinstance(arg, s.Unary) else arg)
    if root is None:
        return False
    return local[root] if root in local else may_be_shared(run.lookup(root))


def may_be_shared(found: object) -> bool:
    """Whether something declared lies in shared memory, or points there."""
    if isinstance(found, Home):
        return found.shared
    if not isinstance(found, Variable):
        return False
    if isinstance(found.alias, LValue):
        return found.alias.home is not None and found.alias.home.shared
    if isinstance(found.type, c.Pointer):
        home = found.value.home
        return home is None or home.shared or home.mixed
    return isinstance(found.type, c.Record) and _has_pointer(found.type)


def _has_pointer(kind: c.CType) -> bool:
    if isinstance(kind, c.Record):
        return any(_has_pointer(f.type) for f in kind.fields)
    return isinstance(kind, c.Pointer)


def root_of(node: s.Node) -> str | None:
    """The name that an access starts from, or None where it is computed."""
    while True:
        if isinstance(node, s.Name):
            return node.name
        if isinstance(node, (s.Subscript, s.Member)):
            node = node.base
        elif isinstance(node, (s.Unary, s.Update, s.Cast, s.Binary, s.Assign)):
            below = _operand(node)
            if below is None:
                return None
            node = below
        else:
            return None


def _operand(node: s.Node) -> s.Expr | None:
    if isinstance(node, s.Unary):
        return node.operand
    if isinstance(node, s.Update):
        return node.target
    if isinstance(node, s.Cast):
        return node.value
    if isinstance(node, s.Assign):
        return node.target
    return node.left if isinstance(node, s.Binary) else None


def spoil(run: Run, node: object, lanes: Mask, cause: Cause) -> None:
    """Forget everything that `node` may write in `lanes`."""
    for item in walk(node):
        if isinstance(item, (s.Unreadable, s.Refused)) and isinstance(node, s.Node):
            _spoil_words(run, run.recorder.text(node), lanes, cause)
            return
        if isinstance(item, (s.Assign, s.Update)):
            _forget(run, item.target, lanes, cause)
        elif isinstance(item, s.Call):
            _spoil_call(run, item, lanes, cause)
        elif isinstance(item, s.Asm):
            for _, output in item.outputs:
                _forget(run, output, lanes, cause)
        elif isinstance(item, s.Declaration) and item is node:
            _declared(run, item, lanes, cause)


def _spoil_words(run: Run, text: str, lanes: Mask, cause: Cause) -> None:
    """What was not understood may write whatever it names, and what its functions can see."""
    for word in set(_NAMES.findall(text)):
        found = run.lookup(word)
        if isinstance(found, Overloads):
            run.shared.forget(None, cause)
        elif isinstance(found, Variable) and isinstance(found.alias, LValue):
            _forget_place(run, found.alias, lanes, cause)
        elif isinstance(found, Variable):
            if isinstance(found.type, c.Pointer):
                _forget_home(run, found.value.home, lanes, cause)
            forget_variable(run, found, lanes, cause)
        elif isinstance(found, Home):
            _forget_home(run, found, lanes, cause)
        elif word in run.data:
            run.data[word].written = True


def _declared(run: Run, node: s.Declaration, lanes: Mask, cause: Cause) -> None:
    """A refused declaration still gives its names a meaning: unknown."""
    for made in node.declarators:
        run.declare(made.name, Variable(made.name, c.UNTYPED, unknown(c.UNTYPED, cause), run.mask))


def _spoil_call(run: Run, call: s.Call, lanes: Mask, cause: Cause) -> None:
    """A call may write through what it is given, and any shared array it can see."""
    name = call.function.name if isinstance(call.function, s.Name) else ""
    if name.rsplit("::", 1)[-1] in HARMLESS:
        return
    for arg in (one for given in call.args for one in _choices(given)):
        target = arg.operand if isinstance(arg, s.Unary) and arg.op == "&" else arg
        if root_of(target) is not None:
            _forget(run, target, lanes, cause)
    found = run.lookup(name)
    closure = isinstance(found, Variable) and isinstance(found.value.extra, Closure)
    if closure or isinstance(found, Overloads) or not isinstance(call.function, s.Name):
        run.shared.forget(None, cause)


def _choices(node: s.Expr) -> Iterator[s.Expr]:
    """The places that an expression may come to: both sides of `?:`, the last of a comma."""
    if isinstance(node, s.Ternary):
        yield from _choices(node.yes)
        yield from _choices(node.no)
    elif isinstance(node, s.Comma):
        yield from _choices(node.right)
    else:
        yield node


def _forget(run: Run, target: s.Expr, lanes: Mask, cause: Cause) -> None:
    for one in _choices(target):
        _forget_one(run, one, lanes, cause)


def _forget_one(run: Run, target: s.Expr, lanes: Mask, cause: Cause) -> None:
    root = root_of(target)
    if root is None:
        run.shared.forget(None, cause)
        return
    found = run.lookup(root)
    if isinstance(found, Variable) and isinstance(found.alias, LValue):
        _forget_place(run, found.alias, lanes, cause)
    elif isinstance(found, Variable):
        deep = not isinstance(target, s.Name)
        if deep and isinstance(found.type, (c.Pointer, c.Opaque)):
            _forget_home(run, found.value.home, lanes, cause)
        if not deep or not isinstance(found.type, c.Pointer):
            forget_variable(run, found, lanes, cause)
    elif isinstance(found, Home):
        _forget_home(run, found, lanes, cause)
    elif root in run.data:
        run.data[root].written = True


def _forget_place(run: Run, place: LValue, lanes: Mask, cause: Cause) -> None:
    if place.variable is not None:
        forget_variable(run, place.variable, lanes, cause)
    else:
        _forget_home(run, place.home, lanes, cause)


def _forget_home(run: Run, home: Home | None, lanes: Mask, cause: Cause) -> None:
    if home is None:
        run.shared.forget(None, cause)
    elif isinstance(home.memory, SharedMemory):
        run.shared.forget(home, cause)
    elif isinstance(home.memory, Several):
        for one in home.memory.homes:
            _forget_home(run, one, lanes, cause)
    elif isinstance(home.memory, GlobalData):
        home.memory.written = True
    elif isinstance(home.memory, Variable):
        forget_variable(run, home.memory, lanes, cause)


def forget_variable(run: Run, variable: Variable, lanes: Mask, cause: Cause) -> None:
    """Make a variable unknown in `lanes`."""
    old = variable.value
    lost = unknown(variable.type, cause)
    if lanes is variable.mask or not (variable.mask & ~lanes).any():
        variable.value = lost
    else:
        keep = np.asarray(~lanes)
        variable.value = select(keep, old, lost)
    variable.value.cause = cause
    if isinstance(variable.type, c.Pointer):
        variable.value.home = None
