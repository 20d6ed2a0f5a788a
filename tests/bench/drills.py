"""How soon a drill names what a learner believes: `python -m tests.bench.drills [TRIALS]`.

Each learner holds one planted wrong model (a hypothesis of the pool, all of them evenly often) and
answers by it; a slip is one of the item's other answers. A learner counts as named after n answers
where the planted model stands on top then, leading 2:1. Random items are shown beside the chooser.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from banktrainer.study.drills.chooser import Asked, Beliefs, choose
from banktrainer.study.drills.pool import Pool, shipped

MOST = 8
TRIALS = 20


@dataclass(frozen=True)
class Learner:
    """Who answers by the hypothesis number `belief`, but for slips."""

    pool: Pool
    belief: int
    slip: float
    random: Random

    def answer(self, place: int) -> str:
        texts = self.pool.entries[place].answers
        own = int(self.pool.says[place, :, self.belief].argmax())
        if self.random.random() < self.slip:
            return self.random.choice([text for text in texts if text != texts[own]])
        return texts[own]


def sitting(learner: Learner, *, adaptive: bool, answers: int = MOST) -> Iterator[bool]:
    """After each answer: whether the planted belief is named."""
    pool, random = learner.pool, learner.random
    beliefs, asked = Beliefs.even(pool), Asked()
    for _ in range(answers):
        place = choose(beliefs, asked, random) if adaptive else random.randrange(len(pool.entries))
        entry = pool.entries[place]
        asked = Asked((*asked.seeds, entry.seed), entry.cell)
        beliefs = beliefs.after(place, learner.answer(place))
        yield beliefs.named() == pool.hypotheses[learner.belief]


def planted(pool: Pool) -> Sequence[int]:
    """The numbers of the hypotheses that are wrong models."""
    return range(1, len(pool.hypotheses))


def shares(slip: float, trials: int, *, adaptive: bool = True, seed: int = 1) -> list[float]:
    """Of all learners the share that is named after 1, 2, … answers."""
    pool = shipped()
    every = [
        list(
            sitting(Learner(pool, belief, slip, Random(f"{seed}:{belief}:{n}")), adaptive=adaptive)
        )
        for belief in planted(pool)
        for n in range(trials)
    ]
    return [sum(after) / len(every) for after in zip(*every, strict=True)]


def choosing_seconds(times: int = 200) -> list[float]:
    """How long choosing takes, each time, over beliefs as they come up in sittings."""
    pool, random = shipped(), Random(2)
    taken: list[float] = []
    while len(taken) < times:
        beliefs, asked = Beliefs.even(pool), Asked()
        learner = Learner(pool, random.choice(planted(pool)), 0.05, random)
        for _ in range(MOST):
            start = perf_counter()
            place = choose(beliefs, asked, random)
            taken.append(perf_counter() - start)
            beliefs = beliefs.after(place, learner.answer(place))
            asked = Asked((*asked.seeds, pool.entries[place].seed), pool.entries[place].cell)
    return taken


def main() -> None:
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    pool = shipped()
    models = len(planted(pool))
    print(f"{len(pool.entries)} items, {models} wrong models, {trials} learners each")
    print("named after        " + "".join(f"{n:7}" for n in range(1, MOST + 1)))
    for slip in (0.0, 0.05):
        for adaptive in (True, False):
            row = shares(slip, trials, adaptive=adaptive)
            name = f"{'chosen' if adaptive else 'random'}, slips {slip:.0%}"
            print(f"{name:19}" + "".join(f"{share:7.1%}" for share in row))
    taken = sorted(choosing_seconds())
    print(f"choosing: median {taken[len(taken) // 2] * 1e3:.1f} ms, worst {taken[-1] * 1e3:.1f} ms")
    print(f"never told from no wrong model: {', '.join(pool.hypotheses[0])}")


if __name__ == "__main__":
    main()
