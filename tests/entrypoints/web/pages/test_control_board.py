"""The board of controls shows what needs attention, and takes answers."""

from __future__ import annotations

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor, find_csrf
from tests.entrypoints.web.pages.offices import DRILL, ROWS, Office
from tests.entrypoints.web.pages.reading import read
from tests.pictures import make_picture

from belfry.controls.show_board import MOST_LANES, Arrangement
from belfry.entrypoints.web.pages.controls.control_list import PER_LANE

BOARD = "/controls/board"
FULL = PER_LANE[Arrangement.MOVE]
LEDGER = "/controls/check~20the~20ledger"
LEDGER_DUE = "Check the ledger,Finance,quarterly,,bank statement,2026-11-20,yes,"


@pytest.fixture
def office(app: App) -> Office:
    return Office(app)


def columns(visitor: Visitor, path: str = BOARD) -> dict[str, list[str]]:
    """The names on the cards, by the heads of their columns."""
    cards_by_column = {}
    for lane in visitor.get(path).text.split('<section class="lane')[1:]:
        head = lane.split("<h2")[1].split(">", 1)[1].split("<")[0].strip()
        cards = lane.split("<h3>")[1:]
        cards_by_column[head] = [card.split(">")[1].split("<")[0] for card in cards]
    return cards_by_column


def test_cards_stand_in_columns_and_the_rest_is_counted(office: Office, staff: Visitor) -> None:
    office.open()
    assert columns(staff) == {
        "Escalated": ["Extinguishers"],
        "Overdue": ["Restore a backup"],
        "Due now": ["Fire drill"],
        "Coming up": [],
    }
    text = read(staff.get(BOARD).text).text
    assert "1 more on track They are due in more than two weeks." in text


def test_card_says_all_that_matters(office: Office, staff: Visitor) -> None:
    office.open()
    office.remind()
    text = read(staff.get(BOARD).text).text
    assert (
        "Fire drill Safety Due Thu 19 Nov in 3 days Owner Maria Lopez Last done not yet "
        "Reminder Thu 19 Nov in 3 days Proof photo of the sheet"
    ) in text


def test_columns_can_be_areas(office: Office, staff: Visitor) -> None:
    office.open()
    assert columns(staff, f"{BOARD}?by=area") == {
        "Safety": ["Extinguishers", "Fire drill"],
        "Data": ["Restore a backup"],
    }


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("area=Data", ["Restore a backup"]),
        ("owner=Maria+Lopez", ["Extinguishers", "Fire drill"]),
        ("q=drill", ["Fire drill"]),
        ("by=nonsense&area=%00", ["Extinguishers", "Restore a backup", "Fire drill"]),
    ],
)
def test_board_can_be_narrowed(
    office: Office, staff: Visitor, asked: str, names: list[str]
) -> None:
    office.open()
    shown = columns(staff, f"{BOARD}?{asked}")
    assert [name for cards in shown.values() for name in cards] == names


def test_nothing_found_leads_back(office: Office, staff: Visitor) -> None:
    office.open()
    page = read(staff.get(f"{BOARD}?q=zebra").text)
    assert "No matching control is due in the next two weeks." in page.text
    assert BOARD in page.links


def test_full_column_shows_its_first_cards_and_the_way_to_the_others(
    office: Office, staff: Visitor
) -> None:
    office.open(*(f"Check {n:02},,monthly,Maria,,2026-11-16,," for n in range(FULL + 3)))
    assert len(columns(staff)["Due now"]) == FULL
    page = read(staff.get(BOARD).text)
    assert "And 3 more" in page.text
    assert "/controls?show=due&q=" in page.links


def test_areas_that_find_no_room_are_told(office: Office, staff: Visitor) -> None:
    rows = (f"Check {n:02},Area {n:02},monthly,Maria,,2026-11-16,," for n in range(MOST_LANES + 2))
    office.open(*rows)
    text = read(staff.get(f"{BOARD}?by=area").text).text
    assert "2 more areas are less pressing: choose one above." in text
    assert "less pressing" not in read(staff.get(BOARD).text).text


