"""A DynamoDB whose indexes are behind: they show the tables as they were a while ago."""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from tests.services.dynamo_tables import create_tables

from belfry.ports.clock import Clock

BEHIND = "behind-"


class LaggingIndexes:
    """A client that repeats every write on a second set of tables once it is old enough.

    What is asked of an index is asked of that set.
    """

    def __init__(self, client: Any, clock: Clock, lag: timedelta) -> None:
        self._client = client
        self._clock = clock
        self._lag = lag
        self._writes: list[tuple[datetime, str, dict[str, Any]]] = []
        create_tables(client, BEHIND)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def transact_write_items(self, **request: Any) -> Any:
        return self._write("transact_write_items", request)

    def update_item(self, **request: Any) -> Any:
        return self._write("update_item", request)

    def query(self, **request: Any) -> Any:
        if "IndexName" not in request:
            return self._client.query(**request)
        self._catch_up()
        return self._client.query(**{**request, "TableName": BEHIND + request["TableName"]})

    def _write(self, operation: str, request: dict[str, Any]) -> Any:
        answer = getattr(self._client, operation)(**request)
        self._writes.append((self._clock.now(), operation, deepcopy(request)))
        return answer

    def _catch_up(self) -> None:
        until = self._clock.now() - self._lag
        while self._writes and self._writes[0][0] <= until:
            _, operation, request = self._writes.pop(0)
            for part in [request, *_list_parts(request)]:
                if "TableName" in part:
                    part["TableName"] = BEHIND + part["TableName"]
            getattr(self._client, operation)(**request)


def _list_parts(request: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for item in request.get("TransactItems", ()) for part in item.values()]
