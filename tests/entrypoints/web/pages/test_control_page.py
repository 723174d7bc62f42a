"""Whether a control's page tells everything, and its buttons do what they say, once."""

from __future__ import annotations

from datetime import date

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.offices import DRILL, FIRE_DRILL, HEAD, ROWS, Office
from tests.entrypoints.web.pages.reading import read

from belfry.accounts.users import Role
from belfry.entrypoints.web.pages.addresses import render_name

DUE = "2026-11-19"
SEEN = {"due_on": DUE, "opened_by": "0"}
LEDGER = "/controls/check~20the~20ledger"


@pytest.fixture
def office(app: App) -> Office:
    office = Office(app)
    office.open()
    return office


def outcomes(app: App, control: str = "fire drill") -> list[tuple[str, str]]:
    lines = app.services.ports.histories.list_cycles(control)
    return [(line.outcome.value, line.by) for line in lines]


def test_page_tells_where_the_control_stands_and_why(office: Office, staff: Visitor) -> None:
    office.remind()
    text = read(staff.get(DRILL).text).text
    assert "Fire drill Due Thu 19 Nov in 3 days due now Status" in text
    assert "Due on 19 November 2026, in 3 days; last reminded on 16 November 2026" in text
    assert "Next reminder to Maria Lopez: Thu 19 Nov." in text
    sent = "Reminder 5 days before sent to Maria Lopez by e-mail"
    assert f"What happened {sent} For Thu 19 Nov today 12:00" in text
    assert (
        "Owner Maria Lopez Area Safety Repeats monthly Reminders 5 days before, on the day, "
        "then 2 days after (the default of the rules) Last done not yet "
        "Proof to keep photo of the sheet Notes count heads"
    ) in text
    assert "Messages sent Escalation to Maria Lopez today 12:00" in text


def test_staff_are_offered_no_buttons(office: Office, staff: Visitor) -> None:
    assert [action for action in read(staff.get(DRILL).text).actions if "/controls" in action] == []


@pytest.mark.parametrize(
    "name, email",
    [
        pytest.param("Maria Lopez", None, id="by her name"),
        pytest.param("M. L.", "maria@example.com", id="by her address"),
    ],
)
def test_staff_answer_for_the_controls_they_own(
    office: Office, app: App, name: str, email: str | None
) -> None:
    users = app.services.accounts.users
    maria = app.visitor(users.add(name=name, email=email, role=Role.STAFF, by="test"))
    assert f"{DRILL}/done" in read(maria.get(DRILL).text).actions
    assert f"{DRILL}/done" in read(maria.get("/controls/board").text).actions
    noted = maria.submit(DRILL, f"{DRILL}/evidence", {"due_on": DUE, "note": "all out"})
    done = maria.submit(DRILL, f"{DRILL}/done", SEEN)
    assert (noted.status_code, done.status_code) == (303, 303)
    assert [outcome for outcome, _ in outcomes(app)] == ["done"]
    backup = "/controls/restore~20a~20backup"
    assert [path for path in read(maria.get(backup).text).actions if "/controls" in path] == []
    refused = maria.submit(DRILL, f"{backup}/done")
    assert refused.status_code == 403


def test_last_done_date_is_corrected(office: Office, app: App, manager: Visitor) -> None:
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)
    answer = manager.submit(DRILL, f"{DRILL}/correct", {"done_on": "2026-11-15"})
    assert answer.status_code == 303
    assert [outcome for outcome, _ in outcomes(app)] == ["done", "undone", "done"]
    control = app.services.controls.acts.find_control("Fire drill")
    assert (control.last_done_on, control.due_on) == (date(2026, 11, 15), date(2026, 12, 15))
    assert "Undo the correction: done on Sun 15 Nov" in read(manager.get(DRILL).text).text


def test_chain_longer_than_the_cycle_is_warned_of(office: Office, staff: Visitor) -> None:
    office.write("Fire drill,Safety,every 4 days,Maria,,2026-11-19,,")
    office.app.services.controls.sync()
    assert "so it is always due now. Shorten its chain" in read(staff.get(DRILL).text).text


def test_page_of_no_control_is_not_found(office: Office, staff: Visitor) -> None:
    answer = staff.get("/controls/fire~20dril")
    assert answer.status_code == 404
    assert "Fire drill" in read(answer.text).text


