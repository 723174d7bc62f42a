"""What leaves for whom when a control comes due, and when it is not said after all."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from tests.controls.offices import ADMIN, PUBLIC_URL, Office, london, memory_office
from tests.controls.reminding import DUE, a_control, a_reminder

from belfry.controls.controls import AnswerLink, Snooze, write_snoozes
from belfry.controls.reminders.reminders import Redirect
from belfry.controls.reminders.write_reminders import render_reminder
from belfry.kernel.errors import NotFound, Temporary
from belfry.kernel.texts import digest_of
from belfry.messaging.messages import State
from belfry.messaging.ports import HIDDEN

_LINK = re.compile(rf"{PUBLIC_URL}/answer/(\S+)")


def token_of(text: str) -> str:
    (token,) = _LINK.findall(text)
    return str(token)


def list_links(office: Office) -> list[str]:
    """Whose links there are."""
    much_later = london("2030-01-01T00:00")
    expired = office.ports.leftovers.list_expired(AnswerLink, now=much_later, limit=100)
    return [link.person for link in expired]


def test_owner_is_reminded_with_all_that_is_needed(office: Office) -> None:
    office.remind("2026-12-07T09:00")

    (outgoing,) = office.email.sent
    assert (outgoing.to, outgoing.to_name) == ("maria@example.com", "Maria Lopez")
    assert outgoing.subject == "Fire drill is due Thursday 10 December, in 3 days"
    assert _LINK.sub("LINK", outgoing.text) == (
        "Hello Maria Lopez,\n\n"
        "Fire drill is due on Thursday 10 December 2026, in 3 days.\n\n"
        "Proof to keep: photo of the sheet\n\n"
        "Mark it done, add proof, or snooze it:\nLINK"
    )


def test_chain_is_told_day_by_day(office: Office) -> None:
    """Due on Thursday the 10th; the 5th and the 12th are Saturdays."""
    for day in range(4, 17):
        office.tick(f"2026-12-{day:02}T08:00")
        office.release()
        office.go_to(f"2026-12-{day:02}T09:00")
        office.release()

    assert office.sent() == [
        ("maria@example.com", "Fire drill is due Thursday 10 December, in 3 days"),
        ("maria@example.com", "Fire drill is due today"),
        ("maria@example.com", "Fire drill is 4 days overdue"),
        ("maria@example.com", "Escalated: Fire drill is 5 days overdue"),
        ("tom@example.com", "Escalated: Fire drill is 5 days overdue"),
        ("maria@example.com", "Escalated: Fire drill is 6 days overdue"),
        ("tom@example.com", "Escalated: Fire drill is 6 days overdue"),
    ]


def test_overdue_reminder_names_the_day_of_the_one_before(office: Office) -> None:
    office.write("controls/rules.txt", "Default: on the day and a day after\n")
    office.remind("2026-12-10T09:00")
    office.remind("2026-12-11T09:00")

    assert office.email.sent[1].text.split("\n\n")[1] == (
        "Fire drill was due yesterday, Thursday 10 December 2026, and is not done. "
        "The reminder before this one is of Thursday 10 December 2026."
    )


def test_reminder_that_was_held_and_replaced_is_not_named_as_sent(office: Office) -> None:
    """The Saturday's and the Sunday's never left: the last word they had was Thursday's."""
    office.remind("2026-12-10T09:00")
    for day in (12, 13):
        office.remind(f"2026-12-{day}T09:00")
    office.remind("2026-12-14T09:00")

    last = next(
        outgoing for outgoing in reversed(office.email.sent) if outgoing.to == "maria@example.com"
    )
    assert "is of Thursday 10 December 2026." in last.text


