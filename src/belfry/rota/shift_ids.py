"""What a shift is called whose row has no id.

The name comes from the shift alone: it stays the same when other rows come, go or change places.
"""

from __future__ import annotations

from collections.abc import Container

from belfry.rota.shift_times import Span


def make_id(span: Span, role: str) -> str:
    """2026-11-16-0900-1700-barista, from the day, the times and the folded role."""
    letters = "".join(letter if letter.isalnum() else " " for letter in role)
    return "-".join([f"{span.day}", f"{span.starts:%H%M}", f"{span.ends:%H%M}", *letters.split()])


def number_id(wanted: str, taken: Container[str]) -> str:
    """The id itself, or with the first number from 2 on that makes it another than all taken."""
    number, found = 1, wanted
    while found.casefold() in taken:
        number += 1
        # A full stop, which no role brings along: "bar 2" is another thing than the second bar.
        found = f"{wanted}.{number}"
    return found
