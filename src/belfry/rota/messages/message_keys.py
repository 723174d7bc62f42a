"""Kinds, ids and subjects of the rota's messages.

The same cause and person always give the same id. Facts hold ids alone: the text is made from the
database when the message leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from belfry.messaging.change_messages import Wanted
from belfry.messaging.messages import Audience

ROOM = "rota"
WEEK = "week"
CALENDAR = "calendar"
DRAFT = "draft"
CLASH = "clash"
ASK = "ask"
SWAP_TO_DECIDE = "swap-to-decide"
SWAP_NEWS = "swap-news"
TIME_OFF_TO_DECIDE = "time-off-to-decide"
TIME_OFF_NEWS = "time-off-news"
REMINDER = "reminder"
OPEN_SHIFTS = "open-shifts"
UNPUBLISHED = "unpublished"
FAIRNESS = "fairness"


def about_week(week: str) -> str:
    """Newer editions replace older ones that have not left."""
    return f"{ROOM}/{week}"


def about_swap(swap_id: str) -> str:
    return f"{ROOM}-swap/{swap_id}"


def about(sort: str, key: str) -> str:
    """A draft, clash, digest and so on: rota-draft/2026-11-16."""
    return f"{ROOM}-{sort}/{key}"


def week_key(week: str, edition: int, person: str) -> str:
    """One for each edition that changed something for the person."""
    return f"{about_week(week)}/edition-{edition}/{person}"


def calendar_key(week: str, edition: int, person: str) -> str:
    """The invitations of an edition, where the week itself goes by a channel without files."""
    return f"{about(CALENDAR, week)}/edition-{edition}/{person}"


def ask_key(swap_id: str, round_: int, person: str) -> str:
    """One for each round of asking."""
    return f"{about_swap(swap_id)}/ask-{round_}/{person}"


def want(
    kind: str, subject: str, person: str, facts: Mapping[str, Any], *, occasion: str = ""
) -> Wanted:
    """A message to a person, one for each `occasion` of its subject."""
    return Wanted(
        id="/".join(part for part in (subject, occasion, person) if part),
        room=ROOM,
        kind=kind,
        about=subject,
        person=person,
        audience=Audience.TEAM,
        facts=facts,
    )
