"""A list of controls that a test ticks day by day, and what is known afterwards."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.controls.offices import Office

from belfry.controls.reminders.tick_controls import Ticked, TickPlan

TASKS = "controls/tasks.csv"
RULES = "controls/rules.txt"
HEAD = "name,area,repeat,owner,last_done,first_due,chain_override,requires_evidence,notes"
CHECK = "Safety check"


def set_list(office: Office, *rows: str, head: str = HEAD) -> None:
    office.write(TASKS, "\n".join([head, *rows, ""]))


def set_check(
    office: Office,
    due: str = "2026-12-10",
    chain: str = "",
    repeat: str = "monthly",
    done: str = "",
    more: str = ",",
) -> None:
    """The list with one control; `more` is whether it requires evidence, and notes."""
    set_list(office, f'{CHECK},Safety,{repeat},Maria,{done},{due},"{chain}",{more}')


def tick(office: Office, day: str, hour: str = "08:00", **options: Any) -> Ticked:
    """A whole tick at that London time; its events are not relayed yet."""
    office.go_to(f"{day}T{hour}")
    ticked = office.app.services.controls.tick(**{"is_whole": True, **options})
    assert ticked.today.isoformat() == day
    return ticked


def tick_days(office: Office, *days: int, month: str = "2026-12") -> list[str]:
    """What the one control's ticks came to: "10 due-now sends 0"."""
    lines = []
    for day in days:
        (control,) = tick(office, f"{month}-{day:02}").controls
        lines.append(f"{day} {say(control)}")
    return lines


def say(plan: TickPlan) -> str:
    decision = plan.decision
    if not decision.sends:
        return str(decision.move)
    return f"{decision.move} sends" + ("" if decision.window is None else f" {decision.window}")


def reminders(office: Office, control_id: str = "safety check") -> list[str]:
    """What was recorded, in order: "2026-12-10 day-5 reminder on 5"."""
    return [
        f"{line.due_on} {line.slot} {line.kind} on {line.on:%m-%d}"
        for line in office.ports.histories.list_reminders(control_id)
    ]


def news(office: Office) -> list[str]:
    """What was announced of controls, and waits to be carried on."""
    now = office.app.clock.now()
    rows = office.ports.outbox.claim(now=now, limit=1000, within=timedelta(0), about="control")
    return [f"{row.op} {row.payload.get('slot', row.payload['due_on'])}" for row in rows]


def cycles(office: Office, control_id: str = "safety check") -> list[tuple[str, date, str]]:
    lines = office.ports.histories.list_cycles(control_id)
    return [(line.outcome.value, line.due_on, line.by) for line in lines]


def data_problems(office: Office) -> dict[str, str]:
    return {
        data_problem.place: data_problem.text
        for data_problem in office.ports.data_problems.list(room="controls")
    }
