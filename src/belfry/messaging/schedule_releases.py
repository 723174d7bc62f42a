"""Have an external scheduler call when held messages come due: once for each such minute.

A message that is missed here, because its index lags or a call failed, is released by the sweep.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from belfry.kernel.errors import InputError
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.scheduler import Scheduler

AHEAD = timedelta(days=7)
MOST_MESSAGES = 1000
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class ScheduleReleases:
    """`name` begins the names of the schedules: equal minutes are one schedule."""

    messages: Messages
    scheduler: Scheduler
    clock: Clock
    name: str

    def __call__(self) -> tuple[datetime, ...]:
        """The minutes for which a call is scheduled now."""
        now = self.clock.now()
        due = self.messages.list_due(now=now + AHEAD, limit=MOST_MESSAGES)
        moments = [message.due_at for message in due if message.due_at]
        minutes = sorted({_round_up(moment) for moment in moments if moment > now})
        for minute in minutes:
            # One that has just passed is released by the next sweep.
            with suppress(InputError):
                self.scheduler.put_once(f"{self.name}-{minute:%Y%m%dT%H%M}", minute, "")
        return tuple(minutes)


def _round_up(moment: datetime) -> datetime:
    whole = moment.astimezone(UTC).replace(second=0, microsecond=0)
    return whole if whole == moment else whole + MINUTE
