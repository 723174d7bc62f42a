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
from belfry.kernel.digests import digest_of
from belfry.kernel.texts import make_harmless

if TYPE_CHECKING:
    from icalendar import Event

LONGEST_LINE = 200
ASK_AGAIN_AFTER = timedelta(hours=6)
_MARK = 32


@dataclass(frozen=True, slots=True)
class Owned:
    """A control, and the name of whoever sees to it; empty if nobody is named."""

    control: Control
    owner: str = ""


def render_feed(found: Iterable[Owned], *, team: str, family: str, now: datetime) -> bytes:
    """A calendar as RFC 5545 has it; the same all day, unless a control changed."""
    # The library takes long to load, and few commands need it.
    from icalendar import Calendar, vDuration, vText

    title = vText(make_harmless(f"{team}: controls" if team else "Controls", most=LONGEST_LINE))
    wait = vDuration(ASK_AGAIN_AFTER)
    calendar = Calendar()
    calendar.add("prodid", "-//Belfry//Controls//EN")
    calendar.add("version", "2.0")
    calendar.add("name", title)
    calendar.add("x-wr-calname", title)
    calendar.add("refresh-interval", wait, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", wait)
    stamp = now.replace(hour=0, minute=0, second=0, microsecond=0)
    for one in found:
        calendar.add_component(_render_event(one, family, stamp))
    written: bytes = calendar.to_ical()
    return written


def find_uid(family: str, control_id: str) -> str:
    """Equal for one control of one team, whatever becomes of either's dates and addresses."""
    return f"{digest_of(f'{family}/{control_id}')[:_MARK]}@belfry"


def _render_event(one: Owned, family: str, stamp: datetime) -> Event:
    from icalendar import Event

    control = one.control
    event = Event()
    event.add("uid", find_uid(family, control.id))
    event.add("dtstamp", stamp)
    # Its cycle alone would not do: an undone one, or an edited row, moves the date within a cycle.
    event.add("sequence", control.revision)
    event.add("dtstart", control.due_on)
    event.add("dtend", control.due_on + timedelta(days=1))
    event.add("summary", make_harmless(control.name, most=LONGEST_LINE))
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
    return [
        f"{what}: {make_harmless(text, most=LONGEST_LINE)}" for what, text in said.items() if text
    ]