@pytest.mark.parametrize(
    "at, leaves",
    [
        pytest.param("2026-12-10T08:00", "2026-12-10T09:00", id="in the quiet hours"),
        pytest.param("2026-12-05T12:00", "2026-12-07T09:00", id="on a Saturday"),
        pytest.param("2026-12-06T23:00", "2026-12-07T09:00", id="on a Sunday night"),
    ],
)
def test_reminder_waits_for_a_decent_hour_of_a_working_day(
    office: Office, at: str, leaves: str
) -> None:
    office.remind(at)

    (message,) = office.messages()
    assert (message.state, message.due_at) == (State.HELD, london(leaves))
    assert office.sent() == []
    office.go_to(leaves)
    office.release()
    assert len(office.sent()) == 1


@pytest.mark.parametrize(
    "rules, leaves",
    [
        pytest.param("Holidays: GB", "2026-12-29T09:00", id="Christmas, Boxing Day and a weekend"),
        pytest.param("Holidays: GB, 2026-12-29", "2026-12-30T09:00", id="and a day of one's own"),
        pytest.param("Holidays: none", "2026-12-25T09:00", id="no holidays"),
        pytest.param(
            "Holidays: none\nWorking days: Sat-Sun", "2026-12-26T09:00", id="working at weekends"
        ),
        pytest.param("Quiet hours: 6pm to 8am", "2026-12-29T08:00", id="quiet hours of one's own"),
    ],
)
def test_reminder_waits_out_the_days_that_the_rules_call_off(rules: str, leaves: str) -> None:
    office = memory_office()
    office.edit("controls/tasks.csv", "2026-12-10", "2026-12-25")
    office.write("controls/rules.txt", f"Default: on the day\n{rules}\n")
    office.remind("2026-12-25T00:30")

    assert [message.due_at for message in office.messages()] == [london(leaves)]


def test_reminder_keeps_the_hours_where_its_reader_lives() -> None:
    office = memory_office()
    office.edit("people.csv", "maria@example.com,,,", "maria@example.com,,America/New_York,")
    office.remind("2026-12-07T09:00")

    (message,) = office.messages()
    assert message.due_at == datetime(2026, 12, 7, 14, tzinfo=UTC)


def test_message_held_over_a_whole_month_of_holidays_leaves_when_it_is_over() -> None:
    office = memory_office()
    own = "2026-12-02 to 2027-01-05"
    office.write("controls/rules.txt", f"Default: on the day\nHolidays: {own}\n")
    office.remind("2026-12-10T09:00")

    assert [message.due_at for message in office.messages()] == [london("2027-01-06T09:00")]


def snoozed(**days: str) -> dict[str, Any]:
    snooze = Snooze(date.fromisoformat(days["since"]), date.fromisoformat(days["until"]))
    return {"snoozes": write_snoozes([snooze])}


@pytest.mark.parametrize(
    "changes, why",
    [
        pytest.param(
            {"due_on": date(2027, 1, 10), "cycle": 2},
            "what was due on 10 December 2026 is over; next due on 10 January 2027",
            id="done or skipped meanwhile",
        ),
        pytest.param(
            {"due_on": date(2026, 12, 20)},
            "it is now due on 20 December 2026",
            id="moved meanwhile",
        ),
        pytest.param(
            {"gone_at": datetime(2026, 12, 6, tzinfo=UTC)},
            "the control is no longer on the list",
            id="taken off the list meanwhile",
        ),
        pytest.param(
            snoozed(since="2026-12-06", until="2026-12-09"),
            "snoozed until 9 December 2026",
            id="snoozed meanwhile",
        ),
        pytest.param(
            {"last_sent_on": date(2026, 12, 6)},
            "there is a newer one, of 6 December 2026",
            id="followed by a newer one",
        ),
    ],
)
def test_reminder_that_is_no_longer_true_is_dropped_with_its_reason(
    office: Office, changes: dict[str, Any], why: str
) -> None:
    office.remind("2026-12-05T08:00")
    office.put(replace(office.control(), **changes))
    office.go_to("2026-12-07T09:00")
    office.release()

    assert office.said() == [("Maria Lopez", "dropped", why)]
    assert office.sent() == []


