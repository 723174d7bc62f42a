"""Who gets a message when a tick has decided on one, and that it is sent once."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from tests.contracts.shop_books import a_message
from tests.controls.offices import Office, london, memory_office, open_office
from tests.fakes.channel import MemoryChannel
from tests.messaging.returned_mail import return_mail
from tests.services.slack_api import ANA, TOKEN, serving_slack
from tests.services.smtp_server import serving_mail

from belfry.bootstrap.channels import open_channels
from belfry.controls.controls import AGGREGATE, DONE, ESCALATED, REMINDED, SKIPPED, UNDONE
from belfry.controls.reminders.reminders import read_reminders
from belfry.kernel.changes import Remove
from belfry.kernel.errors import InputError, Permanent, Unknown
from belfry.messaging.messages import Audience, State, record
from belfry.messaging.ports import OutgoingMessage
from belfry.ports.store import OutboxRow
from belfry.settings import MailSettings, Settings
from belfry.settings.sections import SlackSettings

SAID = {
    "due_on": "2026-12-10",
    "cycle": 1,
    "slot": "day-5",
    "window": -5,
    "previous_on": None,
    "day": "2026-12-05",
}


def row(op: str = REMINDED, **payload: object) -> OutboxRow:
    at = london("2026-12-05T08:00")
    return OutboxRow(1, AGGREGATE, "fire drill", op, {**SAID, **payload}, at, 0, None)


def keys(office: Office) -> list[str]:
    return [message.id for message in office.messages()]


def test_reminder_makes_one_message_for_the_owner(office: Office) -> None:
    office.tick("2026-12-05T08:00")

    (message,) = office.messages()
    assert message.id == "controls/fire drill/2026-12-10/day-5/Maria Lopez"
    assert (message.about, message.person, message.kind, message.audience) == (
        "controls/fire drill",
        "Maria Lopez",
        "reminder",
        Audience.TEAM,
    )


def test_escalation_makes_one_message_for_each_who_hears_of_it(office: Office) -> None:
    office.tick("2026-12-16T08:00")

    slot = "controls/fire drill/2026-12-10/escalation-2026-12-16"
    assert sorted(keys(office)) == [f"{slot}/Maria Lopez", f"{slot}/Tom Hill"]
    assert [message.facts["also"] for message in office.messages()] == [
        ["Tom Hill"],
        ["Maria Lopez"],
    ]


def test_hearing_of_the_same_thing_twice_changes_nothing(office: Office) -> None:
    office.tick("2026-12-05T08:00")
    tell = office.app.services.controls.queue_reminders
    before = office.messages()

    tell(row())
    tell(row())

    assert office.messages() == before


def test_reminder_held_up_for_a_day_takes_no_newer_ones_place(office: Office) -> None:
    office.tick("2026-12-10T08:00")
    office.release()
    before = office.messages()

    office.app.services.controls.queue_reminders(row())

    assert office.messages() == before


@pytest.mark.parametrize("op", [DONE, UNDONE, SKIPPED])
def test_of_the_end_of_a_cycle_nobody_gets_a_message(office: Office, op: str) -> None:
    office.tick("2026-12-02T08:00")

    office.app.services.controls.queue_reminders(row(op, done_on="2026-12-02"))

    assert office.messages() == []


def test_news_that_nobody_knows_is_refused(office: Office) -> None:
    with pytest.raises(InputError, match=r"unknown event 'control\.sold' of a control"):
        office.app.services.controls.queue_reminders(row("control.sold"))


def test_news_of_a_control_that_is_not_known_is_passed_over(office: Office) -> None:
    office.app.services.controls.queue_reminders(row(ESCALATED))

    assert office.messages() == []


def test_absent_owners_deputy_gets_the_message(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-31\n")
    office.tick("2026-12-10T08:00")

    (message,) = office.messages()
    assert message.person == "Tom Hill"
    assert (message.facts["instead_of"], message.facts["because"]) == ("Maria Lopez", "away")


def test_owner_who_comes_back_gets_the_next_one(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-09\n")
    office.remind("2026-12-07T09:00")
    office.remind("2026-12-10T09:00")

    assert [message.person for message in office.messages()] == ["Tom Hill", "Maria Lopez"]


@pytest.mark.parametrize("people", [None, "", "name\x00,", "\n\n"], ids=repr)
def test_team_without_a_good_list_of_people_is_told_through_its_admin(
    office: Office, people: str | None
) -> None:
    if people is None:
        office.remove("people.csv")
    else:
        office.write("people.csv", people)
    office.tick("2026-12-10T09:00")

    (message,) = office.messages()
    assert (message.person, message.facts["because"]) == ("the admin", "unknown")


def test_newer_reminder_takes_the_place_of_one_that_waits(office: Office) -> None:
    office.remind("2026-12-05T08:00")  # a Saturday
    assert office.said() == [("Maria Lopez", "held", "days off")]
    office.remind("2026-12-10T08:00")

    newer = office.messages()[1].id
    assert office.said()[0] == ("Maria Lopez", "dropped", f"replaced by {newer}, which is newer")


class PickyChannel(MemoryChannel):
    """Takes no email for some addresses."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self.refused = set(refused)

    def send(self, outgoing: OutgoingMessage) -> str:
        if outgoing.to in self.refused:
            raise Permanent("no such mailbox")
        return super().send(outgoing)


