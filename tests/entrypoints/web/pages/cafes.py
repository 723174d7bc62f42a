"""A café whose weeks are drafted behind the pages, and its people who are signed in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import A_RUN
from tests.fakes.channel import MemoryChannel
from tests.rota.teams import FILES

from belfry.accounts.users import Role, User
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek

PUBLIC = "http://cafe.example.com"
# Thursday of the week before.
THURSDAY = datetime(2026, 11, 19, 14, 30, tzinfo=UTC)
MONDAY = date(2026, 11, 23)
WEEK = "2026-11-23"
PAGE = f"/rota/{WEEK}"
_LINK = re.compile(rf"{PUBLIC}(/rota/answer/\S+)")


@dataclass(frozen=True)
class Cafe:
    """A café in the week before that of 23 November 2026, which is to be drafted.

    Olga owns it, Maria manages it; Ana, Ben, Cara and Dev have shifts.
    """

    app: App

    @property
    def folder(self) -> Path:
        return self.app.services.settings.folder

    @property
    def email(self) -> MemoryChannel:
        channel = self.app.services.ports.channels["email"]
        assert isinstance(channel, MemoryChannel)
        return channel

    def open(self) -> None:
        """The usual files, about the coming week, and nothing drafted yet."""
        (self.folder / "rota").mkdir(exist_ok=True)
        for name, text in FILES.items():
            self.write(name.replace("2026-11-16", WEEK), text.replace("2026-11-18", "2026-11-25"))

    def go_to(self, moment: datetime = THURSDAY) -> None:
        self.app.clock.advance_to(moment)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)

    def edit_file(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def draft(self) -> int:
        drafted = self.app.services.rota.drafts.draft_week(MONDAY)
        assert drafted.draft is not None
        return drafted.draft.number

    def publish(self) -> None:
        """Drafted and approved by the manager; all staff were notified."""
        self.draft()
        self.app.services.rota.publishing.approve(MONDAY, by="Maria Lopez")
        self.deliver()

    def deliver(self) -> None:
        """What was announced is heard, and what may leave at this hour leaves."""
        self.app.kinds["relay"].run({}, A_RUN)
        self.app.services.messaging.release()

    @property
    def head(self) -> RotaWeek:
        head = self.app.services.ports.store.find(RotaWeek, WEEK)
        assert head is not None
        return head

    def lines(self, draft: int | None = None) -> dict[str, DraftLine]:
        number = draft or self.head.draft
        lines = self.app.services.ports.rotas.list_lines(WEEK, number)
        return {line.shift_id: line for line in lines}

    def own(self, name: str) -> str:
        """A shift that only this person has."""
        return next(shift_id for shift_id, line in self.lines().items() if line.people == (name,))

    def user(self, name: str, role: Role = Role.STAFF) -> User:
        """The person as people.csv has them, signed in under the same address."""
        email = f"{name.partition(' ')[0].lower()}@example.com"
        return self.app.services.accounts.users.add(
            name=name, email=email, role=role, by="terminal"
        )

    def visitor(self, name: str, role: Role = Role.STAFF) -> Visitor:
        return self.app.visitor(self.user(name, role))

    def link(self, to: str, words: str = "") -> str:
        """The link in the newest such message to an address."""
        emails = [
            outgoing
            for outgoing in self.email.sent
            if outgoing.to == to and words in outgoing.subject
        ]
        matched = _LINK.search(emails[-1].text)
        assert matched
        return matched[1]
