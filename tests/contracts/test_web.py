"""What every web adapter promises, the real one and the fake."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import pytest
from tests.adapters.web.local_servers import LocalServer, Seen, holding_closed_port, reset, serving
from tests.fakes.web import MemoryWeb

from belfry.adapters.system.clock import SystemClock
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.errors import Permanent, Temporary, Unknown
from belfry.kernel.urls import parse_url
from belfry.ports.web import Web, WebAnswer, WebRequest

SECRET = "swordfish"
NAMES: dict[str, Sequence[str]] = {
    "shop.test": ["127.0.0.1"],
    "gone.test": [],
    "inside.test": ["10.0.0.1"],
    "loop.test": ["127.0.0.1"],
    "half.test": ["1.1.1.1", "127.0.0.1"],
    "six.test": ["::1"],
    "mapped.test": ["::ffff:127.0.0.1"],
    "zone.test": ["fe80::1%lo"],
}
ALLOWED = ["shop.test"]


class Site(Protocol):
    """A web, and the one shop on it."""

    @property
    def web(self) -> Web: ...

    def url(self, path: str) -> str: ...

    def answer(self, path: str, answer: WebAnswer) -> None: ...

    def break_line(self, path: str) -> None:
        """The request is taken, and no answer comes."""

    def unreachable_url(self) -> str: ...

    def seen(self) -> list[tuple[str, str, bytes | None]]:
        """Method, path and body of every request that was handed over."""


class MemorySite:
    def __init__(self) -> None:
        self.web = MemoryWeb(allowed=ALLOWED, names=NAMES)

    def url(self, path: str) -> str:
        return f"http://shop.test{path}"

    def answer(self, path: str, answer: WebAnswer) -> None:
        self.web.answer_with(self.url(path), answer)

    def break_line(self, path: str) -> None:
        self.web.answer_with(self.url(path), Unknown("the line broke"))

    def unreachable_url(self) -> str:
        return self.url(f"/nobody?key={SECRET}")

    def seen(self) -> list[tuple[str, str, bytes | None]]:
        requests = self.web.requests
        return [
            (request.method, parse_url(request.url).path, request.body or b"")
            for request in requests
        ]


@dataclass
class SocketSite:
    web: SocketWeb
    server: LocalServer
    answers: dict[str, WebAnswer]
    closed_port: int

    def url(self, path: str) -> str:
        return self.server.url(path, host="shop.test")

    def answer(self, path: str, answer: WebAnswer) -> None:
        self.answers[path] = answer

    def break_line(self, path: str) -> None:
        self.answers.pop(path, None)

    def unreachable_url(self) -> str:
        return f"http://shop.test:{self.closed_port}/?key={SECRET}"

    def seen(self) -> list[tuple[str, str, bytes | None]]:
        return [(request.method, request.path, request.body) for request in self.server.seen]


def look_up(host: str, port: int) -> Sequence[str]:
    if not NAMES[host]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return NAMES[host]


def write_answer(answer: WebAnswer, *, has_body: bool) -> bytes:
    headers = {"content-length": str(len(answer.body)), **answer.headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status} So\r\n{head}\r\n".encode() + answer.body * has_body


@pytest.fixture(params=["memory", "socket"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    if request.param == "memory":
        yield MemorySite()
        return
    answers: dict[str, WebAnswer] = {}

    def answer_or_break(conn: socket.socket, seen: Seen) -> None:
        if answer := answers.get(seen.path):
            conn.sendall(write_answer(answer, has_body=seen.method != "HEAD"))
        else:
            reset(conn)

    web = SocketWeb(SystemClock(), allowed=ALLOWED, resolve=look_up)
    with serving(answer_or_break) as server, holding_closed_port() as closed_port:
        yield SocketSite(web, server, answers, closed_port)


def ask(
    url: str,
    *,
    method: str = "GET",
    headers: dict[str, str] | None = None,
    body: bytes | None = None,
    within: timedelta = timedelta(seconds=20),
    max_bytes: int = 1000,
) -> WebRequest:
    return WebRequest(method, url, headers or {}, body, within, max_bytes)


def make_answer(status: int = 200, body: bytes = b"", **headers: str) -> WebAnswer:
    return WebAnswer(status, headers, body, truncated=False)


def test_call_brings_back_status_headers_and_body(site: Site) -> None:
    site.answer("/a?b=c", make_answer(201, b"made", etag="7"))
    answer = site.web.call(ask(site.url("/a?b=c")))
    assert (answer.status, answer.body, answer.truncated) == (201, b"made", False)
    assert answer.headers["etag"] == "7"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_call_hands_over_method_and_body(site: Site, method: str) -> None:
    site.answer("/a", make_answer())
    site.web.call(ask(site.url("/a"), method=method, body=b"hello"))
    assert site.seen() == [(method, "/a", b"hello")]


@pytest.mark.parametrize("status", [204, 304, 404, 429, 500, 599])
def test_every_status_is_an_answer(site: Site, status: int) -> None:
    site.answer("/a", make_answer(status))
    assert site.web.call(ask(site.url("/a"))).status == status


def test_redirect_is_an_answer_and_is_not_followed(site: Site) -> None:
    site.answer("/a", make_answer(302, location="http://169.254.169.254/latest/"))
    site.answer("/b", make_answer(307, location=site.url("/a")))
    answer = site.web.call(ask(site.url("/b")))
    assert (answer.status, answer.headers["location"]) == (307, site.url("/a"))
    assert site.seen() == [("GET", "/b", b"")]


@pytest.mark.parametrize(
    ("max_bytes", "body", "truncated"),
    [(6, b"abcdef", False), (7, b"abcdef", False), (5, b"abcde", True), (0, b"", True)],
)
def test_body_ends_where_the_caller_said(
    site: Site, max_bytes: int, body: bytes, truncated: bool
) -> None:
    site.answer("/a", make_answer(200, b"abcdef"))
    answer = site.web.call(ask(site.url("/a"), max_bytes=max_bytes))
    assert (answer.body, answer.truncated) == (body, truncated)


def test_head_has_no_body(site: Site) -> None:
    site.answer("/a", make_answer(200, b"abcdef"))
    answer = site.web.call(ask(site.url("/a"), method="HEAD", max_bytes=0))
    assert (answer.status, answer.body, answer.truncated) == (200, b"", False)


HOSTILE_URLS = {
    "another scheme": "ftp://shop.test/",
    "a file": "file:///etc/passwd",
    "no scheme": "shop.test/",
    "a user name": "http://me@shop.test/",
    "a user name and a password": f"http://me:{SECRET}@shop.test/",
    "a line break": "http://shop.test/\r\nHost: inside.test",
    "a backslash": "http://shop.test\\@127.0.0.1/",
    "this machine": "http://127.0.0.1/",
    "this machine with a closing dot": "http://127.0.0.1./",
    "this machine as one number": "http://2130706433/",
    "this machine in hexadecimal": "http://0x7f.1/",
    "this machine in octal": "http://0177.0.0.1/",
    "this machine, short": "http://127.1/",
    "this machine in wide digits": "http://１２７.０.０.１/",
    "this machine in circled digits": "http://①②⑦.⓪.⓪.①/",
    "no address": "http://0.0.0.0/",
    "keys of the cloud": "http://169.254.169.254/latest/meta-data/",
    "a private network": "http://192.168.0.1/",
    "a carrier's network": "http://100.64.0.1/",
    "six: this machine": "http://[::1]/",
    "six: this machine, mapped": "http://[::ffff:127.0.0.1]/",
    "six: this machine, mapped in hexadecimal": "http://[::ffff:7f00:1]/",
    "six: a zone": "http://[fe80::1%25lo]/",
    "six: private": "https://[fd00:ec2::254]/",
    "six: 6to4": "http://[2002:7f00:1::]/",
    "six: NAT64": "http://[64:ff9b::127.0.0.1]/",
}
HOSTILE_NAMES = ["inside.test", "loop.test", "half.test", "six.test", "mapped.test", "zone.test"]


@pytest.mark.parametrize("url", HOSTILE_URLS.values(), ids=HOSTILE_URLS)
def test_hostile_url_is_refused_before_anything_is_sent(site: Site, url: str) -> None:
    with pytest.raises(Permanent):
        site.web.call(ask(url))
    with pytest.raises(Permanent):
        site.web.check(url)
    assert site.seen() == []


@pytest.mark.parametrize("host", HOSTILE_NAMES)
def test_name_that_leads_behind_our_door_is_refused(site: Site, host: str) -> None:
    url = site.url("/").replace("shop.test", host)
    site.web.check(url)
    with pytest.raises(Permanent):
        site.web.call(ask(url))
    assert site.seen() == []


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("CONNECT", {}),
        ("TRACE", {}),
        ("get", {}),
        ("GET /b HTTP/1.1\r\n", {}),
        ("GET", {"Host": "inside.test"}),
        ("GET", {"Content-Length": "3"}),
        ("GET", {"transfer-encoding": "chunked"}),
        ("GET", {"X-A": "a\r\nHost: inside.test"}),
        ("GET", {"X A": "a"}),
    ],
)
def test_request_that_would_bend_the_line_is_refused(
    site: Site, method: str, headers: dict[str, str]
) -> None:
    site.answer("/a", make_answer())
    with pytest.raises(Permanent):
        site.web.call(ask(site.url("/a"), method=method, headers=headers))
    assert site.seen() == []


@pytest.mark.parametrize(
    ("within", "max_bytes"),
    [(timedelta(), 1), (timedelta(seconds=-1), 1), (timedelta.max, 1), (timedelta(seconds=1), -1)],
)
def test_request_without_a_sane_limit_is_refused(
    site: Site, within: timedelta, max_bytes: int
) -> None:
    site.answer("/a", make_answer())
    with pytest.raises(Permanent):
        site.web.call(ask(site.url("/a"), within=within, max_bytes=max_bytes))
    assert site.seen() == []


def test_name_without_an_address_is_worth_another_try(site: Site) -> None:
    with pytest.raises(Temporary):
        site.web.call(ask("http://gone.test/"))


def test_unreachable_machine_is_temporary(site: Site) -> None:
    with pytest.raises(Temporary):
        site.web.call(ask(site.unreachable_url()))
    assert site.seen() == []


def test_line_that_breaks_after_the_request_leaves_it_unknown(site: Site) -> None:
    site.break_line("/a")
    with pytest.raises(Unknown):
        site.web.call(ask(site.url("/a"), method="POST", body=b"hello"))
    assert site.seen() == [("POST", "/a", b"hello")]


def test_errors_repeat_neither_query_nor_header(site: Site) -> None:
    requests = [
        ask(site.unreachable_url()),
        ask(f"http://10.0.0.1/?key={SECRET}"),
        ask(f"http://inside.test/?key={SECRET}"),
        ask(f"ftp://shop.test/?key={SECRET}"),
        ask(f"http://me:{SECRET}@shop.test/"),
        ask(site.url("/a"), headers={"Authorization": f"{SECRET}\n"}),
    ]
    for request in requests:
        with pytest.raises((Permanent, Temporary)) as refusal:
            site.web.call(request)
        assert SECRET not in str(refusal.value)
        assert SECRET not in repr(request)


def test_memory_web_plays_its_script_and_then_repeats_the_end() -> None:
    web = MemoryWeb()
    web.answer_with("http://a.example/", Temporary("busy"), make_answer(201), make_answer(202))
    with pytest.raises(Temporary, match="busy"):
        web.call(ask("http://a.example/"))
    assert web.requests == []
    assert [web.call(ask("http://a.example/")).status for _ in range(3)] == [201, 202, 202]
    assert len(web.requests) == 3
