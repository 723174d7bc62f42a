"""How many messages went out on one day, so that a day's limit can be kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyCount:
    """One room's messages on one channel on one local day."""

    name: str
    count: int = 0
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def daily_count_name(room: str, channel: str, day: str) -> str:
    return f"{room}/{channel}/{day}"
