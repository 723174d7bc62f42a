"""A team with a list of controls behind the pages, and the reminders it was sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.entrypoints.web.pages.apps import App
from tests.entrypoints.web.pages.benches import A_RUN
from tests.fakes.channel import MemoryChannel

from belfry.controls.controls import Control, control_id
from belfry.messaging.ports import OutgoingMessage

PUBLIC = "http://bench.example.com"
DRILL = "/controls/fire~20drill"
PEOPLE = """\
name,email,manager
Maria Lopez,maria@example.com,Ann Lee
Ann Lee,ann@example.com,
"""
RULES = """\
Default: remind 5 days before, on the day, and 2 days after
Escalate to: Ann
"""
HEAD = "name,area,repeat,owner,proof,first_due,requires_evidence,notes"
# Due on Thursday, while it is Monday 16 November.
FIRE_DRILL = "Fire drill,Safety,monthly,Maria,photo of the sheet,2026-11-19,,count heads"
BACKUP = "Restore a backup,Data,weekly on Saturday,Ann,,2026-11-14,,"
EXTINGUISHERS = "Extinguishers,Safety,yearly,Maria,,2026-11-02,,"
LEDGER = "Check the ledger,Finance,quarterly,,,2027-01-04,yes,"
ROWS = (FIRE_DRILL, BACKUP, EXTINGUISHERS, LEDGER)
_LINK = re.compile(rf"{PUBLIC}(/answer/\S+)")


@dataclass(frozen=True)
class Office:
    """Monday 16 November, noon: one control is due, one overdue, one escalated, one on track."""

    app: App

    @property
    def folder(self) -> Path:
        return self.app.services.settings.folder

    @property
    def email(self) -> MemoryChannel:
        channel = self.app.services.ports.channels["email"]
        assert isinstance(channel, MemoryChannel)
        return channel

    def open(self, *rows: str, head: str = HEAD) -> None:
        """The team's files, as they were read; no reminders were sent yet."""
        (self.folder / "controls").mkdir(exist_ok=True)
        (self.folder / "people.csv").write_text(PEOPLE)
        (self.folder / "controls/rules.txt").write_text(RULES)
        self.write(*(rows or ROWS), head=head)
        self.app.services.controls.sync()

    def write(self, *rows: str, head: str = HEAD) -> None:
        (self.folder / "controls/tasks.csv").write_text("\n".join([head, *rows, ""]))

    def remind(self) -> None:
        """The day's tick, and whatever leaves at once."""
        self.app.services.controls.tick()
        self.app.kinds["relay"].run({}, A_RUN)
        self.app.services.messaging.release()

    def go_to(self, day: int, hour: int = 12) -> None:
        self.app.clock.advance_to(datetime(2026, 11, day, hour, tzinfo=UTC))

    def control(self, name: str = "Fire drill") -> Control:
        control = self.app.services.ports.store.find(Control, control_id(name))
        assert control is not None
        return control

    def email_about(self, name: str = "Fire drill") -> OutgoingMessage:
        """The last reminder of a control that left."""
        return [outgoing for outgoing in self.email.sent if name in outgoing.text][-1]

    def link(self, name: str = "Fire drill") -> str:
        """Where the owner may answer it."""
        matched = _LINK.search(
            self.email_about(name).text[self.email_about(name).text.index(name) :]
        )
        assert matched
        return matched[1]
