"""Schedules that Belfry's own clock keeps for other code, in place of EventBridge.

They use EventBridge's own expressions and fire at the same minutes. A fire is announced with its
payload.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta

from belfry.kernel.changes import Announce, Change, Event, Put, Remove
from belfry.kernel.cron import Rate, find_zone, next_fire, parse_cron
from belfry.kernel.eventbridge import Schedule
from belfry.scheduler.publications import SCHEDULED_TIME

AGGREGATE = "timer"
FIRED = "rang"

_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """One schedule and its next fire; with `is_once` it is removed after its fire."""

    name: str
    expression: str
    timezone: str
    handed_on: str
    is_enabled: bool = True
    start: datetime | None = None
    is_once: bool = False
    set_at: datetime
    next_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.expression, self.timezone, self.handed_on, self.is_enabled, self.start)


def set_timer(name: str, schedule: Schedule, *, now: datetime, is_once: bool = False) -> Timer:
    """A timer for that schedule; InputError if Belfry's clock cannot follow it."""
    timer = Timer(name=name, is_once=is_once, set_at=now, **asdict(schedule))
    return replace(timer, next_at=find_next(timer, now))


def find_next(timer: Timer, after: datetime) -> datetime | None:
    """The first fire after a moment; a disabled timer has none.

    A rate fires at its start and counts from there, or else from when it was set.
    """
    expression, zone = parse_cron(timer.expression), find_zone(timer.timezone)
    if not timer.is_enabled:
        return None
    anchor = timer.set_at
    if timer.start:
        after = max(after, timer.start - _INSTANT)
        anchor = timer.start - expression.every if isinstance(expression, Rate) else anchor
    return next_fire(expression, zone, after, anchor)


def plan_fire(timer: Timer, fire: datetime, now: datetime) -> list[Change]:
    """Announce a fire, and move the timer on or remove it."""
    moment = fire.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    payload = {
        "handed_on": timer.handed_on.replace(SCHEDULED_TIME, moment),
        "scheduled_time": moment,
    }
    fired = Announce(Event(AGGREGATE, timer.name, FIRED, payload, now))
    if timer.is_once:
        return [Remove(timer), fired]
    return [Put(replace(timer, next_at=find_next(timer, fire))), fired]
