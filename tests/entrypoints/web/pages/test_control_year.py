"""Whether a year of controls can be read on one sheet, by month, and without colour."""

from __future__ import annotations

from datetime import date

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read

YEAR = "/controls/year"


@pytest.fixture
def office(app: App) -> Office:
    return Office(app)


def test_due_dates_stand_in_their_months_with_a_sign_each(office: Office, staff: Visitor) -> None:
    office.open("Boiler,House,every 2 weeks,Maria,,2026-11-20,,")
    text = read(staff.get(YEAR).text).text
    assert "Controls in 2026" in text
    assert "House Boiler Maria Lopez 20 ○ 4 ○ 18 ○" in text


def test_signs_tell_what_became_of_each_and_are_read_out(office: Office, staff: Visitor) -> None:
    office.open("Boiler,House,monthly,Maria,,2026-09-10,,")
    done = office.app.services.controls.acts.mark_done
    done("Boiler", by="user/1", done_on=date(2026, 9, 10))
    done("Boiler", by="user/1", done_on=date(2026, 10, 13))
    page = staff.get(YEAR).text
    assert "10 ✓ 10 L 13 !" in read(page).text
    for expected in (
        "Thu 10 Sep 2026: done on time",
        "Sat 10 Oct 2026: done late, by 3 days",
        "Fri 13 Nov 2026: overdue, by 3 days",
    ):
        assert f'aria-label="{expected}"' in page


def test_month_with_very_many_is_told_in_figures(office: Office, staff: Visitor) -> None:
    office.open("Fridge,Kitchen,daily,Maria,,2026-11-16,,")
    assert "15× ○ 31× ○" in read(staff.get(YEAR).text).text


def test_holiday_is_marked_and_named(office: Office, staff: Visitor) -> None:
    office.open("Stock take,Shop,yearly,Maria,,2026-12-25,,")
    page = staff.get(YEAR).text
    assert "25h ○" in read(page).text
    assert "a holiday (Christmas Day), so reminders wait for the next working day" in page


def test_one_month_is_a_list_of_days(office: Office, staff: Visitor) -> None:
    office.open(
        "Boiler,House,every 2 weeks,Maria,,2026-11-20,,",
        "Alarm,Safety,monthly,Ann,,2026-11-20,,",
    )
    text = read(staff.get(f"{YEAR}?month=11").text).text
    assert "November 2026 Fri 20 ○ Boiler to come, Maria Lopez ○ Alarm to come, Ann Lee" in text
    assert "Nothing is due in this month." in read(staff.get(f"{YEAR}?month=3").text).text


def test_area_can_be_chosen_and_stays_chosen(office: Office, staff: Visitor) -> None:
    office.open("Boiler,House,yearly,Maria,,2026-11-20,,", "Alarm,Safety,yearly,Ann,,2026-11-20,,")
    page = read(staff.get(f"{YEAR}?area=Safety").text)
    assert "/controls/alarm" in page.links
    assert "/controls/boiler" not in page.links
    assert f"{YEAR}?of=2027&month=0&area=Safety&page=1" in page.links
    assert "No control of that area." in read(staff.get(f"{YEAR}?area=Moon").text).text


@pytest.mark.parametrize(
    ("asked", "year"),
    [
        ("of=2027", 2027),
        ("of=2023", 2023),
        ("of=2022", 2026),
        ("of=2029", 2026),
        ("of=soon", 2026),
        ("of=²&month=13&page=0&area=%00", 2026),
    ],
)
def test_years_near_this_one_can_be_looked_at(
    office: Office, staff: Visitor, asked: str, year: int
) -> None:
    office.open()
    assert f"Controls in {year}" in read(staff.get(f"{YEAR}?{asked}").text).text


def test_long_list_is_read_a_page_at_a_time(office: Office, staff: Visitor) -> None:
    office.open(*(f"Check {n:02},,yearly,Maria,,2026-11-20,," for n in range(41)))
    first, second = staff.get(YEAR).text, staff.get(f"{YEAR}?page=2").text
    assert "Page 1 of 2: 41 controls by area and name." in read(first).text
    assert "/controls/check~2040" not in read(first).links
    assert "/controls/check~2040" in read(second).links


def test_team_without_a_list_is_told_how_to_begin(app: App, staff: Visitor) -> None:
    assert "No list of controls yet" in read(staff.get(YEAR).text).text