def test_done_on_a_card_leads_back_to_the_same_board(office: Office, manager: Visitor) -> None:
    office.open()
    page = manager.get(f"{BOARD}?q=drill")
    back = f"{BOARD}?q=drill"
    assert f'name="back" value="{back}"' in page.text
    form = {"csrf": find_csrf(page.text), "back": back, "due_on": "2026-11-19", "opened_by": "0"}
    answer = manager.post(f"{DRILL}/done", form)
    assert answer.headers["location"] == f"{back}&done=control-done"
    assert columns(manager)["Due now"] == []


def test_proof_given_on_a_card_ends_the_cycle_in_one_go(office: Office, manager: Visitor) -> None:
    office.open(*ROWS, LEDGER_DUE.replace("Check the", "Balance the"))
    page = manager.get(BOARD).text
    place = "/controls/balance~20the~20ledger"
    assert f'action="{place}/done"' not in page
    fields = {"csrf": find_csrf(page), "back": BOARD, "then": "done", "due_on": "2026-11-20"}
    answer = manager.client.post(
        f"{place}/evidence",
        data={**fields, "note": "all there", "opened_by": "0"},
        files={"chosen": ("statement.jpg", make_picture())},
    )
    assert answer.headers["location"] == f"{BOARD}?done=control-done"
    assert str(office.control("Balance the ledger").last_done_on) == "2026-11-16"
    (evidence,) = office.app.services.ports.histories.list_evidence("balance the ledger")
    assert (evidence.note, evidence.file_name) == ("all there", "statement.jpg")


def test_proof_without_anything_ends_nothing(office: Office, manager: Visitor) -> None:
    office.open(LEDGER_DUE)
    csrf = find_csrf(manager.get(BOARD).text)
    files = {"chosen": ("", b"")}
    answer = manager.client.post(
        f"{LEDGER}/evidence", data={"csrf": csrf, "then": "done"}, files=files
    )
    assert answer.status_code == 422
    assert "Nothing was changed." in read(answer.text).text
    assert office.control("Check the ledger").last_done_on is None


def test_proof_for_a_cycle_that_is_over_ends_no_other(office: Office, manager: Visitor) -> None:
    office.open()
    csrf = find_csrf(manager.get(BOARD).text)
    office.app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)
    fields = {"csrf": csrf, "then": "done", "due_on": "2026-11-19", "opened_by": "0", "note": "x"}
    answer = manager.client.post(f"{DRILL}/evidence", data=fields, files={"chosen": ("", b"")})
    assert answer.status_code == 409
    assert office.control().cycle == 2


def test_staff_see_the_board_and_no_buttons(office: Office, staff: Visitor) -> None:
    office.open()
    page = read(staff.get(BOARD).text)
    assert [action for action in page.actions if action.startswith("/controls/f")] == []


def test_escalated_control_is_not_offered_a_snooze(office: Office, manager: Visitor) -> None:
    office.open()
    actions = read(manager.get(BOARD).text).actions
    assert f"{DRILL}/snooze" in actions
    assert "/controls/extinguishers/snooze" not in actions
    assert "/controls/extinguishers/skip" in actions


def test_calm_fortnight_says_so(office: Office, staff: Visitor) -> None:
    office.open(ROWS[3])
    assert "All calm Nothing is due in the next two weeks." in read(staff.get(BOARD).text).text


def test_controls_named_like_a_view_keep_their_own_page(office: Office, staff: Visitor) -> None:
    office.open("Board,,monthly,Maria,,2026-11-16,,", "Year,,monthly,Maria,,2026-11-16,,")
    links = read(staff.get(BOARD).text).links
    assert {"/controls/~62oard", "/controls/~79ear"} <= set(links)
    assert "<h1>Year</h1>" in staff.get("/controls/~79ear").text


def test_script_in_a_cell_stays_text(office: Office, manager: Visitor) -> None:
    script = "<script>alert(1)</script>"
    office.open(f"{script},{script},monthly,{script},{script},2026-11-16,,")
    for path in (BOARD, f"{BOARD}?by=area", "/controls/year", "/controls/year?month=11"):
        assert script not in manager.get(path).text
