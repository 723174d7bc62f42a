"""A person's hours in a week, what they were last notified of, and the next update."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from belfry.rota.publishing.own_shifts import (
    OwnShift,
    count_minutes,
    dump_shifts,
    find_changes,
    load_shifts,
    plan_sequences,
)
from belfry.rota.rules.weeks import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonWeek:
    """Lengths are minutes. `edition` is the one that these hours are of.

    `notified_shifts` are the shifts in the last message, by id: start, end and role. `sequences`
    are the calendar sequence numbers by shift.
    """

    person: str
    week: str
    placed: int
    target: int
    cap: int
    edition: int = 0
    notified_edition: int = 0
    notified_at: datetime | None = None
    notified_shifts: Mapping[str, Any] = field(default_factory=dict)
    sequences: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return person_week_key(self.person, self.week)


def person_week_key(person: str, week: str) -> str:
    return f"{person}/{week}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A published week: everybody's shifts and targets."""

    week: str
    number: int
    at: datetime
    shifts: Mapping[str, tuple[OwnShift, ...]]
    members: Mapping[str, Member]


def list_people(edition: Edition, known: Mapping[str, PersonWeek]) -> list[str]:
    """Everybody who may need a message, or whose hours count."""
    return sorted({*edition.members, *edition.shifts, *known})


def plan_update(edition: Edition, person: str, known: PersonWeek | None) -> PersonWeek | None:
    """The row to store; None if this edition or a later one was already processed for the person.

    Its `notified_edition` stays behind the edition if nothing changes for the person.
    """
    if known is not None and known.edition >= edition.number:
        return None
    before = known or PersonWeek(person=person, week=edition.week, placed=0, target=0, cap=0)
    shifts, notified = edition.shifts.get(person, ()), load_shifts(before.notified_shifts)
    member = edition.members.get(person)
    row = replace(
        before,
        placed=count_minutes(shifts),
        target=member.target if member else before.target,
        cap=member.cap if member else before.cap,
        edition=edition.number,
    )
    if not find_changes(notified, shifts):
        return row
    return replace(
        row,
        notified_shifts=dump_shifts(shifts),
        sequences=plan_sequences(notified, shifts, before.sequences),
        notified_edition=edition.number,
        notified_at=edition.at,
    )
