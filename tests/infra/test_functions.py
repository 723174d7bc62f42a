"""Whether the table of functions, the handlers and the declared resources agree."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import chain
from typing import Any

import pytest
from tests.architecture.sources import ROOT
from tests.loops import for_each
from tests.services.function_host import STACKS, find_fire
from tests.services.function_roles import TABLE
from tools.write_functions_page import PAGE, render_page
from tools.write_functions_page import TABLE as FILE

from belfry.adapters.aws.s3 import BUCKETS
from belfry.adapters.aws.tables import TABLES
from belfry.bootstrap.aws_functions import RELEASE_ROLE, RELEASES, SENDER, ZONE, check_zone
from belfry.bootstrap.aws_home import CONFIG_VARIABLE, CONTROLS_QUEUE, JOBS_BUS, JOBS_QUEUE
from belfry.controls import controls
from belfry.jobs import jobs
from belfry.kernel.cron import is_valid_cron
from belfry.kernel.errors import ConfigError
from belfry.messaging.messages import LOST
from belfry.messaging.take_answers import GIVEN, REPLIED, UPDATED
from belfry.rota import entries
from belfry.scheduler.workflows import BUILTINS

KINDS = (
    *("table", "index", "stream", "bucket", "object", "queue", "bus", "function", "secret"),
    *("parameter", "model", "schedule", "role", "identity", "configuration", "sms"),
)
FIELDS = {
    *("stack", "summary", "handler", "memory", "timeout", "package", "environment"),
    *("triggers", "statements"),
}
# Who may ask a model, and who may send: no other function of any room.
WITH_MODEL = {"jsnr-composer", "intake-timeoff", "summary", "ct-summary", "ct-evidence"}
SENDERS = {SENDER, "publish", "digest", "summary", "ct-reminder"}
# The schedules that do what a built-in workflow does at other homes.
BUILT_IN = {
    "jsnr-sweep": "sweep",
    "ss-drive-sync": "sync",
    "ss-template-sync": "template-sync",
    "ss-weekly-draft": "draft",
    "ss-weekly-digest": "digest",
    "ss-weekly-summary": "summary",
    "ct-tick": "tick",
    "ct-monthly-summary": "controls-summary",
}
STATEMENTS = [(name, s) for name, function in TABLE.items() for s in function["statements"]]
TRIGGERS = [(name, t) for name, function in TABLE.items() for t in function["triggers"]]


def list_resources(*kinds: str) -> set[str]:
    resources = chain.from_iterable(statement["resources"] for _, statement in STATEMENTS)
    parts = [resource.partition(":") for resource in resources]
    return {name for kind, _, name in parts if kind in kinds}


def test_every_function_has_a_handler_that_takes_an_event() -> None:
    for name, function in TABLE.items():
        assert set(function) == FIELDS, name
        module, _, attribute = function["handler"].rpartition(".")
        handler = getattr(importlib.import_module(module), attribute)
        assert list(inspect.signature(handler).parameters) == ["event", "context"], name
        assert re.fullmatch(r"[A-Z].*\.", function["summary"]), name


def test_functions_read_the_variables_they_are_given_and_no_others() -> None:
    known = {CONFIG_VARIABLE, RELEASE_ROLE, ZONE}
    variables = {name: set(function["environment"]) for name, function in TABLE.items()}
    assert set().union(*variables.values()) == known
    released = [name for name, trigger in TRIGGERS if trigger["type"] == "at"]
    assert [name for name in variables if RELEASE_ROLE in variables[name]] == released
    rooms = {n for n, function in TABLE.items() if function["stack"] in STACKS.values()}
    assert {name for name in variables if ZONE in variables[name]} == rooms


def test_statements_name_one_reason_and_resources_that_there_are() -> None:
    tables = {table.name: table for table in TABLES}
    indexes = {f"{table.name}/{index.name}" for table in TABLES for index in table.indexes}
    for name, function in TABLE.items():
        sids = [statement["sid"] for statement in function["statements"]]
        assert len(sids) == len(set(sids)), name
    for name, statement in STATEMENTS:
        assert all(re.fullmatch(r"[a-z0-9]+:[A-Za-z]+", action) for action in statement["actions"])
        kinds = {resource.partition(":")[0] for resource in statement["resources"]}
        assert kinds <= set(KINDS), (name, statement["sid"])
    assert list_resources("table", "stream") <= tables.keys()
    assert list_resources("index") <= indexes
    assert list_resources("bucket") <= set(BUCKETS)
    assert {key.partition("/")[0] for key in list_resources("object")} <= set(BUCKETS)
    assert (list_resources("bus"), list_resources("queue")) == (
        {"default", JOBS_BUS},
        {JOBS_QUEUE, CONTROLS_QUEUE},
    )
    assert list_resources("function") == {SENDER}
    assert list_resources("schedule") == {
        f"default/{trigger['name']}-*" for _, trigger in TRIGGERS if trigger["type"] == "at"
    }
    assert {t["name"] for _, t in TRIGGERS if t["type"] == "at"} <= set(RELEASES.values())


def test_no_function_can_do_what_another_is_for() -> None:
    """Few may ask a model, fewer may send, and no role has a wildcard."""
    allowed: dict[str, set[str]] = {}
    for name, statement in STATEMENTS:
        for action in statement["actions"]:
            allowed.setdefault(action, set()).add(name)
    assert allowed["bedrock:InvokeModel"] == WITH_MODEL
    assert allowed["lambda:InvokeFunction"] == {"jsnr-composer"}
    assert allowed["ses:SendEmail"] == SENDERS
    assert allowed["sns:Publish"] == {SENDER, "ct-reminder"}
    assert allowed["iam:PassRole"] == {n for n, t in TRIGGERS if t["type"] == "at"}
    assert allowed["events:PutEvents"] == {"belfry-relay"}
    assert not [action for action in allowed if "*" in action]


def test_schedules_are_valid_and_agree_with_the_built_in_workflows() -> None:
    expressions = {t["name"]: t for _, t in TRIGGERS if t["type"] == "schedule"}
    assert [name for name, t in expressions.items() if not is_valid_cron(t["expression"])] == []
    zoned = {name for name, t in expressions.items() if t["zone"]}
    assert zoned == {name for name, t in expressions.items() if t["expression"].startswith("cron")}
    crons = {builtin.name: builtin.cron for builtin in BUILTINS}
    for name, workflow in BUILT_IN.items():
        fires = list_fires(expressions[name])
        assert fires == list_fires({"expression": crons[workflow], "zone": True}), name


def list_fires(trigger: Mapping[str, Any]) -> list[datetime]:
    """The next ones from before the clocks change, in the team's zone."""
    at, fires = datetime(2026, 10, 24, tzinfo=UTC), []
    for _ in range(30):
        at = find_fire(trigger, at)
        fires.append(at)
    return fires


