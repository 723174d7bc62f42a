"""Two readers of calendars that share nothing, and what both must make of the same bytes."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, NamedTuple

import icalendar
import vobject

LONGEST_LINE = 75
_ESCAPED = re.compile(r"\\([\\;,])")


class AuditEntry(NamedTuple):
    """One entry as a program for calendars takes it up; people as (address, name)."""

    uid: str
    sequence: int
    summary: str
    starts_at: datetime
    ends_at: datetime
    stamped_at: datetime
    status: str
    transparency: str
    organizer: tuple[str, str] | None
    attendees: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


class Read(NamedTuple):
    method: str
    title: str
    names: tuple[str, ...]
    entries: list[AuditEntry]


def read_calendar(content: bytes) -> Read:
    """What a calendar says, to both readers; its lines are as RFC 5545 wants them."""
    assert content.endswith(b"\r\n")
    lines = content.removesuffix(b"\r\n").split(b"\r\n")
    assert max(map(len, lines)) <= LONGEST_LINE
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    first, second = read_first(content), read_second(content)
    assert first == second
    return first


def read_first(content: bytes) -> Read:
    calendar = icalendar.Calendar.from_ical(content)
    assert calendar.errors == []
    entries = [_read_event(event) for event in calendar.walk("VEVENT")]
    names = tuple(sorted(str(name).lower() for name in calendar))
    title = _unescape(str(calendar.get("X-WR-CALNAME", "")))
    return Read(str(calendar.get("METHOD", "")), title, names, entries)


def _unescape(text: str) -> str:
    """Both readers leave what stands under a name that is not in the RFC as it is written."""
    return _ESCAPED.sub(r"\1", text)


def _read_event(event: Any) -> AuditEntry:
    assert event.errors == []
    people = event.get("ATTENDEE", [])
    attendees = people if isinstance(people, list) else [people]
    organizer = event.get("ORGANIZER")
    return AuditEntry(
        uid=str(event["UID"]),
        sequence=int(event["SEQUENCE"]),
        summary=str(event["SUMMARY"]),
        starts_at=event["DTSTART"].dt,
        ends_at=event["DTEND"].dt,
        stamped_at=event["DTSTAMP"].dt,
        status=str(event["STATUS"]),
        transparency=str(event["TRANSP"]),
        organizer=_name(organizer) if organizer is not None else None,
        attendees=tuple(_name(attendee) for attendee in attendees),
        names=tuple(sorted(str(name).lower() for name in event)),
    )


def _name(address: Any) -> tuple[str, str]:
    return str(address), str(address.params.get("CN", ""))


def read_second(content: bytes) -> Read:
    [calendar] = vobject.readComponents(content.decode())
    entries = [_read_vevent(event) for event in calendar.contents.get("vevent", [])]
    names = tuple(sorted(name for name in calendar.contents if name != "vevent"))
    title = _unescape(_only(calendar, "x-wr-calname"))
    return Read(_only(calendar, "method"), title, names, entries)


def _read_vevent(event: Any) -> AuditEntry:
    contents = event.contents
    organizer = contents.get("organizer")
    return AuditEntry(
        uid=_only(event, "uid"),
        sequence=int(_only(event, "sequence")),
        summary=_only(event, "summary"),
        starts_at=contents["dtstart"][0].value,
        ends_at=contents["dtend"][0].value,
        stamped_at=contents["dtstamp"][0].value,
        status=_only(event, "status"),
        transparency=_only(event, "transp"),
        organizer=_name_line(organizer[0]) if organizer else None,
        attendees=tuple(_name_line(attendee) for attendee in contents.get("attendee", [])),
        names=tuple(sorted(contents)),
    )


def _only(component: Any, name: str) -> str:
    lines = component.contents.get(name, [])
    assert len(lines) <= 1
    return str(lines[0].value) if lines else ""


def _name_line(line: Any) -> tuple[str, str]:
    return str(line.value), "".join(line.params.get("CN", [""]))
