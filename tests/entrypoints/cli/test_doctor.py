"""Whether `belfry doctor` finds what is wrong, and only looks."""

from __future__ import annotations

import json
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.entrypoints.cli.terminal import Terminal
from tests.samples import a_run

from belfry.bootstrap import Services, build_services, open_ports, virtual_clock
from belfry.kernel.changes import Announce, Append, Event, Put
from belfry.scheduler.runs import Cause, Failed, Heartbeat, Succeeded
from belfry.settings import read_settings


def examine(belfry: Terminal, code: int = 1) -> list[dict[str, Any]]:
    """The findings that are wrong."""
    examined = belfry("doctor", "--json")
    assert examined.code == code, examined.out
    answer = json.loads(examined.out)
    assert answer["ok"] is (code == 0)
    return [finding for finding in answer["findings"] if finding["is_wrong"]]


def add_setting(belfry: Terminal, text: str) -> None:
    with (belfry.folder / "belfry.toml").open("a") as file:
        file.write(text)


def meddle(belfry: Terminal, statement: str) -> None:
    database = sqlite3.connect(belfry.folder / ".belfry" / "belfry.db")
    with database:
        database.execute(statement)
    database.close()


def test_new_team_is_well_and_stays_without_a_database(belfry: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    belfry("init", folder, "--yes")
    answer = belfry("doctor", "--team", folder)
    assert answer.code == 0
    assert answer.out.endswith("All is well.\n")
    assert "`belfry serve` creates it" in answer.out
    assert sorted(path.name for path in folder.iterdir()) == [
        *("belfry.toml", "controls", "jobs", "people.csv", "rota")
    ]


def test_team_without_anything_to_ring_is_well(belfry: Terminal) -> None:
    assert examine(belfry, code=0) == []


def test_finding_says_what_where_and_how_to_mend(belfry: Terminal) -> None:
    belfry("workflows", "add", "Ding", "--cron", "@daily")
    answer = belfry("doctor")
    assert answer.code == 1
    assert "wrong: the workflows: no worker is running to fire and run them\n" in answer.out
    assert "       start `belfry serve` or `belfry worker`\n" in answer.out


def test_workflows_with_a_worker_are_well(belfry: Terminal, services: Services) -> None:
    belfry("workflows", "add", "Ding", "--cron", "@daily")
    services.keep_worker.sign_on("test")
    assert examine(belfry, code=0) == []


@pytest.mark.parametrize(
    "text, named",
    [
        pytest.param("nme = 3\n", "did you mean name?", id="an unknown setting"),
        pytest.param("oops\n", "line 4", id="a line that is no TOML"),
        pytest.param('home = "server"\n', "in a file", id="a server without a server's database"),
        pytest.param('[workflows.bell]\ncron = "@daily"\n', "no such", id="an unknown built-in"),
        pytest.param('[workflows.tidy]\ncron = "61 * * * *"\n', "minute", id="a bad schedule"),
    ],
)
def test_wrong_settings_are_found(belfry: Terminal, text: str, named: str) -> None:
    add_setting(belfry, text)
    (finding,) = examine(belfry)
    assert "belfry.toml" in finding["where"]
    assert named in finding["what"] + finding["mend"]


def test_missing_words_are_notes_only(belfry: Terminal) -> None:
    (belfry.folder / "belfry.toml").write_text("")
    examined = belfry("doctor", "--json").json
    notes = [finding["what"] for finding in examined["findings"]]
    assert notes == [
        "public_url is not set, so messages carry no links",
        "admin is not set, so no one is notified of stuck jobs",
    ]


def test_no_team_at_all_cannot_be_examined(belfry: Terminal, tmp_path: Path) -> None:
    answer = belfry("doctor", "--team", tmp_path / "nowhere")
    assert (answer.code, answer.out) == (2, "")
    assert "belfry init" in answer.err


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("postgresql://127.0.0.1:1/none", id="a server that is not there"),
        pytest.param("mysql://127.0.0.1/none", id="a database of another sort"),
    ],
)
def test_unreachable_database_is_found(belfry: Terminal, url: str) -> None:
    add_setting(belfry, f'[database]\nurl = "{url}"\n')
    (finding,) = examine(belfry)
    assert finding["where"] == "the database"


def test_file_that_is_no_database_is_found(belfry: Terminal) -> None:
    for path in (belfry.folder / ".belfry").iterdir():
        path.unlink()
    (belfry.folder / ".belfry" / "belfry.db").write_text("not a database" * 1000)
    (finding,) = examine(belfry)
    assert finding["where"] == "the database"


def test_old_database_is_found_and_left_as_it_is(belfry: Terminal) -> None:
    meddle(belfry, "UPDATE alembic_version SET version_num = '0001'")
    (finding,) = examine(belfry)
    assert finding["what"] == "has not the shape this version needs"
    assert examine(belfry) == [finding]


def test_clock_that_was_set_back_is_found(belfry: Terminal, services: Services) -> None:
    seen_at = services.ports.clock.now() + timedelta(hours=2)
    services.ports.store.commit([Put(Heartbeat("clock", seen_at))])
    (finding,) = examine(belfry)
    assert finding["where"] == "this machine's clock"


