"""What the functions of home aws ask of AWS: in a new shop, after a year, and with many controls.

Calls and capacity units are counted on the emulator, so that they are the same on every machine.
Only the time until a function is open is measured.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from bench.rounds import find_best
from bench.targets import TARGETS, Figure
from tests.contracts.shop_books import a_job, a_message
from tests.services.function_host import REGION, Host, hosting
from tests.services.function_measures import START, Acts, Measures, reset, serving_moto
from tests.stories.benches import SETTINGS
from tests.stories.control_shops import LIST, TICK, opening_shop

from belfry.adapters.aws.clients import connect_dynamodb
from belfry.adapters.aws.tables import ItemMaps
from belfry.messaging.messages import State

OPEN_JOBS = 20
YEAR, QUICK_YEAR = 2_400, 50
UPDATES = 4
MOST_CALLS, MOST_SECONDS = 3, 1.5
CONTROLS, QUICK_CONTROLS, MOST_TICK_CALLS = 1_000, 100, 40
WRITTEN_AT_ONCE = 25
ROUNDS, QUICK_ROUNDS = 7, 1
GROWING = (
    "idle poll",
    "poll that counts a move",
    "message composed",
    "text sent",
    "idle release sweep",
    "page shown",
)
OPEN = """
import time
begun = time.perf_counter()
from belfry.entrypoints.awslambda.jobs import FUNCTIONS
functions = FUNCTIONS()
functions.jobs, functions.messaging
print(time.perf_counter() - begun)
"""


def measure(*, is_quick: bool) -> Sequence[Figure]:
    with serving_moto() as endpoint:
        new = count_acts(endpoint, 0)
        old = count_acts(endpoint, QUICK_YEAR if is_quick else YEAR)
        with pytest.MonkeyPatch.context() as monkeypatch, open_shop(endpoint, monkeypatch):
            rounds = QUICK_ROUNDS if is_quick else ROUNDS
            [rate] = find_best([lambda: 1 / time_opening()], rounds)
        ticked = count_tick(endpoint, QUICK_CONTROLS if is_quick else CONTROLS)
    idle, tick, opening, *growing = TARGETS["functions"]
    calls, seconds = sum(old["idle poll"]["calls"].values()), 1 / rate
    return [
        Figure(idle, f"{calls} calls", f"{MOST_CALLS} calls", calls / MOST_CALLS),
        Figure(tick, f"{ticked} calls", f"{MOST_TICK_CALLS} calls", ticked / MOST_TICK_CALLS),
        Figure(opening, f"{seconds:.2f} s", f"{MOST_SECONDS} s", seconds / MOST_SECONDS),
        *[
            Figure(target, _render(old[act]), _render(new[act]), _add(old[act]) / _add(new[act]))
            for act, target in zip(GROWING, growing, strict=True)
        ],
    ]


def count_tick(endpoint: str, controls: int) -> int:
    """The calls of a morning on which nothing is due."""
    row = "Check {},Area {},Maria Lopez,yearly,a photo of the sheet,no,2026-11-{:02},,\n"
    rows = [row.format(n, n % 9, n % 28 + 1) for n in range(controls)]
    tasks = LIST.splitlines(keepends=True)[0] + "".join(rows)
    reset(endpoint)
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        opening_shop(endpoint, monkeypatch, tasks) as host,
    ):
        host.call("ct-scheduler", TICK)
        host.clock.advance(timedelta(days=1))
        host.meter.made.clear()
        host.call("ct-scheduler", TICK)
        return host.meter.made["ct-scheduler"]


def _add(act: dict[str, Any]) -> float:
    return float(act["reads"] + act["writes"])


def _render(act: dict[str, Any]) -> str:
    return f"{act['reads']:g} + {act['writes']:g} units"


def count_acts(endpoint: str, jobs: int) -> Acts:
    """With so many jobs that are over, and their messages."""
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        open_shop(endpoint, monkeypatch) as host,
    ):
        fill(jobs)
        return Measures(host, OPEN_JOBS).run()


@contextmanager
def open_shop(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    reset(endpoint)
    with hosting(endpoint, START, SETTINGS.read_text("utf-8"), monkeypatch) as host:
        yield host


def fill(jobs: int) -> None:
    """Written as the store would, many items at a time."""
    maps, client = ItemMaps(), connect_dynamodb(region=REGION)
    records: list[Any] = []
    for number in range(jobs):
        name, at = f"OLD-{number}", START - timedelta(hours=3 * number + 24)
        records.append(a_job(name, is_open=False, stage="collected", entered_at=at, closed_at=at))
        records += [
            a_message(
                f"jobs/{name}/move-{move}",
                about=f"jobs/{name}",
                person="customer",
                made_at=at,
                due_at=None,
                state=State.SENT,
                text="Your bicycle is ready to collect.",
            )
            for move in range(UPDATES)
        ]
    writes = [maps.of(type(record)).put(record, expected=0) for record in records]
    for start in range(0, len(writes), WRITTEN_AT_ONCE):
        requests: dict[str, list[Any]] = {}
        for write in writes[start : start + WRITTEN_AT_ONCE]:
            put = {"PutRequest": {"Item": write.request["Item"]}}
            requests.setdefault(write.table.name, []).append(put)
        client.batch_write_item(RequestItems=requests)
    client.close()


def time_opening() -> float:
    """Seconds until a fresh process has read its settings and wired its use cases."""
    done = subprocess.run((sys.executable, "-c", OPEN), capture_output=True, text=True, check=True)
    return float(done.stdout)
