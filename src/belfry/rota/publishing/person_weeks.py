"""How many hours somebody has in a week, and what they were last told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from belfry.rota.publishing.calendar_entries import plan_invites
from belfry.rota.publishing.own_shifts import (
    OwnShift,
    count_minutes,
    find_changes,
    read_told,
    write_told,
)
from belfry.rota.rules.members import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonWeek:
    """Lengths are minutes. `edition` is the one these hours are of.

    `told` are the shifts they were last told of, by id: when, until when, and as what. `sequences`
    counts, by shift, how often their calendar was told another thing of it.
    """

    person: str
    week: str
    placed: int
    target: int
    cap: int
    edition: int = 0
    told_edition: int = 0
    told_at: datetime | None = None
    told: Mapping[str, Any] = field(default_factory=dict)
    sequences: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return person_week_key(self.person, self.week)


def person_week_key(person: str, week: str) -> str:
    return f"{person}/{week}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """What was published: whose shifts are which, and how much everybody wants."""

    week: str
    number: int
    at: datetime
    shifts: Mapping[str, tuple[OwnShift, ...]]
    members: Mapping[str, Member]


@dataclass(frozen=True, slots=True)
class PersonNews:
    """Somebody's week as it is to be kept; not `is_told` if nothing changes for them."""

    week: PersonWeek
    is_told: bool


def list_people(edition: Edition, known: Mapping[str, PersonWeek]) -> list[str]:
    """Everybody who may have something to hear, or whose hours count."""
    return sorted({*edition.members, *edition.shifts, *known})


def plan_person(edition: Edition, person: str, known: PersonWeek | None) -> PersonNews | None:
    """None if this edition or a later one has been taken up for them already."""
    if known is not None and known.edition >= edition.number:
        return None
    before = known or PersonWeek(person=person, week=edition.week, placed=0, target=0, cap=0)
    shifts, told = edition.shifts.get(person, ()), read_told(before.told)
    member = edition.members.get(person)
    kept = replace(
        before,
        placed=count_minutes(shifts),
        target=member.target if member else before.target,
        cap=member.cap if member else before.cap,
        edition=edition.number,
    )
    if not find_changes(told, shifts):
        return PersonNews(kept, is_told=False)
    plan = plan_invites(told, shifts, before.sequences)
    news = replace(
        kept,
        told=write_told(shifts),
        sequences=plan.sequences,
        told_edition=edition.number,
        told_at=edition.at,
    )
    return PersonNews(news, is_told=True)
