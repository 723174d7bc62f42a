"""The sets of adapters that keep a team's weeks, and records to put there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from tests.contracts.books import Book, Readers
from tests.samples import NOON

from belfry.adapters.plain.rota import PlainRequests, PlainRotas
from belfry.adapters.sql.rota import SqlRequests, SqlRotas
from belfry.rota.drafts.drafted_weeks import DraftLine, Making, Outcome, WeekDraft
from belfry.rota.ports import Requests, Rotas
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import (
    Asked,
    Clash,
    Source,
    Swap,
    SwapKind,
    SwapState,
    TimeOffRequest,
)

MONDAY = date(2026, 11, 16)
WEEK = MONDAY.isoformat()


@dataclass(frozen=True)
class RotaBook(Book):
    """A book that weeks are kept in."""

    rotas: Rotas
    requests: Requests


ROTA = Readers(
    RotaBook,
    plain={
        "rotas": PlainRotas,
        "requests": PlainRequests,
    },
    sql={
        "rotas": SqlRotas,
        "requests": SqlRequests,
    },
)
ROTA_BOOKS = ROTA.everywhere()


def a_draft(number: int = 1, **changes: Any) -> WeekDraft:
    fields: dict[str, Any] = {
        "week": WEEK,
        "number": number,
        "making": Making.DRAFTED,
        "made_at": NOON,
        "made_by": "belfry",
        "facts": "ab" * 32,
        "seats": 3,
        "filled": 2,
        "flagged": 1,
    }
    return WeekDraft(**{**fields, **changes})


def a_line(shift_id: str = "mon-early", draft: int = 1, **changes: Any) -> DraftLine:
    fields: dict[str, Any] = {
        "week": WEEK,
        "draft": draft,
        "shift_id": shift_id,
        "day": MONDAY,
        "starts": "09:00",
        "ends": "17:00",
        "starts_at": NOON,
        "ends_at": NOON + timedelta(hours=8),
        "assigned": "Ana",
        "outcome": Outcome.FILLED,
    }
    return DraftLine(**{**fields, **changes})


def some_hours(person: str = "Ana", week: str = WEEK, **changes: Any) -> PersonWeek:
    fields: dict[str, Any] = {"placed": 2250, "target": 2400, "cap": 2400}
    return PersonWeek(person=person, week=week, **{**fields, **changes})


def a_request(request_id: str = "r1", **changes: Any) -> TimeOffRequest:
    fields: dict[str, Any] = {
        "id": request_id,
        "person": "Ana",
        "source": Source.PAGE,
        "state": Asked.PENDING,
        "first_on": MONDAY,
        "last_on": MONDAY,
        "asked_at": NOON,
    }
    return TimeOffRequest(**{**fields, **changes})


def a_swap(swap_id: str = "s1", **changes: Any) -> Swap:
    fields: dict[str, Any] = {
        "id": swap_id,
        "week": WEEK,
        "shift_id": "mon-early",
        "person": "Ana",
        "kind": SwapKind.COVER,
        "state": SwapState.ASKING,
        "made_at": NOON,
        "by": "Ana",
    }
    return Swap(**{**fields, **changes})


def a_clash(shift_id: str = "mon-early", **changes: Any) -> Clash:
    fields: dict[str, Any] = {
        "week": WEEK,
        "shift_id": shift_id,
        "person": "Ana",
        "words": "Ana is off on Monday",
        "found_at": NOON,
    }
    return Clash(**{**fields, **changes})
