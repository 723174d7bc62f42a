"""A proxy to DynamoDB that can be made to fail.

It stands between a client and the emulator, and does what a bad line or a busy service does: loses
requests, loses answers after the work was done, never answers, refuses. It also keeps the one
promise of DynamoDB that the emulator does not: a transaction whose token was served is answered
again without being carried out again.
"""

from __future__ import annotations

import http.client
import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit


class Fault(Enum):
    LOSE_REQUEST = auto()
    LOSE_ANSWER = auto()
    NEVER_ANSWER = auto()
    REPEAT_LAST_ANSWER = auto()


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes


def refusal(code: str, status: int = 400, **more: Any) -> Answer:
    """What DynamoDB says when it refuses."""
    body = {"__type": f"com.amazonaws.dynamodb.v20120810#{code}", "message": f"said {code}"}
    return Answer(status, json.dumps({**body, **more}).encode())


def cancelled(*reasons: str) -> Answer:
    """A transaction refused for these reasons, one for each of its items."""
    listed = [{"Code": reason, "Message": reason} for reason in reasons]
    return refusal("TransactionCanceledException", CancellationReasons=listed)


@dataclass
class Line:
    """`heard` is every operation that came through, with its request."""

    behind: str
    heard: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    url: str = ""

    def __post_init__(self) -> None:
        self._faults: dict[str, deque[Fault | Answer]] = defaultdict(deque)
        self._last: dict[str, Answer] = {}
        self._served: dict[str, Answer] = {}
        self._is_over = threading.Event()

    def fail(self, operation: str, *faults: Fault | Answer) -> None:
        """The next calls of that operation meet these faults, one after the other."""
        self._faults[operation].extend(faults)

    def count(self, operation: str) -> int:
        return len(self.asked(operation))

    def asked(self, operation: str) -> list[dict[str, Any]]:
        return [asked for name, asked in self.heard if name == operation]

    def hang_up(self) -> None:
        self._is_over.set()

    def carry(self, headers: dict[str, str], body: bytes) -> Answer | None:
        """The answer, or None if the line breaks."""
        operation = headers["X-Amz-Target"].partition(".")[2]
        asked = json.loads(body)
        self.heard.append((operation, asked))
        fault = self._faults[operation].popleft() if self._faults[operation] else None
        if isinstance(fault, Answer):
            return fault
        if fault is Fault.LOSE_REQUEST:
            return None
        if fault is Fault.REPEAT_LAST_ANSWER:
            return self._last[operation]
        answer = self._last[operation] = self._serve(headers, body, asked.get("ClientRequestToken"))
        if fault is Fault.NEVER_ANSWER:
            self._is_over.wait()
        return None if fault else answer

    def _serve(self, headers: dict[str, str], body: bytes, token: str | None) -> Answer:
        if token in self._served:
            return self._served[token]
        answer = _ask(self.behind, headers, body)
        if token and answer.status == 200:
            self._served[token] = answer
        return answer


def _ask(url: str, headers: dict[str, str], body: bytes) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    try:
        connection.request("POST", "/", body, headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read())
    finally:
        connection.close()


@contextmanager
def open_line(behind: str) -> Iterator[Line]:
    line = Line(behind)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            answer = line.carry(dict(self.headers), body)
            if answer is None:
                return
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/x-amz-json-1.0")
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        line.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.02,)).start()
        try:
            yield line
        finally:
            line.hang_up()
            server.shutdown()
