"""A web server that lets its first caller hang, and answers all others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


@dataclass
class HangingHouse:
    """`keys` are the idempotency keys of all callers so far; `released` lets the first one go."""

    port: int
    keys: list[str] = field(default_factory=list)
    called: Event = field(default_factory=Event)
    released: Event = field(default_factory=Event)


@contextmanager
def hanging_house() -> Iterator[HangingHouse]:
    house = HangingHouse(0)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            house.keys.append(self.headers["Idempotency-Key"])
            is_first = len(house.keys) == 1
            house.called.set()
            if is_first:
                house.released.wait()
                return
            self.send_response(200)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"done")

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        house.port = server.server_address[1]
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield house
        house.released.set()
        server.shutdown()
        thread.join()
