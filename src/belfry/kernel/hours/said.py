"""How quiet hours and holidays are said in words that a person can check and a doc can hold."""

from __future__ import annotations

from belfry.kernel.hours.holidays import Country, Holidays
from belfry.kernel.hours.quiet import NEVER_QUIET, QuietHours


def say_quiet(quiet: QuietHours) -> str:
    if quiet == NEVER_QUIET:
        return "none"
    return f"from {quiet.start:%H:%M} to {quiet.end:%H:%M}"


def say_holidays(holidays: Holidays) -> str:
    countries = [_say_country(country) for country in holidays.countries]
    return ", ".join([*countries, *(day.isoformat() for day in sorted(holidays.own))]) or "none"


def _say_country(country: Country) -> str:
    return f"{country.code}-{country.part}" if country.part else country.code
