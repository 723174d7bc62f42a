"""What becomes of a control that is left out this time, or left in peace for some days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.controls.acting import (
    DRILL,
    DUE,
    MARIA,
    NEXT,
    TOM,
    acts,
    announced,
    audit_log,
    busy_office,
    cycles,
    mark_done,
    open_list,
    told_cycles,
    touch,
)
from tests.controls.offices import Office
from tests.controls.reminding import a_control

from belfry.controls.controls import ReminderKind, Snooze, write_snoozes
from belfry.controls.repeats.cycles import plan_snooze
from belfry.kernel.errors import Conflict, InputError


def slots(office: Office) -> list[tuple[str, str]]:
    lines = office.ports.histories.list_reminders("fire drill")
    return [
        (line.slot, line.on.isoformat()) for line in lines if line.kind is not ReminderKind.SKIPPED
    ]


def test_skip_ends_the_cycle_and_is_no_work_done(office: Office) -> None:
    open_list(office)

    act = acts(office).skip(DRILL, reason=" closed  for works ", by=TOM)

    control = office.control()
    assert (control.due_on, control.last_done_on, control.done_by) == (NEXT, None, "")
    assert told_cycles(office) == [(1, "skipped", DUE, DUE, TOM, "closed for works")]
    assert "skipped, because: closed for works" in act.line
    payload = {"due_on": "2026-12-10", "cycle": 1, "done_on": "2026-12-10"}
    assert announced(office) == [("control.skipped", payload)]
    assert audit_log(office)[-1] == f"skipped by {TOM}"


@pytest.mark.parametrize("reason", ["", "  "], ids=["nothing", "blanks"])
def test_skip_wants_a_reason(office: Office, reason: str) -> None:
    open_list(office)
    with pytest.raises(InputError, match="expected a reason for leaving it out"):
        acts(office).skip(DRILL, reason=reason, by=TOM)
    assert cycles(office) == []


def test_skip_of_a_cycle_that_is_over_is_refused(office: Office) -> None:
    open_list(office)
    mark_done(office)
    with pytest.raises(Conflict, match="already done by Maria Lopez on 1 December 2026"):
        acts(office).skip(DRILL, reason="closed", by=TOM, cycle_due_on=DUE)


def test_snooze_silences_reminders_and_then_there_is_one(office: Office) -> None:
    open_list(office)
    office.tick("2026-12-05T08:00")
    office.go_to("2026-12-05T10:00")

    act = acts(office).snooze(DRILL, days=3, by=MARIA)

    assert act.line == "snoozed by Maria Lopez for 3 days, until 8 December 2026"
    for day in ("06", "07", "08", "09"):
        office.tick(f"2026-12-{day}T08:00")
    assert slots(office) == [("day-5", "2026-12-05"), ("snooze-2026-12-08", "2026-12-08")]
    assert f"snoozed by {MARIA}" in audit_log(office)
    assert (cycles(office), announced(office)) == ([], [])


def test_snooze_never_silences_an_escalation(office: Office) -> None:
    open_list(office)
    office.tick("2026-12-12T08:00")
    act = acts(office).snooze(DRILL, days=7, by=MARIA)
    assert act.line.endswith("from 15 December 2026 it is escalated all the same")
    office.tick("2026-12-15T08:00")
    assert slots(office)[-1] == ("escalation-2026-12-15", "2026-12-15")


@pytest.mark.parametrize("days", [-1, 0, 8], ids=["less than none", "no day", "over a week"])
def test_snooze_is_for_one_to_seven_days(office: Office, days: int) -> None:
    open_list(office)
    with pytest.raises(InputError, match=f"expected 1 to 7 days, not {days}"):
        acts(office).snooze(DRILL, days=days, by=MARIA)


def test_fourth_snooze_of_a_cycle_is_refused_and_the_next_cycle_has_three(office: Office) -> None:
    open_list(office)
    for days in (1, 2, 3):
        acts(office).snooze(DRILL, days=days, by=MARIA)
    with pytest.raises(Conflict, match="snoozed 3 times"):
        acts(office).snooze(DRILL, days=4, by=MARIA)

    mark_done(office)

    assert office.control().snoozes == {}
    acts(office).snooze(DRILL, days=1, by=MARIA)
    assert list(office.control().snoozes) == ["1"]


def test_snooze_of_a_cycle_that_is_over_is_refused(office: Office) -> None:
    open_list(office)
    mark_done(office)
    with pytest.raises(Conflict, match="already done by Maria Lopez"):
        acts(office).snooze(DRILL, days=1, by=TOM, cycle_due_on=DUE)


def test_snooze_reads_the_control_again_if_somebody_was_quicker() -> None:
    office, meddlers = busy_office()
    meddlers.append(lambda: touch(office))
    acts(office).snooze(DRILL, days=1, by=MARIA)
    assert office.control().notes == "."
    assert office.control().snoozes["1"]["until"] == date(2026, 12, 2).isoformat()


TODAY = date(2026, 12, 6)
ESCALATES_ON = date(2026, 12, 20)
CONTROL = a_control(due_on=date(2026, 12, 10))


def after(days: int) -> date:
    return TODAY + timedelta(days=days)


@pytest.mark.parametrize("days", [1, 7])
def test_snooze_lasts_so_many_days(days: int) -> None:
    step = plan_snooze(CONTROL, days=days, today=TODAY, escalates_on=ESCALATES_ON, by="Maria")
    assert step.control == replace(CONTROL, snoozes=write_snoozes([Snooze(TODAY, after(days))]))
    assert (step.action, step.closing) == ("snoozed", None)


def test_snooze_says_until_when() -> None:
    step = plan_snooze(CONTROL, days=2, today=TODAY, escalates_on=ESCALATES_ON, by="Maria")
    assert step.line == "snoozed by Maria for 2 days, until 8 December 2026"


def test_snooze_says_from_when_it_will_not_help() -> None:
    step = plan_snooze(CONTROL, days=7, today=TODAY, escalates_on=after(5), by="Maria")
    assert step.line == (
        "snoozed by Maria for 7 days, until 13 December 2026; "
        "from 11 December 2026 it is escalated all the same"
    )


@pytest.mark.parametrize("days", [-1, 0, 8, 365])
def test_snooze_is_one_to_seven_days_long(days: int) -> None:
    with pytest.raises(InputError) as caught:
        plan_snooze(CONTROL, days=days, today=TODAY, escalates_on=ESCALATES_ON, by="Maria")
    assert caught.value.field == "days"


def test_fourth_snooze_of_a_cycle_is_refused() -> None:
    control = CONTROL
    for later in range(3):
        step = plan_snooze(
            control, days=1, today=after(later), escalates_on=ESCALATES_ON, by="Maria"
        )
        control = step.control
    with pytest.raises(Conflict, match="3 times"):
        plan_snooze(control, days=1, today=after(3), escalates_on=ESCALATES_ON, by="Maria")


def test_snooze_may_be_made_longer_and_never_shorter() -> None:
    first = plan_snooze(CONTROL, days=3, today=TODAY, escalates_on=ESCALATES_ON, by="Maria")
    for days in (1, 3):
        with pytest.raises(Conflict, match="until 9 December 2026 already"):
            plan_snooze(
                first.control, days=days, today=TODAY, escalates_on=ESCALATES_ON, by="Maria"
            )
    longer = plan_snooze(first.control, days=4, today=TODAY, escalates_on=ESCALATES_ON, by="Maria")
    assert longer.control.list_snoozes() == (Snooze(TODAY, after(3)), Snooze(TODAY, after(4)))


def test_escalated_control_cannot_be_snoozed() -> None:
    with pytest.raises(Conflict, match="escalated"):
        plan_snooze(CONTROL, days=1, today=TODAY, escalates_on=TODAY, by="Maria")
