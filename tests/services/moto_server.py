"""AWS as moto plays it, made safe for several callers at once.

moto keeps tables and buckets in plain dicts without a lock: two concurrent transactions, or writes
under one condition, may both win, or answer 500. One lock around every request to DynamoDB or S3
and every reset gives them the order that the real services would. A POST to EMPTY empties all
tables and buckets. Prints its port, and serves until its standard input is closed.

For every item of a transaction moto copies the whole table, every item to its last value, to have
it back if the transaction fails. Here the copy has the same items in dicts of its own, which is
enough: a put or delete changes those dicts, and an update is refused before it changes anything.
"""

from __future__ import annotations

import copy
import logging
import sys
import threading
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from moto.dynamodb import models
from moto.dynamodb.models import dynamodb_backends
from moto.dynamodb.models.table import Table
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


EMPTY = "/moto-api/belfry/empty"


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


def answer_empty(application: WSGIApplication) -> WSGIApplication:
    """The same application, which can also be emptied."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != EMPTY:
            return application(environ, start_response)
        for regions in dynamodb_backends.values():
            for backend in regions.values():
                for table in backend.tables.values():
                    table.items.clear()
        for partitions in s3_backends.values():
            for store in partitions.values():
                for bucket in store.buckets.values():
                    bucket.keys.clear()
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


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    models.copy = QuickCopies  # type: ignore[attr-defined, assignment]
    application = in_turn(answer_empty(DomainDispatcherApplication(create_backend_app)))
    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
