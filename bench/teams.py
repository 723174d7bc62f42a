"""A team with any number of workflows, all of whose triggers fire at the same moment.

They have different schedules, were saved at different moments and do different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.rounds import timed

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.kernel.changes import Change, Put
from belfry.ports.clock import MovableClock
from belfry.ports.store import Store
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import Workflow
from belfry.settings import DatabaseSettings, Settings

CRONS = (
    "* * * * *",
    "*/5 * * * *",
    "5 * * * *",
    "5 12 * * *",
    "5 12 * * mon",
    "5 12 16 * *",
    "5 8-18 * * mon-fri",
    "*/5 9-17 * * *",
    "5,20,35,50 * * * *",
    "5 */4 * * *",
)
BEFORE = datetime(2026, 11, 16, 12, 4, tzinfo=UTC)
FIRE = BEFORE + timedelta(minutes=1)
# Rung before anything is timed, because a clock that has just started rings more slowly.
FIRST_CRONS = ("4 12 * * *",)
FIRST_COUNT = 2
AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Team:
    services: Services
    clock: MovableClock
    count: int

    def ring_all(self) -> float:
        """Let the moment come; fires a second from the first ring until every run row is there."""
        self.clock.advance_to(FIRE)
        with timed() as watch:
            made = self._ring()
        if made != self.count:
            raise AssertionError(f"{made} run rows were made, not {self.count}")
        return made / watch.seconds

    def _ring(self) -> int:
        made = 0
        is_behind = True
        while is_behind:
            fired = self.services.fire_triggers()
            made += fired.runs
            is_behind = fired.is_behind
        return made


@contextmanager
def open_team(folder: Path, count: int, url: str | None = None) -> Iterator[Team]:
    """A new team; its database is a file in `folder` unless `url` names another."""
    settings = Settings(folder=folder, database=DatabaseSettings(url=url))
    clock = virtual_clock(BEFORE)
    ports = open_ports(settings, clock=clock)
    try:
        add_workflows(ports.store, range(1, count + 1), CRONS, FIRE)
        first = range(count + 1, count + 1 + FIRST_COUNT)
        add_workflows(ports.store, first, FIRST_CRONS, BEFORE)
        services = build_services(settings, ports)
        services.fire_triggers()
        yield Team(services, clock, count)
    finally:
        ports.close()


def add_workflows(store: Store, numbers: range, crons: Sequence[str], next_at: datetime) -> None:
    """As if they had been saved one after another before `BEFORE`, but many in one go."""
    for first in range(0, len(numbers), AT_ONCE):
        some = numbers[first : first + AT_ONCE]
        commits = [_make(number, crons[number % len(crons)], next_at) for number in some]
        if not all(store.commit_each(commits)):
            raise AssertionError("the database was not empty")


def _make(number: int, cron: str, next_at: datetime) -> list[Change]:
    saved_at = BEFORE - timedelta(seconds=number, microseconds=number)
    workflow = Workflow(
        id=number,
        name=f"Workflow {number}",
        kind="log",
        inputs={"message": f"ding {number}"},
        cron_schedule=cron,
        schedule_since=saved_at,
        created_at=saved_at,
    )
    return [Put(workflow), Put(Trigger(number, next_at))]
