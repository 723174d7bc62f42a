"""The demo's sample shop at some moment, with its four weeks behind it."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

from belfry.bootstrap import Services, demo_clock
from belfry.entrypoints.demo.history import find_beginning, live_through
from belfry.entrypoints.demo.team import write_team
from belfry.entrypoints.demo.tour import open_app
from belfry.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

    from belfry.jobs.jobs import Job

# Nothing listens there; the one workflow that would ask does not fire in the past.
ADDRESS = "http://127.0.0.1:9"


@contextmanager
def live_in(folder: Path, now: datetime) -> Iterator[Services]:
    write_team(folder, now)
    clock = demo_clock(find_beginning(now))
    with open_app(read_settings(folder, environment={}), clock, now) as services:
        live_through(services, clock, ADDRESS, until=now, stop=Event())
        yield services


def list_jobs(services: Services) -> list[Job]:
    seen = services.ports.jobs.list_seen_rows()
    return list(services.ports.jobs.list_by_id([*seen.still_open, *seen.over]))
