"""The clock: the machine's, or one that a simulation or the demo moves."""

from __future__ import annotations

from datetime import datetime

from belfry.adapters.system.clock import SystemClock
from belfry.ports.clock import Clock, DemoClock, MovableClock


def system_clock() -> Clock:
    return SystemClock()


def virtual_clock(start: datetime) -> MovableClock:
    """A clock that shows `start` until it is moved."""
    from belfry.adapters.system.clock import VirtualClock

    return VirtualClock(start)


def demo_clock(start: datetime) -> DemoClock:
    """A clock that shows `start` until it is moved or let go."""
    from belfry.adapters.system.clock import OffsetClock

    return OffsetClock(start, SystemClock())