def refuse(office: Office, *names: str) -> None:
    channels = office.ports.channels
    assert isinstance(channels, dict)
    channels["email"] = PickyChannel(*(f"{name}@example.com" for name in names))


def test_reminder_that_failed_goes_to_the_deputy(office: Office) -> None:
    refuse(office, "maria")
    office.remind("2026-12-10T09:00")
    office.release()

    assert office.said() == [
        ("Maria Lopez", "failed", "no such mailbox"),
        ("Tom Hill", "sent", ""),
    ]
    (outgoing,) = office.email.sent
    assert outgoing.id == "controls/fire drill/2026-12-10/day+0/Maria Lopez/next"
    assert outgoing.text.split("\n\n")[2] == (
        "It could not be delivered to Maria Lopez; so it comes to you. Its owner is Maria Lopez."
    )


def test_one_message_follows_each_failed_one_however_often_it_is_looked_at(office: Office) -> None:
    refuse(office, "maria")
    office.remind("2026-12-10T09:00")
    for _ in range(3):
        office.release()

    assert [message.person for message in office.messages()] == ["Maria Lopez", "Tom Hill"]


def test_line_is_followed_to_its_end(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,tom", "Zoe,zoe@example.com,,,,,,\nTom Hill,tom")
    office.write("controls/rules.txt", "Default: on the day\nEscalate to: Zoe\n")
    refuse(office, "maria", "tom", "zoe", "ann", "owner")
    office.remind("2026-12-10T09:00")
    for _ in range(6):
        office.release()

    people = ["Maria Lopez", "Tom Hill", "Zoe", "Ann Lee", "the admin"]
    assert [message.person for message in office.messages()] == people
    assert {message.state for message in office.messages()} == {State.FAILED}
    assert [message.facts["tried"] for message in office.messages()] == [
        people[:n] for n in range(5)
    ]


def test_escalation_that_fails_goes_to_somebody_who_has_not_heard_of_it(office: Office) -> None:
    refuse(office, "maria", "tom")
    office.remind("2026-12-15T09:00")
    for _ in range(4):
        office.release()

    assert sorted(office.said()) == [
        ("Ann Lee", "sent", ""),
        ("Maria Lopez", "failed", "no such mailbox"),
        ("Tom Hill", "failed", "no such mailbox"),
        ("the admin", "sent", ""),
    ]


def test_what_may_have_arrived_is_not_followed(office: Office) -> None:
    office.email.answer_with(Unknown("the line broke"))
    office.remind("2026-12-10T09:00")
    office.release()

    assert [(who, state) for who, state, _ in office.said()] == [("Maria Lopez", "uncertain")]


def test_reminder_that_came_back_is_followed(office: Office) -> None:
    office.remind("2026-12-10T09:00")
    (message,) = office.messages()
    bounced = replace(message, state=State.BOUNCED)
    now = office.app.clock.now()
    office.ports.store.commit(record(bounced, action="bounced", at=now).changes)
    office.relay()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "bounced"),
        ("Tom Hill", "queued"),
    ]