def test_snooze_holds_back_no_escalation(office: Office) -> None:
    office.tick("2026-12-15T08:00")
    office.put(
        replace(office.control(), **snoozed(since="2026-12-13", until="2026-12-18")),
    )
    office.go_to("2026-12-15T09:00")
    office.release()

    assert [to for to, _ in office.sent()] == ["maria@example.com", "tom@example.com"]


def test_deputy_reads_for_whom_it_is(office: Office) -> None:
    office.edit("people.csv", "Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-31\n")
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.email.sent
    assert outgoing.to == "tom@example.com"
    assert outgoing.subject == "Fire drill is due today (for Maria Lopez)"
    assert outgoing.text.split("\n\n")[2] == "This is for Maria Lopez, who is away."


def test_owner_without_an_address_is_told_through_the_admin(office: Office) -> None:
    office.edit("people.csv", "maria@example.com", "")
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.email.sent
    assert (outgoing.to, outgoing.to_name) == (ADMIN, "")
    assert outgoing.text.split("\n\n")[:3] == [
        "Hello,",
        "Fire drill is due today, Thursday 10 December 2026.",
        "This is for Maria Lopez, for whom people.csv has no address that could be used; "
        "so it comes to you.",
    ]


def test_owner_with_a_phone_alone_gets_a_text(office: Office) -> None:
    office.edit("people.csv", "maria@example.com,,", ",07700 900123,")
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.sms.sent
    assert (outgoing.to, office.sent()) == ("+447700900123", [])
    assert _LINK.sub("LINK", outgoing.text) == (
        "Fire drill is due today, Thursday 10 December 2026. LINK"
    )


def test_control_that_is_nobodys_goes_to_the_admin() -> None:
    office = memory_office()
    office.edit("controls/tasks.csv", "Maria", "")
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.email.sent
    assert outgoing.to == ADMIN
    assert outgoing.text.split("\n\n")[2] == "Nobody is named as its owner."


def test_team_that_nobody_can_reach_has_a_message_that_failed() -> None:
    office = memory_office(admin="")
    office.write("people.csv", "name\nMaria\n")
    office.remind("2026-12-10T09:00")

    why = "no one on the team has an address: set admin in belfry.toml"
    assert office.said() == [("the admin", "failed", why)]


def test_owner_who_asks_first_sees_every_reminder_before_it_leaves(office: Office) -> None:
    office.write("controls/rules.txt", "Ask me first: yes\n")
    office.remind("2026-12-10T09:00")

    (message,) = office.messages()
    assert (message.state, message.due_at) == (State.HELD, None)
    assert (office.sent(), list_links(office)) == ([], [])
    office.app.services.messaging.answer.approve(message.id, by="Ann")
    office.release()
    assert office.sent() == [("maria@example.com", "Fire drill is due today")]


def test_words_of_ones_own_keep_the_link(office: Office) -> None:
    office.write("controls/rules.txt", "Ask me first: yes\n")
    office.remind("2026-12-10T09:00")
    (message,) = office.messages()
    shown = office.app.services.messaging.preview.of(message).rendered
    assert shown is not None
    words = shown.text.replace("Hello", "Dear")
    office.app.services.messaging.answer.approve(message.id, by="Ann", words=words)
    office.release()

    (outgoing,) = office.email.sent
    assert outgoing.text.startswith("Dear Maria Lopez,")
    assert len(token_of(outgoing.text)) == 43
    assert token_of(office.messages()[0].text) == HIDDEN


def test_in_test_mode_reminders_are_shown_and_not_sent(office: Office) -> None:
    office.write("controls/rules.txt", "Test mode: yes\n")
    office.remind("2026-12-10T09:00")

    assert office.said() == [("Maria Lopez", "held", "test mode is on")]
    assert office.sent() == []


