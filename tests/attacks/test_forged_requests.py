"""Hostile requests to every route of the API and every page behind a token: none is our fault.

Each is right in all but one part, so that it comes as far as to the code that reads that part.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TypeVar
from urllib.parse import urlsplit

import httpx
from fastapi.routing import APIRoute
from tests.attacks.visitors import sign_in
from tests.stories.processes import Process, run_belfry

from belfry.entrypoints.web.pages import PAGE_MODULES

T = TypeVar("T")

TOKEN_PAGES = [
    (method, route.path_format)
    for module in PAGE_MODULES
    for route in module.router.routes
    if isinstance(route, APIRoute) and "{token}" in route.path_format
    for method in sorted(route.methods or ())
]
IN_A_PATH = [
    "1",
    "0",
    "-1",
    "2147483648",
    "9" * 40,
    "1-m1",
    "1-99999999T9999Z",
    "%00",
    "a%00b",
    "%ff%fe",
    "%2e%2e%2f%2e%2e%2fbelfry.toml",
    "../../belfry.toml",
    "%252e%252e",
    "..;/",
    "'%20OR%201=1--",
    "%F0%9F%94%94",
    "%ED%A0%80",
    "1:run:run",
    "x" * 4000,
]
QUERIES = ["?limit=-1", "?limit=1e9", "?cursor=%00", "?cursor=w7fffffff", "?%00=%00&x[]=1"]
QUERIES += ["?status=%ff", "?status=parked&status=nonsense", "?" + "a=1&" * 300]
METHODS = ["HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 200]
JSON_HEADER = "Content-Type: application/json"
BUILT_IN = "1"
FORGED_KEYS = ["bf_api_" + "A" * 43, "bf_scheduler_\xe9", "x" * 8000, "", "\x01"]
CHUNKED = "Transfer-Encoding: chunked"
HEADERS = [
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: multipart/form-data; boundary=",
    "Content-Type: application/json; charset=utf-99",
    "If-Match: " + '"1",' * 500,
    "If-None-Match: \x01\xff",
    "Idempotency-Key: \xff" + "x" * 5000,
    "Idempotency-Key: \xe9",
    "X-Forwarded-For: " + "127.0.0.1," * 100,
    "X-Forwarded-Host: evil.example\r\nOrigin: null",
    "Cookie: " + "session=\xff; " * 100,
    "Range: bytes=9-1,-0,x",
    CHUNKED,
    "X-Huge: " + "x" * 100_000,
    "Broken header",
]
BODIES = [
    b"",
    b"{",
    b"\x00",
    b"\xff\xfe\x00{",
    b"[" * 20_000,
    b"NaN",
    b"null",
    b'"text"',
    b'{"name": "\\ud800", "kind": "log"}',
    b'{"name": "a\\u0000b", "kind": "log"}',
    b'{"name": "a", "name": "b", "kind": "http", "kind": "log", "inputs": {"message": 1e999}}',
    b'{"name": "z", "kind": "log", "inputs": {"message": "\\u0000"}}',
    b'{"name": "x", "kind": "log", "cron_schedule": "0 0 31 2 *", "timezone": "../../etc/passwd"}',
    b'{"name": "x", "kind": "http", "inputs": {"url": "http://[::1"}}',
    b'{"name": "x", "kind": "log", "attempts": ' + b"9" * 5000 + b"}",
    b'{"late_after_seconds": 1e308, "jitter_seconds": -1}',
    b'{"notify": ["\\u0000", {}], "queue": "\\u0000"}',
    b'{"inputs": {"__proto__": {"secret": "../../x"}}}',
    b'{"start": "0001-01-01T00:00:00+23:59", "end": "9999-12-31T23:59:59-23:59"}',
    b'{"scheduled_time": "9999-12-31T23:59:59-23:59", "revision": -1}',
    b'{"scheduled_time": "\\u0000"}',
    b'{"note": "\\ud800\\u0000"}',
    b'{"service": "api", "scope": "admin", "name": "\\u0000", "team_id": 99999999999999999999}',
    b"csrf=%00&draft=%ff&day=9999-99-99&" + b"a=b&" * 2000,
    b"--\r\nContent-Disposition: form-data; name=file; filename=../../x\r\n\r\nx\r\n----\r\n",
]
RAW = [
    b"\x00\x01\x02\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET //evil.example/%2e%2e HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\x00\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a]b\r\nConnection: close\r\n\r\n",
    b"POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/v1/workflows HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n",
    b"POST /api/v1/keys HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
]
# More than the server reads of a request's headers: it may hang up while they are still sent.
TOO_LONG = 64 * 1024


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    key: str
    query: str = ""
    header: str = JSON_HEADER
    body: bytes = b""

    def write(self) -> bytes:
        length, body = f"Content-Length: {len(self.body)}\r\n", self.body
        if self.header == CHUNKED:
            length, body = "", b"1\r\n{\r\n0\r\n\r\n"
        head = (
            f"{self.method} {self.path}{self.query} HTTP/1.1\r\nHost: belfry\r\n"
            f"X-API-Key: {self.key}\r\n{self.header}\r\n{length}Connection: close\r\n\r\n"
        )
        return head.encode("latin-1") + body


def list_routes(server: Process) -> list[tuple[str, str]]:
    paths = httpx.get(f"{server.address}/api/openapi.json", timeout=60).json()["paths"]
    routes = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    assert len(routes) > 15
    return routes + TOKEN_PAGES


def forge_requests(
    routes: list[tuple[str, str]], keys: dict[str, str], shapes: dict[str, str]
) -> Iterator[bytes]:
    """The same ones at every run: each hostile part has its turn before one comes again."""
    paths, queries, methods = shuffle(IN_A_PATH), shuffle(QUERIES), shuffle(METHODS)
    headers, bodies, forged_keys = shuffle(HEADERS), shuffle(BODIES), shuffle(FORGED_KEYS)
    for method, path in routes:
        is_removing = method == "DELETE" or path.endswith(":archive")
        shaped = {**shapes, "workflow_id": BUILT_IN} if is_removing else shapes
        key = keys["scheduler" if "/cron/" in path else "api"]
        right = Request(method, fill(path, shaped), key)
        for _ in range(2):
            yield replace(right, path=fill(path, shaped, hostile=next(paths))).write()
        yield replace(right, method=next(methods)).write()
        yield replace(right, header=next(headers)).write()
        yield replace(right, key=next(forged_keys)).write()
        for _ in range(8 if path.startswith("/api") else 2):
            if method in ("GET", "HEAD"):
                yield replace(right, query=next(queries)).write()
            else:
                yield replace(right, body=next(bodies)).write()
    yield from RAW


def shuffle(parts: Sequence[T]) -> Iterator[T]:
    return cycle(Random(20261118).sample(parts, len(parts)))


def fill(path: str, shapes: Mapping[str, str], *, hostile: str = "") -> str:
    return re.sub(r"{(\w+)[^}]*}", lambda name: hostile or shapes.get(name[1], "1"), path)


def send(server: Process, request: bytes) -> int:
    """The status of the answer; 0 if the connection was closed without one."""
    target = urlsplit(server.address)
    address = (target.hostname or "", target.port or 0)
    answer = b""
    with socket.create_connection(address, timeout=60) as connection:
        try:
            connection.sendall(request)
            while part := connection.recv(65536):
                answer += part
        except ConnectionError:
            pass  # it hung up on the rest of a request that it had refused
    status = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(status[1]) if status else 0


def make_keys(team: Path) -> dict[str, str]:
    """By service. The one before them is there to be revoked."""
    run_belfry(team, "keys", "create", "--service", "api")
    return {
        service: run_belfry(team, "keys", "create", "--service", service, *scope)["key"]
        for service, scope in (("api", ("--scope", "admin")), ("scheduler", ()))
    }


def test_no_forged_request_is_answered_with_a_fault(server: Process, team: Path) -> None:
    with sign_in(server, server.said["link"]):
        spent_token = server.said["link"].rpartition("/")[2]
    options = ("--cron", "0 9 * * *", "--input", "message=good morning")
    run_belfry(team, "workflows", "add", "Stock mail", *options)
    run = run_belfry(team, "workflows", "run", "Stock mail", "--wait")
    shapes = {"workflow_id": str(run["workflow_id"]), "run_id": run["id"], "token": spent_token}
    requests = list(forge_requests(list_routes(server), make_keys(team), shapes))
    assert len(requests) > 300
    answers = [(send(server, request), request) for request in requests]
    assert [(status, request) for status, request in answers if status >= 500] == []
    assert [request for status, request in answers if not status and len(request) < TOO_LONG] == []
    assert {200, 401, 404, 405, 422} <= {status for status, _ in answers}
    assert "Traceback" not in server.log.read_text()
    assert httpx.get(f"{server.address}/readyz", timeout=60).status_code == 200
    assert run_belfry(team, "audit", "verify")["breaks"] == []
