"""How fast the outbox is carried to a scheduler outside, beside a bare loop over the same table.

2,000 workflows were each saved five times, one after the other: 10,000 rows. Belfry takes a lease
for each workflow, reads how it stands, works out its schedules, tells them, looks again whether
anything has changed, writes down what was told, and marks the rows. The other side does the least
that can work: it takes as many rows at once and commits, so that nothing stays locked while others
are asked; reads their workflows; hands on, for each row, what stands there as it is; and marks the
rows. The scheduler answers at once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from bench.postgres import Server, open_server
from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from bench.teams import BEFORE, CRONS

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.kernel.changes import Announce, Change, Event, Put
from belfry.kernel.eventbridge import Schedule
from belfry.scheduler.relay_outbox import CLAIMED_FOR, ROWS_AT_ONCE
from belfry.scheduler.workflows import Workflow
from belfry.settings import DatabaseSettings, EventBridgeSettings, Settings

COUNT, QUICK_COUNT = 10_000, 300
ROUNDS, QUICK_ROUNDS = 3, 1
AT_ONCE = 1000
EDITS = 5
MOMENT = "%Y-%m-%d %H:%M:%S.%f"
ENVIRONMENT = EventBridgeSettings(
    environment="bench", region="eu-west-2", target_arn="arn:runner", role_arn="arn:role"
)


class PromptScheduler:
    """Answers at once, and keeps what it was told."""

    def __init__(self) -> None:
        self.told: dict[str, Schedule | str] = {}

    def put(self, name: str, schedule: Schedule) -> None:
        self.told[name] = schedule

    def put_once(self, name: str, at: object, handed_on: str) -> None:
        self.told[name] = handed_on

    def remove(self, name: str) -> None:
        self.told.pop(name, None)

    def list(self) -> Mapping[str, Any]:
        return self.told


def measure(*, is_quick: bool = False) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    rounds = QUICK_ROUNDS if is_quick else ROUNDS
    on_sqlite, on_postgres = TARGETS["drain"]
    sqlite = find_best([lambda: drain(count), lambda: loop_sqlite(count)], rounds)
    with open_server() as server:
        sides = [lambda: drain(count, server.make_database()), lambda: loop_postgres(count, server)]
        postgres = find_best(sides, rounds)
    return [
        Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)
        for target, (ours, theirs) in ((on_sqlite, sqlite), (on_postgres, postgres))
    ]


def drain(count: int, url: str | None = None) -> float:
    with open_team(count, url) as (services, scheduler, _):
        assert services.external_scheduler
        with timed() as watch:
            relayed = services.external_scheduler.relay()
        check(relayed.done, len(scheduler.told), count)
    return count / watch.seconds


def loop_sqlite(count: int) -> float:
    with open_team(count) as (_, scheduler, folder):
        path = folder / ".belfry" / "belfry.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            words = {"begin": "BEGIN IMMEDIATE", "lock": "", "mark": "?"}
            return loop(connection.cursor(), scheduler, count, words)


def loop_postgres(count: int, server: Server) -> float:
    url = server.make_database()
    with (
        open_team(count, url) as (_, scheduler, _),
        psycopg.connect(url, autocommit=True) as connection,
    ):
        words = {"begin": "BEGIN", "lock": "FOR UPDATE SKIP LOCKED", "mark": "%s"}
        return loop(connection.cursor(), scheduler, count, words)


def loop(cursor: Any, scheduler: PromptScheduler, count: int, words: Mapping[str, str]) -> float:
    done = 0
    with timed() as watch:
        while rows := take(cursor, words):
            numbers = ", ".join(str(int(number)) for _, number in rows)
            cursor.execute(
                f"SELECT id, cron_schedule, timezone FROM workflows WHERE id IN ({numbers})"
            )
            found = {number: row for number, *row in cursor.fetchall()}
            for _, number in rows:
                cron, zone = found[int(number)]
                scheduler.put(f"wf-{number}-bench", Schedule(cron, zone, number))
            mark(cursor, words, [row_id for row_id, _ in rows])
            done += len(rows)
    check(done, len(scheduler.told), count)
    return count / watch.seconds


def take(cursor: Any, words: Mapping[str, str]) -> list[tuple[int, str]]:
    """The oldest rows, kept from others for a minute."""
    cursor.execute(words["begin"])
    cursor.execute(
        f"UPDATE outbox_events SET next_attempt_on = {words['mark']} WHERE id IN ("
        "SELECT id FROM outbox_events WHERE processed_on IS NULL AND failed_on IS NULL "
        f"AND next_attempt_on <= {words['mark']} ORDER BY id LIMIT {ROWS_AT_ONCE} {words['lock']}"
        ") RETURNING id, aggregate_id",
        (f"{BEFORE + CLAIMED_FOR:{MOMENT}}", f"{BEFORE:{MOMENT}}"),
    )
    rows: list[tuple[int, str]] = cursor.fetchall()
    cursor.execute("COMMIT")
    return rows


def mark(cursor: Any, words: Mapping[str, str], ids: Sequence[int]) -> None:
    cursor.execute(words["begin"])
    cursor.execute(
        f"UPDATE outbox_events SET processed_on = {words['mark']} "
        f"WHERE id IN ({', '.join(map(str, ids))})",
        (f"{BEFORE:{MOMENT}}",),
    )
    cursor.execute("COMMIT")


def check(done: int, told: int, count: int) -> None:
    if (done, told) != (count, count // EDITS):
        raise AssertionError(
            f"{done} rows done and {told} schedules told, not {count} and {count // EDITS}"
        )


@contextmanager
def open_team(
    count: int, url: str | None = None
) -> Iterator[tuple[Services, PromptScheduler, Path]]:
    """A team whose workflows were all saved, and whose news nobody has carried out yet."""
    scheduler = PromptScheduler()
    with TemporaryDirectory() as folder:
        database = DatabaseSettings(url=url)
        settings = Settings(folder=Path(folder), database=database, eventbridge=ENVIRONMENT)
        ports = open_ports(settings, clock=virtual_clock(BEFORE))
        try:
            numbers = range(1, count // EDITS + 1)
            for first in range(0, len(numbers), AT_ONCE):
                ports.store.commit_each([_make(number) for number in numbers[first:][:AT_ONCE]])
            yield (
                build_services(settings, replace(ports, scheduler=scheduler)),
                scheduler,
                Path(folder),
            )
        finally:
            ports.close()


def _make(number: int) -> Sequence[Change]:
    cron = CRONS[number % len(CRONS)]
    workflow = Workflow(
        id=number,
        name=f"Workflow {number}",
        kind="log",
        inputs={"message": f"ding {number}"},
        cron_schedule=cron,
        schedule_since=BEFORE,
        created_at=BEFORE,
    )
    payload = {"cron_schedule": cron, "timezone": "UTC", "is_api": True, "team_id": 1}
    event = Event("workflow", str(number), "upsert", {**payload, "paused": False}, BEFORE)
    return [Put(workflow), *(Announce(event) for _ in range(EDITS))]
