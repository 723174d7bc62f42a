"""A process of its own that lives a shop's hour and is killed with kill -9 at a crash point.

The url may be empty for SQLite. Every message is written down outside of the database the moment it
is handed over.
"""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

from tests.simulation.shop_scenes import AFTER, LOOKED_AT, MOVED, NthCrashPoint, sql_scene

from belfry.bootstrap import build_services
from belfry.entrypoints.worker.driver import Driver
from belfry.messaging.ports import OutgoingMessage

EMAILS = "emails.txt"


class KillingCrashPoint(NthCrashPoint):
    def __init__(self, step: str, nth: int) -> None:
        super().__init__()
        self._step = step
        self._nth = nth
        self.is_armed = False

    def reached(self, step: str) -> None:
        if self.is_armed and step == self._step:
            self._nth -= 1
            if self._nth == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class WrittenPost:
    def __init__(self, folder: Path) -> None:
        self._path = folder / EMAILS

    def send(self, outgoing: OutgoingMessage) -> str:
        with self._path.open("a") as file:
            file.write(f"{outgoing.id}\n")
        return "taken"


def main(folder: str, url: str, step: str, nth: str) -> None:
    crash_points = KillingCrashPoint(step, int(nth))
    scene = sql_scene(url or None, Path(folder), crash_points=crash_points)
    ports = replace(scene.services.ports, channels={"email": WrittenPost(Path(folder))})
    driver = Driver(build_services(scene.services.settings, ports), scene.clock)
    driver.run_until(MOVED)
    scene.put(AFTER)
    crash_points.is_armed = True
    driver.run_until(LOOKED_AT)
