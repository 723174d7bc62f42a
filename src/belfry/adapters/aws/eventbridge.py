"""Schedules in EventBridge Scheduler.

Every put sends the whole schedule, because an update resets what it does not name. Every call is
safe to repeat: what was done although the answer got lost is found done.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.errors import Absent, Taken, translated_errors
from belfry.kernel.errors import Permanent, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.kernel.eventbridge.schedules import find_fault, find_minute, find_name_fault, write_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import datetime

    from belfry.ports.clock import Clock

SERVICE = "EventBridge Scheduler"
KEPT_TRYING_SECONDS = 24 * 3600
MOST_TRIES = 185
READ_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Target:
    """The function that is called, its role, and the dead-letter queue; all are ARNs."""

    function: str
    role: str
    dead_letters: str = ""


class EventBridgeScheduler:
    """The schedules of one group."""

    def __init__(self, client: Any, clock: Clock, target: Target, *, group: str) -> None:
        self._client = client
        self._clock = clock
        self._target = target
        self._group = group

    def put(self, name: str, schedule: Schedule) -> None:
        self._check(name, schedule)
        self._write(name, schedule, after_completion="NONE")

    def put_once(self, name: str, at: datetime, handed_on: str) -> None:
        minute = find_minute(at, now=self._clock.now())
        schedule = Schedule(write_at(minute), "UTC", handed_on)
        self._check(name, schedule)
        self._write(name, schedule, after_completion="DELETE")

    def remove(self, name: str) -> None:
        if find_name_fault(name):
            return
        try:
            self._call(self._client.delete_schedule, Name=name, GroupName=self._group)
        except Absent:
            return
        except Taken as error:
            raise Temporary(str(error)) from error

    def list(self) -> Mapping[str, Schedule]:
        """EventBridge lists only names: each schedule is read by itself, several at once."""
        with ThreadPoolExecutor(READ_AT_ONCE) as pool:
            names = list(self._list_names())
            pairs = zip(names, pool.map(self._find, names), strict=True)
            return {name: schedule for name, schedule in pairs if schedule}

    def _check(self, name: str, schedule: Schedule) -> None:
        if fault := find_fault(name, schedule, now=self._clock.now()):
            raise Permanent(fault)

    def _write(self, name: str, schedule: Schedule, *, after_completion: str) -> None:
        """It may not exist, and another process may create or remove it meanwhile."""
        request = self._render(name, schedule) | {"ActionAfterCompletion": after_completion}
        if self._update(request) or self._create(request) or self._update(request):
            return
        raise Temporary(f"{SERVICE}: {name} comes and goes")

    def _update(self, request: Mapping[str, Any]) -> bool:
        """Whether there was one to update."""
        try:
            self._call(self._client.update_schedule, **request)
        except Absent:
            return False
        except Taken as error:
            raise Temporary(str(error)) from error
        return True

    def _create(self, request: Mapping[str, Any]) -> bool:
        """Whether there was none before."""
        try:
            self._call(self._client.create_schedule, **request)
        except Taken:
            return False
        except Absent as error:
            raise Permanent(f"is there a schedule group {self._group!r}? {error}") from error
        return True

    def _render(self, name: str, schedule: Schedule) -> dict[str, Any]:
        start = {"StartDate": schedule.start} if schedule.start else {}
        return {
            "Name": name,
            "GroupName": self._group,
            "ScheduleExpression": schedule.expression,
            "ScheduleExpressionTimezone": schedule.timezone,
            "FlexibleTimeWindow": {"Mode": "OFF"},
            "State": "ENABLED" if schedule.is_enabled else "DISABLED",
            "Target": self._render_target(schedule.handed_on),
            **start,
        }

    def _render_target(self, handed_on: str) -> dict[str, Any]:
        retries = {
            "MaximumEventAgeInSeconds": KEPT_TRYING_SECONDS,
            "MaximumRetryAttempts": MOST_TRIES,
        }
        target: dict[str, Any] = {
            "Arn": self._target.function,
            "RoleArn": self._target.role,
            "RetryPolicy": retries,
        }
        if handed_on:
            target["Input"] = handed_on
        if self._target.dead_letters:
            target["DeadLetterConfig"] = {"Arn": self._target.dead_letters}
        return target

    def _list_names(self) -> Iterator[str]:
        pages = self._client.get_paginator("list_schedules").paginate(GroupName=self._group)
        with translated_errors(SERVICE):
            for page in pages:
                yield from (summary["Name"] for summary in page["Schedules"])

    def _find(self, name: str) -> Schedule | None:
        """None if it went since its name was listed."""
        try:
            answer = self._call(self._client.get_schedule, Name=name, GroupName=self._group)
        except Absent:
            return None
        start: datetime | None = answer.get("StartDate")
        return Schedule(
            expression=answer["ScheduleExpression"],
            timezone=answer.get("ScheduleExpressionTimezone") or "UTC",
            handed_on=answer["Target"].get("Input") or "",
            is_enabled=answer.get("State") != "DISABLED",
            start=start.astimezone(UTC) if start else None,
        )

    def _call(self, operation: Callable[..., Any], **request: Any) -> Any:
        with translated_errors(SERVICE):
            return operation(**request)
