"""Which controls a page shows, and how many stand where."""

from __future__ import annotations

from datetime import date

import pytest
from tests.controls.acting import TASKS, mark_done, open_list
from tests.controls.offices import Office, memory_office

from belfry.controls.find_controls import Counts
from belfry.kernel.errors import InputError

MANY = 5001
ROWS = (
    "Alarm,,weekly,Maria,,2026-12-20,,",
    "Boiler,,monthly,Maria,,2026-12-10,,",
    "Cellar,,monthly,Tom,,2026-12-04,,",
    "Doors,,monthly,Tom,,2026-12-01,,",
    "Exits,,monthly,Tom,,2026-12-10,,",
)


@pytest.fixture
def open_office(office: Office) -> Office:
    open_list(office, *ROWS)
    office.go_to("2026-12-05T09:00")
    return office


def names(office: Office, **options: object) -> list[tuple[str, str]]:
    page = office.app.services.controls.list_controls(**{"limit": 100, **options})  # type: ignore[arg-type]
    return [(line.control.name, line.decision.move.value) for line in page.lines]


def test_controls_are_listed_by_due_date_with_todays_move(open_office: Office) -> None:
    assert names(open_office) == [
        ("Doors", "escalate"),
        ("Cellar", "overdue"),
        ("Boiler", "due-now"),
        ("Exits", "due-now"),
        ("Alarm", "on-track"),
    ]


def test_each_page_goes_on_where_the_one_before_ended(open_office: Office) -> None:
    pages, after = [], ""
    for _ in range(3):
        page = open_office.app.services.controls.list_controls(after=after, limit=2)
        pages.append([line.control.name for line in page.lines])
        after = page.following
    assert pages == [["Doors", "Cellar"], ["Boiler", "Exits"], ["Alarm"]]
    assert after == ""


def test_page_that_is_just_full_is_the_last(open_office: Office) -> None:
    assert open_office.app.services.controls.list_controls(limit=5).following == ""


def test_end_of_a_page_that_is_none_is_refused(open_office: Office) -> None:
    with pytest.raises(InputError, match="expected the end of another page"):
        open_office.app.services.controls.list_controls(after="soon/alarm", limit=2)


def test_controls_are_counted_under_their_moves(open_office: Office) -> None:
    mark_done(open_office, "Doors", done_on=date(2026, 11, 29))
    assert open_office.app.services.controls.list_controls.count() == Counts(
        on_track=2, due_now=2, overdue=1, escalated=0, done_lately=1
    )
    open_office.go_to("2026-12-06T09:00")
    assert open_office.app.services.controls.list_controls.count().done_lately == 0


def test_count_of_no_controls_is_nothing(office: Office) -> None:
    assert office.app.services.controls.list_controls.count() == Counts(
        on_track=0, due_now=0, overdue=0, escalated=0, done_lately=0
    )


def test_very_long_list_is_counted_to_the_last() -> None:
    office = memory_office()
    open_list(office, *(f"Check {n},,daily,,,,," for n in range(MANY)))
    counts = office.app.services.controls.list_controls.count()
    assert counts.due_now + counts.on_track == MANY


def test_control_with_a_chain_of_its_own_counts_by_it(office: Office) -> None:
    """It is spoken of long before any control that goes by the rules."""
    rows = ("name,repeat,first_due,chain_override", "Audit,yearly,2027-03-01,-90")
    office.write(TASKS, "\n".join([*rows, "Licence,yearly,2027-03-01,", ""]))
    open_list(office)
    office.go_to("2026-12-05T09:00")
    counts = office.app.services.controls.list_controls.count()
    assert (counts.due_now, counts.on_track) == (1, 1)
