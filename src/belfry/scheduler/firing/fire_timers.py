"""Ring every timer whose time has come: each fire is announced once, and the timer moved on.

Both is one commit, guarded by the timer's revision: any number of clocks may ring at once, and a
clock that was away rings what it missed, fire by fire.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import InputError
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.scheduler.firing.timers import Timer, plan_fire
from belfry.scheduler.ports import Timers

log = logging.getLogger(__name__)

TIMERS_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class FireTimers:
    store: Store
    timers: Timers
    clock: Clock
    crash_points: CrashPoints

    def __call__(self) -> int:
        """How many fires were announced."""
        now, fired = self.clock.now(), 0
        while due := self.timers.list_due(now=now, limit=TIMERS_AT_ONCE):
            written = self._ring(due, now)
            fired += written
            if not written:
                break
        return fired

    def _ring(self, due: Sequence[Timer], now: datetime) -> int:
        written = self.store.commit_each([_plan(timer, now) for timer in due])
        self.crash_points.reached("timers.rung")
        return sum(written)


def _plan(timer: Timer, now: datetime) -> list[Change]:
    try:
        return plan_fire(timer, timer.next_at or now, now)
    except InputError as error:
        log.warning("timer.stopped", extra={"timer": timer.name, "problem": str(error)})
        return [Put(replace(timer, next_at=None))]
