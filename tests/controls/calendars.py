"""A small reader of calendars, which shares nothing with what writes them."""

from __future__ import annotations

import re
from typing import NamedTuple

LONGEST_LINE = 75
_UNFOLDED = re.compile(rb"\r\n[ \t]")
_ESCAPED = re.compile(r"\\([\\;,nN])")
_LINE = re.compile(r"([A-Z0-9-]+)((?:;[A-Z0-9-]+=[^;:]+)*):(.*)", re.DOTALL)


class Property(NamedTuple):
    name: str
    parameters: str
    value: str

    @property
    def text(self) -> str:
        """Its value as a text; a bare comma or semicolon would end it."""
        assert not re.search(r"(?<!\\)(?:\\\\)*[,;]", self.value), self.value
        return _ESCAPED.sub(lambda escape: "\n" if escape[1] in "nN" else escape[1], self.value)


class Calendar(NamedTuple):
    properties: list[Property]
    events: list[dict[str, Property]]

    def find(self, name: str) -> Property:
        (property_,) = [candidate for candidate in self.properties if candidate.name == name]
        return property_


def read_calendar(content: bytes) -> Calendar:
    """The one calendar in a file, by RFC 5545; an AssertionError where it does not keep to it."""
    assert content.endswith(b"\r\n")
    lines = content.removesuffix(b"\r\n").split(b"\r\n")
    assert all(len(line) <= LONGEST_LINE for line in lines)
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    # A letter of several bytes may be cut in two by folding, so this comes before decoding.
    whole = _UNFOLDED.sub(b"", content.removesuffix(b"\r\n")).split(b"\r\n")
    properties = [_read(line.decode()) for line in whole]
    assert (properties[0].name, properties[0].value) == ("BEGIN", "VCALENDAR")
    assert (properties[-1].name, properties[-1].value) == ("END", "VCALENDAR")
    calendar = Calendar([], [])
    event: dict[str, Property] | None = None
    for property_ in properties[1:-1]:
        match property_.name, property_.value:
            case "BEGIN", "VEVENT":
                assert event is None
                event = {}
            case "END", "VEVENT":
                assert event is not None
                calendar.events.append(event)
                event = None
            case _ if event is None:
                calendar.properties.append(property_)
            case _:
                assert property_.name not in event
                event[property_.name] = property_
    assert event is None
    return calendar


def _read(line: str) -> Property:
    matched = _LINE.fullmatch(line)
    assert matched, line
    return Property(matched[1], matched[2].lstrip(";"), matched[3])
