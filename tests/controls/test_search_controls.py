"""Controls are found by search, and those that need attention are listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.offices import Office

from belfry.controls.chains.moves import Move
from belfry.controls.controls import THE_LIST, TaskList
from belfry.controls.find_controls import ControlPage, ControlView, Search, Shown
from belfry.kernel.changes import Put

MANY = 603


def search(
    office: Office, query: Search, after: str = "", limit: int = 50
) -> ControlPage[ControlView]:
    return office.app.services.controls.search(query, after=after, limit=limit)


def pressing(office: Office, limit: int = 20) -> list[str]:
    page = office.app.services.controls.search.list_pressing(limit=limit)
    return [line.control.name for line in page.lines]


def names(page: ControlPage[ControlView]) -> list[str]:
    return [line.control.name for line in page.lines]


def test_every_control_is_found_once_page_after_page(office: Office) -> None:
    """More than are read at once, of which every third is wanted."""
    rows = [f"Check {n:04},{'Yes' if n % 3 == 0 else ''},monthly,,,,," for n in range(MANY)]
    open_list(office, *rows)
    seen, after = [], ""
    while True:
        page = search(office, Search(words="yes"), after, limit=100)
        seen += names(page)
        after = page.following
        if not after:
            break
    assert seen == [f"Check {n:04}" for n in range(0, MANY, 3)]


def test_page_that_ends_with_the_last_one_found_is_the_last(office: Office) -> None:
    open_list(office, *(f"Check {n},,monthly,,,,," for n in range(4)))
    assert search(office, Search(), limit=4).following == ""
    assert search(office, Search(), limit=3).following != ""


CHANGES: dict[str, tuple[Callable[[Office], object], object]] = {
    "the rules": (
        lambda office: office.edit("controls/rules.txt", "5 days before", "9 days before"),
        ("Maria Lopez", Move.DUE_NOW, date(2026, 12, 1), None),
    ),
    "the people": (
        lambda office: office.edit("people.csv", "Maria Lopez", "Maria Garcia"),
        ("Maria Garcia", Move.ON_TRACK, date(2026, 12, 7), None),
    ),
    "the day": (
        lambda office: office.go_to("2026-12-11 12:00"),
        ("Maria Lopez", Move.OVERDUE, date(2026, 12, 11), None),
    ),
    "the tick of the day": (
        lambda office: office.tick("2026-12-10 12:00"),
        ("Maria Lopez", Move.DUE_NOW, date(2026, 12, 14), None),
    ),
    "the control": (
        lambda office: acts(office).snooze("Fire drill", days=7, by="Maria Lopez"),
        ("Maria Lopez", Move.ON_TRACK, date(2026, 12, 8), date(2026, 12, 8)),
    ),
}


@pytest.mark.parametrize("change, expected", CHANGES.values(), ids=CHANGES)
def test_control_is_described_anew_after_a_change_of(
    office: Office, change: Callable[[Office], object], expected: object
) -> None:
    open_list(office)

    def describe() -> object:
        (view,) = search(office, Search()).lines
        return view.owner, view.decision.move, view.next_on, view.snoozed_until

    assert describe() == ("Maria Lopez", Move.ON_TRACK, date(2026, 12, 7), None)
    change(office)
    assert describe() == expected


def test_reminder_of_today_is_next_until_the_tick_is_over(office: Office) -> None:
    open_list(office)
    office.go_to("2026-12-10 12:00")
    assert [line.next_on for line in search(office, Search()).lines] == [date(2026, 12, 10)]
    store = office.ports.store
    known = store.find(TaskList, THE_LIST)
    assert known is not None
    store.commit([Put(replace(known, ticked_on=date(2026, 12, 10)))])
    assert [line.next_on for line in search(office, Search()).lines] == [date(2026, 12, 11)]


def test_empty_list_has_nothing_to_find(office: Office) -> None:
    assert names(search(office, Search())) == []
    assert pressing(office) == []


@pytest.mark.parametrize(
    "day, shown",
    [
        ("2026-12-04", Shown.ON_TRACK),
        ("2026-12-05", Shown.DUE),
        ("2026-12-10", Shown.DUE),
        ("2026-12-11", Shown.OVERDUE),
        ("2026-12-12", Shown.OVERDUE),
        ("2026-12-15", Shown.ESCALATED),
    ],
)
def test_control_is_found_under_the_days_move_alone(office: Office, day: str, shown: Shown) -> None:
    open_list(office)
    office.go_to(f"{day} 12:00")
    moves = [choice for choice in Shown if choice not in (Shown.ALL, Shown.DONE)]
    assert [move for move in moves if names(search(office, Search(move)))] == [shown]


@pytest.mark.parametrize("day, is_found", [("2026-12-07", True), ("2026-12-08", False)])
def test_done_is_lately_for_seven_days(office: Office, day: str, is_found: bool) -> None:
    open_list(office)
    mark_done(office)
    office.go_to(f"{day} 12:00")
    assert bool(names(search(office, Search(Shown.DONE)))) is is_found


def test_owner_is_the_rows_else_the_areas_else_the_admin(office: Office) -> None:
    office.write("controls/rules.txt", "Owner of data: Ann\n")
    open_list(
        office,
        "One,Data,monthly,Maria,,,,",
        "Three,,monthly,,,,,",
        "Two,Data,monthly,,,,,",
    )
    views = search(office, Search()).lines
    assert {view.control.name: view.owner for view in views} == {
        "One": "Maria Lopez",
        "Two": "Ann Lee",
        "Three": "the admin",
    }


def test_control_presses_once_its_day_is_past(office: Office) -> None:
    open_list(office)
    pressed = {}
    for day in (10, 11, 13):
        office.go_to(f"2026-12-{day} 12:00")
        pressed[day] = pressing(office)
    assert pressed == {10: [], 11: ["Fire drill"], 13: ["Fire drill"]}


def test_snooze_gives_peace_from_overdue_but_not_from_escalation(office: Office) -> None:
    open_list(office)
    office.go_to("2026-12-11 12:00")
    acts(office).snooze("Fire drill", days=7, by="user/1")
    assert pressing(office) == []
    office.go_to("2026-12-15 12:00")
    assert pressing(office) == ["Fire drill"]


def test_pressing_ones_are_found_behind_many_that_rest(office: Office) -> None:
    rows = [f"Check {n:03},,yearly,,,2026-12-10,," for n in range(30)]
    open_list(office, *rows)
    office.go_to("2026-12-11 12:00")
    for n in range(25):
        acts(office).snooze(f"Check {n:03}", days=1, by="user/1")
    assert pressing(office, limit=3) == ["Check 025", "Check 026", "Check 027"]
    page = office.app.services.controls.search.list_pressing(limit=3)
    assert page.following == "2026-12-10/check 027"
    assert page.today == date(2026, 12, 11)
