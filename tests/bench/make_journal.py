"""A journal of any size, as years of practice would leave it: `make(path_of_home, answers)`."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from banktrainer.packs import builtin
from banktrainer.records import open_journal, schema
from banktrainer.study.journal import Answer

DAYS = 1000
"""Study days over which the answers are spread, the last of them yesterday."""


def make(home: Path, answers: int, today: datetime, seed: int = 6) -> Path:
    """Fill the journal of `home` with that many rows; its file."""
    journal = open_journal(home)
    journal.close()
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        connection.executemany(schema.INSERT, map(schema.to_row, made_up(answers, today, seed)))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return journal.path


def made_up(answers: int, today: datetime, seed: int = 6) -> Iterator[Answer]:
    """Rows over the built-in cards; some wrong, some sure, some taken back."""
    chance = random.Random(seed)
    cards = [card for pack in builtin() for card in pack.cards if card.kind != "template"]
    noon = today.astimezone(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    last = ""
    for n in range(answers):
        day, of_day = divmod(n * DAYS, answers)
        at = noon - timedelta(days=DAYS - day) + of_day / answers * timedelta(hours=10)
        row_id = f"{chance.getrandbits(128):032x}"
        card = chance.choice(cards)
        wrong, sure = chance.random() < 0.3, chance.random() < 0.3
        void = n % 100 == 99
        yield Answer(
            id=row_id,
            pack=card.pack,
            card=card.id,
            asked="void" if void else "cycles",
            forecast=None if void else "32" if wrong else "2",
            confidence="none" if void else "sure" if sure else "think",
            verdict="none" if void else "wrong" if wrong else "right",
            at=at.isoformat(timespec="microseconds").replace("+00:00", "Z"),
            utc_offset=0,
            study_day=at.date().isoformat(),
            version="0.1.0",
            duration_ms=0 if void else chance.randrange(2000, 60000),
            truth={} if void else {"cycles": 2, "ideal": 1, "degree": 2},
            cell=card.cell,
            voids=last if void else None,
        )
        last = row_id