def test_somebody_who_has_yet_to_get_their_own_message_is_passed_over(office: Office) -> None:
    """The escalation was put in line for its owner, and not yet for its target."""
    refuse(office, "maria")
    office.tick("2026-12-15T09:00")
    (target,) = [message for message in office.messages() if message.person == "Tom Hill"]
    office.ports.store.commit([Remove(target)])
    office.release()

    assert [who for who, _, _ in office.said()] == ["Maria Lopez", "Ann Lee"]


def test_nobody_is_told_once_the_control_is_done(office: Office) -> None:
    refuse(office, "maria")
    office.tick("2026-12-10T09:00")
    office.app.services.messaging.release()
    office.put(replace(office.control(), due_on=date(2027, 1, 10), cycle=2))
    office.release()

    assert [who for who, _, _ in office.said()] == ["Maria Lopez"]


def test_follower_that_waits_is_dropped_when_a_newer_reminder_is_made(office: Office) -> None:
    """The deputy lives where it is still night; the owner's mailbox is mended the next day."""
    office.edit("people.csv", "tom@example.com,,,", "tom@example.com,,Pacific/Honolulu,")
    office.write("controls/rules.txt", "Default: on the day and a day after\n")
    refuse(office, "maria")
    office.remind("2026-12-10T09:00")
    assert [state for _, state, _ in office.said()] == ["failed", "queued"]
    office.release()
    assert [state for _, state, _ in office.said()] == ["failed", "held"]
    refuse(office)
    office.remind("2026-12-11T09:00")

    assert office.said() == [
        ("Maria Lopez", "failed", "no such mailbox"),
        ("Tom Hill", "dropped", "there is a newer one, of 11 December 2026"),
        ("Maria Lopez", "sent", ""),
    ]


def test_owner_who_went_away_while_it_waited_is_stood_in_for(office: Office) -> None:
    office.remind("2026-12-05T08:00")
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-07,2026-12-31\n")
    office.go_to("2026-12-07T09:00")
    office.release()
    office.release()

    assert office.said() == [
        ("Maria Lopez", "failed", "Maria Lopez is away"),
        ("Tom Hill", "sent", ""),
    ]
    (outgoing,) = office.email.sent
    assert outgoing.subject == "Fire drill is due Thursday 10 December, in 3 days (for Maria Lopez)"
    assert outgoing.text.split("\n\n")[2] == "This is for Maria Lopez, who is away."


def test_absent_owner_who_is_alone_is_told_all_the_same() -> None:
    office = memory_office(admin="")
    office.write("people.csv", "name,email,away_from\nMaria,maria@example.com,2026-12-01\n")
    office.remind("2026-12-10T09:00")

    assert office.said() == [("Maria", "sent", "")]


def test_owner_who_lost_their_address_while_it_waited_is_followed(office: Office) -> None:
    office.remind("2026-12-05T08:00")
    office.edit("people.csv", "maria@example.com", "")
    office.go_to("2026-12-07T09:00")
    office.release()
    office.release()

    why = "there is no address for Maria Lopez in people.csv that could be used"
    assert office.said() == [("Maria Lopez", "failed", why), ("Tom Hill", "sent", "")]


def test_message_that_failed_after_long_holidays_is_followed() -> None:
    office = memory_office()
    refuse(office, "maria")
    office.write("controls/rules.txt", "Default: on the day\nHolidays: 2026-12-02 to 2027-01-05\n")
    office.remind("2026-12-10T09:00")
    office.go_to("2027-01-06T09:00")
    office.release()
    office.release()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "failed"),
        ("Tom Hill", "sent"),
    ]


def test_failed_messages_of_other_rooms_are_left_alone(office: Office) -> None:
    failed = a_message("jobs/J-1/move-1", about="jobs/J-1", state=State.FAILED)
    office.ports.store.commit(record(failed, action="failed", at=office.app.clock.now()).changes)
    office.relay()

    assert [message.id for message in office.messages()] == ["jobs/J-1/move-1"]


def test_failure_is_followed_once_the_rules_can_be_read_again() -> None:
    office = memory_office()
    refuse(office, "maria")
    office.remove("controls/rules.txt")
    office.tick("2026-12-10T09:00")
    office.app.services.messaging.release()
    office.write("controls/rules.txt", "Default: soon\n")
    office.relay()
    assert [who for who, _, _ in office.said()] == ["Maria Lopez"]

    office.remove("controls/rules.txt")
    office.app.clock.advance(timedelta(minutes=1))
    office.relay()
    assert [who for who, _, _ in office.said()] == ["Maria Lopez", "Tom Hill"]


