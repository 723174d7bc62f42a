"""Describe quiet hours and holidays in words that a person can check and a doc can hold."""

from __future__ import annotations

from belfry.kernel.hours.holidays import Country, Holidays
from belfry.kernel.hours.quiet import NEVER_QUIET, QuietHours, parse_quiet_hours
from belfry.kernel.rulebook import Setting


def say_quiet(quiet: QuietHours) -> str:
    if quiet == NEVER_QUIET:
        return "none"
    return f"from {quiet.start:%H:%M} to {quiet.end:%H:%M}"


def say_holidays(holidays: Holidays) -> str:
    countries = [_say_country(country) for country in holidays.countries]
    return ", ".join([*countries, *(day.isoformat() for day in sorted(holidays.own))]) or "none"


def _say_country(country: Country) -> str:
    return f"{country.code}-{country.part}" if country.part else country.code


def make_quiet_line(does: str, *, example: str) -> Setting:
    return Setting(
        name="Quiet hours",
        field="quiet",
        read=parse_quiet_hours,
        does=does,
        example=example,
        default="from 20:00 to 09:00",
        show=say_quiet,
    )