def test_done_counts_for_the_day_that_is_named(office: Office, app: App, manager: Visitor) -> None:
    form = {**SEEN, "done_on": "2026-11-14", "note": "all out in 3 minutes"}
    answer = manager.submit(DRILL, f"{DRILL}/done", form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{DRILL}?done=control-done")
    control = office.control()
    assert (control.last_done_on, control.done_by) == (date(2026, 11, 14), "user/1")
    text = read(manager.get(DRILL).text).text
    assert "Done on 14 November 2026 by Max" in text
    assert "all out in 3 minutes" in text
    assert "Max marked as done the control fire drill" in read(manager.get("/audit").text).text


def test_done_without_a_day_is_done_today(office: Office, manager: Visitor) -> None:
    assert manager.submit(DRILL, f"{DRILL}/done", SEEN).status_code == 303
    assert office.control().last_done_on == date(2026, 11, 16)


def test_second_press_of_done_says_who_was_first(
    office: Office, app: App, manager: Visitor, owner: Visitor
) -> None:
    manager.submit(DRILL, f"{DRILL}/done", SEEN)
    answer = owner.submit(DRILL, f"{DRILL}/done", SEEN)
    assert answer.status_code == 409
    assert (
        "Nothing was changed. Fire drill was already done by Max on 16 November 2026; "
        "it is due on 16 December 2026 now."
    ) in read(answer.text).text
    assert "data-refresh" not in answer.text
    assert outcomes(app) == [("done", "user/1")]


def test_cycle_that_ended_meanwhile_is_known_by_what_opened_it(
    office: Office, manager: Visitor
) -> None:
    """A due date alone does not tell: the next one may be the same."""
    answer = manager.submit(DRILL, f"{DRILL}/done", {**SEEN, "opened_by": "7"})
    assert answer.status_code == 409
    assert office.control().last_done_on is None


@pytest.mark.parametrize("act", ["done", "snooze", "skip"])
def test_answer_to_a_due_date_that_was_moved_meanwhile_is_refused(
    office: Office, manager: Visitor, act: str
) -> None:
    before = office.control()
    form = {"due_on": "2026-11-12", "opened_by": "0", "days": "1", "reason": "closed"}
    answer = manager.submit(DRILL, f"{DRILL}/{act}", form)
    assert answer.status_code == 409
    assert "Fire drill was changed meanwhile" in read(answer.text).text
    assert office.control() == before


BAD = {
    "a day to come": ("done", {"done_on": "2026-11-17"}, 422),
    "no day at all": ("done", {"done_on": "tomorrow"}, 422),
    "no number of a cycle": ("done", {"opened_by": "x"}, 422),
    "eight days of peace": ("snooze", {"days": "8"}, 422),
    "no days of peace": ("snooze", {}, 422),
    "days that are no number": ("snooze", {"days": "1e3"}, 422),
    "no reason": ("skip", {"reason": "  "}, 422),
    "nothing to take back": ("undo", {}, 409),
}


@pytest.mark.parametrize("act, form, status", BAD.values(), ids=BAD)
def test_what_cannot_be_done_is_refused_on_the_page(
    office: Office, app: App, manager: Visitor, act: str, form: dict[str, str], status: int
) -> None:
    manager.get(DRILL)
    before = office.control()
    answer = manager.submit(DRILL, f"{DRILL}/{act}", {**SEEN, **form})
    assert answer.status_code == status
    assert "Nothing was changed." in read(answer.text).text
    assert office.control() == before
    assert outcomes(app) == []


def test_snooze_keeps_reminders_back_for_the_days(office: Office, manager: Visitor) -> None:
    answer = manager.submit(DRILL, f"{DRILL}/snooze", {**SEEN, "days": "2"})
    assert answer.headers["location"] == f"{DRILL}?done=control-snoozed"
    text = read(manager.get(DRILL).text).text
    assert "snoozed until 18 November 2026" in text
    assert "Snoozed until Wed 18 Nov in 2 days." in text
    assert "Next reminder to Maria Lopez: Wed 18 Nov." in text


def test_snooze_is_not_offered_where_it_would_be_refused(
    office: Office, app: App, manager: Visitor
) -> None:
    place = "/controls/extinguishers"
    assert f"{place}/snooze" not in read(manager.get(place).text).actions
    assert f"{place}/done" in read(manager.get(place).text).actions
    for days in (1, 2, 3):
        assert f"{DRILL}/snooze" in read(manager.get(DRILL).text).actions
        app.services.controls.acts.snooze("Fire drill", days=days, by="user/1")
    assert f"{DRILL}/snooze" not in read(manager.get(DRILL).text).actions


def test_skip_is_kept_with_its_reason(office: Office, app: App, manager: Visitor) -> None:
    form = {**SEEN, "reason": "closed that week"}
    answer = manager.submit(DRILL, f"{DRILL}/skip", form)
    assert answer.headers["location"] == f"{DRILL}?done=control-skipped"
    assert outcomes(app) == [("skipped", "user/1")]
    assert office.control().last_done_on is None
    assert "Skipped by Max For Thu 19 Nov closed that week" in read(manager.get(DRILL).text).text


def test_undo_brings_the_cycle_back_and_keeps_both_lines(
    office: Office, app: App, manager: Visitor
) -> None:
    assert f"{DRILL}/undo" not in read(manager.get(DRILL).text).actions
    manager.submit(DRILL, f"{DRILL}/done", SEEN)
    page = read(manager.get(DRILL).text)
    assert "Undo: done for Thu 19 Nov" in page.text
    assert page.typed["ended_due_on"] == DUE
    answer = manager.submit(DRILL, f"{DRILL}/undo", {"ended_due_on": DUE})
    assert answer.headers["location"] == f"{DRILL}?done=control-undone"
    assert outcomes(app) == [("done", "user/1"), ("undone", "user/1")]
    assert office.control().due_on == date(2026, 11, 19)


def type_date(office: Office, day: str) -> None:
    office.write(f"{FIRE_DRILL},{day}", head=f"{HEAD},last_done")
    office.app.services.controls.sync()


@pytest.mark.parametrize("answer", ["accept-correction", "undo"])
def test_date_that_corrects_the_last_done_is_shown_on_today(
    office: Office, app: App, manager: Visitor, answer: str
) -> None:
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True)
    office.go_to(18)
    type_date(office, "2026-11-17")
    today = read(manager.get("/").text)
    assert "corrected Fire drill The list says that it was last done on Tue 17 Nov" in today.text
    assert "not on Mon 16 Nov, so it is due on Thu 17 Dec" in today.text
    sent = manager.submit("/", f"{DRILL}/{answer}", {"back": "/", "opened_by": "2"})
    assert sent.headers["location"].startswith("/?done=")
    assert "The list says" not in read(manager.get("/").text).text
    done_on = date(2026, 11, 17) if answer == "accept-correction" else date(2026, 11, 16)
    assert office.control().last_done_on == done_on
    again = manager.submit("/", f"{DRILL}/{answer}", {"opened_by": "1"})
    assert again.status_code == 409


