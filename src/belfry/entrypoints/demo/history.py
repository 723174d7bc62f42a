"""What happened in the sample shop up to now: its past, lived through in a few seconds.

Every run of it was rung, claimed and carried out by the real clock and worker, at the time it says;
only the waiting between is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.bootstrap import build_services, open_ports, system_clock, virtual_clock
from belfry.entrypoints.demo.board import MOVES, move_job
from belfry.entrypoints.demo.controls import ANSWERED, TICKED, mark_done, tick
from belfry.entrypoints.demo.rota import find_beginning, list_rota_deeds, live_through_weeks
from belfry.entrypoints.worker.driver import Driver
from belfry.entrypoints.worker.prepare import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.entrypoints.demo.sample import Sample
    from belfry.ports.clock import MovableClock
    from belfry.settings import Settings

BY = "demo"
TEAM = 1
BUILTINS_MADE = timedelta(hours=1)
STEP = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something a person did in the shop's past."""

    at: datetime
    do: Callable[[Services], object]


def live_through(
    settings: Settings,
    samples: Sequence[Sample],
    *,
    stop: Event,
    progress: Callable[[float], None] = lambda share: None,
) -> None:
    """The shop's past from its first workflow to now; `progress` is told the share that is done."""
    now = system_clock().now()
    deeds = plan_deeds(samples, now)
    clock = virtual_clock(min(find_beginning(now), deeds[0].at))
    ports = open_ports(settings, clock=clock)
    try:
        services = build_services(settings, ports)
        live_through_weeks(services, clock, now)
        driver = Driver(services, clock)
        for deed in deeds:
            _live_until(deed.at, driver, clock, stop, lambda: progress(_share(deeds, clock, now)))
            deed.do(services)
        _live_until(now, driver, clock, stop, lambda: progress(_share(deeds, clock, now)))
        driver.run_until(system_clock().now())
        for worker in ports.lookout.list_workers():
            services.keep_worker.sign_off(worker.id)
    finally:
        ports.close()


def plan_deeds(samples: Sequence[Sample], now: datetime) -> list[Deed]:
    """Who made what when, in order."""
    deeds = [Deed(now - BUILTINS_MADE, prepare)]
    for sample in samples:
        deeds.append(Deed(now - sample.made, _make(sample)))
        if sample.paused is not None:
            deeds.append(Deed(now - sample.paused, _pause(sample)))
    deeds += [Deed(now - ago, _move(job_id, stage)) for ago, job_id, stage in MOVES]
    deeds += [Deed(now - TICKED, tick), Deed(now - ANSWERED, mark_done)]
    deeds += [Deed(at, do) for at, do in list_rota_deeds(now)]
    return sorted(deeds, key=lambda deed: deed.at)


def _make(sample: Sample) -> Callable[[Services], object]:
    return lambda services: services.create_workflow(sample.edit, team_id=TEAM, by=BY)


def _pause(sample: Sample) -> Callable[[Services], object]:
    def pause(services: Services) -> None:
        found = services.ports.workflows.find_by_name(TEAM, sample.edit["name"])
        if found:
            services.change_workflow.pause(found.id, note=sample.note, by=BY)

    return pause


def _move(job_id: str, stage: str) -> Callable[[Services], object]:
    return lambda services: move_job(services, job_id, stage)


def _live_until(
    moment: datetime,
    driver: Driver,
    clock: MovableClock,
    stop: Event,
    progress: Callable[[], None],
) -> None:
    while clock.now() < moment and not stop.is_set():
        driver.run_until(min(clock.now() + STEP, moment))
        progress()


def _share(deeds: Sequence[Deed], clock: MovableClock, now: datetime) -> float:
    begun = deeds[0].at
    return min(1.0, (clock.now() - begun) / (now - begun))
