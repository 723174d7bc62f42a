"""The board shows what needs attention, and no more than can be read."""

from __future__ import annotations

from typing import Any

import pytest
from tests.controls.acting import acts, mark_done, open_list
from tests.controls.offices import Office

from belfry.controls.show_board import MOST_LANES, Arrangement, Board, Wanted

ROWS = (
    "Alarm,Safety,weekly,Maria,,2026-12-20,,",
    "Boiler,House,monthly,Maria,,2026-12-10,,",
    "Cellar,,monthly,Tom,,2026-12-04,,",
    "Doors,Safety,monthly,Tom,,2026-12-01,,",
    "Exits,House,monthly,,,2026-12-19,,",
)


@pytest.fixture
def open_office(office: Office) -> Office:
    open_list(office, *ROWS)
    office.go_to("2026-12-05T09:00")
    return office


def show(office: Office, per_lane: int = 10, **wanted: Any) -> Board:
    board = office.app.services.controls.show_board
    return board(Wanted(**wanted), per_lane=per_lane)


def lanes(board: Board) -> dict[str, list[str]]:
    return {lane.name: [card.control.name for card in lane.cards] for lane in board.lanes}


def test_every_control_stands_in_the_column_of_its_move(open_office: Office) -> None:
    board = show(open_office)
    assert lanes(board) == {
        "escalated": ["Doors"],
        "overdue": ["Cellar"],
        "due": ["Boiler"],
        "soon": ["Exits"],
    }
    assert (board.resting, board.in_all) == (1, 5)


def test_fourteen_days_ahead_are_soon_and_the_fifteenth_is_not(open_office: Office) -> None:
    assert lanes(show(open_office))["soon"] == ["Exits"]
    open_office.go_to("2026-12-06T09:00")
    assert lanes(show(open_office))["soon"] == ["Exits", "Alarm"]
    assert show(open_office).resting == 0


def test_control_with_a_long_chain_of_its_own_is_due_months_ahead(office: Office) -> None:
    rows = ("name,repeat,first_due,chain_override", "Audit,yearly,2027-03-01,-90", "")
    office.write("controls/tasks.csv", "\n".join(rows))
    open_list(office)
    assert lanes(show(office))["due"] == ["Audit"]


def test_columns_by_area_come_the_most_pressing_first(open_office: Office) -> None:
    board = show(open_office, by=Arrangement.AREA)
    assert list(lanes(board).items()) == [
        ("Safety", ["Doors"]),
        ("No area", ["Cellar"]),
        ("House", ["Boiler", "Exits"]),
    ]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        pytest.param({"area": "Safety"}, ["Doors"], id="an area"),
        pytest.param({"owner": "Maria Lopez"}, ["Boiler"], id="an owner by their whole name"),
        pytest.param({"owner": "the admin"}, ["Exits"], id="nobody's goes to the admin"),
        pytest.param({"words": "CELL"}, ["Cellar"], id="a part of a name in any case"),
        pytest.param({"words": "lopez"}, ["Boiler"], id="a part of the owner's whole name"),
        pytest.param({"area": "House", "owner": "Tom Hill"}, [], id="both at once"),
    ],
)
def test_board_can_be_narrowed(
    open_office: Office, wanted: dict[str, Any], names: list[str]
) -> None:
    board = show(open_office, **wanted)
    assert [name for lane in lanes(board).values() for name in lane] == names
    assert board.areas == ("House", "Safety")


def test_column_shows_its_first_cards_and_counts_the_rest(office: Office) -> None:
    open_list(office, *(f"Check {n:02},,monthly,,,2026-12-02,," for n in range(9)))
    office.go_to("2026-12-02T09:00")
    due = show(office, per_lane=4).lanes[2]
    assert ([card.control.name for card in due.cards], due.count) == (
        ["Check 00", "Check 01", "Check 02", "Check 03"],
        9,
    )


def test_board_by_area_has_no_more_columns_than_can_be_read(office: Office) -> None:
    open_list(office, *(f"Check {n:02},Area {n:02},monthly,,,2026-12-02,," for n in range(20)))
    assert len(show(office, by=Arrangement.AREA).lanes) == MOST_LANES


def test_what_is_done_leaves_its_column(open_office: Office) -> None:
    mark_done(open_office, "Doors")
    assert lanes(show(open_office))["escalated"] == []


def test_card_tells_of_a_snooze(open_office: Office) -> None:
    acts(open_office).snooze("Cellar", days=2, by="user/1")
    (card,) = show(open_office).lanes[1].cards
    assert str(card.snoozed_until) == "2026-12-07"


def test_empty_list_makes_an_empty_board(office: Office) -> None:
    office.write("controls/tasks.csv", "name,repeat\n")
    open_list(office)
    board = show(office)
    assert (board.in_all, board.resting, board.areas, board.owners) == (0, 0, (), ())
