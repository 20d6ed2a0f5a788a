"""Numbers with a sign, written the same way everywhere."""

from __future__ import annotations

MINUS = "−"


def signed(n: int, *, plus: bool = False) -> str:
    """`n` with a minus sign (no hyphen) below 0; with `plus` also a plus above."""
    if n < 0:
        return f"{MINUS}{-n}"
    return f"+{n}" if plus and n else str(n)
