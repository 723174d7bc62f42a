"""How many fires a second can be handed in over HTTP, beside a bare FastAPI route.

Belfry checks the key, the workflow and whether the moment is a fire of its schedule before it
writes the run row; the bare route reads the same body and writes an equal row. Each fire is a new
one. Both are served by uvicorn in processes of their own, and both write to SQLite durably.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count as count_from
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.rounds import find_best
from bench.servers import serving
from bench.targets import TARGETS, Figure

from belfry.accounts.keys import Service
from belfry.bootstrap import build_services, open_ports
from belfry.kernel.changes import Put
from belfry.scheduler.change_workflows import LONGEST_LATE
from belfry.scheduler.workflows import Overlap, Workflow
from belfry.settings import Settings

COUNT, QUICK_COUNT = 2000, 200
ROUNDS, QUICK_ROUNDS = 5, 1
WARMING_UP = 100
ROOM_FOR_LATENESS = timedelta(days=1)


def measure(*, is_quick: bool = False) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    with open_doors() as doors:
        for door in doors:
            door.knock(WARMING_UP)
        sides = [partial(door.knock, count) for door in doors]
        ours, theirs = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    (target,) = TARGETS["invoke"]
    return [Figure(target, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ours / theirs)]


@dataclass(frozen=True, slots=True)
class Door:
    """Where fires are handed in, and those that have not been handed in yet."""

    port: int
    path: str
    fires: Iterator[datetime]
    headers: Mapping[str, str] = field(default_factory=dict)

    def knock(self, count: int) -> float:
        """Requests a second."""
        given = {
            "port": self.port,
            "path": self.path,
            "headers": self.headers,
            "wanted": 202,
            "bodies": [_render_body(fire) for fire in islice(self.fires, count)],
        }
        command = (sys.executable, "-m", "bench.knocking")
        client = subprocess.run(
            command, input=json.dumps(given), stdout=subprocess.PIPE, text=True, check=True
        )
        return count / float(client.stdout)


@contextmanager
def open_doors() -> Iterator[tuple[Door, Door]]:
    """Belfry's own and the bare one, both open."""
    since = datetime.now(UTC).replace(second=0, microsecond=0) - LONGEST_LATE
    with TemporaryDirectory() as name:
        folder = Path(name)
        path, key = make_team(folder, since)
        with (
            serving("bench.belfry_route", folder) as ours,
            serving("bench.bare_route", folder) as theirs,
        ):
            yield (
                Door(ours, path, list_fires(since), {"X-API-Key": key}),
                Door(theirs, "/workflows/1", list_fires(since)),
            )


def make_team(folder: Path, since: datetime) -> tuple[str, str]:
    """A workflow with a fire for every minute since then: its address, and a key to it."""
    settings = Settings(folder=folder)
    ports = open_ports(settings)
    workflow = Workflow(
        id=1,
        name="Every minute",
        kind="log",
        cron_schedule="* * * * *",
        overlap=Overlap.ALLOW,
        late_after=LONGEST_LATE,
        schedule_since=since,
        created_at=since,
    )
    ports.store.commit([Put(workflow)])
    create_key = build_services(settings, ports).accounts.keys.create
    made = create_key(service=Service.SCHEDULER, name="bench", team_id=None, by="bench")
    ports.close()
    return f"/api/v1/cron/workflows/{workflow.id}:invoke", made.text


def list_fires(since: datetime) -> Iterator[datetime]:
    first = since + ROOM_FOR_LATENESS
    return (first + timedelta(minutes=number) for number in count_from())


def _render_body(fire: datetime) -> str:
    return json.dumps({"scheduled_time": f"{fire:%Y-%m-%dT%H:%M:%SZ}"})
