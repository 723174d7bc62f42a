"""What a calendar shows of the controls: each on the day it is next due.

A control keeps its entry for good: once it is done, the same entry moves to the next due date. Of
the people only the owner is named; notes stay in the house, because they may hold anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.controls.controls import Control
from belfry.kernel.icals import (
    find_midnight,
    make_uid,
    open_event,
    open_feed,
    tidy_words,
    write_calendar,
)

if TYPE_CHECKING:
    from icalendar import Event


@dataclass(frozen=True, slots=True)
class Owned:
    """A control, and the name of whoever sees to it; empty if nobody is named."""

    control: Control
    owner: str = ""


def render_feed(found: Iterable[Owned], *, team: str, family: str, now: datetime) -> bytes:
    """A calendar as RFC 5545 has it; the same all day, unless a control changed."""
    calendar = open_feed("Controls", title=f"{team}: controls" if team else "Controls")
    stamp = find_midnight(now)
    for one in found:
        calendar.add_component(_render_event(one, family, stamp))
    return write_calendar(calendar)


def find_uid(family: str, control_id: str) -> str:
    """Equal for one control of one team, whatever becomes of either's dates and addresses."""
    return make_uid(f"{family}/{control_id}")


def _render_event(one: Owned, family: str, stamp: datetime) -> Event:
    control = one.control
    event = open_event(
        uid=find_uid(family, control.id),
        summary=control.name,
        # Its cycle alone would not do: an undone one, or an edited row, moves the date within it.
        sequence=control.revision,
        stamped_at=stamp,
    )
    event.add("dtstart", control.due_on)
    event.add("dtend", control.due_on + timedelta(days=1))
    event.add("description", "\n".join(_describe(one)))
    # A check on some day is no reason to be busy all day.
    event.add("transp", "TRANSPARENT")
    return event


def _describe(one: Owned) -> list[str]:
    control = one.control
    said = {
        "Owner": one.owner,
        "Area": control.area,
        "Repeats": control.repeat,
        "Proof to keep": control.proof,
    }
    return [f"{what}: {tidy_words(text)}" for what, text in said.items() if text]
