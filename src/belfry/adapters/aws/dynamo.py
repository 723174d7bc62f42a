"""The DynamoDB of one environment: tables named with its prefix, refusals in Belfry's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from belfry.adapters.aws.errors import VENDOR_ERRORS, translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from belfry.adapters.aws.items import Item
    from belfry.adapters.aws.tables import Index, Table

Client: TypeAlias = Any
"""What boto3 gives as a client of DynamoDB; its methods are made at run time and have no types."""


class Dynamo:
    def __init__(self, client: Client, prefix: str = "") -> None:
        self._client = client
        self._prefix = prefix

    def name(self, table: Table) -> str:
        return f"{self._prefix}{table.name}"

    def call(self, operation: str, **request: Any) -> dict[str, Any]:
        """One operation by the client's name for it; raises none of the vendor's errors."""
        try:
            answer: dict[str, Any] = getattr(self._client, operation)(**request)
        except VENDOR_ERRORS as error:
            raise translate(error, _tables_of(request)) from error
        return answer

    def query(self, table: Table, index: Index | None = None, **request: Any) -> Iterator[Item]:
        """Every item that answers, page after page, as far as the caller goes on asking."""
        by = {"IndexName": index.name} if index else {}
        start: dict[str, Any] = {}
        while True:
            page = self.call("query", TableName=self.name(table), **by, **request, **start)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _tables_of(request: Mapping[str, Any]) -> set[str]:
    if "TableName" in request:
        return {request["TableName"]}
    writes = [write for item in request.get("TransactItems", ()) for write in item.values()]
    return {write["TableName"] for write in writes} | set(request.get("RequestItems", ()))
