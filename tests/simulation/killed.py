"""A process of its own that lives the morning and is killed at the n-th step: kill -9, no mercy.

The url may be empty for SQLite.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

from tests.apps import build_app, sql_ports
from tests.fakes.crash_points import CrashingPoints
from tests.simulation.scenes import MORNING, START, open_app

from belfry.adapters.system.clock import VirtualClock


class KillingCrashPoint(CrashingPoints):
    def __init__(self, nth: int) -> None:
        super().__init__()
        self._nth = nth

    def reached(self, step: str) -> None:
        self.seen.append(step)
        if len(self.seen) == self._nth:
            os.kill(os.getpid(), signal.SIGKILL)


def main(folder: str, url: str, nth: str) -> None:
    steps = KillingCrashPoint(10**9)
    ports = sql_ports(url or None, Path(folder), VirtualClock(START), steps)
    app = build_app(ports)
    open_app(app)
    steps._nth = len(steps.seen) + int(nth)
    app.go(until=START + MORNING)
