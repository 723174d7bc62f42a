"""Which week a page is about, as its address says."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated

from fastapi import Depends, Path

from belfry.kernel.errors import NotFound
from belfry.rota.rules.weeks import find_monday

FIRST, LAST = date(2000, 1, 3), date(2100, 1, 4)
ONE_WEEK = timedelta(days=7)
LONGEST_DAY = 10


def find_week(said: str) -> date:
    """The Monday of the week that the named day is in; NotFound for what is no day of ours."""
    try:
        day = date.fromisoformat(said)
    except ValueError as error:
        raise NotFound("there is no such week: write its Monday, like 2026-11-16") from error
    if not FIRST <= day <= LAST:
        raise NotFound("there is no such week")
    return find_monday(day)


async def _find_monday(monday: Annotated[str, Path(max_length=LONGEST_DAY)]) -> date:
    return find_week(monday)


Monday = Annotated[date, Depends(_find_monday)]