def test_address_that_a_mail_server_refuses_is_followed_over_a_real_line() -> None:
    office = memory_office()
    with serving_mail() as mail, ExitStack() as closing:
        mail.refusals["maria@example.com"] = "550 5.1.1 no such user here"
        channels = open_channels(mail_settings(mail.port), office.app.clock, closing)
        office = open_office(replace(office.ports, channels=channels))
        office.remind("2026-12-10T09:00")
        office.release()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "failed"),
        ("Tom Hill", "sent"),
    ]
    assert [to for _, to, _ in mail.emails] == [["tom@example.com"]]


def test_owner_whom_slack_does_not_know_is_followed_over_a_real_line() -> None:
    office = memory_office()
    office.write(
        "people.csv",
        office.read("people.csv")
        .replace("name,", "name,slack_id,", 1)
        .replace("\nMaria Lopez,", "\nMaria Lopez,U0NOBODY,")
        .replace("\nTom Hill,", f"\nTom Hill,{ANA},")
        .replace("\nAnn Lee,", "\nAnn Lee,,"),
    )
    with serving_slack() as slack, ExitStack() as closing:
        changes: dict[str, Any] = {
            "slack": SlackSettings(enabled=True, url=slack.url),
            "slack_token": SecretStr(TOKEN),
        }
        settings = open_office(office.ports, **changes).app.services.settings
        opened = open_channels(settings, office.app.clock, closing)
        office = open_office(replace(office.ports, channels=opened), **changes)
        office.remind("2026-12-10T09:00")
        office.release()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "failed"),
        ("Tom Hill", "sent"),
    ]
    assert [posted["channel"] for posted in slack.posted] == [ANA]


def test_mail_that_comes_back_is_followed_over_a_real_line() -> None:
    office = memory_office()
    with serving_mail() as mail, ExitStack() as closing:
        settings = mail_settings(mail.port)
        channels = open_channels(settings, office.app.clock, closing)
        office = open_office(replace(office.ports, channels=channels), mail=settings.mail)
        office.remind("2026-12-10T09:00")
        ((_, _, outgoing),) = mail.emails
        take = office.app.services.messaging.take_bounce
        delayed = take(return_mail(outgoing, action="delayed"))
        assert (delayed.is_news, office.said()[0][1]) == (False, "sent")
        assert take(return_mail(outgoing)).is_news
        office.relay()
        office.release()

    assert office.said()[0] == (
        "Maria Lopez",
        "bounced",
        "the mail came back: 550 5.1.1 <ann@example.com>: no such user",
    )
    assert [(who, state) for who, state, _ in office.said()[1:]] == [("Tom Hill", "sent")]
    assert not take(return_mail(outgoing)).is_news, "a second bounce changes nothing"
    assert take(return_mail(outgoing.replace(b"Message-ID: <", b"Message-ID: <x"))).message is None


def mail_settings(port: int) -> Settings:
    fields = {"host": "127.0.0.1", "port": port, "security": "none", "from": "belfry@example.com"}
    return Settings(mail=MailSettings(**fields))  # type: ignore[arg-type]


LIST = """\
name,area,repeat,owner,proof,first_due,requires_evidence,notes
Fire drill,Safety,monthly,Maria,photo of the sheet,2026-12-10,,
Alarm test,Safety,monthly,Maria,the printout,2026-12-07,,
Ladders,Safety,yearly,Maria,,2026-12-10,,
Bins,,monthly,Tom,,2026-12-10,,
"""


