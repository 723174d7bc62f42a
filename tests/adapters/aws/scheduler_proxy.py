"""A proxy to EventBridge Scheduler that can be made to fail.

It stands between a client and the emulator, keeps what was asked, and does what a bad line or a
busy service does: refuses, or loses the answer after the work was done.
"""

from __future__ import annotations

import http.client
import json
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

VERBS = {"PUT": "update", "POST": "create", "DELETE": "delete"}
LOSE_ANSWER = "lose the answer"


@dataclass(frozen=True)
class Refusal:
    """What the service says in place of doing anything."""

    status: int
    code: str


Fault = Refusal | str


@dataclass
class SchedulerLine:
    """`heard` is every operation that came through, with its request."""

    behind: str
    url: str = ""
    heard: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    faults: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))

    def fail(self, operation: str, *faults: Fault) -> None:
        """The next calls of that operation meet these faults, one after the other."""
        self.faults[operation].extend(faults)

    @property
    def operations(self) -> list[str]:
        return [operation for operation, _ in self.heard]

    def carry(self, method: str, path: str, headers: Any, body: bytes) -> tuple[int, str, bytes]:
        """Status, kind of error and body of the answer; status 0 if there is none."""
        operation = VERBS.get(method) or ("list" if "/schedules?" in path else "get")
        self.heard.append((operation, json.loads(body or b"{}")))
        fault = self.faults[operation].popleft() if self.faults[operation] else None
        if isinstance(fault, Refusal):
            return fault.status, fault.code, json.dumps({"Message": f"said {fault.code}"}).encode()
        status, code, answer = _ask(self.behind, method, path, headers, body)
        return (0, "", b"") if fault else (status, code, answer)


def _ask(url: str, method: str, path: str, headers: Any, body: bytes) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    try:
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        code = answer.getheader("x-amzn-errortype") or ""
        return answer.status, code, answer.read()
    finally:
        connection.close()


@contextmanager
def open_scheduler_line(behind: str) -> Iterator[SchedulerLine]:
    line = SchedulerLine(behind)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            status, code, answer = line.carry(self.command, self.path, self.headers, body)
            if not status:
                return
            self.send_response(status)
            if code:
                self.send_header("x-amzn-errortype", code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def do_GET(self) -> None:
            self.answer()

        def do_POST(self) -> None:
            self.answer()

        def do_PUT(self) -> None:
            self.answer()

        def do_DELETE(self) -> None:
            self.answer()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        line.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.02,)).start()
        try:
            yield line
        finally:
            server.shutdown()
