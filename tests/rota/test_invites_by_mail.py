"""Whether a week's invitations come out of a real mail server as they were written."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from tests.adapters.smtp.mail_channels import channel_to, write_message
from tests.rota.calendar_readers import read_calendar
from tests.rota.own_weeks import ANA, AT, WEEK, own
from tests.services.smtp_server import LocalMail

from belfry.messaging.ports import Attachment
from belfry.rota.publishing.calendar_entries import Addresses, plan_invites, write_invite

MAIL = Addresses("rota@bench.example", "ana@home.example")


def test_invitations_arrive_one_to_a_file(smtp_server: LocalMail) -> None:
    before = [own("Mon 14:00-22:00", role="küche, bar")]
    after = [own("Tue 09:00-17:00"), own("Fri 22:00-06:00", role="קופה")]
    plan = plan_invites(before, after, {"Mon": 0})
    files = [write_invite(one, ANA, MAIL, week=WEEK, at=AT) for one in plan.invites]
    letter = replace(write_message(), attachments=tuple(Attachment(*file) for file in files))
    with channel_to(smtp_server.port) as channel:
        channel.send(letter)
    [(_, _, raw)] = smtp_server.letters
    email = message_from_bytes(raw, _class=EmailMessage, policy=default)
    parts = list(email.iter_attachments())
    assert [part["Content-Type"].params["method"] for part in parts] == [
        "CANCEL",
        "REQUEST",
        "REQUEST",
    ]
    assert [part.get_filename() for part in parts] == [
        "cancelled-2026-11-16-1400.ics",
        "shift-2026-11-17-0900.ics",
        "shift-2026-11-20-2200.ics",
    ]
    arrived = [part.get_payload(decode=True) for part in parts]
    assert arrived == [file.content for file in files]
    entries = [one for file in files for one in read_calendar(file.content).entries]
    assert [(one.summary, one.status) for one in entries] == [
        ("Late shift, küche, bar · The Repair Bench", "CANCELLED"),
        ("Day shift · The Repair Bench", "CONFIRMED"),
        ("Night shift, קופה · The Repair Bench", "CONFIRMED"),
    ]
