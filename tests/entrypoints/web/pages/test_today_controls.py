"""Whether Today names the controls whose day is past, and lets them be answered there."""

from __future__ import annotations

from datetime import date

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.today import MOST

BACKUP = "/controls/restore~20a~20backup"
EXTINGUISHERS = "/controls/extinguishers"


@pytest.fixture(autouse=True)
def office(app: App) -> Office:
    office = Office(app)
    office.open()
    office.remind()
    app.work()
    return office


def list_controls(visitor: Visitor) -> list[str]:
    links = read(visitor.get("/").text).links
    return [link for link in links if link.startswith("/controls/") and link != "/controls/board"]


def test_escalated_and_overdue_controls_want_somebody(manager: Visitor) -> None:
    text = read(manager.get("/").text).text
    assert list_controls(manager) == [EXTINGUISHERS, BACKUP]
    assert "2 things need your attention" in text
    assert "escalated Extinguishers Maria Lopez Was due on 2 November 2026, 14 days ago" in text
    assert "overdue Restore a backup Ann Lee Was due on 14 November 2026, 2 days ago" in text


def test_staff_see_the_controls_that_are_theirs(app: App, staff: Visitor) -> None:
    maria = app.visitor(app.take_in("Maria Lopez"))
    page = read(maria.get("/").text)
    assert list_controls(maria) == [EXTINGUISHERS]
    assert "One thing needs your attention. " in page.text
    assert [action for action in page.actions if "/controls" in action] == []
    assert list_controls(staff) == []
    assert "Nothing is asked of you." in read(staff.get("/").text).text


def test_control_is_done_with_a_note_or_skipped_with_a_reason(
    office: Office, app: App, manager: Visitor
) -> None:
    seen = {"due_on": "2026-11-02", "opened_by": "0", "back": "/"}
    manager.submit("/", f"{EXTINGUISHERS}/done", {**seen, "note": "All nine are full"})
    cycles = app.services.ports.histories.list_cycles("extinguishers")
    assert [line.note for line in cycles] == ["All nine are full"]

    form = {"due_on": "2026-11-14", "opened_by": "0", "back": "/", "reason": "Closed"}
    answer = manager.submit("/", f"{BACKUP}/skip", form)
    assert answer.headers["location"] == "/?done=control-skipped"
    assert list_controls(manager) == []


def test_control_that_needs_proof_leads_to_where_it_is_attached(
    office: Office, manager: Visitor
) -> None:
    office.open("Fire drill,Safety,monthly,Maria,photo,2026-11-09,yes,")
    assert "/controls/fire~20drill#evidence" in read(manager.get("/").text).links


def test_control_is_done_with_one_press(office: Office, manager: Visitor) -> None:
    page = manager.get("/").text
    assert f"{EXTINGUISHERS}/done" in read(page).actions
    form = {"due_on": "2026-11-02", "opened_by": "0", "back": "/"}
    answer = manager.submit("/", f"{EXTINGUISHERS}/done", form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?done=control-done")
    assert office.control("Extinguishers").last_done_on == date(2026, 11, 16)
    assert list_controls(manager) == [BACKUP]


def test_snoozed_control_wants_nobody_until_it_is_over(office: Office, manager: Visitor) -> None:
    form = {"due_on": "2026-11-14", "opened_by": "0", "days": "1", "back": "/"}
    answer = manager.submit("/", f"{BACKUP}/snooze", form)
    assert answer.headers["location"] == "/?done=control-snoozed"
    assert list_controls(manager) == [EXTINGUISHERS]
    office.go_to(17)
    assert list_controls(manager) == [EXTINGUISHERS, BACKUP]


def test_escalated_control_offers_no_snooze(manager: Visitor) -> None:
    actions = [
        action for action in read(manager.get("/").text).actions if action.startswith("/controls/")
    ]
    assert actions == [
        *(f"{EXTINGUISHERS}/{act}" for act in ("done", "done", "skip")),
        *(f"{BACKUP}/{act}" for act in ("done", "done", "snooze", "skip")),
    ]


def test_very_many_are_cut_short_with_a_way_to_the_rest(office: Office, manager: Visitor) -> None:
    office.open(*(f"Check {number:02},,yearly,,,2026-10-01,," for number in range(25)))
    assert list_controls(manager) == [f"/controls/check~20{number:02}" for number in range(MOST)]
    assert "And 19 more controls whose day is past" in read(manager.get("/").text).text


def test_nothing_late_leaves_nothing_to_answer(office: Office, app: App, manager: Visitor) -> None:
    for name in ("Extinguishers", "Restore a backup"):
        app.services.controls.acts.mark_done(name, by="user/1")
    assert list_controls(manager) == []
