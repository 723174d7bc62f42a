"""A small office that keeps a list of controls, lived through on a clock the story moves.

As at the bench, nothing is called by hand: the built-in workflows ring, and people answer.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from fastapi.testclient import TestClient
from httpx import Response
from tests.fakes.channel import MemoryChannel
from tests.stories.benches import TEAM, Bench, london, show

from belfry.adapters.system.clock import VirtualClock
from belfry.controls.answers.mark_done import AnswerControls
from belfry.controls.controls import Control, CycleLine
from belfry.entrypoints.web.app import create_app

PUBLIC_URL = "https://checks.example.com"
LINK = re.compile(rf"{PUBLIC_URL}(/answer/[\w-]+)")
# Weeks go by in seconds: the bells that matter ring a few times a day, the others not at all.
SELDOM = f"""public_url = "{PUBLIC_URL}"
[workflows.relay]
cron = "5 8,12 * * *"
[workflows.release]
cron = "0 9,13 * * *"
[workflows.watch]
cron = "30 12 * * *"
[workflows.controls-summary]
enabled = false
[workflows.poll]
enabled = false
[workflows.sweep]
enabled = false
[workflows.tidy]
enabled = false
[workflows.sync]
enabled = false
"""
PEOPLE = """name,email,manager,deputy,away_from,away_until
Maria Lopez,maria@example.com,Ann Lee,Tom Hill,,
Tom Hill,tom@example.com,,,,
Ann Lee,ann@example.com,,,,
"""
RULES = """Default: remind 3 days before and on the day
Monthly safety check: remind 5 days before, on the day, and 2 days after.
Policy: 30, 14, and 3 days before
Escalate safety to: Tom
"""
HEADER = "name,area,repeat,owner,proof,first_due,chain_override,requires_evidence,last_done"
LIST, RULES_DOC = "controls/tasks.csv", "controls/rules.txt"


@dataclass
class Checklist(Bench):
    """`email` is the post that leaves the office."""

    email: MemoryChannel = field(default_factory=MemoryChannel)

    def list_controls(self, *rows: str, header: str = HEADER) -> None:
        """Save the list."""
        self.write(LIST, "\n".join([header, *rows, ""]))

    def read_list(self, *columns: str) -> list[tuple[str, ...]]:
        """Those cells of every row of the list."""
        with (self.folder / LIST).open(encoding="utf-8", newline="") as file:
            return [tuple(row[name] for name in columns) for row in csv.DictReader(file)]

    def be_away_until(self, when: str) -> None:
        """The machine is off, and comes back at that hour."""
        self.stop()
        self.clock.advance_to(london(when))
        self.start()

    @property
    def acts(self) -> AnswerControls:
        return self.services.controls.acts

    @property
    def left(self) -> list[tuple[str, str, str]]:
        """Every email that left: on which day, to whom, and what it is about."""
        sent = [message for message in self.messages if message.state == "sent"]
        return [
            (show(message.sent_at)[:10], message.sent_to.partition("@")[0], message.subject_line)
            for message in sorted(sent, key=lambda message: (str(message.sent_at), message.sent_to))
        ]

    def control(self, name: str) -> Control:
        return self.acts.find_control(name)

    def windows(self, name: str) -> list[tuple[str, str, str]]:
        """What was recorded of a control's reminders: the slot, what became of it, and the day."""
        lines = self.services.controls.show(name).reminders
        return [(line.slot, line.kind.value, f"{line.on:%d %b}") for line in lines]

    def cycles(self, name: str) -> list[tuple[str, str, str, str]]:
        """The ends of a control's cycles: what, when it was due, the day it was done, by whom."""
        return [_tell(line) for line in self.services.controls.show(name).cycles]

    def open_link(self) -> Reader:
        """The recipient of the latest e-mail, on the page of its link."""
        [link] = LINK.findall(self.email.sent[-1].text)
        return Reader(TestClient(create_app(self.services), base_url=PUBLIC_URL), link)


@dataclass(frozen=True)
class Reader:
    """A visitor with a link, not signed in."""

    client: TestClient
    link: str

    def look(self) -> tuple[int, str]:
        """The status of the page, and its words."""
        return _read(self.client.get(self.link))

    def press(self, button: str, **form: str) -> tuple[int, str]:
        return _read(self.client.post(f"{self.link}/{button}", data=form))


def _read(page: Response) -> tuple[int, str]:
    return page.status_code, " ".join(re.sub("<[^>]*>", " ", page.text).split())


def _tell(line: CycleLine) -> tuple[str, str, str, str]:
    return line.outcome.value, _day(line.due_on), _day(line.done_on), line.by


def _day(day: date | None) -> str:
    return f"{day:%d %b}" if day else "-"


@contextmanager
def open_checklist(
    folder: Path, start: str, *rows: str, people: str = PEOPLE, rules: str = RULES
) -> Iterator[Checklist]:
    """The office from that hour on, with those controls on its list."""
    (folder / "controls").mkdir(parents=True)
    clock = VirtualClock(london(start))
    email = MemoryChannel()
    office = Checklist(folder, clock, channels={"email": email}, email=email)
    office.write("belfry.toml", TEAM + SELDOM)
    office.write("people.csv", people)
    office.write(RULES_DOC, rules)
    office.list_controls(*rows)
    office.start()
    try:
        yield office
    finally:
        office.stop()