def test_link_in_an_email_answers_for_its_reader_and_is_nowhere_else(office: Office) -> None:
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.email.sent
    token = token_of(outgoing.text)
    answering = office.app.services.controls.answer_by_link.look(token)
    assert (answering.control.name, answering.person, answering.due_on) == (  # type: ignore[union-attr]
        "Fire drill",
        "Maria Lopez",
        date(2026, 12, 10),
    )
    (message,) = office.messages()
    assert token_of(message.text) == HIDDEN
    assert token not in repr(message.facts) + repr(office.ports.audit_log.list_latest(limit=100))


def test_reminder_that_leaves_names_its_channel(office: Office) -> None:
    office.tick("2026-12-10T08:00")
    histories = office.ports.histories
    assert [line.dispatched_via for line in histories.list_reminders("fire drill")] == ["", ""]

    office.remind("2026-12-10T09:00")

    lines = histories.list_reminders("fire drill")
    ways = {line.slot: line.dispatched_via for line in lines}
    assert ways == {"day-5": "", "day+0": "email"}


def test_two_readers_have_links_of_their_own(office: Office) -> None:
    office.remind("2026-12-15T09:00")

    open_link = office.app.services.controls.answer_by_link.look
    links = [open_link(token_of(outgoing.text)) for outgoing in office.email.sent]
    assert [link.person for link in links] == ["Maria Lopez", "Tom Hill"]  # type: ignore[union-attr]


def test_looking_at_what_would_leave_makes_no_link(office: Office) -> None:
    office.tick("2026-12-05T08:00")

    (ahead,) = office.app.services.messaging.preview(limit=10)

    assert ahead.rendered is not None
    assert token_of(ahead.rendered.text) == HIDDEN
    assert ahead.rendered.secret == ""


def test_email_that_is_sent_again_has_a_link_that_works(office: Office) -> None:
    office.email.answer_with(Temporary("busy"))
    office.remind("2026-12-10T09:00")
    office.go_to("2026-12-10T09:05")
    office.release()

    (outgoing,) = office.email.sent
    answering = office.app.services.controls.answer_by_link.look(token_of(outgoing.text))
    assert answering.person == "Maria Lopez"  # type: ignore[union-attr]


def test_app_without_a_public_address_sends_no_links() -> None:
    office = memory_office(public_url=None)
    office.remind("2026-12-10T09:00")

    (outgoing,) = office.email.sent
    assert outgoing.text.split("\n\n")[-1] == "Proof to keep: photo of the sheet"


def test_reminder_leaves_without_a_link_that_could_not_be_kept() -> None:
    office = memory_office()
    office.tick("2026-12-10T09:00")
    write = office.app.services.controls.write_reminders
    broken = replace(write, make_links=replace(write.make_links, store=BusyStore()))
    composer_factories = office.app.services.messaging.release.composer_factories
    assert isinstance(composer_factories, dict)
    composer_factories["controls"] = broken
    office.release()

    (outgoing,) = office.email.sent
    assert outgoing.text.split("\n\n")[-1] == "Proof to keep: photo of the sheet"


class BusyStore:
    """Too busy for anything."""

    def commit_each(self, commits: object) -> list[bool]:
        raise Temporary("busy")

    def commit(self, changes: object) -> None:
        raise Temporary("busy")

    def find(self, kind: object, key: str) -> None:
        raise Temporary("busy")


@pytest.mark.parametrize("token", ["", "x", "../..", "\x00", "a" * 5000, "é"], ids=repr)
def test_link_that_was_made_up_leads_nowhere(token: str) -> None:
    with pytest.raises(NotFound):
        memory_office().app.services.controls.answer_by_link.look(token)


def test_digest_of_a_link_opens_nothing(office: Office) -> None:
    office.remind("2026-12-10T09:00")
    token = token_of(office.email.sent[0].text)
    digest = digest_of(token)
    assert office.ports.store.find(AnswerLink, digest) is not None

    with pytest.raises(NotFound):
        office.app.services.controls.answer_by_link.look(digest)


