"""A café whose drafts are answered and whose weeks are told: what each person's post says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from tests.rota.calendar_readers import AuditEntry, read_calendar
from tests.rota.teams import LONDON, MONDAY, START, WEEK, Team, memory_team, sql_team

from belfry.messaging.ports import OutgoingMessage
from belfry.rota.publishing.own_shifts import PersonWeek, person_week_key
from belfry.rota.publishing.publish_week import Approved

MARIA = "Maria Lopez"
SENDER = "rota@example.com"
# Who has what, so that a test reads without the draft. Cara has nothing.
SHIFTS = (
    "mon-early,Mon,07:00,15:00,barista,,1,Ana Diaz,,",
    "mon-late,Mon,15:00,22:00,barista,till,1,Ben Shaw,,",
    "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,,",
    "wed-kitchen,Wed,10:00,18:00,cook,,1,Dev Patel,,",
    "fri-late,Fri,15:00,22:00,barista,till,1,Ben Shaw,,",
)


class Invited(NamedTuple):
    """An invitation as a calendar takes it: what it is, when on the wall, and its number."""

    method: str
    when: str
    sequence: int


class Post(NamedTuple):
    to: str
    subject: str
    invites: list[Invited]


def memory_cafe(start: datetime = START, **changes: Any) -> Team:
    """The café with the week above; mail leaves from an address of its own."""
    return _settle(memory_team(start, **{"mail": {"from": SENDER}, **changes}))


@contextmanager
def sql_cafe(url: str | None, folder: Path, start: datetime = START) -> Iterator[Team]:
    with sql_team(url, folder, start, mail={"from": SENDER}) as team:
        yield _settle(team)


def _settle(team: Team) -> Team:
    team.write_week(*SHIFTS)
    return team


def draft(team: Team) -> None:
    team.rota.drafts.draft_week(MONDAY)


def approve(team: Team, **more: Any) -> Approved:
    return team.rota.publishing.approve(MONDAY, **{"by": MARIA, **more})


def publish(team: Team) -> Approved:
    """Drafted, approved and told, as far as the hour allows."""
    draft(team)
    approved = approve(team)
    team.deliver()
    return approved


def change(team: Team, *, anyway: bool = False, **edits: tuple[str, ...]) -> None:
    """Other people on some shifts, approved and told; `fri_late` is the shift fri-late."""
    named = {shift.replace("_", "-"): names for shift, names in edits.items()}
    team.rota.publishing.edit(MONDAY, named, by=MARIA, anyway=anyway)
    approve(team, anyway=anyway)
    team.deliver()


def move(team: Team, shift: str, old: str, new: str) -> None:
    """A shift at another time in the sheet, drafted again, approved and told."""
    team.edit(f"rota/week-{WEEK}.csv", f"{shift},{old}", f"{shift},{new}")
    team.rota.publishing.redraft(MONDAY, by=MARIA)
    approve(team)
    team.deliver()


def read_post(team: Team) -> list[Post]:
    """Every email that left, the oldest first."""
    return [read_email(outgoing) for outgoing in team.email.sent]


def read_email(outgoing: OutgoingMessage) -> Post:
    return Post(
        outgoing.to,
        outgoing.subject,
        [read_invite(attachment) for attachment in outgoing.attachments],
    )


def read_invite(attachment: Any) -> Invited:
    method, entry = read_entry(attachment)
    starts, ends = (moment.astimezone(LONDON) for moment in (entry.starts_at, entry.ends_at))
    return Invited(method, f"{starts:%a %H:%M}-{ends:%H:%M}", entry.sequence)


def read_entry(attachment: Any) -> tuple[str, AuditEntry]:
    calendar = read_calendar(attachment.content)
    [entry] = calendar.entries
    return calendar.method, entry


def hours(team: Team, person: str) -> PersonWeek:
    person_week = team.ports.store.find(PersonWeek, person_week_key(person, WEEK))
    assert person_week is not None
    return person_week
