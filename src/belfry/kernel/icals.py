"""Write calendar entries that every calendar program reads alike.

As RFC 5545 has it. Typed text becomes one harmless line: it can neither steer what
is shown nor bring lines of its own.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.texts import digest_of, make_harmless

if TYPE_CHECKING:
    from icalendar import Calendar, Event

LONGEST_LINE = 200
ASK_AGAIN_AFTER = timedelta(hours=6)
_MARK = 32


def make_uid(mark: str) -> str:
    """The permanent id of an entry: a digest, which does not show `mark`."""
    return f"{digest_of(mark)[:_MARK]}@belfry"


def tidy_words(text: str) -> str:
    return make_harmless(text, most=LONGEST_LINE)


def open_calendar(room: str, *, method: str = "") -> Calendar:
    """A calendar without entries; `method` says what is to be done with them, if anything."""
    # The library takes long to load, and few commands need it.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", f"-//Belfry//{room}//EN")
    calendar.add("version", "2.0")
    if method:
        calendar.add("method", method)
    return calendar


def open_feed(room: str, *, title: str) -> Calendar:
    """A calendar that programs ask for again and again, under the title they show."""
    from icalendar import vDuration, vText

    shown, wait = vText(tidy_words(title)), vDuration(ASK_AGAIN_AFTER)
    calendar = open_calendar(room)
    calendar.add("name", shown)
    calendar.add("x-wr-calname", shown)
    calendar.add("refresh-interval", wait, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", wait)
    return calendar


def open_event(*, uid: str, summary: str, sequence: int, stamped_at: datetime) -> Event:
    """An entry without its time; `sequence` grows with every change."""
    from icalendar import Event

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", stamped_at)
    event.add("sequence", sequence)
    event.add("summary", tidy_words(summary))
    return event


def find_midnight(now: datetime) -> datetime:
    """The stamp of all entries of a feed, so that it is the same all day."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def write_calendar(calendar: Calendar) -> bytes:
    written: bytes = calendar.to_ical()
    return written
