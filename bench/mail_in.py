"""What it costs to take in 1,000 mails, beside reading them with Python's own library.

Both sides find sender, subject, date, text and files. Belfry also finds out what each mail is, lets
the right room file it, and records it in a SQLite team: replies of customers, notes of the team,
evidence, bounces, out-of-office notes, newsletters and mail of strangers. Mails have a plain text,
a page, and the conversation before it, as mail programs write them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.rounds import find_best
from bench.targets import TARGETS, Figure
from tests.contracts.shop_books import a_job
from tests.controls.reminding import a_control, a_reminder
from tests.messaging.mail_shop import MAILBOX, PEOPLE, a_message
from tests.messaging.returned_mail import return_mail
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Services, build_services, open_ports
from belfry.controls.reminders.reminders import about_control, write_facts
from belfry.kernel.changes import Put
from belfry.messaging.bounces import render_message_id
from belfry.messaging.messages import Audience
from belfry.messaging.ports import Arrived
from belfry.settings import MailSettings, Settings

ROUNDS, MAILS = 3, 1000
MARIA, TOM = "maria@example.com", "tom@example.com"
PDF = b"%PDF-1.4\n" + b"0" * 60_000 + b"\n%%EOF\n"
THREAD = "\n".join(f"> {n}: Your kettle is on the bench, and will be ready." for n in range(60))
CUSTOMERS = 100


def measure(*, is_quick: bool) -> list[Figure]:
    mails = [write_mail(number) for number in range(100 if is_quick else MAILS)]
    sides = [partial(_time_belfry, mails), partial(_time_library, mails)]
    ours, theirs = find_best(sides, 1 if is_quick else ROUNDS)
    (target,) = TARGETS["mail_in"]
    return [Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)]


def write_mail(number: int) -> bytes:
    kind = number % 20
    customer = number % CUSTOMERS
    if kind == 0:
        ours = render_message_id(f"jobs/J-{customer}/move-2", MAILBOX)
        bounce = return_mail(f"Message-ID: {ours}\nSubject: News\n\nHello\n".encode())
        own = f"Message-ID: <{number}@mail.example.net>\nMIME-Version".encode()
        return bounce.replace(b"no-such-charset", b"utf-8").replace(b"MIME-Version", own, 1)
    if kind < 9:
        text = ("I will come at five.", "Thank you!", "Can you call me?")[number % 3]
        answers = f"jobs/J-{customer}/move-2"
        return _write(number, f"customer{customer}@example.com", text, answers=answers)
    if kind < 11:
        return _write(number, TOM, f"Could I have {number % 27 + 1} December off?")
    if kind == 11:
        return _write(number, MARIA, f"All fine {number}.", answers="controls/x", file=PDF)
    if kind < 14:
        return _write(number, f"customer{customer}@example.com", "I am away.", is_machine=True)
    sender = f"somebody{number}@example.net"
    return _write(number, sender, "Buy our lamps!", is_list=kind < 18)


def _write(
    number: int,
    sender: str,
    text: str,
    *,
    answers: str = "",
    file: bytes = b"",
    is_machine: bool = False,
    is_list: bool = False,
) -> bytes:
    mail = EmailMessage()
    mail["From"] = f"Somebody Else <{sender}>"
    mail["To"] = f"The Bench <{MAILBOX}>"
    mail["Subject"] = "Re: Your kettle" if answers else "A question"
    mail["Date"] = "Wed, 18 Nov 2026 09:00:00 +0000"
    mail["Message-ID"] = f"<{number}@example.com>"
    results = f"mx.example; spf=pass smtp.mailfrom={sender}; dkim=pass header.d=example.com"
    mail["Authentication-Results"] = results
    if answers:
        mail["In-Reply-To"] = mail["References"] = render_message_id(answers, MAILBOX)
    if is_machine:
        mail["Auto-Submitted"] = "auto-replied"
    if is_list:
        mail["List-Id"] = "<lamps.example.net>"
    quoted = f"{text}\n\nOn Monday The Bench wrote:\n{THREAD}\n"
    mail.set_content(quoted)
    page = "".join(f"<p style='margin:0'>{line}</p>\n" for line in quoted.splitlines())
    mail.add_alternative(f"<html><body>{page}</body></html>", subtype="html")
    if file:
        mail.add_attachment(file, maintype="application", subtype="pdf", filename="list.pdf")
    return mail.as_bytes()


def _time_library(mails: Sequence[bytes]) -> float:
    start = time.perf_counter()
    for content in mails:
        mail = message_from_bytes(content, policy=default)
        headers = [str(mail[name]) for name in ("From", "Subject", "Date", "Message-ID")]
        body = mail.get_body(("plain", "html"))
        text = body.get_content() if body else ""
        files = [part.get_payload(decode=True) for part in mail.iter_attachments()]
        assert headers
        assert text or files
    return len(mails) / (time.perf_counter() - start)


def _time_belfry(mails: Sequence[bytes]) -> float:
    with TemporaryDirectory() as name:
        services = _open_team(Path(name))
        batches = [mails[start : start + 50] for start in range(0, len(mails), 50)]
        start = time.perf_counter()
        for batch in batches:
            services.mail_in.take([Arrived(content, len(content)) for content in batch])
        took = time.perf_counter() - start
        count = len(services.ports.incoming_mails.list_newest(limit=10 * len(mails)))
        services.ports.close()
    assert count == len(mails)
    return len(mails) / took


def _open_team(folder: Path) -> Services:
    (folder / "people.csv").write_bytes(PEOPLE)
    mail = MailSettings.model_validate({"from": MAILBOX})
    settings = Settings(folder=settle_in(folder), mail=mail, admin="owner@example.com")
    ports = open_ports(settings, clock=VirtualClock(NOON))
    control = a_control()
    reminder = a_message(
        "controls/x",
        room="controls",
        kind="reminder",
        about=about_control(control.id),
        person="Maria Lopez",
        audience=Audience.TEAM,
        facts=write_facts(a_reminder(control=control.id)),
        sent_to=MARIA,
    )
    updates = [
        a_message(
            f"jobs/J-{n}/move-2",
            room="jobs",
            kind="moved",
            about=f"jobs/J-{n}",
            sent_to=f"customer{n}@example.com",
        )
        for n in range(CUSTOMERS)
    ]
    jobs = [a_job(f"J-{n}", contact=f"customer{n}@example.com") for n in range(CUSTOMERS)]
    records: list[Any] = [control, reminder, *updates, *jobs]
    ports.store.commit_each([[Put(record)] for record in records])
    return build_services(settings, ports)
