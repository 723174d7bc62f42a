"""Read the shop's settings as they count now, with the calendar they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from zoneinfo import ZoneInfo

from belfry.jobs.settings.shop import Shop, read_shop
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.holidays import Holidays
from belfry.kernel.hours.opening_hours import OpeningHours
from belfry.kernel.rulebook import DocProblem
from belfry.workspace.docs import ReadDoc

SETTINGS_DOC = "jobs/settings.txt"


@dataclass(frozen=True, slots=True)
class ShopNow:
    """`text` is what was read; `problems` as (place, text) are those of the file as it stands."""

    shop: Shop
    calendar: Calendar
    text: str
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadShop:
    read_doc: ReadDoc
    zone: ZoneInfo
    country: str

    def __call__(self) -> ShopNow:
        reading = self.read_doc(
            SETTINGS_DOC,
            lambda text: _read(text, self.country),
            read_kept=lambda text: _read(text, self.country, is_kept=True),
        )
        shop = reading.value
        calendar = _make_calendar(shop.opening, self.zone, shop.holidays)
        return ShopNow(shop, calendar, reading.text, reading.problems)


@lru_cache(maxsize=4)
def _read(
    text: str, country: str, *, is_kept: bool = False
) -> tuple[Shop | None, Sequence[DocProblem]]:
    """The same text is read once."""
    reading = read_shop(text, country=country, doc=SETTINGS_DOC, is_kept=is_kept)
    return reading.shop, reading.problems


@lru_cache(maxsize=4)
def _make_calendar(opening: OpeningHours, zone: ZoneInfo, holidays: Holidays) -> Calendar:
    """The same hours make one calendar, which remembers the days that were looked at."""
    return Calendar(opening, zone, holidays.is_holiday)
