"""What the demo shows of the rota: what was drafted, what needs a person, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.entrypoints.demo.rota_sheets import choose_weeks
from belfry.kernel.cadence import find_zone
from belfry.rota.drafted_weeks import Outcome

if TYPE_CHECKING:
    from belfry.bootstrap import Services
    from belfry.rota.drafted_weeks import DraftLine
    from belfry.rota.requests import Swap
    from belfry.rota.show_week import WeekView

SHOWN = (Outcome.FILLED, Outcome.FAIR_SWAP, Outcome.SHORT_STAFFED, Outcome.HELD)


def summarise_rota(services: Services) -> dict[str, Any]:
    """The draft that waits, one shift of each outcome with its reason, and the open swaps."""
    now, zone = services.ports.clock.now(), find_zone(services.settings.timezone)
    monday = choose_weeks(now.astimezone(zone).date()).next
    view = services.rota.drafts.show_week(monday)
    return {
        "week": monday,
        "seats": view.draft.seats if view.draft else 0,
        "filled": view.draft.filled if view.draft else 0,
        "shifts": [_shape_line(line) for line in _choose_lines(view)],
        "swaps": [_shape_swap(one) for one in services.rota.requests.list().swaps],
    }


def render_rota(told: dict[str, Any]) -> tuple[str, ...]:
    """The same in a few lines."""
    lines = [f"The week of {told['week']}: {told['filled']} of {told['seats']} seats filled."]
    for one in told["shifts"]:
        who = ", ".join(one["assigned_to"]) or "nobody"
        lines.append(f"{one['shift_id']}, {who}, {one['outcome']}: {one['why']}")
    for one in told["swaps"]:
        said = f"{one['asked']} would take {one['shift_id']} of the week of {one['week']}"
        lines.append(f"{said} from {one['person']}, who asked for cover; a manager has to agree.")
    return tuple(lines)


def _choose_lines(view: WeekView) -> list[DraftLine]:
    """The first shift of each outcome; of those that were simply filled, one that was chosen."""
    lines = [line for day in view.days for line in day.lines if not line.is_pinned]
    first = [next((line for line in lines if line.outcome is one), None) for one in SHOWN]
    return [line for line in first if line]


def _shape_line(line: DraftLine) -> dict[str, Any]:
    return {
        "shift_id": line.shift_id,
        "outcome": line.outcome.value,
        "assigned_to": line.people,
        "why": line.why,
    }


def _shape_swap(swap: Swap) -> dict[str, Any]:
    return {
        "week": swap.week,
        "shift_id": swap.shift_id,
        "person": swap.person,
        "asked": swap.asked,
        "state": swap.state.value,
    }
