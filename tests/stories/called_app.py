"""A web server that workflows call: it remembers every caller, and may let the first one hang."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread


@dataclass
class CalledApp:
    """`keys` are the idempotency keys of all callers so far, each as often as it called."""

    hangs_first: bool
    address: str = ""
    keys: list[str] = field(default_factory=list)
    called: Event = field(default_factory=Event)
    closing: Event = field(default_factory=Event)


@contextmanager
def called_app(*, hangs_first: bool = False) -> Iterator[CalledApp]:
    app = CalledApp(hangs_first)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            app.keys.append(self.headers["Idempotency-Key"])
            is_first = len(app.keys) == 1
            app.called.set()
            if is_first and app.hangs_first:
                app.closing.wait()
                return
            self.send_response(200)
            self.send_header("Content-Length", "4")
            self.end_headers()
            self.wfile.write(b"done")

        def log_message(self, *_: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        request_queue_size = 100

    with Server(("127.0.0.1", 0), Handler) as server:
        app.address = f"http://127.0.0.1:{server.server_address[1]}/takings"
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield app
        app.closing.set()
        server.shutdown()
        thread.join()
