"""Records kept in DynamoDB, changed in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from belfry.adapters.aws.numbers import reserve
from belfry.adapters.aws.outbox import ROW_IDS, announce
from belfry.adapters.aws.trail import note
from belfry.adapters.aws.transactions import Write, check_writes, transact
from belfry.kernel.changes import Announce, Append, Change, Note, Put, Remove, check_changes
from belfry.ports.store import commit_one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.aws.dynamo import Dynamo
    from belfry.adapters.aws.records import ItemMaps
    from belfry.kernel.records import R
    from belfry.ports.steps import Steps


class DynamoStore:
    """Row numbers of the outbox are taken before the commit, so that its events have an order;
    those of a commit that fails are left out."""

    def __init__(self, dynamo: Dynamo, maps: ItemMaps, steps: Steps) -> None:
        self._dynamo = dynamo
        self._maps = maps
        self._steps = steps

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        if not changes:
            return
        self._steps.reached("store.begin")
        writes = self._plan_writes(changes)
        check_writes(writes)
        self._steps.reached("store.written")
        transact(self._dynamo, writes)
        self._steps.reached("store.committed")

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return commit_one_by_one(self, commits)

    def find(self, kind: type[R], key: str) -> R | None:
        item_map = self._maps.of(kind)
        try:
            item_key = item_map.key(key)
        except ValueError:
            return None
        answer = self._dynamo.call(
            "get_item",
            TableName=self._dynamo.name(item_map.table),
            Key=item_key,
            ConsistentRead=True,
        )
        return cast("R", item_map.read(answer["Item"])) if "Item" in answer else None

    def _plan_writes(self, changes: Sequence[Change]) -> list[Write]:
        announced = sum(isinstance(change, Announce) for change in changes)
        row_ids = iter(reserve(self._dynamo, ROW_IDS, announced) if announced else ())
        return [self._plan_write(change, row_ids) for change in changes]

    def _plan_write(self, change: Change, row_ids: Iterator[int]) -> Write:
        match change:
            case Put(record):
                return self._maps.of(type(record)).put(record, expected=record.revision)
            case Append(record):
                return self._maps.of(type(record)).put(record, expected=0)
            case Remove(record):
                return self._maps.of(type(record)).remove(record)
            case Note(entry):
                return note(entry)
            case Announce(event):
                return announce(next(row_ids), event)
