"""The café of the rota's stories at home aws, whose people answer by the links in their e-mails."""

from __future__ import annotations

import csv
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.rota.calendar_readers import Read, read_calendar
from tests.services.function_host import PARAMETERS, Host, hosting, read_event
from tests.services.google_api import SPREADSHEET, LocalGoogle
from tests.stories.benches import london
from tests.stories.rotas import FILES

LINK = re.compile(rf"{PARAMETERS['public_url']}(/rota/answer/[\w-]+)")
# Everybody is reached by e-mail, and at the same hours.
PEOPLE = FILES["people.csv"].replace("Dev Patel,,+44 7700 900155", "Dev Patel,dev@example.com,")
PEOPLE = PEOPLE.replace("America/New_York", "")
START = london("2026-11-12T09:30")
HOUR = timedelta(hours=1)


@dataclass
class CafeHost:
    """`taken` counts the e-mails that were looked at."""

    host: Host
    taken: int = 0

    def go_to(self, when: str, every: timedelta = 6 * HOUR) -> None:
        """Time goes by; what fires at a rate does so seldom."""
        self.host.go_to(when, every=every)

    def list_mails(self) -> list[EmailMessage]:
        mails = [message_from_bytes(raw, policy=default) for raw in self.host.list_emails()]
        return [mail for mail in mails if isinstance(mail, EmailMessage)]

    def take_mails(self) -> list[EmailMessage]:
        """Those that left since the last time."""
        mails = self.list_mails()
        since, self.taken = self.taken, len(mails)
        return mails[since:]

    def take_subjects(self) -> list[tuple[str, str]]:
        """To whom, and about what."""
        return sorted((self.name(mail), str(mail["Subject"])) for mail in self.take_mails())

    @staticmethod
    def name(mail: EmailMessage) -> str:
        return str(mail["To"].addresses[0].username)

    @staticmethod
    def list_calendars(mail: EmailMessage) -> list[Read]:
        """The invitations that came with an e-mail, and those called off."""
        parts = [part for part in mail.walk() if part.get_content_type() == "text/calendar"]
        return [read_calendar(bytes(part.get_payload(decode=True))) for part in parts]

    def find_link(self, name: str) -> str:
        """In the person's latest e-mail with one."""
        bodies = [
            body.get_content()
            for mail in self.list_mails()
            if self.name(mail) == name and (body := mail.get_body(("plain",)))
        ]
        return next(match[1] for body in reversed(bodies) if (match := LINK.search(body)))

    def open(self, name: str) -> str:
        """The page that the link shows."""
        status, page = self.ask(self.find_link(name))
        assert status == 200, page
        return page

    def press(self, name: str, button: str, **form: str) -> int:
        """The status of the answer; what follows from it has happened."""
        return self.ask(f"{self.find_link(name)}/{button}", "POST", **form)[0]

    def ask(self, path: str, method: str = "GET", **form: str) -> tuple[int, str]:
        answer = self.host.call("action-handler", ask(path, method, **form))
        self.host.settle()
        return answer["statusCode"], b64decode(answer["body"]).decode()


def ask(path: str, method: str = "GET", **form: str) -> Any:
    """A request to a Function URL."""
    event = read_event("url_request")
    event["rawPath"], event["requestContext"]["http"]["method"] = path, method
    event["body"] = urlencode(form)
    return event


# The tabs of the café's spreadsheet, with the files that they are copied to.
TABLES = {
    "people": "people.csv",
    "staff": "rota/staff.csv",
    "availability": "rota/availability.csv",
    "time_off": "rota/time_off.csv",
    "template": "rota/template.csv",
}
RULES_DOC = "rules-1"


def fill_drive(google: LocalGoogle) -> dict[str, str | list[str]]:
    """The café's tables are tabs and its rules a document; the settings that say so."""
    files = {**FILES, "people.csv": PEOPLE}
    for table, name in TABLES.items():
        google.save_tab(table, list(csv.reader(files[name].splitlines())))
    google.save_doc(RULES_DOC, files["rota/rules.txt"])
    return {
        "google/spreadsheet": SPREADSHEET,
        "google/tables": [*TABLES, "week"],
        "google/tabs/time_off": "time_off",
        "google/tabs/template": "template",
        "google/docs/rota_rules": RULES_DOC,
        "google/sheets_url": google.url,
        "google/drive_url": google.url,
    }


@contextmanager
def hosting_cafe(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[CafeHost]:
    """The café on Thursday 12 November 2026 at half past nine."""
    with hosting(endpoint, START, "", monkeypatch, rooms=("rota",)) as host:
        for name, text in {**FILES, "people.csv": PEOPLE}.items():
            host.write(name, text)
        yield CafeHost(host)
