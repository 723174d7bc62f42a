"""On which days a shop stays closed though its weekday is open: public holidays and its own.

Public holidays come from a large library, which only what needs them should import; a country is
looked up when its first day is asked for. The United Kingdom has no list of its own: without a
part, GB means the bank holidays of England and Wales.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from holidays import country_holidays
from holidays.registry import EntityLoader

from belfry.kernel.hours.clock_times import ReadingError

OWN_HOLIDAY = "own holiday"

_ITEM = re.compile(r"[^,;]+")
_COUNTRY = re.compile(r"([A-Za-z]{2})(?:-([A-Za-z0-9]{1,4}))?")
_DATES = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\s*(?:to|until|\u2013|\s-)\s*([0-9-]{10}))?")
_USUAL_PARTS = {"GB": "ENG"}
_ALIASES = {"UK": "GB"}
_LANGUAGES = ("en_GB", "en_US")
_MOST_DAYS = 366
_EXPECTED = "a country such as GB or GB-SCT, a date such as 2026-12-24, or none"


@dataclass(frozen=True, slots=True)
class Country:
    """A country by its two letters, and one of its parts where holidays differ from it."""

    code: str
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Holidays:
    """The public holidays of some countries, and days of one's own."""

    countries: tuple[Country, ...] = ()
    own: frozenset[date] = frozenset()

    def is_holiday(self, day: date) -> bool:
        return self.name_of(day) is not None

    def name_of(self, day: date) -> str | None:
        """What the holiday is called; None on any other day."""
        for country in self.countries:
            if name := _list_holidays(country, day.year).get(day):
                return name
        return OWN_HOLIDAY if day in self.own else None

    def list_year(self, year: int) -> dict[date, str]:
        """All of a year, as `name_of` has them."""
        named = dict.fromkeys(self.own, OWN_HOLIDAY)
        for country in reversed(self.countries):
            named |= _list_holidays(country, year)
        return {day: name for day, name in named.items() if day.year == year}


def parse_holidays(text: str) -> Holidays:
    """What "GB, 2026-12-24" means; "none" is no holiday at all; raises ReadingError."""
    if text.strip().lower() in ("none", "no"):
        return Holidays()
    countries: list[Country] = []
    own: set[date] = set()
    for match in _ITEM.finditer(text):
        stripped = match[0].strip()
        column = match.start() + match[0].find(stripped)
        if dates := _DATES.fullmatch(stripped):
            own.update(_list_dates(dates, column))
        elif stripped:
            countries.append(_find_country(stripped, column))
    if not countries and not own:
        raise ReadingError(column=len(text.rstrip()), text="", expected=_EXPECTED)
    return Holidays(tuple(dict.fromkeys(countries)), frozenset(own))


def _list_dates(dates: re.Match[str], column: int) -> list[date]:
    period = dates[0]
    try:
        first = date.fromisoformat(dates[1])
        count = (date.fromisoformat(dates[2] or dates[1]) - first).days
        if 0 <= count <= _MOST_DAYS:
            return [first + timedelta(days=later) for later in range(count + 1)]
    except (ValueError, OverflowError):
        raise ReadingError(column=column, text=period, expected="a date that exists") from None
    expected = "a last day after the first, at most a year later"
    raise ReadingError(column=column, text=period, expected=expected)


def _find_country(name: str, column: int) -> Country:
    match = _COUNTRY.fullmatch(name)
    code = match[1].upper() if match else ""
    code = _ALIASES.get(code, code)
    if match is None or code not in _list_codes():
        raise ReadingError(column=column, text=name, expected=_EXPECTED)
    if match[2] is None:
        return Country(code, _USUAL_PARTS.get(code))
    parts = country_holidays(code).subdivisions
    if match[2].upper() not in parts:
        known = f"one of {', '.join(parts)}" if parts else "no part of the country"
        raise ReadingError(column=column + 3, text=match[2], expected=known)
    return Country(code, match[2].upper())


@cache
def _list_codes() -> frozenset[str]:
    return frozenset(EntityLoader.get_country_codes(include_aliases=False))


@cache
def _list_holidays(country: Country, year: int) -> Mapping[date, str]:
    """The holidays of a year, by names that do not depend on the machine's language."""
    known = country_holidays(country.code, subdiv=country.part)
    languages = [language for language in _LANGUAGES if language in known.supported_languages]
    language = languages[0] if languages else known.default_language
    days = country_holidays(
        country.code, subdiv=country.part, years=year, expand=False, language=language
    )
    return dict(days.items())
