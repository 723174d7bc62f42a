"""How many due fires a second become run rows on SQLite, beside APScheduler.

Belfry writes a run row for each fire and advances its trigger; APScheduler hands each due job,
which does nothing, to its threads and moves it on. Both keep the same schedules in a SQLite file,
each with the settings it comes with, and every schedule is due at the start.
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from apscheduler.events import EVENT_JOB_EXECUTED
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.cron import CronTrigger
from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from bench.teams import CRONS, open_team

COUNT, QUICK_COUNT = 1000, 100
ROUNDS, QUICK_ROUNDS = 3, 1
PATIENCE = 300


def measure(*, is_quick: bool = False) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    sides = (lambda: ring_with_belfry(count), lambda: ring_with_apscheduler(count))
    ours, theirs = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    (target,) = TARGETS["rings_sqlite"]
    return [Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)]


def ring_with_belfry(count: int) -> float:
    with TemporaryDirectory() as folder, open_team(Path(folder), count) as team:
        return team.ring_all()


def ring_with_apscheduler(count: int) -> float:
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    with TemporaryDirectory() as folder:
        store = SQLAlchemyJobStore(f"sqlite:///{folder}/jobs.db")
        scheduler = BackgroundScheduler(jobstores={"default": store}, timezone=UTC)
        scheduler.start(paused=True)
        try:
            return _run_all(scheduler, count)
        finally:
            scheduler.shutdown()


def _run_all(scheduler: BackgroundScheduler, count: int) -> float:
    triggers = [CronTrigger.from_crontab(cron, timezone=UTC) for cron in CRONS]
    now = datetime.now(UTC)
    for number in range(count):
        trigger = triggers[number % len(triggers)]
        scheduler.add_job(do_nothing, trigger, next_run_time=now, misfire_grace_time=None)
    ran = threading.Semaphore(0)
    scheduler.add_listener(lambda event: ran.release(), EVENT_JOB_EXECUTED)
    with timed() as watch:
        scheduler.resume()
        for _ in range(count):
            if not ran.acquire(timeout=PATIENCE):
                raise AssertionError("APScheduler did not run all of its jobs")
    return count / watch.seconds


def do_nothing() -> None:
    """The body of every job: APScheduler finds it by its name."""
