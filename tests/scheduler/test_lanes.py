"""Lanes: no user's workflow holds up Belfry's own, and each queue and host has its limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps import App, build_app, memory_ports, sql_app
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import InputError
from belfry.scheduler.claim_and_finish import Claimed
from belfry.scheduler.runs import Succeeded
from belfry.scheduler.workflows import OWN_LANE
from belfry.settings import Settings
from belfry.settings.sections import HttpSettings

MINUTE = timedelta(minutes=1)
SLOW = "https://slow.example.com/"


def open_app(**settings: Any) -> App:
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    return build_app(ports, Settings(**settings))


def start(app: App, count: int, *, host: str = "", kind: str = "probe", **edit: Any) -> None:
    """So many runs, each of a workflow of its own."""
    for _ in range(count):
        name = f"{host or kind} {app.ports.numbers.next('name')}"
        inputs = {"url": f"https://{host}/"} if host else {}
        fields = {"name": name, "kind": "http" if host else kind, "inputs": inputs, **edit}
        workflow = app.services.create_workflow.create(fields, team_id=1, by="test")
        app.services.change_runs.start(workflow.id, by="test")


def claim(app: App, worker: str = "w1", limit: int = 64) -> list[Claimed]:
    return app.services.claim_runs(worker=worker, limit=limit)


def count_lanes(claims: list[Claimed]) -> Counter[str]:
    return Counter(claimed.run.lane for claimed in claims)


def test_a_full_queue_leaves_belfrys_own_lane_free(app: App) -> None:
    start(app, 6, host="slow.example.com")
    start(app, 6)
    assert count_lanes(claim(app)) == {"default": 4}

    start(app, 1, kind="release")
    start(app, 1, kind="relay")
    start(app, 1, kind="watch")

    assert count_lanes(claim(app)) == {OWN_LANE: 3}


def test_a_process_gives_each_lane_threads_of_its_own(app: App) -> None:
    start(app, 6)
    start(app, 3, kind="tidy")
    first = claim(app, limit=2)
    assert count_lanes(first) == {"default": 2, OWN_LANE: 2}

    busy = count_lanes(first)
    assert app.services.claim_runs(worker="w1", limit=2, busy=busy) == []
    assert count_lanes(app.services.claim_runs(worker="w1", limit=3, busy=busy)) == {
        "default": 1,
        OWN_LANE: 1,
    }


def test_two_runs_of_one_host_leave_the_queue_to_others(app: App) -> None:
    start(app, 5, host="slow.example.com")
    start(app, 1, host="quick.example.com")
    start(app, 2)

    hosts = Counter(claimed.run.host for claimed in claim(app))

    assert hosts == {"slow.example.com": 2, "quick.example.com": 1, "": 1}


def test_an_ended_run_makes_room_for_the_next_of_its_host(app: App) -> None:
    start(app, 3, host="slow.example.com")
    first, _ = claim(app)
    assert claim(app) == []

    app.services.finish_run(first, Succeeded("done"))

    assert len(claim(app)) == 1


def test_a_queue_of_its_own_has_its_own_limit() -> None:
    app = open_app(queues={"slow": 1}, http=HttpSettings(per_host=9))
    start(app, 3, host="slow.example.com", queue="slow")
    start(app, 6)

    assert count_lanes(claim(app)) == {"slow": 1, "default": 4}


def test_a_host_is_called_twice_at_once_whatever_the_queues() -> None:
    app = open_app(queues={"slow": 2})
    start(app, 2, host="slow.example.com", queue="slow")
    start(app, 2, host="slow.example.com")

    assert len(claim(app)) == 2


def test_inputs_for_one_run_name_the_host_of_that_run(app: App) -> None:
    workflow = app.add(kind="http", inputs={"url": SLOW}, cron_schedule=None)
    run = app.services.change_runs.start(
        workflow.id, by="test", inputs={"url": "https://other.example.com/"}
    )
    assert (workflow.host, run.host) == ("slow.example.com", "other.example.com")


def test_a_queue_that_is_not_configured_is_refused(app: App) -> None:
    with pytest.raises(InputError, match="no queue 'fast'; expected one of default") as caught:
        app.add(queue="fast")
    assert caught.value.field == "queue"


def test_runs_of_a_queue_that_is_gone_wait_in_the_default_one() -> None:
    app = open_app(queues={"slow": 1})
    start(app, 2, queue="slow")
    later = build_app(app.ports)
    start(later, 4)

    assert count_lanes(claim(later)) == {"slow": 2, "default": 2}
    assert claim(later) == []


def test_fires_wait_in_the_lane_of_their_workflow(app: App) -> None:
    app.add("Mine", kind="http", inputs={"url": SLOW})
    own = {"name": "Own", "kind": "watch", "cron_schedule": "* * * * *"}
    app.services.create_workflow.create(own, team_id=1, by="test")
    app.clock.advance(MINUTE)
    app.services.fire_triggers()

    lanes = {(run.lane, run.host) for run in app.runs()}
    assert lanes == {("default", "slow.example.com"), (OWN_LANE, "")}


@pytest.fixture(params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[App]]:
    """Three processes on one database."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    apps = [sql_app(url, tmp_path) for _ in range(3)]
    yield apps
    for app in apps:
        app.ports.close()


