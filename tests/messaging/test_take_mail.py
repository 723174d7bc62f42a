"""What becomes of a mail that arrives, by whom it is and what it answers."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from tests.apps import memory_ports
from tests.controls.reminding import a_control, a_reminder
from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.crash_points import Crashed, CrashingPoints
from tests.loops import for_each
from tests.messaging.mail_shop import (
    MAILBOX,
    MARIA,
    MAYA,
    REMINDER,
    STRANGER,
    UPDATE,
    MailShop,
    a_message,
    open_shop,
    write_mail,
)
from tests.messaging.returned_mail import return_mail
from tests.pictures import make_picture
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.controls.controls import Evidence
from belfry.controls.reminders.reminders import write_facts
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.messaging.bounces import render_message_id
from belfry.messaging.contacts import Contact, Reply, contact_id
from belfry.messaging.incoming import IncomingMail, Route
from belfry.messaging.mails import MOST_BYTES
from belfry.messaging.messages import Audience, Message, State
from belfry.messaging.ports import Arrived
from belfry.messaging.take_mail import MOST_ATTEMPTS, NOBODYS, SPAM
from belfry.rota.requests.requests import Asked, TimeOffRequest


def list_evidence(shop: MailShop) -> list[Evidence]:
    return list(shop.ports.histories.list_evidence(a_control().id))


def find_reply(shop: MailShop, record: IncomingMail) -> Reply:
    reply = shop.ports.store.find(Reply, record.about)
    assert reply is not None
    return reply


def test_reply_to_an_update_joins_the_conversation_of_that_job() -> None:
    shop = open_shop()
    text = "Great, I will come at five.\n\nOn Monday The Bench wrote:\n> Your kettle is ready."
    record = shop.take_one(write_mail(text, answers=UPDATE))
    reply = find_reply(shop, record)
    assert record.route is Route.REPLY
    assert (reply.text, reply.channel, reply.about) == (
        "Great, I will come at five.",
        "email",
        "jobs/J-1",
    )
    assert reply.is_open
    assert (record.sender, record.text, record.is_open) == ("", "", False)


def test_mail_of_a_customer_that_answers_nothing_is_about_their_latest_job() -> None:
    shop = open_shop()
    reply = find_reply(shop, shop.take_one(write_mail("When do you close?")))
    assert reply.about in ("jobs/J-1", "jobs/J-2")


def test_stop_by_mail_ends_messages_and_is_confirmed_once() -> None:
    shop = open_shop()
    text = "STOP\n\n-- \nSent from my phone\n> Your kettle is ready"
    for number in range(3):
        shop.take(write_mail(text, answers=UPDATE, number=number))
    contact = shop.ports.store.find(Contact, contact_id(MAYA))
    assert contact
    assert contact.consent == "no"
    answers = [m for m in shop.ports.messages.list_newest() if m.kind == "stopped"]
    assert len(answers) == 1


def test_stop_by_a_mail_with_nothing_but_a_subject_counts() -> None:
    shop = open_shop()
    shop.take(write_mail("", Subject="Unsubscribe"))
    contact = shop.ports.store.find(Contact, contact_id(MAYA))
    assert contact
    assert contact.consent == "no"


def test_reply_to_an_update_from_an_unknown_address_is_not_guessed_at() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("STOP", STRANGER, answers=UPDATE))
    assert (record.route, record.is_open) == (Route.UNREAD, True)
    assert record.why == "it answers a message to a customer, and comes from another address"
    assert shop.ports.store.find(Contact, contact_id(STRANGER)) is None


def test_note_of_a_team_member_becomes_a_request_for_time_off() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("Can I have next Friday off for a wedding?", MARIA))
    request = shop.ports.store.find(TimeOffRequest, record.about)
    assert request
    assert (record.route, request.state, request.person) == (
        Route.TIME_OFF,
        Asked.PENDING,
        "Maria Lopez",
    )


def test_note_about_unclear_days_is_shown_with_the_requests() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("Can I have 31 February off?", MARIA))
    request = shop.ports.store.find(TimeOffRequest, record.about)
    assert request
    assert request.state is Asked.UNREAD


def test_note_in_the_folder_and_in_the_mailbox_is_one_request() -> None:
    shop = open_shop()
    content = write_mail("Can I have next Friday off?", MARIA)
    record = shop.take_one(content.replace(b"\n", b"\r\n"))
    shop.ports.folder.files["rota/notes/1.eml"] = content  # type: ignore[attr-defined]
    assert shop.app.services.rota.requests.take_notes().taken == 0
    assert [r.id for r in shop.app.services.rota.requests.list().time_off] == [record.about]


def test_mail_of_a_team_member_about_something_else_is_unread_mail() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("The new catalogue is on my desk.", MARIA))
    assert (record.route, record.why) == (Route.UNREAD, NOBODYS)
    assert shop.app.services.rota.requests.list().time_off == ()


def test_reply_to_a_reminder_is_evidence_and_nothing_is_done_by_it() -> None:
    shop = open_shop()
    files = (("exits.png", "image/png", make_picture()),)
    text = "Both exits are clear.\n\nAm Mo schrieb Belfry:\n> Reminder"
    record = shop.take_one(write_mail(text, MARIA, answers=REMINDER, files=files))
    (evidence,) = list_evidence(shop)
    assert (record.route, record.about) == (Route.EVIDENCE, f"controls/{a_control().id}")
    assert (evidence.note, evidence.by, evidence.media_type) == (
        "Both exits are clear.",
        "Maria Lopez",
        "image/jpeg",
    )
    control = shop.app.services.controls.acts.find_control(a_control().id)
    assert control.last_done_on is None


def test_reply_of_words_alone_is_a_note() -> None:
    shop = open_shop()
    shop.take(write_mail("Checked, all fine.", MARIA, answers=REMINDER))
    assert [(e.note, e.digest) for e in list_evidence(shop)] == [("Checked, all fine.", "")]


def test_file_that_is_no_evidence_is_named_and_the_others_are_kept() -> None:
    shop = open_shop()
    files = (
        ("list.docx", "application/msword", b"words"),
        ("exits.png", "image/png", make_picture()),
    )
    record = shop.take_one(write_mail("See both.", MARIA, answers=REMINDER, files=files))
    assert (record.route, record.is_open) == (Route.UNREAD, True)
    assert "list.docx" in record.why
    assert [evidence.file_name for evidence in list_evidence(shop)] == ["exits.jpg"]
    assert [evidence.note for evidence in list_evidence(shop)] == ["See both."]


def test_reply_to_a_reminder_is_believed_only_from_whom_it_went_to() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("All fine.", "tom@example.com", answers=REMINDER))
    assert record.why == "it answers a reminder to Maria Lopez from another address"
    assert list_evidence(shop) == []


def test_reply_to_a_reminder_of_several_controls_is_not_guessed_at() -> None:
    shop = open_shop()
    facts = write_facts(a_reminder(control=a_control().id))
    several = {**facts, "more": [facts]}
    team = {"person": "Maria Lopez", "audience": Audience.TEAM, "sent_to": MARIA}
    message = a_message(
        "controls/both", room="controls", kind="reminder", about="x", facts=several, **team
    )
    shop.ports.store.commit([Put(message)])
    record = shop.take_one(write_mail("All fine.", MARIA, answers="controls/both"))
    assert "several controls" in record.why
    assert list_evidence(shop) == []


def test_bounce_marks_its_message() -> None:
    shop = open_shop()
    ours = render_message_id(UPDATE, MAILBOX)
    record = shop.take_one(return_mail(f"Message-ID: {ours}\n\nx".encode()))
    message = shop.ports.store.find(Message, UPDATE)
    assert message
    assert (record.route, record.about, message.state) == (Route.BOUNCE, UPDATE, State.BOUNCED)


def test_bounce_of_a_strangers_mail_is_put_aside() -> None:
    record = open_shop().take_one(return_mail(b"Message-ID: <1@elsewhere.test>\n\nx"))
    assert (record.route, record.is_open) == (Route.AUTOMATIC, False)


@for_each(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"Return_Path": "<>"},
        {"X_Autoreply": "yes"},
    ],
)
def test_machines_are_neither_answered_nor_shown(headers: dict[str, Any]) -> None:
    shop = open_shop()
    before = len(shop.ports.messages.list_newest())
    for number, text in enumerate(("STOP", "HELP", "I am on holiday.")):
        record = shop.take_one(write_mail(text, answers=UPDATE, number=number, **headers))
        assert (record.route, record.is_open) == (Route.AUTOMATIC, False)
    assert len(shop.ports.messages.list_newest()) == before
    assert shop.ports.store.find(Contact, contact_id(MAYA)) is None


def test_two_machines_that_answer_each_other_come_to_rest() -> None:
    """The other one answers every mail with HELP, and does not say that it is a machine."""
    shop = open_shop()
    answered = UPDATE
    for number in range(20):
        shop.take(write_mail("HELP", answers=answered, number=number))
        shop.app.clock.advance(timedelta(minutes=1))
    sent = [m for m in shop.ports.messages.list_newest() if m.kind == "help"]
    assert len(sent) == 1


def test_our_own_mail_that_comes_back_to_us_is_put_aside() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("Ready", MAILBOX, Auto_Submitted="auto-generated"))
    assert record.route is Route.AUTOMATIC


def test_newsletter_is_put_aside_and_a_group_that_passes_replies_on_is_not() -> None:
    shop = open_shop()
    news = write_mail("Buy now!", STRANGER, List_Unsubscribe="<https://example.net>")
    passed_on = write_mail("I will come.", answers=UPDATE, List_Id="<team.shop.test>")
    assert [taken.record.route for taken in shop.take(news, passed_on)] == [
        Route.AUTOMATIC,
        Route.REPLY,
    ]


@for_each("sender, answers", [(MAYA, UPDATE), (MARIA, REMINDER), (MARIA, "")])
def test_spoofed_sender_is_not_believed(sender: str, answers: str) -> None:
    shop = open_shop()
    results = "mx.shop.test; spf=fail smtp.mailfrom=evil.test; dkim=none; dmarc=fail"
    text = "STOP" if sender == MAYA else "I need 24 December off"
    mail = write_mail(text, sender, answers=answers, Authentication_Results=results)
    record = shop.take_one(mail)
    assert (record.route, record.sender) == (Route.UNREAD, sender)
    assert record.why == "the mail server says that it does not come from example.com (DMARC)"
    assert shop.ports.store.find(Contact, contact_id(MAYA)) is None
    assert list_evidence(shop) == []
    assert shop.app.services.rota.requests.list().time_off == ()


def test_mail_of_a_stranger_is_shown_until_it_is_dismissed() -> None:
    shop = open_shop()
    record = shop.take_one(write_mail("Do you mend toasters?", STRANGER, Subject="Toaster"))
    assert shop.list_open() == [replace(record, revision=1)]
    assert (record.sender, record.subject_line, record.text) == (
        STRANGER,
        "Toaster",
        "Do you mend toasters?",
    )
    take = shop.app.services.mail_in.take
    take.dismiss(record.id, by="user/1")
    assert shop.list_open() == []
    dismissed = take.get(record.id)
    assert (dismissed.sender, dismissed.subject_line, dismissed.text) == ("", "", "")
    (entry,) = shop.ports.audit_log.list_entries(record.subject)
    assert (entry.action, entry.by) == ("dismissed", "user/1")
    with pytest.raises(Conflict):
        take.dismiss(record.id, by="user/1")
    with pytest.raises(NotFound):
        take.dismiss("nothing", by="user/1")


def test_same_mail_counts_once_by_whatever_door_and_however_often() -> None:
    shop = open_shop()
    content = write_mail("I will come.", answers=UPDATE)
    by_another_way = b"Received: from list.example.com\r\n" + content.replace(b"\n", b"\r\n")
    first, second = shop.take(content, by_another_way)
    (third,) = shop.take(content)
    assert [first.record.id, second.record.id, third.is_new] == [third.record.id] * 2 + [False]
    assert len(shop.ports.customers.list_replies()) == 1


def test_mail_without_a_number_of_its_own_is_known_by_its_content() -> None:
    shop = open_shop()
    content = write_mail("I will come.").replace(b"Message-ID", b"X-Nothing")
    other_ends = content.replace(b"\n", b"\r\n")
    taken = [*shop.take(content), *shop.take(content), *shop.take(other_ends)]
    assert [mail.is_new for mail in taken] == [True, False, False]


@for_each("point", ["mail.filed", "mail.taken"])
def test_mail_is_filed_once_if_the_power_goes(point: str) -> None:
    shop = open_shop()
    picture = (("exits.png", "image/png", make_picture()),)
    mails = [
        write_mail("I will come.", answers=UPDATE),
        write_mail("All clear.", MARIA, answers=REMINDER, files=picture),
        write_mail("Can I have next Friday off?", MARIA, number=2),
        write_mail("Toaster?", STRANGER),
    ]
    shop.app.crash_points.crash_at(point)
    with pytest.raises(Crashed):
        shop.take(*mails)
    shop.take(*mails)
    assert len(shop.ports.customers.list_replies()) == 1
    assert len(list_evidence(shop)) == 1
    assert len(shop.app.services.rota.requests.list().time_off) == 1
    assert len(shop.list_open()) == 1


class FullBlobStore(MemoryBlobStore):
    def put(self, name: str, content: bytes) -> None:
        raise Temporary("the disk is full")


def test_mail_that_cannot_be_filed_now_is_tried_again_and_then_shown() -> None:
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    shop = open_shop(replace(ports, blobs=FullBlobStore()))
    picture = (("exits.png", "image/png", make_picture()),)
    mail = write_mail("All clear.", MARIA, answers=REMINDER, files=picture)
    other = write_mail("I will come.", answers=UPDATE)
    for _ in range(MOST_ATTEMPTS - 1):
        tried, settled = shop.take(mail, other)
        assert (tried.is_settled, settled.is_settled) == (False, True)
    record = shop.take_one(mail)
    assert (record.route, record.why) == (
        Route.UNREAD,
        "it could not be taken in: the disk is full",
    )


def test_mail_that_is_too_large_is_shown_by_its_headers() -> None:
    shop = open_shop()
    content = write_mail("x", MAYA)
    (taken,) = shop.app.services.mail_in.take([Arrived(content, MOST_BYTES + 6_000_000)])
    assert taken.record.why == "it has 31 MB, more than are taken in"
    assert taken.record.sender == MAYA


def test_mail_that_cannot_be_read_is_shown_as_it_came() -> None:
    record = open_shop().take_one(b"From: a@x.test\nFrom: b@x.test\n\nhello")
    assert record.why == "it cannot be read: expected one From line: it has several senders"
    assert "hello" in record.text


def test_forwarded_mail_does_not_speak_for_its_writer() -> None:
    """What stands in a forwarded mail was written by somebody else."""
    inner = EmailMessage()
    inner["From"] = MAYA
    inner.set_content("STOP")
    outer = EmailMessage()
    outer["From"] = MAYA
    outer.set_content("Please see below what I got.")
    outer.add_attachment(inner)
    reply = find_reply(shop := open_shop(), shop.take_one(outer.as_bytes()))
    assert (reply.text, reply.meaning) == ("Please see below what I got.", "other")


def test_message_that_was_sent_long_ago_is_still_known() -> None:
    shop = open_shop()
    later = [
        a_message(f"jobs/J-2/move-{n}", room="jobs", kind="moved", about="jobs/J-2", sent_to=MAYA)
        for n in range(1200)
    ]
    moved = [replace(m, made_at=NOON + timedelta(seconds=n)) for n, m in enumerate(later)]
    shop.ports.store.commit_each([[Put(message)] for message in moved])
    reply = find_reply(shop, shop.take_one(write_mail("Thanks", answers=UPDATE)))
    assert reply.about == "jobs/J-1"


def test_mail_that_nobody_has_read_is_forgotten_with_its_customer() -> None:
    shop = open_shop()
    results = "mx.shop.test; dmarc=fail"
    shop.take(write_mail("Call me on 020 7946 0123.", Authentication_Results=results))
    personal_data = shop.app.services.jobs.personal_data
    (mail,) = personal_data.export(MAYA).told["mails"]
    assert mail["text"] == "Call me on 020 7946 0123."
    personal_data.forget(MAYA, by="owner")
    (record,) = shop.ports.incoming_mails.list_newest()
    assert (record.sender, record.text, record.is_open) == ("", "", False)


def test_spam_is_not_shown_unless_it_answers_a_message_of_ours() -> None:
    shop = open_shop()
    spam = b"X-SES-Spam-Verdict: FAIL\n"
    bare = shop.take_one(spam + write_mail("When do you close?"))
    answer = shop.take_one(spam + write_mail("I will come.", answers=UPDATE, number=2))
    assert (bare.route, bare.why) == (Route.AUTOMATIC, SPAM)
    assert (answer.route, answer.why, answer.is_open) == (Route.UNREAD, SPAM, True)


def test_reply_is_known_by_the_id_that_the_mail_service_gave_our_mail() -> None:
    shop = open_shop()
    ses_id = "0102018b1c2d3e4f-0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9-000000"
    update = shop.ports.store.find(Message, UPDATE)
    assert update is not None
    shop.ports.store.commit([Put(replace(update, receipt=ses_id))])
    mail = write_mail("I will come at five.")
    header = f"In-Reply-To: <{ses_id}@eu-west-1.amazonses.com>\n".encode()
    assert find_reply(shop, shop.take_one(header + mail)).about == "jobs/J-1"
    other = header.replace(b"0102018b", b"0102018c")
    unknown = shop.take_one(other + write_mail("And you?", number=2))
    assert find_reply(shop, unknown).about == "jobs/J-2"


def test_filed_mail_is_forgotten_after_a_year_and_what_a_person_dealt_with_is_not() -> None:
    shop = open_shop()
    filed = shop.take_one(write_mail("Can I pay by card?", answers=UPDATE))
    unread, dismissed = [shop.take_one(write_mail("Hi", sender=STRANGER, number=n)) for n in (2, 3)]
    shop.app.services.mail_in.take.dismiss(dismissed.id, by="owner")
    shop.clock.advance(timedelta(days=365))
    assert shop.tidy().endswith("0 mails")
    shop.clock.advance(timedelta(seconds=1))
    assert shop.tidy().endswith("1 mails")
    left = {mail.id for mail in shop.ports.incoming_mails.list_newest()}
    assert (filed.id in left, left) == (False, {unread.id, dismissed.id})


def test_mail_that_lies_in_a_folder_is_not_forgotten_and_not_taken_in_again() -> None:
    shop = open_shop(files="mail-in")
    shop.save("mail-in/reply.eml", write_mail("Can I pay by card?", answers=UPDATE))
    assert shop.app.services.mail_in.fetch().taken == 1
    shop.clock.advance(timedelta(days=800))
    assert shop.tidy().endswith("0 mails")
    shop.save("mail-in/spam.eml", b"X-SES-Spam-Verdict: FAIL\n" + write_mail("Hi", number=2))
    assert str(shop.app.services.mail_in.fetch()) == "1 mail: 1 automatic"
