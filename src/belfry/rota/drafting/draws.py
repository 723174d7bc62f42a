"""Who comes first where nothing else tells two people apart."""

from __future__ import annotations

from datetime import date

from belfry.kernel.digests import digest_of


def draw_of(week_on: date, name: str) -> str:
    """The lower one goes first: another order every week, the same one on every machine."""
    return digest_of(f"{week_on.isoformat()}/{name}")