def test_processes_that_claim_at_once_keep_the_limits_together(shared: list[App]) -> None:
    start(shared[0], 6, host="slow.example.com")
    start(shared[0], 12)
    with ThreadPoolExecutor(len(shared)) as pool:
        for _ in range(5):
            claims = [
                claimed
                for batch in pool.map(lambda app: claim(app, limit=4), shared)
                for claimed in batch
            ]
            running = shared[0].ports.runs.list_running()
            hosts = Counter(run.host for run in running if run.host)
            assert len(running) == len(claims) <= 4
            assert max(hosts.values(), default=0) <= 2
            assert claims
            for claimed in claims:
                shared[1].services.finish_run(claimed, Succeeded("done"))


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("start"), st.sampled_from(["", "a.example.com", "b.example.com"])),
        st.tuples(st.just("own"), st.just("")),
        st.tuples(st.just("claim"), st.just("")),
        st.tuples(st.just("finish"), st.just("")),
    ),
    max_size=40,
)


@given(STEPS)
def test_limits_hold_and_no_free_slot_stays_unused(steps: list[tuple[str, str]]) -> None:
    app = open_app(queues={"slow": 2})
    for number, (step, host) in enumerate(steps):
        if step == "start":
            start(app, 1, host=host, queue="slow" if number % 2 else "default")
        elif step == "own":
            start(app, 1, kind="tidy", overlap="allow")
        elif step == "claim":
            claim(app)
            check_claimed(app)
        elif running := app.ports.runs.list_running():
            workflow = app.ports.workflows.find(running[0].workflow_id)
            assert workflow is not None
            app.services.finish_run(Claimed(running[0], workflow), Succeeded("done"))


def check_claimed(app: App) -> None:
    """No limit is passed, and what still waits waits for one of them."""
    running = app.ports.runs.list_running()
    lanes, hosts = Counter(run.lane for run in running), Counter(run.host for run in running)
    assert lanes["default"] <= 4
    assert lanes["slow"] <= 2
    assert max((count for host, count in hosts.items() if host), default=0) <= 2
    for run in app.ports.runs.list_waiting(now=app.clock.now(), limit=99):
        is_full = lanes[run.lane] == {"default": 4, "slow": 2}.get(run.lane)
        assert is_full or (run.host and hosts[run.host] == 2), run


def test_a_lane_that_stands_still_is_told_once_with_the_workflows(app: App) -> None:
    start(app, 4, host="slow.example.com")
    claim(app)
    app.clock.advance(MINUTE)
    assert app.services.watch_clock() == []
    app.clock.advance(MINUTE)

    (notice,) = app.services.watch_clock()

    assert notice.kind == "standing-still"
    assert notice.text == (
        "Nothing has started in the queue default since 2026-11-16 12:00 UTC: "
        "slow.example.com 3 is waiting; slow.example.com 1, slow.example.com 2 running"
    )
    app.clock.advance(MINUTE)
    assert app.services.watch_clock() == []


def test_a_lane_that_moves_does_not_stand_still(app: App) -> None:
    start(app, 9)
    for _ in range(5):
        for claimed in claim(app, limit=1):
            app.services.finish_run(claimed, Succeeded("done"))
        app.clock.advance(MINUTE)
        assert app.services.watch_clock() == []


def test_belfrys_own_lane_is_named_when_no_worker_starts_its_runs(app: App) -> None:
    app.services.watch_clock()
    start(app, 1, kind="release")
    app.clock.advance(2 * MINUTE)

    (notice,) = app.services.watch_clock()

    assert notice.text == (
        "Nothing has started in Belfry's own lane since 2026-11-16 12:00 UTC: "
        "release 1 is waiting; no worker has started it"
    )


def test_what_waits_after_an_absence_is_no_standstill(app: App) -> None:
    app.services.watch_clock()
    start(app, 1)
    app.clock.advance(timedelta(hours=8))

    assert [notice.kind for notice in app.services.watch_clock()] == ["away"]