def test_queue_takes_every_event_that_a_job_announces() -> None:
    [queue] = [trigger for name, trigger in TRIGGERS if trigger["name"] == JOBS_QUEUE]
    events: dict[str, Any] = vars(jobs)
    names = ("STAGE_CHANGED", "JOB_QUIET", "JOB_CORRECTED", "JOBS_SWEPT", "WORDINGS_SUGGEST")
    assert set(queue["events"]) == {events[name] for name in names}
    assert (queue["name"], queue["dead_letters"]) == (JOBS_QUEUE, f"{JOBS_QUEUE}-dlq")
    assert queue["attempts"] == 5


def test_every_event_of_a_control_but_evidence_has_a_listener() -> None:
    """Evidence is described when its file is put into the bucket."""
    heard = {
        event
        for name, trigger in TRIGGERS
        if trigger["type"] in ("bus", "queue") and name.startswith("ct-")
        for event in trigger["events"]
    }
    names = ("REMINDED", "ESCALATED", "DONE", "UNDONE", "SKIPPED", "SNOOZED")
    assert heard == {*(vars(controls)[name] for name in names), LOST, GIVEN, REPLIED, UPDATED}


def test_rota_hears_of_every_event_of_its_own() -> None:
    """Of short-staffed and held shifts the message about the draft tells, too."""
    heard = {
        event
        for name in ("publish", "action-handler")
        for trigger in TABLE[name]["triggers"]
        for event in trigger.get("events", ())
    }
    constants = {value for name, value in vars(entries).items() if name.isupper()}
    names = {value for value in constants if "." in value}
    assert heard == names - {entries.SHORT_STAFFED, entries.HELD} | {GIVEN, REPLIED, UPDATED}


def test_page_is_written_from_the_table() -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == render_page(ROOT / FILE), "run tools/write_functions_page.py"


@for_each(
    "scheduled, problem",
    [
        ("Europe/London", ""),
        ("", "TZ_NAME is not set: the zone of the stack's schedules"),
        ("UTC", "the schedules run in UTC, and the setting timezone says Europe/London"),
    ],
)
def test_functions_start_only_in_the_zone_of_the_team(scheduled: str, problem: str) -> None:
    if not problem:
        check_zone("Europe/London", scheduled)
        return
    with pytest.raises(ConfigError, match=problem):
        check_zone("Europe/London", scheduled)
