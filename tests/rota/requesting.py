"""A café whose week is published, and whose people ask for swaps and time off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.rota.teams import (
    MONDAY,
    PEOPLE_FILE,
    STAFF_FILE,
    START,
    WEEK,
    Team,
    memory_team,
    open_team,
    sql_team,
)

from belfry.bootstrap.rota_requests import RequestServices
from belfry.kernel.changes import AuditEntry, Put
from belfry.messaging.messages import Message
from belfry.rota.requests.requests import Swap, SwapKind, TimeOffRequest

# Who has what, so that a test reads without the draft: Ana has every early shift.
PUBLISHED_WEEK = (
    "mon-early,Mon,07:00,15:00,barista,,1,Ana Diaz,yes,",
    "mon-late,Mon,15:00,22:00,barista,till,1,Ben Shaw,yes,",
    "tue-early,Tue,07:00,15:00,barista,,1,Ana Diaz,yes,",
    "wed-kitchen,Wed,10:00,18:00,cook,,1,Dev Patel,yes,",
    "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,yes,",
    "fri-late,Fri,15:00,22:00,barista,till,1,Ben Shaw,yes,",
    "sat-open,Sat,08:00,16:00,,opening,2,Ana Diaz;Dev Patel,yes,",
)


# One more who can do what Ana does, so that there is a second one to ask.
EVE = "Eve Long,barista,16,,,eve@example.com,,"
EVE_IN_PEOPLE = "Eve Long,eve@example.com,,,staff,Maria Lopez,,,"


@dataclass
class Asking:
    """The café on Thursday 12 November 2026, its week of the 16th published as edition 1.

    Friday early is Ana's; Cara is asked first, then Eve. Ben has the late shift that day, and Dev
    is a cook.
    """

    team: Team

    @property
    def verbs(self) -> RequestServices:
        return self.team.rota.requests

    def hear(self) -> None:
        """What was announced about requests is told; other news is passed over."""
        for row in self.team.waiting():
            listener = self.verbs.listeners.get(row.aggregate_type)
            if listener:
                listener(row)

    def ask(self, shift: str = "fri-early", person: str = "Ana Diaz", **more: Any) -> Swap:
        options = {"by": person, "kind": SwapKind.COVER, **more}
        return self.verbs.request_swap(WEEK, shift, person, **options)

    def offer(self, **more: Any) -> Swap:
        """A swap that the person asked has accepted."""
        swap = self.ask(**more)
        return self.verbs.answer_ask(swap.id, person=swap.asked, is_yes=True, by=swap.asked)

    def open_up(self, shift: str = "fri-early", person: str = "Ana Diaz") -> None:
        """A person is released: the shift is open, in an edition of its own."""
        dropped = self.ask(shift, person, kind=SwapKind.DROP)
        self.verbs.answer_swap.agree(dropped.id, by="Olga Finch")

    def take(self, person: str = "Cara Woods", shift: str = "fri-early", **more: Any) -> Swap:
        """An offer to take an open shift."""
        return self.verbs.offer_to_take(WEEK, shift, person, **{"by": person, **more})

    def swap(self, swap_id: str) -> Swap:
        swap = self.team.ports.store.find(Swap, swap_id)
        assert swap is not None
        return swap

    def request(self, request_id: str) -> TimeOffRequest:
        request = self.team.ports.store.find(TimeOffRequest, request_id)
        assert request is not None
        return request

    def people(self, shift: str = "fri-early") -> tuple[str, ...]:
        """Who has a shift in the week that people know."""
        return self.team.grid(self.team.head().published)[shift]

    def told(self) -> list[tuple[str, str]]:
        """Each message there is: its kind, and whom it is for."""
        return [(message.kind, message.person) for message in self.messages()]

    def messages(self) -> list[Message]:
        return [message for message in self.team.messages() if message.room == "rota"]

    def audit_log(self, subject: str) -> list[AuditEntry]:
        return list(self.team.ports.audit_log.list_entries(subject))


def publish(team: Team) -> Asking:
    """The café with the week above drafted, and published by its manager."""
    team.write_week(*PUBLISHED_WEEK)
    team.add(STAFF_FILE, EVE)
    team.add(PEOPLE_FILE, EVE_IN_PEOPLE)
    team.rota.drafts.draft_week(MONDAY)
    head = team.head()
    known = replace(
        head, published=head.draft, edition=1, is_waiting=False, published_by="Maria Lopez"
    )
    team.ports.store.commit([Put(known)])
    return Asking(team)


def memory_asking(start: datetime = START, **changes: Any) -> Asking:
    return publish(memory_team(start, **changes))


def asking_again(asking: Asking) -> Asking:
    """The same app after a crash: whatever was begun is looked at anew."""
    return Asking(open_team(asking.team.ports))


@contextmanager
def sql_asking(url: str | None, folder: Path, start: datetime = START) -> Iterator[Asking]:
    with sql_team(url, folder, start) as team:
        yield publish(team)
