"""Statements under masks: blocks, branches, loops, switches and jumps."""

from __future__ import annotations

import numpy as np

from banktrainer.cuda import ctypes as c
from banktrainer.cuda import syntax as s
from banktrainer.cuda.budget import LOOP_TURNS
from banktrainer.cuda.doubts import branch_unknown, jump_unknown, jumps, list_rest, spoil
from banktrainer.cuda.expressions import truth
from banktrainer.cuda.memory import OutOfMemoryError
from banktrainer.cuda.run import Loop, OverBudget, Refusal, Run, executes
from banktrainer.cuda.types_of import constant
from banktrainer.cuda.values import Cause, Mask, Value


def perform(run: Run, node: s.Stmt) -> None:
    """Run a statement; a refusal inside is reported, and what it may have written forgotten."""
    if not run.mask.any():
        if run.doubt.any():
            list_rest(run, node)
        return
    try:
        with run.restoring():
            run.execute(node)
    except Refusal as refusal:
        run.unread(refusal.node, refusal.message)
        _left_behind(run, node, Cause("what was refused", run.line(refusal.node)))
    except OutOfMemoryError as error:
        raise OverBudget(node, str(error)) from None


def _left_behind(run: Run, node: s.Stmt, cause: Cause) -> None:
    """After a refusal: what the statement may have written is forgotten, and the lanes that it may
    have sent elsewhere are in doubt."""
    spoil(run, node, run.mask | run.doubt, cause)
    if isinstance(node, s.Return):
        run.mask = run.none
        return
    jump_unknown(run, node, run.mask, cause)
    run.mask = run.mask & ~run.doubt


def perform_all(run: Run, body: tuple[s.Stmt, ...]) -> None:
    """Run statements in order."""
    for node in body:
        perform(run, node)


@executes(s.Block)
def block(run: Run, node: s.Block) -> None:
    """A block with its own scope."""
    run.frame.scopes.append({})
    perform_all(run, node.body)
    run.frame.scopes.pop()


@executes(s.ExprStmt)
def expression(run: Run, node: s.ExprStmt) -> None:
    """An expression for its effects."""
    run.evaluate(node.value)


@executes(s.Empty)
def empty(run: Run, node: s.Empty) -> None:
    """Nothing."""


@executes(s.Refused)
def refused(run: Run, node: s.Refused) -> None:
    """A statement that cannot be read."""
    raise Refusal(node, node.message)


@executes(s.Goto)
def jump(run: Run, node: s.Goto) -> None:
    """goto: what follows may be jumped over, and what came before come again."""
    raise Refusal(node, "goto is not read: what the function does after it is not known")


def split(run: Run, condition: Value) -> tuple[Mask, Mask, Mask]:
    """The active lanes for which a condition holds, does not, and is unknown."""
    wide = np.broadcast_to(condition.data, (run.lanes,))
    if condition.known is None:
        if len(condition.data) == 1:
            return (run.mask, run.none, run.none) if wide[0] else (run.none, run.mask, run.none)
        return run.mask & wide, run.mask & ~wide, run.none
    sure = np.broadcast_to(condition.known, (run.lanes,))
    return run.mask & wide & sure, run.mask & ~wide & sure, run.mask & ~sure


@executes(s.If)
def branch(run: Run, node: s.If) -> None:
    """if/else: each side for its lanes; a branch on unknown is entered by no lane."""
    run.frame.scopes.append({})
    if node.declared is not None:
        run.execute(node.declared)
    condition = truth(run, node.condition)
    yes, no, maybe = split(run, condition)
    if maybe.any():
        arms = (node.yes,) if node.no is None else (node.yes, node.no)
        branch_unknown(run, arms, maybe, condition.cause, node.condition)
    with run.doubting(maybe, condition.cause):
        after = _arm(run, node.yes, yes)
        after = after | (_arm(run, node.no, no) if node.no is not None else no)
    run.mask = after | (maybe & ~run.doubt)
    run.frame.scopes.pop()


def _arm(run: Run, node: s.Stmt, mask: Mask) -> Mask:
    run.mask = mask
    perform(run, node)
    return run.mask


@executes(s.Loop)
def loop(run: Run, node: s.Loop) -> None:
    """for, while and do."""
    run.frame.scopes.append({})
    if node.init is not None:
        run.execute(node.init)
    state = Loop(run.none, run.none, run.none)
    saved = run.doubt, run.doubt_cause
    run.frame.loops.append(state)
    left = _turns(run, node, state)
    run.frame.loops.pop()
    if run.doubt.any():
        list_rest(run, node.body)
    run.leave_doubt(*saved)
    run.mask = (left | state.broken | state.doubt) & ~run.doubt
    run.frame.scopes.pop()


