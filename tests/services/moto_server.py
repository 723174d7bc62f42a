"""AWS as moto plays it, made safe for several callers at once.

moto keeps tables and buckets in plain dicts without a lock: two concurrent transactions, or writes
under one condition, may both win, or answer 500. One lock around every request to DynamoDB or S3
and every reset gives them the order that the real services would. A POST to EMPTY empties all
tables and buckets; to SAVE remembers what is in them, and to RESTORE puts that back. Prints its
port, and serves until its standard input is closed.

For every item of a transaction moto copies the whole table, every item to its last value, to have
it back if the transaction fails. Here the copy has the same items in dicts of its own, which is
enough: a put or delete changes those dicts, and an update is refused before it changes anything.

To read, moto sorts the table by comparing keys that it converts at each comparison, and looks for
each of an attribute's ten possible types under every name that it might have. Here a key is
converted once, and a string, number, boolean or null, which is in its final form, is passed on.
To write, moto adds up an item's size anew for each of its attributes; here it is added up once.
What a query or scan gives is copied to the last value, because attributes that were not asked for
are then dropped from it; here only the dict of its attributes is copied.
"""

from __future__ import annotations

import copy
import logging
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from moto.core.serialize import SERVICE_SPECIFIC_SERIALIZERS, JSONSerializer
from moto.dynamodb import models
from moto.dynamodb.exceptions import ItemSizeTooLarge
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models import table as table_module
from moto.dynamodb.models.dynamo_type import DynamoType, Item, LimitedSizeDict
from moto.dynamodb.models.table import Table
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


EMPTY, SAVE, RESTORE = (f"/moto-api/belfry/{act}" for act in ("empty", "save", "restore"))
ALL_ITEMS = Table.all_items
# moto's own limit.
MOST_BYTES = 405_000
SCALARS = frozenset({"S", "N", "BOOL", "NULL"})


class QuickCopies:
    """Stands in for the module `copy` in moto's DynamoDB."""

    copy = staticmethod(copy.copy)

    @staticmethod
    def deepcopy(value: Any) -> Any:
        if not isinstance(value, Table):
            return copy.deepcopy(value)
        table = copy.copy(value)
        table.items = defaultdict(dict, {key: copy.copy(rows) for key, rows in value.items.items()})
        return table


class ShallowCopies:
    """Stands in for the module `copy` in moto's tables, which copy what they read."""

    copy = staticmethod(copy.copy)

    @staticmethod
    def deepcopy(value: Any) -> Any:
        if isinstance(value, list):
            return [ShallowCopies.deepcopy(item) for item in value]
        if not isinstance(value, Item):
            return copy.deepcopy(value)
        item = copy.copy(value)
        item.attrs = LimitedSizeDict()
        dict.update(item.attrs, value.attrs)
        return item


def list_in_order(table: Table) -> list[Item]:
    if not table.range_key_attr:
        return ALL_ITEMS(table)
    items = [item for rows in table.items.values() for item in rows.values()]
    return sorted(items, key=read_keys)


def read_keys(item: Item) -> tuple[Any, Any]:
    assert item.range_key is not None
    return item.hash_key.cast_value, item.range_key.cast_value


def fill_item(
    item: Item, hash_key: DynamoType, range_key: DynamoType | None, attrs: dict[str, Any]
) -> None:
    item.hash_key, item.range_key, item.attrs = hash_key, range_key, LimitedSizeDict()
    dict.update(item.attrs, {name: DynamoType(value) for name, value in attrs.items()})
    if item.size() > MOST_BYTES:
        raise ItemSizeTooLarge


class QuickSerializer(JSONSerializer):
    def _serialize_type_structure(self, serialized: Any, value: Any, shape: Any, key: str) -> None:
        if shape.name == "AttributeValue" and type(value) is dict and not value.keys() - SCALARS:
            serialized[key] = value
        else:
            super()._serialize_type_structure(serialized, value, shape, key)


class Contents:
    """What is in the tables and buckets, and what was saved of that."""

    def __init__(self) -> None:
        self._items: list[tuple[Table, Any]] = []
        self._objects: list[tuple[Any, str, str, bytes]] = []

    def empty(self) -> None:
        for table in self._list_tables():
            table.items.clear()
        for _, bucket in self._list_buckets():
            bucket.keys.clear()

    def save(self) -> None:
        self._items = [(table, copy.deepcopy(table.items)) for table in self._list_tables()]
        self._objects = [
            (store, bucket.name, name, bucket.keys[name].value)
            for store, bucket in self._list_buckets()
            for name in bucket.keys
        ]

    def restore(self) -> None:
        self.empty()
        for table, items in self._items:
            table.items = copy.deepcopy(items)
        for store, bucket, name, value in self._objects:
            store.put_object(bucket, name, value)

    @staticmethod
    def _list_tables() -> Iterator[Table]:
        for regions in dynamodb_backends.values():
            for backend in regions.values():
                yield from backend.tables.values()

    @staticmethod
    def _list_buckets() -> Iterator[tuple[Any, Any]]:
        for partitions in s3_backends.values():
            for store in partitions.values():
                for bucket in store.buckets.values():
                    yield store, bucket


def answer_tests(application: WSGIApplication) -> WSGIApplication:
    """The same application, whose contents can also be emptied, saved and restored."""
    contents = Contents()
    acts = {EMPTY: contents.empty, SAVE: contents.save, RESTORE: contents.restore}

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not (act := acts.get(str(environ["PATH_INFO"]))):
            return application(environ, start_response)
        act()
        start_response("200 OK", [])
        return []

    return answer


def in_turn(application: WSGIApplication) -> WSGIApplication:
    """The same application, with one request to DynamoDB or S3, or reset, at a time."""
    lock = threading.Lock()

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not needs_turn(environ):
            return application(environ, start_response)
        with lock:
            return list(application(environ, start_response))

    return answer


def needs_turn(environ: WSGIEnvironment) -> bool:
    target = str(environ.get("HTTP_X_AMZ_TARGET", ""))
    is_s3 = "/s3/aws4_request" in str(environ.get("HTTP_AUTHORIZATION", ""))
    is_ours = str(environ["PATH_INFO"]).startswith("/moto-api/")
    return is_s3 or is_ours or target.startswith("DynamoDB")


def hurry() -> None:
    """Have moto use what is quicker."""
    models.copy = QuickCopies  # type: ignore[attr-defined, assignment]
    table_module.copy = ShallowCopies  # type: ignore[attr-defined, assignment]
    Table.all_items = list_in_order  # type: ignore[assignment, method-assign]
    Item.__init__ = fill_item  # type: ignore[assignment, method-assign]
    SERVICE_SPECIFIC_SERIALIZERS["dynamodb"] = {"json": QuickSerializer}


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    hurry()
    application = in_turn(answer_tests(DomainDispatcherApplication(create_backend_app)))
    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
