"""What is sent to EventBridge Scheduler, and what its answers and silences mean."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.adapters.aws.scheduler_proxy import (
    LOSE_ANSWER,
    Refusal,
    SchedulerLine,
    open_scheduler_line,
)
from tests.contracts.schedulers import TARGET, open_client
from tests.samples import NOON

from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Permanent, Temporary
from belfry.kernel.eventbridge import Schedule

NAME = "wf-12-prod"
DAILY = Schedule("cron(0 9 * * ? *)", "Europe/London", '{"workflow_id": 12}')
HOURLY = Schedule("cron(0 * * * ? *)", "UTC", '{"workflow_id": 12}', is_enabled=False)
START = datetime(2099, 1, 1, tzinfo=UTC)

BUSY = Refusal(429, "ThrottlingException")
CONFLICT = Refusal(409, "ConflictException")
ABSENT = Refusal(404, "ResourceNotFoundException")

WHOLE = {
    "GroupName": "default",
    "ScheduleExpression": "cron(0 9 * * ? *)",
    "ScheduleExpressionTimezone": "Europe/London",
    "FlexibleTimeWindow": {"Mode": "OFF"},
    "State": "ENABLED",
    "ActionAfterCompletion": "NONE",
    "Target": {
        "Arn": TARGET.function,
        "RoleArn": TARGET.role,
        "Input": '{"workflow_id": 12}',
        "DeadLetterConfig": {"Arn": TARGET.dead_letters},
        "RetryPolicy": {"MaximumEventAgeInSeconds": 86400, "MaximumRetryAttempts": 185},
    },
}

Open = Callable[..., EventBridgeScheduler]


@pytest.fixture
def line(moto_endpoint: str) -> Iterator[SchedulerLine]:
    with open_scheduler_line(moto_endpoint) as line:
        yield line


@pytest.fixture
def open_scheduler(line: SchedulerLine) -> Iterator[Open]:
    clients = []

    def open_scheduler(
        *, tries: int = 1, target: Target = TARGET, group: str = "default", url: str = ""
    ) -> EventBridgeScheduler:
        clients.append(open_client(url or line.url, tries=tries))
        return EventBridgeScheduler(clients[-1], VirtualClock(NOON), target, group=group)

    yield open_scheduler
    for client in clients:
        client.close()


@pytest.fixture
def scheduler(open_scheduler: Open) -> EventBridgeScheduler:
    """Every call is tried only once."""
    return open_scheduler()


def sent(line: SchedulerLine) -> list[tuple[str, dict[str, Any]]]:
    """What was asked, without the tokens that make each request another."""
    return [
        (operation, {key: value for key, value in body.items() if key != "ClientToken"})
        for operation, body in line.heard
    ]


def test_put_sends_the_whole_schedule_with_every_call(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    scheduler.put(NAME, DAILY)
    scheduler.put(NAME, DAILY)
    assert sent(line) == [("update", WHOLE), ("create", WHOLE), ("update", WHOLE)]


def test_put_sends_the_state_and_the_start(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    scheduler.put(NAME, Schedule("rate(7 minutes)", "UTC", "beat", False, START))
    _, body = line.heard[-1]
    assert (body["State"], body["StartDate"]) == ("DISABLED", START.timestamp())


def test_target_without_dead_letters_names_no_queue(
    open_scheduler: Open, line: SchedulerLine
) -> None:
    open_scheduler(target=Target(TARGET.function, TARGET.role)).put(NAME, DAILY)
    _, body = line.heard[-1]
    assert sorted(body["Target"]) == ["Arn", "Input", "RetryPolicy", "RoleArn"]


def test_one_off_asks_to_be_deleted_after_completion_also_where_a_schedule_was(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    # moto keeps the first ActionAfterCompletion for ever, so the requests are looked at.
    scheduler.put(NAME, DAILY)
    line.heard.clear()
    scheduler.put_once(NAME, NOON + timedelta(hours=1), "once")
    once = {
        **WHOLE,
        "ScheduleExpression": "at(2026-11-16T13:00:00)",
        "ScheduleExpressionTimezone": "UTC",
        "ActionAfterCompletion": "DELETE",
        "Target": {**WHOLE["Target"], "Input": "once"},  # type: ignore[dict-item]
    }
    assert sent(line) == [("update", once)]


def test_nothing_is_sent_that_would_be_refused(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    with pytest.raises(Permanent, match=r"wf-12-prod: .*allowed: cron"):
        scheduler.put(NAME, Schedule("hello", "UTC", ""))
    assert line.heard == []


def test_schedule_created_meanwhile_is_updated(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    scheduler.put(NAME, HOURLY)
    line.heard.clear()
    line.fail("update", ABSENT)
    scheduler.put(NAME, DAILY)
    assert line.operations == ["update", "create", "update"]
    assert scheduler.list() == {NAME: DAILY}


def test_schedule_that_comes_and_goes_is_temporary(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    line.fail("update", ABSENT, ABSENT)
    line.fail("create", CONFLICT)
    with pytest.raises(Temporary, match="comes and goes"):
        scheduler.put(NAME, DAILY)


@pytest.mark.parametrize("operation", ["update", "delete"])
def test_schedule_that_others_are_changing_is_temporary(
    scheduler: EventBridgeScheduler, line: SchedulerLine, operation: str
) -> None:
    line.fail(operation, CONFLICT)
    with pytest.raises(Temporary, match="ConflictException"):
        act(scheduler, operation)


def act(scheduler: EventBridgeScheduler, operation: str) -> None:
    match operation:
        case "delete":
            scheduler.remove(NAME)
        case "list" | "get":
            scheduler.list()
        case _:
            scheduler.put(NAME, DAILY)


@pytest.mark.parametrize("operation", ["update", "create", "delete", "list", "get"])
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(BUSY, id="throttled"),
        pytest.param(Refusal(400, "ThrottlingException"), id="throttled, by its name alone"),
        pytest.param(Refusal(500, "InternalServerException"), id="broken"),
        pytest.param(Refusal(503, ""), id="away"),
        pytest.param(LOSE_ANSWER, id="silent"),
    ],
)
def test_service_in_trouble_is_temporary(
    scheduler: EventBridgeScheduler, line: SchedulerLine, operation: str, fault: Any
) -> None:
    scheduler.put("another", DAILY)
    line.fail(operation, fault)
    with pytest.raises(Temporary):
        act(scheduler, operation)


@pytest.mark.parametrize("operation", ["update", "create", "delete", "list", "get"])
@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param(Refusal(400, "ValidationException"), id="invalid"),
        pytest.param(Refusal(402, "ServiceQuotaExceededException"), id="over the quota"),
        pytest.param(Refusal(403, "AccessDeniedException"), id="not allowed"),
        pytest.param(Refusal(418, "Teapot"), id="never heard of"),
    ],
)
def test_refusal_is_permanent(
    scheduler: EventBridgeScheduler, line: SchedulerLine, operation: str, refusal: Refusal
) -> None:
    scheduler.put("another", DAILY)
    line.fail(operation, refusal)
    with pytest.raises(Permanent, match=refusal.code):
        act(scheduler, operation)


def test_service_out_of_reach_is_temporary(open_scheduler: Open) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(Temporary, match="out of reach"):
        open_scheduler(url=url).put(NAME, DAILY)


def test_throttled_call_is_tried_again_by_the_sdk_and_not_for_ever(
    open_scheduler: Open, line: SchedulerLine
) -> None:
    scheduler = open_scheduler(tries=2)
    line.fail("update", BUSY)
    scheduler.put(NAME, DAILY)
    assert line.operations == ["update", "update", "create"]
    line.fail("update", BUSY, BUSY)
    with pytest.raises(Temporary):
        scheduler.put(NAME, HOURLY)
    assert line.operations == ["update", "update", "create", "update", "update"]


@pytest.mark.parametrize("operation", ["update", "create"])
def test_put_whose_answer_got_lost_is_safe_to_do_again(
    scheduler: EventBridgeScheduler, line: SchedulerLine, operation: str
) -> None:
    if operation == "update":
        scheduler.put(NAME, HOURLY)
    line.fail(operation, LOSE_ANSWER)
    with pytest.raises(Temporary):
        scheduler.put(NAME, DAILY)
    assert scheduler.list() == {NAME: DAILY}
    scheduler.put(NAME, DAILY)
    assert scheduler.list() == {NAME: DAILY}


def test_create_that_the_sdk_repeats_after_a_lost_answer_ends_as_an_update(
    open_scheduler: Open, line: SchedulerLine
) -> None:
    scheduler = open_scheduler(tries=2)
    line.fail("create", LOSE_ANSWER)
    scheduler.put(NAME, DAILY)
    assert line.operations == ["update", "create", "create", "update"]
    assert scheduler.list() == {NAME: DAILY}


def test_delete_that_the_sdk_repeats_after_a_lost_answer_has_worked(
    open_scheduler: Open, line: SchedulerLine
) -> None:
    scheduler = open_scheduler(tries=2)
    scheduler.put(NAME, DAILY)
    line.fail("delete", LOSE_ANSWER)
    scheduler.remove(NAME)
    assert scheduler.list() == {}


def test_missing_group_is_named(open_scheduler: Open, line: SchedulerLine) -> None:
    line.fail("update", ABSENT)
    line.fail("create", ABSENT)
    with pytest.raises(Permanent, match="is there a schedule group 'nightly'"):
        open_scheduler(group="nightly").put(NAME, DAILY)


def test_schedule_that_goes_while_they_are_listed_is_left_out(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    scheduler.put(NAME, DAILY)
    line.fail("get", ABSENT)
    assert scheduler.list() == {}


def test_foreign_schedule_is_listed_as_far_as_it_can_be_read(
    scheduler: EventBridgeScheduler, line: SchedulerLine
) -> None:
    client = open_client(line.url)
    client.create_schedule(
        Name="theirs",
        ScheduleExpression="rate(1 hour)",
        FlexibleTimeWindow={"Mode": "OFF"},
        Target={"Arn": TARGET.function, "RoleArn": TARGET.role},
    )
    client.close()
    assert scheduler.list() == {"theirs": Schedule("rate(1 hour)", "UTC", "")}


def test_schedules_of_another_group_are_not_listed(
    open_scheduler: Open, line: SchedulerLine
) -> None:
    client = open_client(line.url)
    client.create_schedule_group(Name="nightly")
    client.close()
    nightly, daily = open_scheduler(group="nightly"), open_scheduler()
    nightly.put(NAME, HOURLY)
    daily.put(NAME, DAILY)
    assert (nightly.list(), daily.list()) == ({NAME: HOURLY}, {NAME: DAILY})
