"""How many due fires a second become run rows on Postgres, beside procrastinate.

Belfry writes a run row for each fire and advances its trigger; procrastinate takes each job, which
does nothing, and marks it done. Its jobs are in the table before the clock starts, and its worker
keeps twenty of them going at once. One server, with Postgres's own settings, serves both.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.postgres import Server, open_server
from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from bench.teams import open_team
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status

COUNT, QUICK_COUNT = 2000, 200
ROUNDS, QUICK_ROUNDS = 3, 1
AT_ONCE = 20


def measure(*, is_quick: bool = False) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    with open_server() as server:
        sides = (
            lambda: ring_with_belfry(server, count),
            lambda: asyncio.run(work_with_procrastinate(server, count)),
        )
        ours, theirs = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    (target,) = TARGETS["rings_postgres"]
    return [Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)]


def ring_with_belfry(server: Server, count: int) -> float:
    url = server.make_database()
    with TemporaryDirectory() as folder, open_team(Path(folder), count, url) as team:
        return team.ring_all()


async def work_with_procrastinate(server: Server, count: int, at_once: int = AT_ONCE) -> float:
    connector = PsycopgConnector(conninfo=server.make_database(), max_size=at_once + 4)
    app = App(connector=connector)
    nothing = app.task(name="nothing")(do_nothing)
    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        await nothing.batch_defer_async(*({} for _ in range(count)))
        with timed() as watch:
            await app.run_worker_async(
                wait=False, concurrency=at_once, install_signal_handlers=False
            )
        done = await app.job_manager.list_jobs_async(status=Status.SUCCEEDED.value)
    if len(list(done)) != count:
        raise AssertionError("procrastinate did not do all of its jobs")
    return count / watch.seconds


async def do_nothing() -> None:
    """The body of every job."""
