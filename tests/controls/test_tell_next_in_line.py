"""Who hears of a control when the one before them could not be reached."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from datetime import date, timedelta

from tests.contracts.shop_books import a_message
from tests.controls.offices import Office, memory_office, open_office
from tests.fakes.channel import MemoryChannel
from tests.services.smtp_server import serving_mail

from belfry.bootstrap.channels import open_channels
from belfry.controls.reminders.queue_reminders import FOLLOWED_FOR
from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import Permanent, Unknown
from belfry.messaging.messages import State, record
from belfry.messaging.ports import OutgoingMessage
from belfry.settings import MailSettings, Settings


class PickyChannel(MemoryChannel):
    """Takes no letter for some addresses."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self.refused = set(refused)

    def send(self, letter: OutgoingMessage) -> str:
        if letter.to in self.refused:
            raise Permanent("no such mailbox")
        return super().send(letter)


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
    (letter,) = office.email.letters
    assert letter.id == "controls/fire drill/2026-12-10/day+0/Maria Lopez/next"
    assert letter.text.split("\n\n")[2] == (
        "It could not be delivered to Maria Lopez; so it comes to you. Its owner is Maria Lopez."
    )


def test_one_message_follows_each_failed_one_however_often_it_is_looked_at(office: Office) -> None:
    refuse(office, "maria")
    office.remind("2026-12-10T09:00")
    for _ in range(3):
        office.release()

    assert [one.person for one in office.messages()] == ["Maria Lopez", "Tom Hill"]


def test_line_is_followed_to_its_end(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,tom", "Zoe,zoe@example.com,,,,,,\nTom Hill,tom")
    office.write("controls/rules.txt", "Default: on the day\nEscalate to: Zoe\n")
    refuse(office, "maria", "tom", "zoe", "ann", "owner")
    office.remind("2026-12-10T09:00")
    for _ in range(6):
        office.release()

    people = ["Maria Lopez", "Tom Hill", "Zoe", "Ann Lee", "the admin"]
    assert [one.person for one in office.messages()] == people
    assert {one.state for one in office.messages()} == {State.FAILED}
    assert [one.facts["tried"] for one in office.messages()] == [people[:n] for n in range(5)]


def test_escalation_that_fails_goes_to_somebody_who_has_not_heard_of_it(office: Office) -> None:
    refuse(office, "maria", "tom")
    office.remind("2026-12-14T09:00")
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
    office.ports.store.commit([Put(replace(message, state=State.BOUNCED))])
    office.release()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "bounced"),
        ("Tom Hill", "queued"),
    ]


def test_somebody_who_has_yet_to_get_their_own_message_is_passed_over(office: Office) -> None:
    """The escalation was put in line for its owner, and not yet for its target."""
    refuse(office, "maria")
    office.tick("2026-12-14T09:00")
    (target,) = [one for one in office.messages() if one.person == "Tom Hill"]
    office.ports.store.commit([Remove(target)])
    office.release()

    assert [who for who, _, _ in office.said()] == ["Maria Lopez", "Ann Lee"]


def test_nobody_is_told_once_the_control_is_done(office: Office) -> None:
    refuse(office, "maria")
    office.tick("2026-12-10T09:00")
    office.house.services.messaging.release()
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
    (letter,) = office.email.letters
    assert letter.subject == "Fire drill is due Thursday 10 December, in 3 days (for Maria Lopez)"
    assert letter.text.split("\n\n")[2] == "This is for Maria Lopez, who is away."


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


def test_failures_of_long_ago_are_left_alone() -> None:
    office = memory_office()
    refuse(office, "maria")
    office.tick("2026-12-10T09:00")
    office.house.services.messaging.release()
    office.house.clock.advance(FOLLOWED_FOR)
    office.release()

    assert [who for who, _, _ in office.said()] == ["Maria Lopez"]


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


def test_failures_are_found_behind_those_of_other_rooms() -> None:
    office = memory_office()
    refuse(office, "maria")
    office.tick("2026-12-10T09:00")
    office.house.services.messaging.release()
    later = office.house.clock.now() + timedelta(seconds=1)
    others = [
        record(
            a_message(f"jobs/J-{n}/move-1", about=f"jobs/J-{n}", state=State.FAILED, made_at=later),
            action="failed",
            at=later,
        )
        for n in range(250)
    ]
    office.ports.store.commit_each([step.changes for step in others])
    office.house.clock.advance(timedelta(minutes=1))

    assert "1 to the next in line" in office.release()


def test_rules_that_nobody_can_read_stop_no_release() -> None:
    office = memory_office()
    refuse(office, "maria")
    office.remove("controls/rules.txt")
    office.tick("2026-12-10T09:00")
    office.house.services.messaging.release()
    office.write("controls/rules.txt", "Default: soon\n")

    assert office.release() == "nothing was due"
    office.remove("controls/rules.txt")
    assert office.release() == "nothing was due; 1 to the next in line"


def test_address_that_a_mail_server_refuses_is_followed_over_a_real_line() -> None:
    office = memory_office()
    with serving_mail() as mail, ExitStack() as closing:
        mail.refusals["maria@example.com"] = "550 5.1.1 no such user here"
        channels = open_channels(mail_settings(mail.port), office.house.clock, closing)
        office = open_office(replace(office.ports, channels=channels))
        office.remind("2026-12-10T09:00")
        office.release()

    assert [(who, state) for who, state, _ in office.said()] == [
        ("Maria Lopez", "failed"),
        ("Tom Hill", "sent"),
    ]
    assert [to for _, to, _ in mail.letters] == [["tom@example.com"]]


def mail_settings(port: int) -> Settings:
    given = {"host": "127.0.0.1", "port": port, "security": "none", "from": "belfry@example.com"}
    return Settings(mail=MailSettings(**given))  # type: ignore[arg-type]