def test_link_that_is_too_old_is_tidied_away(office: Office) -> None:
    office.remind("2026-12-10T09:00")
    digest = digest_of(token_of(office.email.sent[0].text))
    for day, is_there in (("2027-01-08T23:59", True), ("2027-01-09T09:00", False)):
        office.go_to(day)
        office.tidy()
        assert (office.ports.store.find(AnswerLink, digest) is not None) == is_there


def test_app_left_to_itself_reminds_its_people_when_the_quiet_hours_end() -> None:
    office = memory_office(london("2026-12-10T07:50"))
    office.app.services.ensure_builtins(timezone="Europe/London", wishes={})
    office.app.go(until=london("2026-12-10T09:05"))

    (message,) = office.messages()
    assert (message.person, message.state) == ("Maria Lopez", State.SENT)
    assert message.made_at.replace(second=0) <= london("2026-12-10T08:02")
    assert message.sent_at == london("2026-12-10T09:00")


LINK = "https://belfry.example.com/answer/abc"


def occasion(days_over: int = -3, *, control: dict[str, Any] | None = None, **changes: Any) -> Any:
    """The reminder so many days after the due date; the rest changes the reminder."""
    return render_reminder(
        a_reminder(**{k: v for k, v in changes.items() if k not in ("reader", "owner")}),
        a_control(**(control or {})),
        today=DUE + timedelta(days=days_over),
        owner=changes.get("owner", "Maria Lopez"),
        reader=changes.get("reader", "Maria Lopez"),
        link=LINK,
    )


@pytest.mark.parametrize(
    "days_over, subject, sentence",
    [
        pytest.param(
            -5,
            "due Thursday 10 December, in 5 days",
            "is due on Thursday 10 December 2026, in 5 days.",
            id="five days before",
        ),
        pytest.param(
            -1,
            "due tomorrow, Thursday 10 December",
            "is due tomorrow, Thursday 10 December 2026.",
            id="the day before",
        ),
        pytest.param(0, "due today", "is due today, Thursday 10 December 2026.", id="on the day"),
        pytest.param(
            1,
            "1 day overdue",
            "was due yesterday, Thursday 10 December 2026, and is not done.",
            id="the day after",
        ),
        pytest.param(
            2,
            "2 days overdue",
            "was due on Thursday 10 December 2026, 2 days ago, and is not done.",
            id="two days after",
        ),
    ],
)
def test_reminder_says_when_it_is_due_and_how_far_off_that_is(
    days_over: int, subject: str, sentence: str
) -> None:
    words = occasion(days_over)

    assert words["subject"] == f"Monthly safety check is {subject}"
    assert words["email"].split("\n\n")[1] == f"Monthly safety check {sentence}"


def test_reminder_to_its_owner_says_what_is_needed_and_where_to_answer() -> None:
    needs = {"proof": "photo of the panel", "notes": "keys are\nin the office"}

    texts = occasion(control=needs)
    assert (texts["subject"], texts["email"]) == (
        "Monthly safety check is due Thursday 10 December, in 3 days",
        "Hello Maria Lopez,\n\n"
        "Monthly safety check is due on Thursday 10 December 2026, in 3 days.\n\n"
        "Proof to keep: photo of the panel\nNotes: keys are in the office\n\n"
        f"Mark it done, add proof, or snooze it:\n{LINK}",
    )


def test_control_that_needs_proof_says_so() -> None:
    assert "It counts as done only with proof attached." in (
        occasion(control={"requires_evidence": True})["email"].split("\n\n")
    )


