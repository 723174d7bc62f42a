"""The scheduler without AWS: Belfry keeps the schedules and fires them itself.

It takes what EventBridge takes, except the few forms that it cannot follow (`3W`). A fire is an
event in the outbox, where EventBridge would call a function.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import Conflict, InputError, Permanent, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.kernel.eventbridge.schedules import find_fault, find_minute, write_at
from belfry.scheduler.timers import Timer, set_timer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from belfry.kernel.changes import Change
    from belfry.ports.clock import Clock
    from belfry.ports.store import Store
    from belfry.scheduler.ports import Timers

TRIES = 5


class EmbeddedScheduler:
    def __init__(self, store: Store, timers: Timers, clock: Clock) -> None:
        self._store = store
        self._timers = timers
        self._clock = clock

    def put(self, name: str, schedule: Schedule) -> None:
        self._set(name, schedule, is_once=False)

    def put_once(self, name: str, at: datetime, handed_on: str) -> None:
        minute = find_minute(at, now=self._clock.now())
        self._set(name, Schedule(write_at(minute), "UTC", handed_on), is_once=True)

    def remove(self, name: str) -> None:
        self._change(name, lambda stored: Remove(stored) if stored else None)

    def list(self) -> Mapping[str, Schedule]:
        return {timer.name: timer.schedule for timer in self._timers.list()}

    def _set(self, name: str, schedule: Schedule, *, is_once: bool) -> None:
        timer = self._make(name, schedule, is_once=is_once)

        def decide(stored: Timer | None) -> Change | None:
            """One that is there as it should be is left alone: a fire may be due just now."""
            if stored and (stored.schedule, stored.is_once) == (schedule, is_once):
                return None
            return Put(replace(timer, revision=stored.revision if stored else 0))

        self._change(name, decide)

    def _make(self, name: str, schedule: Schedule, *, is_once: bool) -> Timer:
        now = self._clock.now()
        if fault := find_fault(name, schedule, now=now):
            raise Permanent(fault)
        try:
            return set_timer(name, schedule, now=now, is_once=is_once)
        except InputError as error:
            raise Permanent(f"{name}: {error}") from error

    def _change(self, name: str, decide: Callable[[Timer | None], Change | None]) -> None:
        """From what is there; should that change meanwhile, from what is there then."""
        for _ in range(TRIES):
            change = decide(self._store.find(Timer, name))
            if change is None:
                return
            try:
                self._store.commit([change])
            except Conflict:
                continue
            return
        raise Temporary(f"timer {name}: others change it all the time")
