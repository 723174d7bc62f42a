"""An API for fires that answers as scripted, and records its requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

EVENTS = Path(__file__).parents[2] / "data" / "aws_events"


def read_event(name: str) -> Any:
    """An event as AWS sends it."""
    return json.loads((EVENTS / f"{name}.json").read_text())


@dataclass(frozen=True)
class Call:
    path: str
    key: str | None
    body: Any


@dataclass
class Door:
    """`statuses` are the next answers, the last of them for ever; 0 is a line that breaks."""

    address: str = ""
    statuses: list[int] = field(default_factory=lambda: [202])
    calls: list[Call] = field(default_factory=list)

    def answer(self, call: Call) -> int:
        self.calls.append(call)
        return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]

    def open(self, *statuses: int) -> None:
        """Everything begins anew."""
        self.statuses, self.calls = list(statuses), []


@contextmanager
def open_door() -> Iterator[Door]:
    door = Door()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status = door.answer(Call(self.path, self.headers["X-API-Key"], body))
            if not status:
                return
            reply_body = json.dumps({"accepted": status == 202}).encode()
            self.send_response(status)
            if 300 <= status < 400:
                self.send_header("Location", f"{door.address}/elsewhere")
            self.send_header("Content-Length", str(len(reply_body)))
            self.end_headers()
            self.wfile.write(reply_body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        door.address = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.02,)).start()
        try:
            yield door
        finally:
            server.shutdown()