def test_first_date_that_is_typed_is_undone_on_the_page(office: Office, manager: Visitor) -> None:
    type_date(office, "2026-10-01")
    page = read(manager.get(DRILL).text)
    assert "Undo: last done on Thu 1 Oct" in page.text
    manager.submit(DRILL, f"{DRILL}/undo", {"opened_by": "0"})
    assert office.control().last_done_on is None


def test_undo_of_another_end_than_the_one_seen_is_refused(office: Office, manager: Visitor) -> None:
    manager.submit(DRILL, f"{DRILL}/done", SEEN)
    answer = manager.submit(DRILL, f"{DRILL}/undo", {"ended_due_on": "2026-10-19"})
    assert answer.status_code == 409
    assert office.control().last_done_on == date(2026, 11, 16)


def test_control_that_needs_evidence_is_not_done_without(
    office: Office, app: App, manager: Visitor
) -> None:
    text = manager.get(LEDGER).text
    assert "Attach a note or a file below first" in read(text).text
    form = {"due_on": "2027-01-04", "opened_by": "0"}
    answer = manager.submit(LEDGER, f"{LEDGER}/done", form)
    assert answer.status_code == 409
    assert "needs evidence before it counts as done" in read(answer.text).text
    app.services.controls.evidence.add("Check the ledger", by="user/1", note="page 12")
    assert "below first" not in read(manager.get(LEDGER).text).text
    assert manager.submit(LEDGER, f"{LEDGER}/done", form).status_code == 303


def test_control_that_left_the_list_keeps_its_history_and_takes_no_answer(
    office: Office, app: App, manager: Visitor
) -> None:
    app.services.controls.acts.mark_done("Fire drill", by="user/1", is_early=True, note="all out")
    others = [row for row in ROWS if row != FIRE_DRILL]
    more = [f"Check {number},,monthly,,,,," for number in range(5)]
    office.open(*ROWS, *more)
    office.write(*others, *more)
    for day in (17, 18):
        office.go_to(day)
        app.services.controls.sync()
    assert office.control().gone_at is not None
    page = read(manager.get(DRILL).text)
    assert "no longer on the list No more reminders are sent" in page.text
    assert "all out" in page.text
    assert [action for action in page.actions if action.startswith("/controls")] == []
    assert manager.submit("/me", f"{DRILL}/done", {}).status_code == 409


def test_message_about_a_control_leads_to_it(office: Office, staff: Visitor) -> None:
    office.remind()
    (message,) = office.app.services.controls.show("Fire drill").messages
    page = read(staff.get(f"/messages/{render_name(message.id)}").text)
    assert "Escalation to Maria Lopez" in page.text
    assert "About Extinguishers and 1 more" in page.text
    assert "/controls/extinguishers" in page.links
    assert "Escalation to Ann Lee" in read(staff.get("/messages").text).text
