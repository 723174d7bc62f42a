"""A shop that mail comes to: a customer, a team and a control, with messages that were sent."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import EmailMessage
from typing import Any

from tests.apps import App, build_app, memory_ports
from tests.contracts.shop_books import a_job
from tests.controls.reminding import a_control, a_reminder
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.controls.reminders.reminders import about_control, write_facts
from belfry.kernel.changes import Put
from belfry.messaging.bounces import render_message_id
from belfry.messaging.incoming import IncomingMail
from belfry.messaging.messages import Audience, Message, State
from belfry.messaging.ports import Arrived
from belfry.messaging.take_mail import TakenMail
from belfry.scheduler.kinds import RunContext
from belfry.settings import MailSettings, Settings
from belfry.settings.sections import MailInSettings

MAILBOX = "hello@shop.test"
MAYA, MARIA, STRANGER = "maya@example.com", "maria@example.com", "eve@example.net"
PEOPLE = b"name,email\nMaria Lopez,maria@example.com\nTom Hill,tom@example.com\n"
UPDATE = "jobs/J-1/move-2"
REMINDER = "controls/monthly-safety-check/2026-12-10/day-3/Maria Lopez"


@dataclass
class MailShop:
    app: App

    @property
    def ports(self) -> Ports:
        return self.app.ports

    def take(self, *contents: bytes) -> list[TakenMail]:
        arrivals = [Arrived(content, len(content)) for content in contents]
        return self.app.services.mail_in.take(arrivals)

    def take_one(self, content: bytes) -> IncomingMail:
        (taken,) = self.take(content)
        return taken.record

    @property
    def clock(self) -> VirtualClock:
        return self.app.clock

    def save(self, name: str, content: bytes) -> None:
        assert isinstance(self.ports.folder, MemoryFolder)
        self.ports.folder.files[name] = content

    def tidy(self) -> str:
        return self.app.services.kinds["tidy"].run({}, RunContext("r", 1, "tidy", 1, NOON, 1))

    def list_open(self) -> list[IncomingMail]:
        return list(self.ports.incoming_mails.list_newest(is_open=True))


def open_shop(ports: Ports | None = None, *, files: str = "") -> MailShop:
    ports = ports or memory_ports(VirtualClock(NOON), CrashingPoints())
    assert isinstance(ports.folder, MemoryFolder)
    ports.folder.files["people.csv"] = PEOPLE
    mail = MailSettings.model_validate({"from": MAILBOX})
    settings = Settings(admin="owner@example.com", mail=mail)
    app = build_app(ports, settings.model_copy(update={"mail_in": MailInSettings(files=files)}))
    control = a_control()
    reminder = a_reminder(control=control.id)
    records: list[Any] = [
        a_job("J-1", contact=MAYA),
        a_job("J-2", contact=MAYA),
        control,
        a_message(UPDATE, room="jobs", kind="moved", about="jobs/J-1", sent_to=MAYA),
        a_message(
            REMINDER,
            room="controls",
            kind="reminder",
            about=about_control(control.id),
            person="Maria Lopez",
            audience=Audience.TEAM,
            facts=write_facts(reminder),
            sent_to=MARIA,
        ),
    ]
    ports.store.commit([Put(record) for record in records])
    return MailShop(app)


def a_message(message_id: str, **changes: Any) -> Message:
    fields: dict[str, Any] = {
        "person": "customer",
        "audience": Audience.CUSTOMER,
        "facts": {},
        "made_at": NOON,
        "due_at": None,
        "state": State.SENT,
        "channel": "email",
        "sent_at": NOON,
    }
    return Message(**{**fields, "id": message_id, **changes})


def write_mail(
    text: str,
    sender: str = MAYA,
    *,
    answers: str = "",
    files: tuple[tuple[str, str, bytes], ...] = (),
    number: int = 1,
    **headers: str,
) -> bytes:
    """A mail; `answers` is the message that it replies to, `files` have a name and a type."""
    email = EmailMessage()
    email["From"] = f"Somebody <{sender}>"
    email["To"] = MAILBOX
    email["Message-ID"] = f"<{number}@{sender.rpartition('@')[2]}>"
    email["Subject"] = headers.pop("Subject", "Re: news" if answers else "Hello")
    if answers:
        email["In-Reply-To"] = render_message_id(answers, MAILBOX)
    for name, value in headers.items():
        email[name.replace("_", "-")] = value
    email.set_content(text)
    for name, media_type, content in files:
        main, _, sub = media_type.partition("/")
        email.add_attachment(content, maintype=main, subtype=sub, filename=name)
    return email.as_bytes()
