"""Whether runs are started, shown and replayed from the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread

import pytest
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services
from belfry.entrypoints.web.api.schemas import RunAnswer
from belfry.entrypoints.worker.loop import Loop
from belfry.scheduler.runs import Failed, RunStatus


@contextmanager
def a_worker(services: Services) -> Iterator[None]:
    """A real worker in a thread, for as long as the test needs one."""
    stop, is_there = Event(), Event()
    loop = Loop(services, label="test", threads=1, welcome=lambda name: is_there.set())
    thread = Thread(target=loop.run, args=(stop,))
    thread.start()
    assert is_there.wait(300)
    yield
    stop.set()
    thread.join()


def add(services: Services, name: str = "Ding", **edit: object) -> int:
    fields = {"name": name, "kind": "log", "inputs": {"message": "dong"}, **edit}
    return services.create_workflow(fields, team_id=1, by="test").id


def park(services: Services, workflow_id: int) -> str:
    """A run of the workflow that has failed for good."""
    services.change_runs.start(workflow_id, by="test")
    worker = services.keep_worker.sign_on("test")
    claimed = services.claim_runs(worker=worker, limit=1)[0]
    services.finish_run(claimed, Failed("the till is stuck", is_final=True))
    services.keep_worker.sign_off(worker)
    return claimed.run.id


def test_run_is_queued_at_once(belfry: Terminal, services: Services) -> None:
    add(services)
    queued = belfry("workflows", "run", "Ding", "--json").json
    assert (queued["id"], queued["status"], queued["cause"], queued["asked_by"]) == (
        *("1-m1", "queued", "manual"),
        "terminal",
    )


def test_run_is_told_in_the_words_of_the_api(belfry: Terminal, services: Services) -> None:
    add(services)
    assert set(belfry("workflows", "run", 1, "--json").json) == set(RunAnswer.model_fields)


def test_run_that_is_waited_for_tells_its_output(belfry: Terminal, services: Services) -> None:
    add(services)
    with a_worker(services):
        answer = belfry("workflows", "run", 1, "--wait", "--input", "message=dang")
    assert (answer.code, answer.out) == (0, "Run 1-m1 of Ding: succeeded. dang\n")


def test_run_that_is_waited_for_and_fails_leaves_with_1(
    belfry: Terminal, services: Services
) -> None:
    add(services, kind="http", inputs={"url": "http://no-such-house.invalid/"}, attempts=1)
    with a_worker(services):
        answer = belfry("workflows", "run", 1, "--wait")
    assert answer.code == 1
    assert "parked" in answer.out


def test_wait_without_a_worker_says_so_and_leaves_the_run_queued(
    belfry: Terminal, services: Services
) -> None:
    add(services)
    answer = belfry("workflows", "run", 1, "--wait")
    assert (answer.code, answer.out) == (1, "Run 1-m1 of Ding: queued.\n")
    assert "no worker is alive" in answer.err


def test_wait_that_takes_too_long_may_be_tried_again(belfry: Terminal, services: Services) -> None:
    add(services)
    services.keep_worker.sign_on("a worker that never comes to it")
    answer = belfry("workflows", "run", 1, "--wait", "--within", "0s")
    assert (answer.code, answer.out) == (75, "")
    assert "has not ended" in answer.err


def test_runs_are_shown_newest_first(belfry: Terminal, services: Services) -> None:
    add(services)
    add(services, name="Dong")
    for workflow_id in (1, 2, 1):
        services.change_runs.start(workflow_id, by="test")
    shown = belfry("workflows", "runs", "--json").json["runs"]
    assert [run["id"] for run in shown] == ["1-m3", "2-m2", "1-m1"]
    shown = belfry("workflows", "runs", "ding", "-n", 1, "--json").json["runs"]
    assert [run["id"] for run in shown] == ["1-m3"]


def test_runs_are_told_apart_by_status(belfry: Terminal, services: Services) -> None:
    add(services)
    parked = park(services, 1)
    services.change_runs.start(1, by="test")
    shown = belfry("workflows", "runs", "--status", "parked", "--json").json["runs"]
    assert [run["id"] for run in shown] == [parked]
    both = belfry("workflows", "runs", "--status", "parked", "--status", "queued", "--json").json
    assert len(both["runs"]) == 2
    assert "the till is stuck" in belfry("workflows", "runs").out


def test_output_cannot_command_the_terminal(belfry: Terminal, services: Services) -> None:
    add(services, inputs={"message": "\x1b[2Jgone\x07\r\nnext"})
    with a_worker(services):
        belfry("workflows", "run", 1, "--wait")
    shown = belfry("workflows", "runs").out
    assert "gone" in shown
    assert not set(shown) & {"\x1b", "\x07", "\r"}


def test_backfill_makes_each_missing_run_once(belfry: Terminal, services: Services) -> None:
    add(services, cron_schedule="0 * * * *")
    stretch = ("--from", "2026-01-01T00:00:00Z", "--to", "2026-01-01T03:00:00+01:00")
    made = belfry("workflows", "backfill", 1, *stretch, "--json").json["runs"]
    assert [run["scheduled_for"] for run in made] == [
        f"2026-01-01T{hour}:00:00+00:00" for hour in ("00", "01", "02")
    ]
    assert belfry("workflows", "backfill", 1, *stretch, "--json").json == {"runs": []}


@pytest.mark.parametrize("flag", ["--from", "--to"])
def test_backfill_needs_both_ends(belfry: Terminal, services: Services, flag: str) -> None:
    add(services)
    answer = belfry("workflows", "backfill", 1, flag, "2026-01-01T00:00:00Z")
    assert answer.code == 2
    assert "Missing option" in answer.err


def test_replayed_run_is_queued_on_its_own_row(belfry: Terminal, services: Services) -> None:
    add(services)
    parked = park(services, 1)
    assert belfry("workflows", "replay", parked).out == f"Run {parked} is queued again.\n"
    runs = services.ports.runs.list_newest()
    assert [(run.id, run.status) for run in runs] == [(parked, RunStatus.QUEUED)]


def test_run_that_succeeded_is_not_replayed(belfry: Terminal, services: Services) -> None:
    add(services)
    with a_worker(services):
        belfry("workflows", "run", 1, "--wait", "--within", "1m")
    answer = belfry("workflows", "replay", "1-m1")
    assert answer.code == 1
    assert "succeeded" in answer.err


def test_length_of_time_is_read_with_its_unit(belfry: Terminal, services: Services) -> None:
    add(services, grace=timedelta(minutes=1))
    answer = belfry("workflows", "set", 1, "--grace", "five minutes")
    assert answer.code == 2
    assert "expected 90s, 5m, 24h or 2d" in answer.err
