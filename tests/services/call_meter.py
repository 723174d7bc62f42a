"""Counts the calls that go to AWS, and what they would be billed as.

moto does not say what a call consumes, so the units of DynamoDB are computed here, by its rules:
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import boto3
from tests.fakes.crash_points import Crashed

from belfry.adapters.aws.dynamo import weigh
from belfry.adapters.aws.tables import TABLES

READ, WRITTEN = 4096, 1024
_KEYS = {table.name: ([name for name, _ in table.keys], table.indexes) for table in TABLES}


@dataclass(frozen=True)
class Call:
    """One call: `target` is the table (with its index), bucket, queue or other resource named."""

    function: str
    action: str
    target: str
    reads: float = 0
    writes: float = 0


@dataclass
class Meter:
    """`function` is the one that is running; `listeners` hear of each commit that succeeded.

    `made` counts the calls of each function. After so many more as `kill_after` says its process
    dies: AWS has done what was asked, and the function does not hear of it. If operations are
    `counted`, the others are not.
    """

    calls: list[Call] = field(default_factory=list)
    function: str = ""
    listeners: list[Callable[[dict[str, Any]], None]] = field(default_factory=list)
    made: Counter[str] = field(default_factory=Counter)
    kill_after: dict[str, int] = field(default_factory=dict)
    counted: Collection[str] = ()
    _index_keys: dict[Any, Any] = field(default_factory=dict)

    def count(self, since: int = 0) -> Counter[str]:
        return Counter(call.action for call in self.calls[since:])

    def units(self, since: int = 0) -> tuple[float, float]:
        """Read and write units."""
        calls = self.calls[since:]
        return sum(call.reads for call in calls), sum(call.writes for call in calls)

    def note(
        self, service: str, operation: str, params: dict[str, Any], answer: Any, *, is_done: bool
    ) -> None:
        """A call that was refused is billed as well, as if it had read or written nothing."""
        action = f"{service}:{operation}"
        if is_done and operation == "TransactWriteItems":
            for listen in self.listeners:
                listen(params)
        if not self.function:
            return
        if service != "dynamodb":
            target = next((str(params[name]) for name in _NAMES if name in params), "")
            if service == "s3" and "Key" in params:
                target = f"{target}/{params['Key']}"
            if operation == "PutEvents":
                target = params["Entries"][0]["EventBusName"]
            self.calls.append(Call(self.function, action, target))
        else:
            for part, target, reads, writes in self._bill(operation, params, answer):
                self.calls.append(Call(self.function, part, target, reads, writes))
        if not self.counted or operation in self.counted:
            self._count_down()

    def _count_down(self) -> None:
        self.made[self.function] += 1
        left = self.kill_after.pop(self.function, 0)
        if left > 1:
            self.kill_after[self.function] = left - 1
        elif left == 1:
            raise Crashed(self.function)

    def _bill(
        self, operation: str, params: dict[str, Any], answer: Any
    ) -> Iterator[tuple[str, str, float, float]]:
        match operation:
            case "TransactWriteItems":
                table, writes = "", 0.0
                for item in params["TransactItems"]:
                    [(action, write)] = item.items()
                    table = write["TableName"]
                    writes += 2 * _units(write.get("Item", {}), WRITTEN)
                    writes += self._bill_indexes(table, action, write)
                    yield f"dynamodb:{action}Item", table, 0, 0
                yield "dynamodb:TransactWriteItems", "", 0, writes
            case "UpdateItem":
                yield "dynamodb:UpdateItem", params["TableName"], 0, 2
            case "BatchGetItem":
                for table in params["RequestItems"]:
                    items = answer.get("Responses", {}).get(table, [])
                    reads = sum(_units(item, READ) for item in items)
                    yield "dynamodb:BatchGetItem", table, reads, 0
            case "GetItem":
                reads = _units(answer.get("Item", {}), READ)
                yield "dynamodb:GetItem", params["TableName"], reads, 0
            case _:
                index = params.get("IndexName")
                target = f"{params['TableName']}/{index}" if index else params["TableName"]
                items = answer.get("Items", [])
                share = 1 if params.get("ConsistentRead") else 0.5
                size = sum(map(weigh, items))
                yield f"dynamodb:{operation}", target, share * max(1, math.ceil(size / READ)), 0

    def _bill_indexes(self, table: str, action: str, write: dict[str, Any]) -> float:
        """An index is written when its keys change: once for the new, once for the old entry."""
        keys, indexes = _KEYS[table]
        item = write.get("Item", {})
        own = item or write.get("Key", {})
        name = (table, *(str(own[key]) for key in keys))
        before = self._index_keys.get(name, {})
        after = {
            index.name: [item[key] for key, _ in index.keys]
            for index in indexes
            if all(key in item for key, _ in index.keys)
        }
        self._index_keys[name] = after if action != "Delete" else {}
        changed = [n for n in {*before, *after} if before.get(n) != after.get(n)]
        return sum((n in before) + (n in after) for n in changed)


_NAMES = ("Bucket", "QueueUrl", "FunctionName", "Name", "Path", "SecretId", "modelId")


def _units(item: dict[str, Any], size: int) -> int:
    return max(1, math.ceil(weigh(item) / size))


def list_calls(function: str, service: str, operation: str, params: dict[str, Any]) -> list[Call]:
    """What the role of a function is asked for when it makes this call, part by part."""
    meter = Meter(function=function)
    meter.note(service, operation, params, {}, is_done=True)
    return meter.calls


@contextmanager
def metering(answers: dict[str, Callable[[dict[str, Any]], Any]]) -> Iterator[Meter]:
    """Counts the calls of every client made meanwhile.

    `answers` by `service.Operation` are given in AWS's place, for what moto does not play.
    """
    meter = Meter()
    session = _open_session()

    def begin(params: dict[str, Any], context: dict[str, Any], **more: Any) -> None:
        context["asked"] = params

    def answer(params: dict[str, Any], model: Any, context: dict[str, Any], **more: Any) -> Any:
        service = model.service_model.service_name
        give = answers.get(f"{service}.{model.name}")
        if give is None:
            return None
        return _Ok(), give(context["asked"])

    def end(
        http_response: Any, parsed: dict[str, Any], model: Any, context: dict[str, Any], **more: Any
    ) -> None:
        is_done = http_response.status_code < 300
        meter.note(
            model.service_model.service_name, model.name, context["asked"], parsed, is_done=is_done
        )

    heard = {"provide-client-params": begin, "before-call": answer, "after-call": end}
    for event, handle in heard.items():
        session.events.register(f"{event}.*.*", handle)
    before = boto3.DEFAULT_SESSION
    boto3.DEFAULT_SESSION = session
    try:
        yield meter
    finally:
        boto3.DEFAULT_SESSION = before
        for event, handle in heard.items():
            session.events.unregister(f"{event}.*.*", handle)


@cache
def _open_session() -> Any:
    """One for all: it takes long to read what it knows of each service."""
    return boto3.session.Session()


class _Ok:
    status_code = 202
