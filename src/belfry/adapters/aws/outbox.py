"""The outbox as a table of its own.

A row waiting to be announced has the state `pending`, a parked one `failed`, and a done one has
none: so the index by state holds only what is still to be looked at. That index may lag behind; it
only proposes rows, and a claim is decided by a condition on the row itself.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.dynamo import (
    Item,
    Write,
    put,
    read_item,
    transact,
    write_item,
    write_moment,
)
from belfry.adapters.aws.errors import Held
from belfry.adapters.aws.tables import OUTBOX, STATES
from belfry.kernel.errors import Conflict
from belfry.kernel.records import read_plainly
from belfry.ports.store import OutboxRow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import timedelta

    from belfry.adapters.aws.dynamo import Dynamo
    from belfry.kernel.changes import Event

# Counts the rows; it has no state, and is in no index.
COUNTER = write_item({"id": 0})
PENDING = "pending"
FAILED = "failed"
PAGE = 100


def announce(row_id: int, event: Event) -> Write:
    """The event as a row that may be claimed from its own moment on."""
    item = write_item(
        {
            "id": row_id,
            "aggregate_type": event.aggregate_type,
            "aggregate_id": event.aggregate_id,
            "op": event.op,
            "payload": json.dumps(dict(event.payload)),
            "created_on": write_moment(event.at),
            "attempt_count": 0,
            "next_attempt_on": write_moment(event.at),
            "state": PENDING,
        }
    )
    return put(f"outbox row {row_id}", OUTBOX, item)


class DynamoOutbox:
    """A claim moves `next_attempt_on` to the moment the row may be claimed again."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo

    def claim(
        self,
        *,
        now: datetime,
        limit: int,
        within: timedelta,
        about: str | None = None,
        ids: Collection[int] | None = None,
    ) -> Sequence[OutboxRow]:
        asked = self._find_due(now, limit, about) if ids is None else sorted(set(ids))
        taken = (self._take(row_id, now, now + within, about) for row_id in asked)
        return list(islice((row for row in taken if row), limit))

    def _find_due(self, now: datetime, limit: int, about: str | None) -> Iterator[int]:
        due = self._list(
            PENDING,
            {":now": write_moment(now)},
            FilterExpression="next_attempt_on <= :now",
            Limit=max(limit, PAGE),
        )
        for item in due:
            if about in (None, item["aggregate_type"]["S"]):
                yield int(item["id"]["N"])

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None:
        for row_id in ids:
            with suppress(Conflict):
                self._dynamo.call(
                    "update_item",
                    TableName=self._dynamo.name(OUTBOX),
                    Key=write_item({"id": row_id}),
                    ConditionExpression="attribute_exists(#state)",
                    UpdateExpression="SET processed_on = :at REMOVE #state",
                    ExpressionAttributeNames={"#state": "state"},
                    ExpressionAttributeValues=write_item({":at": write_moment(at)}),
                )

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None:
        self._count(row_id, error, "next_attempt_on = :at", again_at, PENDING)

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None:
        self._count(row_id, error, "failed_on = :at", at, FAILED)

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]:
        rows = self._list(FAILED, {})
        return [_read_row(item) for item in islice(rows, limit)]

    def _list(self, state: str, values: Mapping[str, str], **request: Any) -> Iterator[Item]:
        return self._dynamo.query(
            OUTBOX,
            STATES,
            KeyConditionExpression="#state = :state",
            ExpressionAttributeNames={"#state": "state"},
            ExpressionAttributeValues=write_item({":state": state, **values}),
            **request,
        )

    def _take(
        self, row_id: int, now: datetime, until: datetime, about: str | None
    ) -> OutboxRow | None:
        """The claimed row, leased until then; None if another process claimed it first."""
        moments = {":now": write_moment(now), ":until": write_moment(until)}
        of_type = {} if about is None else {":about": about}
        only = " AND aggregate_type = :about" if of_type else ""
        try:
            answer = self._dynamo.call(
                "update_item",
                TableName=self._dynamo.name(OUTBOX),
                Key=write_item({"id": row_id}),
                ConditionExpression=f"#state = :pending AND next_attempt_on <= :now{only}",
                UpdateExpression="SET next_attempt_on = :until",
                ExpressionAttributeNames={"#state": "state"},
                ExpressionAttributeValues=write_item({":pending": PENDING, **moments, **of_type}),
                ReturnValues="ALL_NEW",
            )
        except (Conflict, Held):
            return None
        return _read_row(answer["Attributes"])

    def _count(self, row_id: int, error: str, moment: str, at: datetime, state: str) -> None:
        """Count one attempt of a pending row; a row that is done or parked stays as it is.

        A transaction of one: its token lets a try whose answer was lost count only once.
        """
        key = write_item({"id": row_id})
        request = {
            "Key": key,
            "ConditionExpression": "#state = :pending",
            "UpdateExpression": (
                "SET attempt_count = attempt_count + :one, error_message = :error, "
                f"#state = :state, {moment}"
            ),
            "ExpressionAttributeNames": {"#state": "state"},
            "ExpressionAttributeValues": write_item(
                {
                    ":pending": PENDING,
                    ":one": 1,
                    ":error": error,
                    ":state": state,
                    ":at": write_moment(at),
                }
            ),
        }
        write = Write(f"outbox row {row_id}", OUTBOX, key, "Update", request)
        with suppress(Conflict):
            transact(self._dynamo, [write])


def _read_row(item: Item) -> OutboxRow:
    return read_plainly(OutboxRow, read_item(item))
