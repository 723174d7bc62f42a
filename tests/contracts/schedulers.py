"""The schedulers that the contract runs over, each with the clock it goes by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.fakes.scheduler import MemoryScheduler
from tests.samples import NOON

from belfry.adapters.aws.clients import Keys, connect_scheduler
from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.adapters.system.clock import VirtualClock
from belfry.ports.scheduler import Scheduler

TARGET = Target(
    "arn:aws:lambda:eu-west-2:123456789012:function:runner",
    "arn:aws:iam::123456789012:role/scheduler",
    "arn:aws:sqs:eu-west-2:123456789012:dead-letters",
)


@dataclass(frozen=True)
class ExternalScheduler:
    scheduler: Scheduler
    clock: VirtualClock


def keep_in_memory(request: pytest.FixtureRequest) -> ExternalScheduler:
    clock = VirtualClock(NOON)
    return ExternalScheduler(MemoryScheduler(clock), clock)


def ask_eventbridge(request: pytest.FixtureRequest) -> ExternalScheduler:
    """As moto emulates it, which keeps schedules and fires none of them."""
    client = open_client(request.getfixturevalue("moto_endpoint"))
    request.addfinalizer(client.close)
    clock = VirtualClock(NOON)
    return ExternalScheduler(EventBridgeScheduler(client, clock, TARGET, group="default"), clock)


def open_client(endpoint: str, **how: Any) -> Any:
    keys = Keys("testing", "testing")
    return connect_scheduler(region="eu-west-2", endpoint=endpoint, keys=keys, **how)


ALL: dict[str, Callable[[pytest.FixtureRequest], ExternalScheduler]] = {
    "memory": keep_in_memory,
    "eventbridge": ask_eventbridge,
}
