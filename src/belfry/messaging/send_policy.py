"""How a room's messages behave: when they may come, how many, and who has to agree first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPolicy:
    """`zone` is the team's, for people whose own is not known.

    Where `is_day_off` is known, what would come on such a day waits until the next one that is not.

    With a `test_address` nothing reaches anybody outside the team: it goes there instead, unless it
    was for one of `team_addresses` anyway. An empty one means that not even that is known.
    """

    zone: ZoneInfo
    quiet: QuietHours = DEFAULT_QUIET
    is_day_off: Callable[[date], bool] | None = None
    asks_first: bool = False
    caps: Mapping[str, int] = field(default_factory=dict)
    test_address: str | None = None
    team_addresses: frozenset[str] = frozenset()