def test_watch_that_stopped_looking_is_found(belfry: Terminal, services: Services) -> None:
    seen_at = services.ports.clock.now() - timedelta(hours=2)
    services.ports.store.commit([Put(Heartbeat("clock", seen_at))])
    (finding,) = examine(belfry)
    assert finding["where"] == "the workflow watch"


def test_dead_worker_is_told_but_not_wrong(belfry: Terminal, services: Services) -> None:
    services.keep_worker.sign_on("the old laptop")
    meddle(belfry, "UPDATE workers SET seen_at = '2026-01-01 00:00:00.000000'")
    assert examine(belfry, code=0) == []
    assert "worker w1 (the old laptop): not seen since" in belfry("doctor").out


def test_trigger_that_is_behind_is_found(belfry: Terminal, services: Services) -> None:
    settings = read_settings(belfry.folder, environment={})
    past = virtual_clock(services.ports.clock.now() - timedelta(hours=1))
    ports = open_ports(settings, clock=past)
    edit = {"name": "Ding", "kind": "log", "cron_schedule": "* * * * *"}
    build_services(settings, ports).create_workflow(edit, team_id=1, by="test")
    ports.close()
    services.keep_worker.sign_on("test")
    (finding,) = examine(belfry)
    assert finding["where"] == "the trigger of workflow 1"
    assert finding["what"].startswith("should have fired at ")


def test_trigger_with_a_problem_is_found(belfry: Terminal) -> None:
    belfry("workflows", "add", "Ding")
    meddle(belfry, "UPDATE triggers SET problem = 'its schedule is torn'")
    (finding,) = examine(belfry)
    assert (finding["what"], finding["where"]) == (
        "its schedule is torn",
        "the trigger of workflow 1",
    )


@pytest.mark.parametrize(
    "change, named",
    [
        pytest.param("kind = 'sms'", "no kind 'sms'", id="a kind that nobody brings"),
        pytest.param("timezone = 'Mars/Base'", "Mars/Base", id="a zone that is not known here"),
    ],
)
def test_workflow_that_cannot_work_is_found(belfry: Terminal, change: str, named: str) -> None:
    belfry("workflows", "add", "Ding")
    meddle(belfry, f"UPDATE workflows SET {change}")
    (finding,) = examine(belfry)
    assert named in finding["what"]
    assert finding["where"] == "workflow 1 (Ding)"


def test_queue_that_is_gone_and_lane_that_stands_still_are_told(
    belfry: Terminal, services: Services
) -> None:
    add_setting(belfry, "[queues]\nslow = 1\n")
    belfry("workflows", "add", "Slow", "--queue", "slow")
    text = (belfry.folder / "belfry.toml").read_text("utf-8")
    (belfry.folder / "belfry.toml").write_text(text.replace("slow = 1", "quick = 1"), "utf-8")
    workflow = services.ports.workflows.find(1)
    assert workflow is not None
    past = services.ports.clock.now() - timedelta(minutes=3)
    run = a_run(workflow.id, past, lane=workflow.lane, cause=Cause.MANUAL)
    services.ports.store.commit([Append(run)])

    (wrong,) = examine(belfry)
    findings = json.loads(belfry("doctor", "--json").out)["findings"]
    notes = {finding["where"]: finding["what"] for finding in findings}

    assert wrong["where"] == "the lane default"
    assert wrong["what"].startswith("has stood still since ")
    note = "there is no queue 'slow', so its runs wait in the default one"
    assert notes["workflow 1 (Slow)"] == note


def test_outbox_row_that_was_given_up_is_found(belfry: Terminal, services: Services) -> None:
    ports = services.ports
    now = ports.clock.now()
    ports.store.commit([Announce(Event("bell", "7", "upsert", {}, now))])
    (row,) = ports.outbox.claim(now=now, limit=1, within=timedelta(minutes=1))
    ports.outbox.mark_failed(row.id, error="nobody understands it", at=now)
    (finding,) = examine(belfry)
    assert finding["what"] == "bell 7: nobody understands it"


def test_parked_run_is_found_until_a_later_one_succeeds(
    belfry: Terminal, services: Services
) -> None:
    belfry("workflows", "add", "Ding")
    worker = services.keep_worker.sign_on("test")
    services.change_runs.start(1, by="test")
    (claimed,) = services.claim_runs(worker=worker, limit=1)
    services.finish_run(claimed, Failed("the till is stuck", is_final=True))
    (finding,) = examine(belfry)
    assert finding["what"] == "parked: the till is stuck"
    assert "belfry workflows replay 1-m1" in finding["mend"]
    _succeed(services, worker)
    assert examine(belfry, code=0) == []
    assert "1 older runs are parked" in belfry("doctor").out


def _succeed(services: Services, worker: str) -> None:
    services.change_runs.start(1, by="test")
    (claimed,) = services.claim_runs(worker=worker, limit=1)
    services.finish_run(claimed, Succeeded("fine"))
