"""What people type and press when they answer for a control."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from belfry.entrypoints.web.pages.forms import Form

_MOST_DIGITS = 9


def read_day(form: Form, field: str) -> date | None:
    """A day as browsers write it; None if the field was left empty."""
    typed = form.get(field, "").strip()
    if not typed:
        return None
    try:
        return date.fromisoformat(typed)
    except ValueError as error:
        raise InputError("expected a day, like 2026-12-10", field=field) from error


def read_count(form: Form, field: str) -> int | None:
    """A whole number; None if there is no such field."""
    typed = form.get(field, "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= _MOST_DIGITS):
        raise InputError("expected a whole number", field=field)
    return int(typed)


def read_days(form: Form) -> int:
    """For how many days somebody wants to be left in peace."""
    days = read_count(form, "days")
    if days is None:
        raise InputError("expected a number of days", field="days")
    return days
