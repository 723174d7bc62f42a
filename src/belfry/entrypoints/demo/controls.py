"""How the people of the sample shop see to its checks: one round on each working morning."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.deeds import Deed
from belfry.entrypoints.demo.pictures import draw
from belfry.entrypoints.demo.saves import find_save, list_mornings
from belfry.entrypoints.demo.tasks import HABITS, PRIYA, Habit
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date, datetime

    from belfry.bootstrap import Services
    from belfry.controls.controls import Control

MOST = 200
LATE_BY = timedelta(days=2)


def list_control_deeds(since: datetime, until: datetime) -> Iterator[Deed]:
    """Whoever a check belongs to sees to it, on the day or a little late."""
    for save in list_mornings(since, until):
        yield Deed(find_save(save), "the team goes round its checks", go_round)


def go_round(services: Services) -> None:
    """Everything that is usually done by now is done; what has no habit waits for somebody."""
    zone = find_zone(services.settings.timezone)
    today = services.ports.clock.now().astimezone(zone).date()
    for control in services.ports.controls.list_page(limit=MOST):
        if control.due_on > today:
            break
        if _is_time(control, today):
            _see_to(services, control)


def _is_time(control: Control, today: date) -> bool:
    match HABITS.get(control.name, Habit.LEFT):
        case Habit.LEFT:
            return False
        case Habit.LATE:
            return control.due_on + LATE_BY <= today
        case _:
            return True


def _see_to(services: Services, control: Control) -> None:
    by, acts = control.owner or PRIYA, services.controls.acts
    match HABITS[control.name]:
        case Habit.PICTURED:
            content = draw("gauge", control.cycle)
            acts.add_evidence(control.name, by=by, content=content, file_name="gauge.jpg")
        case Habit.NOTED:
            acts.add_evidence(control.name, by=by, note=f"Seen to: {control.proof}, in the folder.")
    acts.mark_done(control.name, by=by)
