"""Whether a year of controls is whole, in order, and read a page at a time."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.control_books import a_control, a_cycle
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.offices import Office

from belfry.controls.controls import Outcome
from belfry.controls.reports.monthly_summary import Fate
from belfry.controls.reports.show_year import DueDay, YearShown, cut_page, list_year

ROWS = (
    "Zebra crossing,Safety,yearly,Tom,,2026-12-20,,",
    "Boiler,House,yearly,Maria,,2026-12-25,,",
    "alarm,Safety,yearly,,,2026-12-10,,",
    "Cellar,,yearly,Tom,,2026-12-04,,",
)


def show(office: Office, year: int = 2026, per_page: int = 10, **wanted: Any) -> YearShown:
    return office.app.services.controls.show_year(year, per_page=per_page, **wanted)


def names(shown: YearShown) -> list[str]:
    return [row.control.name for row in shown.rows]


def test_controls_stand_by_area_and_name(office: Office) -> None:
    open_list(office, *ROWS)
    shown = show(office)
    assert names(shown) == ["Cellar", "Boiler", "alarm", "Zebra crossing"]
    assert [row.owner for row in shown.rows] == [
        *("Tom Hill", "Maria Lopez", "the admin", "Tom Hill"),
    ]
    assert (shown.areas, shown.count, shown.pages) == (("House", "Safety"), 4, 1)


def test_one_area_leaves_the_choice_of_the_others(office: Office) -> None:
    open_list(office, *ROWS)
    shown = show(office, area="Safety")
    assert (names(shown), shown.count) == (["alarm", "Zebra crossing"], 2)
    assert shown.areas == ("House", "Safety")


def test_pages_hold_every_control_once(office: Office) -> None:
    open_list(office, *ROWS)
    pages = [names(show(office, page=page, per_page=3)) for page in (1, 2)]
    assert pages == [["Cellar", "Boiler", "alarm"], ["Zebra crossing"]]


@given(
    counts=st.dictionaries(st.text(max_size=3), st.integers(1, 30), max_size=9),
    per_page=st.integers(1, 40),
)
def test_pages_cut_every_area_from_its_first_control_to_its_last(
    counts: dict[str, int], per_page: int
) -> None:
    count = sum(counts.values())
    pages = [cut_page(counts, skip, per_page) for skip in range(0, count, per_page)]
    cut = [
        (section.area, section.skip + step)
        for page in pages
        for section in page
        for step in range(section.limit)
    ]
    assert cut == [(area, step) for area, number in counts.items() for step in range(number)]
    assert [sum(section.limit for section in page) for page in pages[:-1]] == [per_page] * (
        len(pages) - 1
    )


def test_page_that_is_none_is_the_nearest(office: Office) -> None:
    open_list(office, *ROWS)
    pages = [show(office, page=page, per_page=3).page for page in (0, 1, 2, 99)]
    assert pages == [1, 1, 2, 2]


def test_done_days_and_days_to_come_stand_in_their_order(office: Office) -> None:
    open_list(office)
    office.go_to("2026-12-12T09:00")
    mark_done(office)
    (row,) = show(office).rows
    assert [(due_day.on, due_day.fate, due_day.days) for due_day in row.days] == [
        (date(2026, 12, 10), Fate.LATE, 2)
    ]
    (row,) = show(office, 2027).rows
    assert [str(due_day.on) for due_day in row.days][:2] == ["2027-01-12", "2027-02-12"]


def test_what_was_undone_is_to_come_again(office: Office) -> None:
    open_list(office)
    mark_done(office)
    acts(office).undo_done("Fire drill", by="user/1")
    (row,) = show(office).rows
    assert [(due_day.on.day, due_day.fate) for due_day in row.days] == [(10, None)]


def test_holidays_are_named_where_something_is_due_on_them(office: Office) -> None:
    open_list(office, *ROWS)
    assert show(office).holidays == {date(2026, 12, 25): "Christmas Day"}


def test_no_controls_make_one_empty_page(office: Office) -> None:
    office.write("controls/tasks.csv", "name,repeat\n")
    open_list(office)
    shown = show(office)
    assert (shown.rows, shown.page, shown.pages, shown.count) == ((), 1, 1, 0)


def test_days_missed_by_an_end_that_was_taken_back_are_told_once(office: Office) -> None:
    """The line that takes it back is about a due date of the year before."""
    open_list(office, "Bins,,weekly on Monday,Tom,,2026-12-28,,")
    office.go_to("2027-01-13T09:00")
    mark_done(office, "Bins")
    acts(office).undo_done("Bins", by="user/1")
    (row,) = show(office, 2027).rows
    january = [due_day for due_day in row.days if due_day.on.month == 1]
    assert [(due_day.on.day, due_day.fate) for due_day in january] == [
        *((4, Fate.MISSED), (11, Fate.MISSED), (18, None), (25, None)),
    ]


TODAY = date(2026, 11, 16)


def day(text: str) -> date:
    return date.fromisoformat(text)


def test_days_to_come_follow_the_repeat_and_return_to_the_31st() -> None:
    control = a_control(repeat="monthly on the 31st", due_on=day("2027-01-31"))
    year = list_year(control, [], 2027, TODAY)
    assert [str(due_day.on)[5:] for due_day in year] == [
        *("01-31", "02-28", "03-31", "04-30", "05-31", "06-30"),
        *("07-31", "08-31", "09-30", "10-31", "11-30", "12-31"),
    ]
    assert {due_day.fate for due_day in year} == {None}


def test_rolling_repeat_is_planned_as_if_done_on_each_day() -> None:
    control = a_control(repeat="every 3 weeks", due_on=day("2026-11-20"))
    assert list_year(control, [], 2026, TODAY) == [
        DueDay(day("2026-11-20"), None),
        DueDay(day("2026-12-11"), None),
    ]


def test_overdue_rolling_control_is_planned_as_if_done_today() -> None:
    control = a_control(repeat="every 2 weeks", due_on=day("2026-11-10"))
    assert list_year(control, [], 2026, TODAY) == [
        DueDay(day("2026-11-10"), Fate.OPEN, 6),
        DueDay(day("2026-11-30"), None),
        DueDay(day("2026-12-14"), None),
        DueDay(day("2026-12-28"), None),
    ]


def test_fixed_days_that_pass_while_one_is_open_are_missed_but_today_is_not_over() -> None:
    monday = day("2026-11-02")
    control = a_control(
        repeat="weekly on Monday", due_on=monday, anchor_on=monday, first_seen_on=monday
    )
    year = list_year(control, [], 2026, TODAY)
    assert year[:4] == [
        DueDay(day("2026-11-02"), Fate.OPEN, 14),
        DueDay(day("2026-11-09"), Fate.MISSED),
        DueDay(day("2026-11-16"), None),
        DueDay(day("2026-11-23"), None),
    ]


def test_past_days_tell_what_became_of_them() -> None:
    ends = [
        ("2026-01-10", Outcome.DONE, "2026-01-10"),
        ("2026-02-10", Outcome.DONE, "2026-02-13"),
        ("2026-03-10", Outcome.MISSED, None),
        ("2026-04-10", Outcome.SKIPPED, "2026-04-10"),
    ]
    lines = [
        a_cycle(
            number=number,
            cycle=number,
            due_on=day(due),
            outcome=outcome,
            done_on=day(done) if done else None,
        )
        for number, (due, outcome, done) in enumerate(ends, 1)
    ]
    year = list_year(a_control(due_on=day("2027-02-01")), lines, 2026, TODAY)
    assert year == [
        DueDay(day("2026-01-10"), Fate.ON_TIME),
        DueDay(day("2026-02-10"), Fate.LATE, 3),
        DueDay(day("2026-03-10"), Fate.MISSED),
        DueDay(day("2026-04-10"), Fate.SKIPPED),
    ]


def test_what_was_taken_back_is_not_shown_even_by_a_line_of_the_year_before() -> None:
    lines = [
        a_cycle(number=1, due_on=day("2025-12-20"), done_on=day("2026-01-20")),
        a_cycle(number=2, due_on=day("2026-01-10"), outcome=Outcome.MISSED, done_on=None),
        a_cycle(number=3, due_on=day("2025-12-20"), outcome=Outcome.UNDONE),
    ]
    assert list_year(a_control(due_on=day("2027-02-01")), lines, 2026, TODAY) == []


def test_repeat_that_nobody_can_read_any_more_shows_its_open_cycle() -> None:
    control = a_control(repeat="every blue moon", due_on=day("2026-12-01"))
    assert list_year(control, [], 2026, TODAY) == [DueDay(day("2026-12-01"), None)]


@pytest.mark.parametrize("year", [2026, 2027, 2028])
@given(
    repeat=st.sampled_from(
        ["daily", "every 2 weeks", "monthly on the 31st", "last Friday of the month", "yearly"]
    ),
    off=st.integers(-200, 200),
)
def test_year_holds_its_own_days_in_order_and_each_once(year: int, repeat: str, off: int) -> None:
    due_on = TODAY + timedelta(days=off)
    control = a_control(repeat=repeat, due_on=due_on, anchor_on=due_on)
    days = [due.on for due in list_year(control, [], year, TODAY)]
    assert days == sorted(set(days))
    assert {each.year for each in days} <= {year}