def test_reminders_of_one_morning_are_one_message(office: Office) -> None:
    office.write("controls/tasks.csv", LIST)
    office.remind("2026-12-10T09:00")

    assert [message.person for message in office.messages()] == ["Maria Lopez", "Tom Hill"]
    maria, tom = office.email.sent
    assert (maria.to, maria.subject) == ("maria@example.com", "Escalated: 3 controls, 1 overdue")
    assert (tom.to, tom.subject) == ("tom@example.com", "Escalated: 2 controls, 1 overdue")
    for text in (
        "Alarm test was due on Monday 7 December 2026, 3 days ago, and is not done.",
        "Proof to keep: the printout",
        "Fire drill is due today, Thursday 10 December 2026.",
        "Proof to keep: photo of the sheet",
        "Ladders is due today, Thursday 10 December 2026.",
    ):
        assert maria.text.count(text) == 1
    assert len(set(re.findall(r"/answer/(\S+)", maria.text))) == 3
    look = office.app.services.controls.answer_by_link.look
    answered = {look(token).control.id for token in re.findall(r"/answer/(\S+)", maria.text)}  # type: ignore[union-attr]
    assert answered == {"fire drill", "alarm test", "ladders"}
    stored = office.messages()[0].text
    assert stored.count("/answer/[hidden]") == 3


def test_reminder_that_waits_is_sent_along_with_the_next(office: Office) -> None:
    office.write(
        "controls/tasks.csv", LIST.replace("Alarm test,Safety,monthly", "Alarm test,,monthly")
    )
    office.write("controls/rules.txt", "Default: on the day\nFire drill: 5 days before\n")
    office.remind("2026-12-05T08:00")  # a Saturday
    office.remind("2026-12-07T09:00")

    (outgoing,) = office.email.sent
    assert outgoing.subject == "2 controls"
    assert [state for _, state, _ in office.said()] == ["dropped", "sent"]


def test_what_was_done_meanwhile_is_left_out_of_the_message(office: Office) -> None:
    office.write("controls/tasks.csv", LIST)
    office.tick("2026-12-10T08:00")
    acts = office.app.services.controls.acts
    acts.mark_done("Alarm test", by="Maria Lopez")
    acts.mark_done("Ladders", by="Maria Lopez")
    office.go_to("2026-12-10T09:00")
    office.release()
    assert ("maria@example.com", "Fire drill is due today") in office.sent()


def test_all_reminders_of_a_failed_message_go_to_the_next_in_line(office: Office) -> None:
    office.write("controls/tasks.csv", LIST)
    office.write("controls/rules.txt", "Default: on the day and a week after\n")
    refuse(office, "maria")
    office.remind("2026-12-10T09:00")
    for _ in range(3):
        office.release()

    people = [message.person for message in office.messages()]
    assert people == ["Maria Lopez", "Tom Hill", "Tom Hill"]
    bins, followed = office.email.sent
    assert (bins.subject, followed.subject) == ("Bins is due today", "3 controls, 1 overdue")


def test_event_heard_twice_in_another_batch_makes_no_second_message(office: Office) -> None:
    office.write("controls/tasks.csv", LIST)
    office.go_to("2026-12-10T08:00")
    office.app.services.controls.tick()
    now = office.app.clock.now()
    rows = office.ports.outbox.claim(now=now, limit=100, within=timedelta(0), about="control")
    gather = office.app.services.controls.queue_reminders.gather
    assert gather(rows) == {}
    before = office.messages()
    for event in reversed(rows):
        assert gather([event]) == {}
    assert office.messages() == before


@given(st.permutations(range(4)), st.sets(st.integers(0, 3)))
@settings(max_examples=15, deadline=None, derandomize=True)
def test_however_the_events_arrive_each_person_waits_for_one_message(
    order: list[int], repeated: set[int]
) -> None:
    office = memory_office()
    office.write("controls/tasks.csv", LIST)
    office.go_to("2026-12-10T08:00")
    office.app.services.controls.tick()
    now = office.app.clock.now()
    rows = office.ports.outbox.claim(now=now, limit=100, within=timedelta(0), about="control")
    gather = office.app.services.controls.queue_reminders.gather
    for place in [*order, *repeated]:
        assert gather([rows[place]]) == {}
    waiting = [message for message in office.messages() if message.is_waiting]
    assert sorted(message.person for message in waiting) == ["Maria Lopez", "Tom Hill"]
    named = {
        message.person: sorted(reminder.control for reminder in read_reminders(message.facts))
        for message in waiting
    }
    assert named == {
        "Maria Lopez": ["alarm test", "fire drill", "ladders"],
        "Tom Hill": ["alarm test", "bins"],
    }
