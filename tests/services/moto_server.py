"""DynamoDB as moto plays it, made safe for several callers at once.

moto keeps its tables in plain dicts without a lock: two concurrent transactions may both win, or
answer 500. One lock around every DynamoDB request and every reset gives them the order that the
real service would. Prints its port, and serves until its standard input is closed.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def in_turn(application: WSGIApplication) -> WSGIApplication:
    """The same application, with one DynamoDB request or reset at a time."""
    lock = threading.Lock()

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not needs_turn(environ):
            return application(environ, start_response)
        with lock:
            return list(application(environ, start_response))

    return answer


def needs_turn(environ: WSGIEnvironment) -> bool:
    target = str(environ.get("HTTP_X_AMZ_TARGET", ""))
    return target.startswith("DynamoDB") or str(environ["PATH_INFO"]).startswith("/moto-api/")


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    application = in_turn(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, application, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.port}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