def _turns(run: Run, node: s.Loop, state: Loop) -> Mask:
    """Turn the loop until no lane is left in it; gives the lanes whose condition ended it."""
    left = run.none
    test = node.test_first
    endless = _endless(node)
    for turn in range(LOOP_TURNS + 1):
        if test and node.condition is not None:
            if node.declared is not None:
                run.execute(node.declared)
            condition = truth(run, node.condition)
            yes, no, maybe = split(run, condition)
            left = left | no
            if maybe.any():
                branch_unknown(run, (node.body,), maybe, condition.cause, node.condition, node.step)
                state.doubt = state.doubt | maybe
                run.doubt = run.doubt | maybe
                run.doubt_cause = condition.cause or run.doubt_cause
            run.mask = yes
        test = True
        if not run.mask.any():
            return left
        if turn == LOOP_TURNS:
            break
        state.continued = run.none
        perform(run, node.body)
        if endless:
            raise OverBudget(node, "this loop has no way out: one turn of it was read")
        run.mask = run.mask | state.continued
        if not run.mask.any():
            return left
        if node.step is not None:
            run.evaluate(node.step)
    raise OverBudget(node, f"this loop did not end within {LOOP_TURNS} turns")


def _endless(node: s.Loop) -> bool:
    """Whether a loop is always true by its form and holds no jump out of it."""
    test = node.condition
    always = test is None or (isinstance(test, s.Number) and test.text in ("1", "true"))
    return always and not jumps(node.body) & {s.Break, s.Return}


@executes(s.ForEach)
def for_each(run: Run, node: s.ForEach) -> None:
    """A loop over a range: refused."""
    raise Refusal(node, "a `for` over a range is not read: write it with an index")


@executes(s.Break)
def leave(run: Run, node: s.Break) -> None:
    """break."""
    if not run.frame.loops:
        raise Refusal(node, "break outside a loop or switch")
    state = run.frame.loops[-1]
    state.broken = state.broken | run.mask
    run.mask = run.none


@executes(s.Continue)
def resume(run: Run, node: s.Continue) -> None:
    """continue."""
    state = next((x for x in reversed(run.frame.loops) if x.continued is not None), None)
    if state is None:
        raise Refusal(node, "continue outside a loop")
    state.continued = run.mask if state.continued is None else state.continued | run.mask
    run.mask = run.none


@executes(s.Return)
def give_back(run: Run, node: s.Return) -> None:
    """return."""
    if node.value is not None:
        run.world.give_back(run, node.value)
    run.mask = run.none


@executes(s.Switch)
def switch(run: Run, node: s.Switch) -> None:
    """switch, with fallthrough."""
    value = run.evaluate(node.value)
    if not isinstance(value.type, (c.Scalar, c.Opaque)):
        raise Refusal(node.value, "switch needs an integer")
    active = run.mask
    state = Loop(run.none, None, run.none)
    saved = run.doubt, run.doubt_cause
    run.frame.loops.append(state)
    run.frame.scopes.append({})
    sure = np.ones(1, bool) if value.known is None else value.known
    maybe = active & ~np.broadcast_to(sure, (run.lanes,))
    if maybe.any():
        branch_unknown(run, node.cases, maybe, value.cause, node.value)
    matches = _matches(run, node, value, active & ~maybe)
    none = active & ~maybe & ~np.logical_or.reduce([run.none, *matches])
    run.mask = run.none
    with run.doubting(maybe, value.cause):
        for case, match in zip(node.cases, matches, strict=True):
            run.mask = run.mask | (none if case.value is None else match)
            perform_all(run, case.body)
    run.frame.scopes.pop()
    run.frame.loops.pop()
    run.leave_doubt(*saved)
    has_default = any(case.value is None for case in node.cases)
    rest = run.none if has_default else none
    run.mask = (run.mask | state.broken | rest | maybe) & ~run.doubt


def _matches(run: Run, node: s.Switch, value: Value, active: Mask) -> list[Mask]:
    wide = np.broadcast_to(value.data, (run.lanes,))
    return [
        run.none if case.value is None else active & (wide == constant(run, case.value))
        for case in node.cases
    ]
