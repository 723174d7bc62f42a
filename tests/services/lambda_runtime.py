"""A function of AWS, run as AWS runs it: by its own runtime client, in a process of its own.

The runtime client asks a small HTTP service for the next event and tells it what came of it. That
service is played here: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

REGION = "eu-west-2"
PATIENCE = 300
TRIES = 3
"""Lambda tries an asynchronous event three times, and then puts it into the dead-letter queue."""


@dataclass(frozen=True)
class Returned:
    value: Any


@dataclass(frozen=True)
class Raised:
    kind: str
    message: str


Outcome = Returned | Raised


@dataclass
class Function:
    """`log` is where the function's lines go."""

    log: Path
    time_limit: float
    events: Queue[tuple[str, bytes] | None] = field(default_factory=Queue)
    outcomes: Queue[Outcome] = field(default_factory=Queue)

    def invoke(self, event: Any) -> Outcome:
        """What came of one try."""
        self.events.put((str(uuid.uuid4()), json.dumps(event).encode()))
        try:
            return self.outcomes.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"no answer:\n{self.log.read_text()}") from None

    def deliver(self, event: Any) -> list[Outcome]:
        """The outcome of each try of an asynchronous event."""
        tries: list[Outcome] = []
        while len(tries) < TRIES and not any(isinstance(outcome, Returned) for outcome in tries):
            tries.append(self.invoke(event))
        return tries

    def read_log(self, message: str) -> list[dict[str, Any]]:
        """The lines with that message, as a metric filter sees them."""
        lines = [line for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [line for line in map(json.loads, lines) if line.get("message") == message]


@contextmanager
def run_function(
    handler: str, folder: Path, *, time_limit: float = 15, **environment: str
) -> Iterator[Function]:
    """The function `belfry.….handler` in a fresh process, which knows `environment` alone."""
    function = Function(folder / f"{uuid.uuid4().hex}.log", time_limit)
    with _serve(function) as address, function.log.open("w") as log:
        process = subprocess.Popen(
            (sys.executable, "-m", "awslambdaric", handler),
            env={**_surroundings(address), **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            yield function
        finally:
            process.kill()
            process.wait()
            function.events.put(None)


def _surroundings(address: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "AWS_LAMBDA_RUNTIME_API": address,
        "AWS_LAMBDA_FUNCTION_NAME": "belfry",
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
        "AWS_LAMBDA_LOG_FORMAT": "JSON",
        "AWS_LAMBDA_LOG_LEVEL": "INFO",
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
    }


@contextmanager
def _serve(function: Function) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            asked = function.events.get()
            if asked is None:
                self.close_connection = True
                return
            number, body = asked
            deadline = round((time.time() + function.time_limit) * 1000)
            self.send_response(200)
            self.send_header("Lambda-Runtime-Aws-Request-Id", number)
            self.send_header("Lambda-Runtime-Deadline-Ms", str(deadline))
            arn = f"arn:aws:lambda:{REGION}:123456789012:function:belfry"
            self.send_header("Lambda-Runtime-Invoked-Function-Arn", arn)
            self.send_header("Content-Type", "application/json")
            self._end(body)

        def do_POST(self) -> None:
            data = json.loads(self.rfile.read(int(self.headers["Content-Length"] or 0)) or b"null")
            if self.path.endswith("/response"):
                function.outcomes.put(Returned(data))
            else:
                function.outcomes.put(Raised(data["errorType"], data["errorMessage"]))
            self.send_response(202)
            self._end(b"{}")

        def _end(self, body: bytes) -> None:
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
