"""What a tick brings for a control, day by day, from the team's list to what is recorded."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.controls.offices import Office, london, open_office
from tests.controls.ticking import (
    CHECK,
    RULES,
    TASKS,
    cycles,
    data_problems,
    news,
    reminders,
    say,
    set_check,
    set_list,
    tick,
    tick_days,
)

from belfry.controls.controls import THE_LIST, TaskList
from belfry.entrypoints.worker.prepare import prepare

SAFETY = "Safety check: remind 5 days before, on the day, and 2 days after\n"
SEED_DAYS = [
    "4 on-track",
    "5 due-now sends -5",
    "6 due-now",
    "9 due-now",
    "10 due-now sends 0",
    "11 overdue",
    "12 overdue sends 2",
    "13 overdue",
    "14 overdue",
    "15 escalate sends",
    "16 escalate sends",
]


def test_a_control_is_reminded_of_escalated_and_recorded_as_its_chain_says(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)

    assert tick_days(office, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16) == SEED_DAYS
    assert reminders(office) == [
        "2026-12-10 day-5 reminder on 12-05",
        "2026-12-10 day+0 reminder on 12-10",
        "2026-12-10 day+2 reminder on 12-12",
        "2026-12-10 escalation-2026-12-15 escalation on 12-15",
        "2026-12-10 escalation-2026-12-16 escalation on 12-16",
    ]
    assert news(office) == [
        "control.reminded day-5",
        "control.reminded day+0",
        "control.reminded day+2",
        "control.escalated escalation-2026-12-15",
        "control.escalated escalation-2026-12-16",
    ]
    assert office.app.services.accounts.verify_audit_log().breaks == ()


@pytest.mark.parametrize(
    ("chain", "days", "expected"),
    [
        pytest.param(
            "30, 14 and 3 days before",
            (7, 8, 10, 11),
            ["7 due-now sends -3", "8 due-now", "10 due-now", "11 escalate sends"],
            id="a chain that ends before the due date escalates on the day after it",
        ),
        pytest.param(
            "on the day", (9, 10, 11), ["9 on-track", "10 due-now sends 0", "11 escalate sends"],
            id="a single reminder on the day",
        ),
        pytest.param(
            "2 and 4 days after",
            (11, 12, 13, 14, 15),
            ["11 on-track", "12 overdue sends 2", "13 overdue", "14 overdue sends 4",
             "15 escalate sends"],
            id="reminders that only come after the due date",
        ),
        pytest.param(
            "5 days before and on the day",
            (8, 10),
            ["8 due-now sends -5", "10 due-now sends 0"],
            id="a window that was missed is made up for by one reminder",
        ),
    ],
)  # fmt: skip
def test_any_chain_is_kept(
    office: Office, chain: str, days: Sequence[int], expected: Sequence[str]
) -> None:
    office.write(RULES, f"Default: {chain}\n")
    set_check(office)
    assert tick_days(office, *days) == expected


def test_a_tick_made_again_on_the_same_day_sends_nothing_more(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    for day in (5, 10, 12, 15):
        assert " sends" in tick_days(office, day)[0]
        recorded = reminders(office)
        for hour in ("08:00", "12:00", "23:59"):
            (ticked,) = tick(office, f"2026-12-{day:02}", hour).controls
            assert not ticked.decision.sends
        assert reminders(office) == recorded
    assert len(news(office)) == 4


def test_three_weeks_without_a_tick_bring_one_message_and_no_burst(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick_days(office, 4)

    assert tick_days(office, 29) == ["29 escalate sends"]
    assert reminders(office) == [
        "2026-12-10 day+0 skipped on 12-29",
        "2026-12-10 day+2 skipped on 12-29",
        "2026-12-10 day-5 skipped on 12-29",
        "2026-12-10 escalation-2026-12-29 escalation on 12-29",
    ]
    assert news(office) == ["control.escalated escalation-2026-12-29"]


def test_a_window_passed_over_between_two_ticks_is_recorded_as_skipped(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    assert tick_days(office, 4, 11) == ["4 on-track", "11 overdue sends 0"]
    assert reminders(office) == [
        "2026-12-10 day+0 reminder on 12-11",
        "2026-12-10 day-5 skipped on 12-11",
    ]


def test_a_minute_before_and_after_midnight_are_two_days(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-08", "23:59")
    before = tick(office, "2026-12-09", "23:59")
    after = tick(office, "2026-12-10", "00:01")
    assert [say(control) for control in (*before.controls, *after.controls)] == [
        "due-now",
        "due-now sends 0",
    ]


def test_the_day_is_that_of_the_teams_zone_also_after_it_moved(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick(office, "2026-12-09", "20:00")
    moved = open_office(office.ports, timezone="Pacific/Auckland")

    ticked = moved.app.services.controls.tick(is_whole=True)
    assert (ticked.today.isoformat(), say(ticked.controls[0])) == ("2026-12-10", "due-now sends 0")

    office.go_to("2026-12-10T08:00")
    (back,) = office.app.services.controls.tick(is_whole=True).controls
    assert say(back) == "due-now"


@pytest.mark.parametrize(
    ("repeat", "first", "dues"),
    [
        pytest.param(
            "monthly on the 31st",
            "2027-01-31",
            ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"],
            id="the 31st is the 31st again after a short month",
        ),
        pytest.param(
            "yearly on 29 February",
            "2028-02-29",
            ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"],
            id="29 February comes back in a leap year",
        ),
    ],
)
def test_due_dates_do_not_drift(office: Office, repeat: str, first: str, dues: list[str]) -> None:
    set_check(office, first, repeat=repeat)
    done_days, done = [], first
    for _ in dues:
        tick(office, done)
        set_check(office, first, repeat=repeat, done=done)
        tick(office, done, "09:00")
        done = office.control(CHECK).due_on.isoformat()
        done_days.append(done)
    assert done_days == dues


def test_a_short_tick_decides_what_a_whole_one_would(office: Office) -> None:
    office.write(RULES, SAFETY + "Default: a week before, the day before and on the day\n")
    rows = [f"Check {n},Safety,weekly,,,2026-12-{n:02},,," for n in range(8, 20)]
    set_list(office, *rows)
    for day in range(1, 29):
        foreseen = tick(office, f"2026-12-{day:02}", dry_run=True)
        short = tick(office, f"2026-12-{day:02}", is_whole=False)
        assert {
            control.control.name: say(control)
            for control in short.controls
            if control.decision.sends
        } == {
            control.control.name: say(control)
            for control in foreseen.controls
            if control.decision.sends
        }


def test_a_dry_run_writes_nothing_about_any_control(office: Office) -> None:
    set_list(office, f"{CHECK},Safety,weekly,Nobody,,2026-12-04,,,", "Bad,,now and then,,,,,,")
    ticked = tick(office, "2026-12-03", dry_run=True)

    assert [(control.control.name, say(control)) for control in ticked.controls] == [
        (CHECK, "due-now sends -5")
    ]
    assert len(ticked.problems) == 1
    assert (office.ports.controls.rows(), reminders(office), news(office)) == ({}, [], [])
    assert (data_problems(office), office.ports.store.find(TaskList, THE_LIST)) == ({}, None)


def test_a_dry_run_foresees_what_the_team_has_just_changed(office: Office) -> None:
    set_list(office, f"{CHECK},,weekly,,,2026-12-20,,,", "Gone,,weekly,,,2026-12-20,,,")
    tick(office, "2026-12-03")
    set_list(office, f"{CHECK},,weekly,,,2026-12-04,,,")
    tick(office, "2026-12-03", "12:00")
    ticked = tick(office, "2026-12-03", "13:00", dry_run=True)
    assert [(control.control.name, say(control)) for control in ticked.controls] == [
        (CHECK, "due-now")
    ]


def test_a_bad_row_never_stops_the_others(office: Office) -> None:
    rows = [
        "Good,,weekly,Maria,,2026-12-10,,,",
        "No repeat,,,,,,,,",
        "Odd,,every blue moon,,,,,,",
        ",,weekly,,,,,,",
        "Twin,,weekly,,,,,,",
        "twin,,weekly,,,,,,",
        "Odd date,,weekly,,soon,,,,",
        "Odd chain,,weekly,,,2026-12-10,\"7, 3\",,",
        "Too far,,weekly,,,2926-12-10,,,",
        "Good as well,,weekly,Maria,,2026-12-10,,,",
    ]  # fmt: skip
    set_list(office, *rows)
    ticked = tick(office, "2026-12-10")

    assert {control.control.name: say(control) for control in ticked.controls} == {
        "Good": "due-now sends 0",
        "Odd date": "on-track",
        "Odd chain": "due-now sends 0",
        "Too far": "on-track",
        "Good as well": "due-now sends 0",
    }
    assert [place for place, _ in ticked.problems] == [
        f"{TASKS}, line 3, column C (repeat)",
        f"{TASKS}, line 4, column C (repeat)",
        f"{TASKS}, line 5, column A (name)",
        f"{TASKS}, line 6, column A (name)",
        f"{TASKS}, line 7, column A (name)",
        f"{TASKS}, line 8, column E (last_done)",
        f"{TASKS}, line 9, column G (chain_override)",
        f"{TASKS}, line 10, column F (first_due)",
    ]
    assert data_problems(office) == dict([*ticked.problems, *ticked.notes])


def test_a_team_without_a_list_is_left_alone(office: Office) -> None:
    office.remove(TASKS)
    ticked = tick(office, "2026-12-10")
    assert (ticked.controls, str(ticked)) == ((), "this team keeps no list of controls")
    assert (data_problems(office), office.ports.store.find(TaskList, THE_LIST)) == ({}, None)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda office: office.remove(TASKS), id="the list is gone"),
        pytest.param(lambda office: office.write(TASKS, "a,b\n1,2\n"), id="its headers are gone"),
        pytest.param(lambda office: office.write(TASKS, ""), id="it is empty"),
    ],
)
def test_controls_go_on_while_the_list_cannot_be_read(office: Office, spoil: object) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick_days(office, 4)
    assert callable(spoil)
    spoil(office)
    assert tick_days(office, 5, 10, 15) == [
        "5 due-now sends -5",
        "10 due-now sends 0",
        "15 escalate sends",
    ]
    assert list(data_problems(office))[0].startswith(TASKS)


def test_rules_that_were_never_readable_remind_nobody_and_are_told(office: Office) -> None:
    office.write(RULES, "Test mode: yes\nDefault: soon\n")
    set_check(office)
    ticked = tick(office, "2026-12-10")
    assert (ticked.is_known, ticked.controls, news(office)) == (False, (), [])
    assert list(data_problems(office)) == [f"{RULES} line 2, column 10"]

    office.write(RULES, SAFETY)
    assert tick_days(office, 10) == ["10 due-now sends 0"]
    assert data_problems(office) == {}


def test_a_mistake_in_the_rules_leaves_the_last_whole_ones_in_force(office: Office) -> None:
    office.write(RULES, "Default: on the day\n")
    set_check(office)
    tick_days(office, 4)
    office.write(RULES, "Default: soon\n")
    assert tick_days(office, 7, 10) == ["7 on-track", "10 due-now sends 0"]
    assert list(data_problems(office)) == [f"{RULES} line 1, column 10"]


def test_without_rules_belfrys_own_chain_holds(office: Office) -> None:
    office.remove(RULES)
    set_check(office)
    assert tick_days(office, 6, 7, 10, 11) == [
        "6 on-track",
        "7 due-now sends -3",
        "10 due-now sends 0",
        "11 escalate sends",
    ]


def test_changed_rules_count_for_every_control_at_once(office: Office) -> None:
    office.write(RULES, "Default: on the day\n")
    set_check(office)
    tick_days(office, 4)
    office.write(RULES, "Default: a week before and on the day\n")
    (ticked,) = tick(office, "2026-12-05", is_whole=False).controls
    assert say(ticked) == "due-now sends -7"


def test_a_chain_of_fifty_windows_that_were_all_missed_is_recorded_whole(office: Office) -> None:
    chain = ", ".join(str(-day) for day in range(50, 0, -1))
    set_check(office, chain=chain)
    assert tick_days(office, 21) == ["21 escalate sends"]
    assert len(reminders(office)) == 51
    assert news(office) == ["control.escalated escalation-2026-12-21"]
    assert len(office.control(CHECK).windows) == 50
    assert office.app.services.accounts.verify_audit_log().breaks == ()
    assert tick_days(office, 21, 22) == ["21 escalate", "22 escalate sends"]


def test_a_done_cycle_is_silent_and_the_next_one_begins_afresh(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    tick_days(office, 5, 10)
    set_check(office, done="2026-12-11")
    assert tick_days(office, 11, 12, 13) == ["11 on-track", "12 on-track", "13 on-track"]
    assert [(what, due_on.isoformat(), by) for what, due_on, by in cycles(office)] == [
        ("done", "2026-12-10", "the list")
    ]
    assert tick_days(office, 5, 6, month="2027-01") == ["5 on-track", "6 due-now sends -5"]


def test_the_clock_ticks_at_eight_in_the_teams_zone(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_check(office)
    office.go_to("2026-12-10T07:50")
    prepare(office.app.services)
    office.app.go(until=london("2026-12-10T07:59"))
    assert reminders(office) == []
    office.app.go(until=london("2026-12-10T08:01"))
    assert reminders(office) == [
        "2026-12-10 day+0 reminder on 12-10",
        "2026-12-10 day-5 skipped on 12-10",
    ]


def test_a_tick_says_in_a_line_what_it_did(office: Office) -> None:
    office.write(RULES, SAFETY)
    set_list(
        office, f"{CHECK},,weekly,,,2026-12-10,,,", "Late,,weekly,,,2026-12-01,,,", "Bad,,,,,,,,"
    )
    assert str(tick(office, "2026-12-10")) == (
        "3 controls on the list, 1 reminded of, 1 escalated, 1 problems"
    )


def test_a_tick_names_the_day_it_was_made(office: Office) -> None:
    set_check(office)
    tick(office, "2026-12-10")
    task_list = office.ports.store.find(TaskList, THE_LIST)
    assert task_list is not None
    assert task_list.ticked_on is not None
    assert task_list.ticked_on.isoformat() == "2026-12-10"
