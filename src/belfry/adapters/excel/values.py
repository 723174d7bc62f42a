"""What a cell of a workbook says, as a person would type it; and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from openpyxl.styles.numbers import is_date_format
from openpyxl.utils.datetime import from_excel, to_excel

TEXT_FORMAT = "@"
_ZEROS = re.compile(r"0{2,}")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?", re.ASCII)
_HOUR = 3600


def render_value(value: object, number_format: str = "General") -> str:
    """Dates as 2026-11-16, times as 09:30, numbers without a needless .0, TRUE and FALSE."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case datetime():
            has_time = value.time() != time()
            return f"{value:%Y-%m-%d}" + (f" {_render_time(value.time())}" if has_time else "")
        case date():
            return value.isoformat()
        case time():
            return _render_time(value)
        case timedelta():
            return _render_duration(value)
        case int() | float():
            return _render_number(value, number_format)
        case _:
            text = str(value)
            return text if text.strip() else ""


def _render_time(value: time) -> str:
    return f"{value:%H:%M:%S}" if value.second else f"{value:%H:%M}"


def _render_duration(value: timedelta) -> str:
    """As Excel shows [h]:mm: more than 24 hours stay hours."""
    seconds = round(value.total_seconds())
    sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
    hours, rest = divmod(seconds, _HOUR)
    minutes, seconds = divmod(rest, 60)
    return f"{sign}{hours:02}:{minutes:02}" + (f":{seconds:02}" if seconds else "")


def _render_number(value: float, number_format: str) -> str:
    """With the 15 digits that Excel keeps; 00000 as a format fills up with zeros."""
    text = f"{value:.15g}"
    if _ZEROS.fullmatch(number_format) and text.isdigit():
        return text.zfill(len(number_format))
    return text


@dataclass(frozen=True, slots=True)
class StoredValue:
    """A value as a cell's XML holds it: `kind` is its attribute `t`."""

    kind: str
    text: str


def store_value(text: str, *, number_format: str, was: str, epoch: datetime) -> StoredValue:
    """The text as a date, time or number if the cell's format or last value (`was`) says so.

    Only where reading it gives the very same text: a phone number keeps its zero. A formula is
    stored as the text that it is.
    """
    if was == "b" and text in ("TRUE", "FALSE"):
        return StoredValue("b", "1" if text == "TRUE" else "0")
    number = _find_number(text, number_format, was, epoch)
    return StoredValue("inlineStr", text) if number is None else StoredValue("n", number)


def _find_number(text: str, number_format: str, was: str, epoch: datetime) -> str | None:
    if is_date_format(number_format):
        return _find_serial(text, epoch)
    is_numeric = was == "n" and number_format != TEXT_FORMAT
    if not is_numeric or not _NUMBER.fullmatch(text):
        return None
    return text if render_value(float(text), number_format) == text else None


def _find_serial(text: str, epoch: datetime) -> str | None:
    value: datetime | time | None = None
    for read in (datetime.fromisoformat, time.fromisoformat):
        try:
            value = read(text)
            break
        except ValueError:
            continue
    if value is None or value.tzinfo is not None:
        return None
    serial = to_excel(value, epoch)
    return f"{serial:.15g}" if render_value(from_excel(serial, epoch)) == text else None
