"""What a reminder says, to whom, on which day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from tests.controls.reminding import DUE, a_control, a_reminder

from belfry.controls.reminders.reminders import Redirect
from belfry.controls.reminders.write_reminders import render_reminder

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
    "days_over, said",
    [
        pytest.param(2, [" The reminder before this one is of Monday 7 December 2026."], id="over"),
        pytest.param(0, [""], id="not yet over"),
    ],
)
def test_overdue_reminder_names_the_one_before_it(days_over: int, said: list[str]) -> None:
    text = occasion(days_over, previous_on=date(2026, 12, 7))["email"]

    assert [text.split("\n\n")[1].partition("and is not done.")[2]] == said


@pytest.mark.parametrize(
    "changes, said",
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
    changes: dict[str, Any], said: str | None
) -> None:
    parts = occasion(**changes)["email"].split("\n\n")

    assert parts[2:-1] == ([said] if said else [])


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
def test_letter_greets_its_reader(reader: str, greeting: str) -> None:
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


def test_names_typed_over_several_lines_add_no_lines_to_a_letter() -> None:
    odd = occasion(0, control={"name": "Check\r\nBcc: x@example.com"})

    assert odd["subject"] == "Check Bcc: x@example.com is due today"
