"""The demo's shop on one fixed morning, its clock standing still, for a browser to look at."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.entrypoints.demo.lived_shops import live_in
from tests.entrypoints.web.pages.apps import App

from belfry.adapters.system.clock import VirtualClock
from belfry.entrypoints.demo.clock import Mover
from belfry.entrypoints.demo.days import list_deeds
from belfry.entrypoints.web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# A Tuesday: the next week's draft waits, and the morning's post has gone out.
MORNING = datetime(2026, 11, 17, 10, 20, tzinfo=UTC)


@contextmanager
def open_demo(folder: Path) -> Iterator[App]:
    """With four weeks behind it, a worker at work, and the bar with the demo's clock."""
    with live_in(folder, MORNING) as services:
        services.keep_worker.sign_on("this machine")
        mover = Mover(services, services.ports.clock, list_deeds=list_deeds)  # type: ignore[arg-type]
        yield App(services, VirtualClock(MORNING), create_app(services, mover))
