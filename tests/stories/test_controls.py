"""Recurring checks: owners are reminded in time, once, until the check is done."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.stories.checklists import PEOPLE, RULES, open_checklist

from belfry.kernel.errors import Conflict

# Due on a Tuesday; five days before and two days after are working days, too.
CHECK = "Monthly safety check"
SAFETY = f"{CHECK},Safety,monthly,Maria,photo of the sheet,2026-12-08,,,"
EARLY = ("Thu 03 Dec", "maria", f"{CHECK} is due Tuesday 8 December, in 5 days")
ON_THE_DAY = ("Tue 08 Dec", "maria", f"{CHECK} is due today")
AFTER = ("Thu 10 Dec", "maria", f"{CHECK} is 2 days overdue")


def escalate(day: str, *people: str, over: int, name: str = CHECK) -> list[tuple[str, str, str]]:
    return [(day, person, f"Escalated: {name} is {over} days overdue") for person in people]


def test_monthly_check_is_reminded_before_on_the_day_and_after_then_escalated_until_done(
    tmp_path: Path,
) -> None:
    with open_checklist(tmp_path, "2026-12-01T07:00", SAFETY) as office:
        office.go_to("2026-12-10T18:00")
        assert office.left == [EARLY, ON_THE_DAY, AFTER]
        assert (
            "The reminder before this one is of Tuesday 8 December 2026."
            in office.email.sent[-1].text
        )

        office.go_to("2026-12-15T18:00")
        assert office.left[3:] == [
            *escalate("Fri 11 Dec", "maria", "tom", over=3),
            *escalate("Mon 14 Dec", "maria", "tom", over=6),
            *escalate("Tue 15 Dec", "maria", "tom", over=7),
        ]

        office.acts.mark_done(CHECK, by="Maria Lopez")
        office.go_to("2026-12-23T18:00")
        assert len(office.left) == 9
        assert office.services.accounts.verify_audit_log().breaks == ()


def test_annual_sign_off_is_reminded_thirty_fourteen_and_three_days_before(
    tmp_path: Path,
) -> None:
    name = "Annual policy sign-off"
    row = f"{name},Policy,yearly,Maria,,2026-12-17,,,"
    with open_checklist(tmp_path, "2026-11-16T07:00", row) as office:
        office.go_to("2026-12-17T18:00")
        assert office.left == [
            ("Tue 17 Nov", "maria", f"{name} is due Thursday 17 December, in 30 days"),
            ("Thu 03 Dec", "maria", f"{name} is due Thursday 17 December, in 14 days"),
            ("Mon 14 Dec", "maria", f"{name} is due Thursday 17 December, in 3 days"),
        ]

        office.go_to("2026-12-18T18:00")
        assert office.left[3:] == [
            ("Fri 18 Dec", "ann", f"Escalated: {name} is 1 day overdue"),
            ("Fri 18 Dec", "maria", f"Escalated: {name} is 1 day overdue"),
        ]


def test_override_of_a_row_is_chased_two_months_out_and_its_neighbour_is_not(
    tmp_path: Path,
) -> None:
    rows = (
        'Audit preparation,Policy,yearly,Maria,,2027-01-15,"-60, -30, -7, 0",,',
        "Policy reading,Policy,yearly,Maria,,2027-01-15,,,",
    )
    with open_checklist(tmp_path, "2026-11-16T07:00", *rows) as office:
        office.go_to("2026-11-17T18:00")
        subject = "Audit preparation is due Friday 15 January, in 60 days"
        assert office.left == [("Mon 16 Nov", "maria", subject)]


def test_done_rolls_forward_keeps_the_old_cycle_and_is_written_into_the_list(
    tmp_path: Path,
) -> None:
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY) as office:
        office.go_to("2026-12-04T10:00")
        office.acts.mark_done(CHECK, by="Maria Lopez", is_early=True)
        office.go_to("2026-12-09T18:00")
        assert office.left == [EARLY]
        assert f"{office.control(CHECK).due_on}" == "2027-01-04"
        assert office.cycles(CHECK) == [("done", "08 Dec", "04 Dec", "Maria Lopez")]
        assert office.windows(CHECK) == [("day-5", "reminder", "03 Dec")]
        assert office.read_list("name", "first_due", "last_done", "done_by") == [
            (CHECK, "2026-12-08", "2026-12-04", "Maria Lopez")
        ]


def test_what_was_done_by_mistake_is_taken_back_and_reminded_of_again(tmp_path: Path) -> None:
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY) as office:
        office.go_to("2026-12-04T10:00")
        office.acts.mark_done(CHECK, by="Maria Lopez", is_early=True)
        office.go_to("2026-12-04T18:00")
        office.acts.undo_done(CHECK, by="Ann Lee")
        office.go_to("2026-12-08T18:00")
        assert office.left == [EARLY, ON_THE_DAY]
        assert office.cycles(CHECK) == [
            ("done", "08 Dec", "04 Dec", "Maria Lopez"),
            ("undone", "08 Dec", "04 Dec", "Ann Lee"),
        ]
        assert office.read_list("last_done") == [("",)]


def test_three_weeks_of_downtime_end_in_one_reminder_and_no_window_is_lost(
    tmp_path: Path,
) -> None:
    sign_off = "Annual policy sign-off"
    rows = (
        f"{sign_off},Policy,yearly,Maria,,2026-12-04,,,",
        SAFETY.replace("2026-12-08", "2026-11-24"),
    )
    with open_checklist(tmp_path, "2026-11-04T07:00", *rows) as office:
        office.go_to("2026-11-11T06:00")
        first = ("Wed 04 Nov", "maria", f"{sign_off} is due Friday 4 December, in 30 days")
        assert office.left == [first]

        office.be_away_until("2026-12-02T08:30")
        office.go_to("2026-12-02T18:00")
        assert sorted(office.left[1:]) == [
            ("Wed 02 Dec", "maria", "Escalated: 2 controls, 1 overdue"),
            *escalate("Wed 02 Dec", "tom", over=8),
        ]
        assert office.windows(sign_off) == [
            ("day-30", "reminder", "04 Nov"),
            ("day-14", "skipped", "02 Dec"),
            ("day-3", "reminder", "02 Dec"),
        ]
        assert sorted(office.windows(CHECK)) == [
            ("day+0", "skipped", "02 Dec"),
            ("day+2", "skipped", "02 Dec"),
            ("day-5", "skipped", "02 Dec"),
            ("escalation-2026-12-02", "escalation", "02 Dec"),
        ]


@pytest.mark.parametrize(
    "line, day, expected",
    [
        pytest.param("", "Mon 07 Dec", "in 3 days", id="a weekend is waited out"),
        pytest.param("Holidays: GB, 2026-12-07", "Tue 08 Dec", "in 2 days", id="a holiday as well"),
        pytest.param("Working days: Mon-Sat", "Sat 05 Dec", "in 5 days", id="a working Saturday"),
    ],
)
def test_reminder_of_a_saturday_arrives_on_the_next_working_day_with_the_days_left_then(
    tmp_path: Path, line: str, day: str, expected: str
) -> None:
    row, rules = SAFETY.replace("2026-12-08", "2026-12-10"), f"{RULES}{line}\n"
    with open_checklist(tmp_path, "2026-12-04T07:00", row, rules=rules) as office:
        office.go_to("2026-12-09T18:00")
        assert office.left == [(day, "maria", f"{CHECK} is due Thursday 10 December, {expected}")]
        assert office.windows(CHECK) == [("day-5", "reminder", "05 Dec")]


def test_snooze_brings_peace_and_one_reminder_when_it_ends_but_never_stops_an_escalation(
    tmp_path: Path,
) -> None:
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY) as office:
        office.go_to("2026-12-03T15:00")
        office.acts.snooze(CHECK, days=4, by="Maria Lopez")
        office.go_to("2026-12-08T15:00")
        awake = ("Mon 07 Dec", "maria", f"{CHECK} is due tomorrow, Tuesday 8 December")
        assert office.left == [EARLY, awake, ON_THE_DAY]

        office.acts.snooze(CHECK, days=7, by="Maria Lopez")
        office.go_to("2026-12-11T18:00")
        assert office.left[3:] == escalate("Fri 11 Dec", "maria", "tom", over=3)
        with pytest.raises(Conflict, match="escalated"):
            office.acts.snooze(CHECK, days=1, by="Maria Lopez")


def test_absent_owner_s_deputy_hears_of_it_until_the_owner_is_back(tmp_path: Path) -> None:
    people = PEOPLE.replace("Tom Hill,,\n", "Tom Hill,2026-12-01,2026-12-06\n", 1)
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY, people=people) as office:
        office.go_to("2026-12-08T18:00")
        day, _, subject = EARLY
        assert office.left == [(day, "tom", f"{subject} (for Maria Lopez)"), ON_THE_DAY]
        assert "This is for Maria Lopez, who is away." in office.email.sent[0].text


def test_link_in_the_email_marks_it_done_once_and_looking_at_it_changes_nothing(
    tmp_path: Path,
) -> None:
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY) as office:
        office.go_to("2026-12-03T10:00")
        reader = office.open_link()
        status, page = reader.look()
        assert status == 200
        assert f"{CHECK} Due" in page
        assert "Your answer is recorded as Maria Lopez's." in page
        assert office.cycles(CHECK) == []

        status, page = reader.press("done", done_on="2026-12-03", opened_by="0")
        assert status == 200
        assert "It is next due on" in page
        status, page = reader.press("done", done_on="2026-12-03", opened_by="0")
        assert status == 409
        assert "Maria Lopez" in page
        assert "Nothing to answer any more" in reader.look()[1]
        assert office.cycles(CHECK) == [("done", "08 Dec", "03 Dec", "Maria Lopez")]

        office.go_to("2026-12-08T18:00")
        assert office.left == [EARLY]
        assert office.read_list("last_done", "done_by") == [("2026-12-03", "Maria Lopez")]


def test_later_date_typed_into_the_list_counts_as_done_and_an_older_one_is_put_right(
    tmp_path: Path,
) -> None:
    with open_checklist(tmp_path, "2026-12-02T07:00", SAFETY) as office:
        office.go_to("2026-12-06T18:00")
        office.list_controls(f"{SAFETY}2026-12-06")
        office.go_to("2026-12-07T18:00")
        assert office.cycles(CHECK) == [("done", "08 Dec", "06 Dec", "the list")]

        office.list_controls(f"{SAFETY}2026-11-30")
        office.go_to("2026-12-09T18:00")
        assert office.left == [EARLY]
        assert f"{office.control(CHECK).due_on}" == "2027-01-06"
        assert office.read_list("last_done") == [("2026-12-06",)]


def test_control_that_needs_proof_is_done_only_once_there_is_some(tmp_path: Path) -> None:
    row = SAFETY.replace("2026-12-08,,,", "2026-12-08,,yes,")
    with open_checklist(tmp_path, "2026-12-02T07:00", row) as office:
        office.go_to("2026-12-03T10:00")
        with pytest.raises(Conflict, match="photo of the sheet"):
            office.acts.mark_done(CHECK, by="Maria Lopez", is_early=True)
        office.services.controls.evidence.add(
            CHECK, by="Maria Lopez", note="All exits clear, sheet in folder 3"
        )
        office.acts.mark_done(CHECK, by="Maria Lopez", is_early=True)
        office.go_to("2026-12-08T18:00")
        assert office.left == [EARLY]
        [evidence] = office.services.controls.show(CHECK).evidence
        assert (evidence.note, evidence.by) == ("All exits clear, sheet in folder 3", "Maria Lopez")