@pytest.mark.parametrize(
    "days_over, expected",
    [
        pytest.param(2, [" The reminder before this one is of Monday 7 December 2026."], id="over"),
        pytest.param(0, [""], id="not yet over"),
    ],
)
def test_overdue_reminder_names_the_one_before_it(days_over: int, expected: list[str]) -> None:
    text = occasion(days_over, previous_on=date(2026, 12, 7))["email"]

    assert [text.split("\n\n")[1].partition("and is not done.")[2]] == expected


@pytest.mark.parametrize(
    "changes, reason",
    [
        pytest.param({}, None, id="to its owner: nothing needs to be said"),
        pytest.param(
            {"reader": "Tom Hill", "instead_of": "Maria Lopez", "because": Redirect.AWAY},
            "This is for Maria Lopez, who is away.",
            id="to a deputy",
        ),
        pytest.param(
            {"reader": "", "owner": "Bob", "instead_of": "Bob", "because": Redirect.UNKNOWN},
            "This is for Bob, who is not in people.csv; so it comes to you.",
            id="for somebody who left",
        ),
        pytest.param(
            {"reader": "", "instead_of": "Maria Lopez", "because": Redirect.UNREACHABLE},
            "This is for Maria Lopez, for whom people.csv has no address that could be used; "
            "so it comes to you.",
            id="for somebody without an address",
        ),
        pytest.param(
            {"reader": "Ann Lee", "tried": ("Maria Lopez", "Tom Hill")},
            "It could not be delivered to Maria Lopez and Tom Hill; so it comes to you. "
            "Its owner is Maria Lopez.",
            id="to the next in line",
        ),
        pytest.param(
            {"reader": "", "owner": ""}, "Nobody is named as its owner.", id="a control of nobody's"
        ),
    ],
)
def test_reminder_says_why_it_comes_to_somebody_else(
    changes: dict[str, Any], reason: str | None
) -> None:
    parts = occasion(**changes)["email"].split("\n\n")

    assert parts[2:-1] == ([reason] if reason else [])


def test_escalation_says_who_else_hears_of_it_and_that_it_goes_on() -> None:
    words = occasion(
        3,
        is_escalation=True,
        also=("Maria Lopez",),
        reader="Tom Hill",
        slot="escalation-2026-12-13",
    )

    assert words["subject"] == "Escalated: Monthly safety check is 3 days overdue"
    assert words["email"].split("\n\n")[2:] == [
        "Its owner is Maria Lopez. Maria Lopez hears of it, too. "
        "Its reminders have passed, so this is sent every working day until it is done.",
        f"Mark it done or add proof:\n{LINK}",
    ]


def test_subject_for_a_deputy_names_whose_it_is() -> None:
    words = occasion(0, instead_of="Maria Lopez", because=Redirect.AWAY)

    assert words["subject"] == "Monthly safety check is due today (for Maria Lopez)"


@pytest.mark.parametrize(
    "reader, greeting",
    [
        pytest.param("Maria Lopez", "Hello Maria Lopez,", id="by name"),
        pytest.param("", "Hello,", id="whoever reads the team's own post"),
    ],
)
def test_email_greets_its_reader(reader: str, greeting: str) -> None:
    assert occasion(reader=reader)["email"].split("\n\n")[0] == greeting


def test_text_message_is_one_line_with_the_link() -> None:
    text = occasion(0, control={"notes": "long notes"})["sms"]

    assert text == f"Monthly safety check is due today, Thursday 10 December 2026. {LINK}"


def test_without_a_link_nothing_is_said_of_answers() -> None:
    plain = render_reminder(
        a_reminder(),
        a_control(),
        today=DUE,
        owner="Maria Lopez",
        reader="Maria Lopez",
    )

    assert plain["email"].split("\n\n")[-1] == (
        "Monthly safety check is due today, Thursday 10 December 2026."
    )


def test_names_typed_over_several_lines_add_no_lines_to_an_email() -> None:
    odd = occasion(0, control={"name": "Check\r\nBcc: x@example.com"})

    assert odd["subject"] == "Check Bcc: x@example.com is due today"
