"""How often and how long an owner may have peace, and when not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from tests.controls.reminding import a_control

from belfry.controls.controls import Snooze, write_snoozes
from belfry.controls.repeats.cycles import plan_snooze
from belfry.kernel.errors import Conflict, InputError

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
