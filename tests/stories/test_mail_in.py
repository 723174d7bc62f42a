"""A week of mail: what left by SMTP is answered, and the answers are fetched over IMAP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from tests.messaging.returned_mail import return_mail
from tests.pictures import make_picture
from tests.services.imap_server import HOST, PASSWORD, USER, LocalMailbox, passing_on
from tests.services.smtp_server import LocalMail
from tests.stories.benches import CALM, TOM, Bench, london, set_up

from belfry.adapters.system.clock import VirtualClock
from belfry.messaging.incoming import Route
from belfry.rota.requests.requests import Asked

PEOPLE = "name,email\nMaria Lopez,maria@example.com\nAnn Lee,ann@example.com\n"
CONTROLS = "name,area,repeat,owner,first_due\nFire exits,Safety,monthly,Maria Lopez,2026-11-24\n"
TEAM = """name = "The Repair Bench"
timezone = "Europe/London"
country = "GB"
admin = "owner@example.com"
[mail]
host = "127.0.0.1"
port = {smtp}
security = "none"
from = "hello@bench.example"
[mail_in]
host = "{host}"
port = {imap}
security = "none"
user = "{user}"
password_file = "mail-in-password"
folder = "{folder}"
files = "mail-in"
[workflows.mail-in]
cron = "3-59/10 9-11 * * *"
"""


@dataclass
class MailBench(Bench):
    smtp: LocalMail | None = None

    def find_sent(self, recipient: str) -> EmailMessage:
        """The last mail that left to somebody."""
        assert self.smtp
        emails = [content for _, to, content in self.smtp.emails if to == [recipient]]
        return message_from_bytes(emails[-1], policy=default)


@contextmanager
def open_mail_bench(
    folder: Path, smtp: LocalMail, local: LocalMailbox, start: str, *, port: int | None = None
) -> Iterator[MailBench]:
    fields = {"smtp": smtp.port, "imap": port or local.port, "folder": local.folder}
    set_up(folder, toml=TEAM.format(host=HOST, user=USER, **fields) + CALM)
    (folder / "mail-in-password").write_text(PASSWORD)
    (folder / "mail-in").mkdir()
    (folder / "controls").mkdir()
    (folder / "people.csv").write_text(PEOPLE)
    (folder / "controls" / "tasks.csv").write_text(CONTROLS)
    bench = MailBench(folder, VirtualClock(london(start)), smtp=smtp)
    bench.save()
    bench.start()
    try:
        yield bench
    finally:
        bench.stop()


def reply(mail: EmailMessage, text: str, *, picture: bytes = b"") -> bytes:
    """As a mail program writes it: with the text that it answers, and a reference to it."""
    answer = EmailMessage()
    answer["From"] = mail["To"]
    answer["To"] = mail["From"]
    answer["Subject"] = f"Re: {mail['Subject']}"
    answer["Message-ID"] = f"<{len(text)}.{mail['Message-ID'][1:9]}@phone.example>"
    answer["In-Reply-To"] = mail["Message-ID"]
    answer["References"] = mail["Message-ID"]
    answer.set_content(f"{text}\n\nOn Monday The Bench wrote:\n> {mail['Subject']}\n")
    if picture:
        answer.add_attachment(picture, maintype="image", subtype="png", filename="exits.png")
    return answer.as_bytes()


def write_note(sender: str, text: str) -> bytes:
    note = EmailMessage()
    note["From"] = sender
    note["Message-ID"] = f"<{len(text)}@{sender.partition('@')[2]}>"
    note["Subject"] = "A question"
    note.set_content(text)
    return note.as_bytes()


@pytest.fixture
def bench(tmp_path: Path, smtp_server: LocalMail, imap_server: LocalMailbox) -> Iterator[MailBench]:
    """The shop on a morning on which Tom got an update, and Maria a reminder."""
    imap_server.add(write_note("old@example.com", "This was here before Belfry was connected."))
    with open_mail_bench(tmp_path, smtp_server, imap_server, "2026-11-24 07:58") as bench:
        bench.put(TOM, "received")
        bench.go_to("2026-11-24 08:15")
        bench.put(TOM, "in progress")
        bench.go_to("2026-11-24 09:30")
        yield bench


def test_answers_by_mail_reach_what_they_answer(
    bench: MailBench, imap_server: LocalMailbox
) -> None:
    update, reminder = bench.find_sent("tom@example.com"), bench.find_sent("maria@example.com")
    imap_server.add(
        reply(update, "Lovely, no hurry."),
        reply(reminder, "Both are clear.", picture=make_picture()),
        write_note("ann@example.com", "Could I have next Friday off for a wedding?"),
        write_note("eve@example.net", "Do you mend toasters?"),
    )
    saved = write_note("zoe@example.net", "And lamps?")
    (bench.folder / "mail-in" / "saved.eml").write_bytes(saved)
    bench.go_to("2026-11-24 09:50")

    services = bench.services
    turns = services.jobs.replies.show_conversation(bench.job("J-2051")).turns
    assert [turn.text for turn in turns if turn.is_theirs] == ["Lovely, no hurry."]
    control = services.controls.acts.find_control("Fire exits")
    (evidence,) = services.ports.histories.list_evidence(control.id)
    assert (evidence.note, evidence.by) == ("Both are clear.", "Maria Lopez")
    assert control.last_done_on is None
    (request,) = services.rota.requests.list().time_off
    assert (request.person, request.state) == ("Ann Lee", Asked.PENDING)
    unread = services.ports.incoming_mails.list_newest(is_open=True)
    assert {mail.sender for mail in unread} == {"eve@example.net", "zoe@example.net"}
    assert imap_server.count_seen() == 0


def test_stop_and_a_bounce_by_mail_change_what_is_sent(
    bench: MailBench, imap_server: LocalMailbox
) -> None:
    update, reminder = bench.find_sent("tom@example.com"), bench.find_sent("maria@example.com")
    imap_server.add(reply(update, "STOP"), return_mail(reminder.as_bytes()))
    bench.go_to("2026-11-24 09:50")
    bench.put(TOM, "ready")
    bench.go_to("2026-11-24 10:40")

    states = {(m.kind, m.sent_to): m.state.value for m in bench.messages if m.sent_to}
    assert states[("reminder", "maria@example.com")] == "bounced"
    ready = [m for m in bench.messages if m.about == "jobs/J-2051"][-1]
    assert (ready.state.value, ready.why) == ("dropped", "the customer wants no messages")


def test_mailbox_that_is_lost_half_way_is_read_on(
    tmp_path: Path, smtp_server: LocalMail, imap_server: LocalMailbox
) -> None:
    """A line that breaks after some bytes takes in a little more each time, and nothing twice."""
    mails = [write_note("eve@example.net", f"Question {'x' * n}") for n in range(6)]
    padding = "\n".join(["y" * 70] * 200)
    large = [mail + padding.encode() for mail in mails]
    with passing_on(imap_server.port, cut_after=40_000) as port:
        bench_of = open_mail_bench(
            tmp_path, smtp_server, imap_server, "2026-11-23 09:00", port=port
        )
        with bench_of as bench:
            bench.go_to("2026-11-23 09:11")
            imap_server.add(*large)
            bench.go_to("2026-11-23 10:30")
            incoming = bench.services.ports.incoming_mails.list_newest()
    assert [mail.route for mail in incoming] == [Route.UNREAD] * len(mails)
