"""The real web, against servers on this machine that behave badly."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from tests.adapters.web.certificates import Authority
from tests.adapters.web.local_servers import (
    Answer,
    LocalServer,
    Seen,
    holding_closed_port,
    listening,
    reset,
    serving,
)

from belfry.adapters.sockets import Resolve, ask_system
from belfry.adapters.system.clock import SystemClock, VirtualClock
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.errors import ConfigError, Permanent, Temporary, Unknown
from belfry.ports.clock import Clock
from belfry.ports.web import WebRequest

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
AGES = timedelta(seconds=30)
SOON = timedelta(seconds=1)
MORE_THAN_ANY_BUFFER = 64 * 1024 * 1024


class Names:
    """A resolver that gives its answers one after the other, and counts."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.asked: list[str] = []
        self._answers = list(answers)

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        return self._answers.pop(0)


def web_to_here(
    *,
    clock: Clock | None = None,
    resolve: Resolve = ask_system,
    tls: ssl.SSLContext | None = None,
) -> SocketWeb:
    """A web that may call 127.0.0.1 and no other address of this machine."""
    return SocketWeb(clock or SystemClock(), allowed=["127.0.0.1/32"], resolve=resolve, tls=tls)


def get(url: str, *, within: timedelta = AGES, max_bytes: int = 1000) -> WebRequest:
    return WebRequest("GET", url, {}, None, within, max_bytes)


def post(url: str, body: bytes, *, within: timedelta = AGES) -> WebRequest:
    return WebRequest("POST", url, {}, body, within, 1000)


def test_request_names_the_host_and_asks_for_no_packing() -> None:
    with serving(OK) as server:
        web_to_here(resolve=Names(["127.0.0.1"])).call(get(server.url("/a?b#c", host="Shop.test.")))
    [seen] = server.seen
    assert (seen.method, seen.path) == ("GET", "/a?b")
    assert sorted(seen.headers) == [
        ("Accept-Encoding", "identity"),
        ("Connection", "close"),
        ("Host", f"shop.test:{server.port}"),
    ]


@pytest.mark.parametrize(("body", "length"), [(None, "0"), (b"", "0"), (b"hello", "5")])
def test_post_always_says_how_long_it_is(body: bytes | None, length: str) -> None:
    with serving(OK) as server:
        web_to_here().call(WebRequest("POST", server.url(), {"X-A": "1"}, body, AGES, 10))
    [seen] = server.seen
    assert seen.header("Content-Length") == [length]
    assert seen.header("X-A") == ["1"]
    assert seen.body == (body or b"")


def test_name_is_looked_up_once_and_the_judged_address_is_called() -> None:
    names = Names(["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2"])
    with serving(OK) as judged, serving(OK, host="127.0.0.2", port=judged.port) as trap:
        web_to_here(resolve=names).call(get(judged.url(host="rebind.test")))
    assert names.asked == ["rebind.test"]
    assert (len(judged.seen), trap.connections) == (1, 0)


def test_address_in_the_url_is_called_without_a_look_up() -> None:
    names = Names()
    with serving(OK) as server:
        assert web_to_here(resolve=names).call(get(server.url())).status == 200
    assert names.asked == []


def test_one_closed_address_among_good_ones_refuses_them_all() -> None:
    with serving(OK) as server, serving(OK, host="127.0.0.2", port=server.port) as trap:
        web = web_to_here(resolve=Names(["127.0.0.1", "127.0.0.2"]))
        with pytest.raises(Permanent, match=r"127\.0\.0\.2 is this machine"):
            web.call(get(server.url(host="half.test")))
    assert (server.connections, trap.connections) == (0, 0)


def test_dead_address_leaves_time_for_the_next() -> None:
    with serving(OK) as server:
        web = SocketWeb(
            SystemClock(), allowed=["127.0.0.0/8"], resolve=Names(["127.0.0.9", "127.0.0.1"])
        )
        assert web.call(get(server.url(host="two.test"))).status == 200


def test_address_that_never_picks_up_gets_only_its_share_of_the_time() -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(OK))
        deaf = stack.enter_context(socket.create_server(("127.0.0.9", server.port), backlog=0))
        for _ in range(2):  # the queue of a server that accepts no connection is full after these
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(deaf.getsockname())
        web = SocketWeb(
            SystemClock(), allowed=["127.0.0.0/8"], resolve=Names(["127.0.0.9", "127.0.0.1"])
        )
        answer = web.call(get(server.url(host="two.test"), within=6 * SOON))
    assert answer.status == 200


def test_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(OK) as proxy, serving(OK) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url())
        web_to_here().call(get(server.url()))
    assert (proxy.connections, len(server.seen)) == (0, 1)


def test_redirect_behind_our_door_is_not_followed() -> None:
    with serving(OK, host="127.0.0.2") as inside:
        answer = f"HTTP/1.1 302 Found\r\nLocation: {inside.url()}\r\nContent-Length: 0\r\n\r\n"
        with serving(answer.encode()) as server:
            assert web_to_here().call(get(server.url())).status == 302
    assert inside.connections == 0


def test_look_up_that_hangs_is_left_behind() -> None:
    answered = Event()

    def hang(host: str, port: int) -> list[str]:
        answered.wait(AGES.total_seconds())
        return ["127.0.0.1"]

    try:
        with serving(OK) as server, pytest.raises(Temporary, match="not found in time"):
            web_to_here(resolve=hang).call(get(server.url(host="slow.test"), within=SOON))
    finally:
        answered.set()


def test_look_up_without_result_is_worth_another_try() -> None:
    with pytest.raises(Temporary, match="no address"):
        web_to_here(resolve=Names([])).call(get("http://empty.test/"))


def test_system_look_up_gives_each_address_once() -> None:
    addresses = ask_system("localhost", 80)
    assert len(set(addresses)) == len(addresses)
    assert set(addresses) <= {"127.0.0.1", "::1"}


def test_localhost_by_its_own_name_is_refused() -> None:
    with serving(OK) as server:
        with pytest.raises(Permanent):
            SocketWeb(SystemClock()).call(get(server.url(host="localhost")))
        with pytest.raises(Permanent):
            SocketWeb(SystemClock()).call(get(server.url(host="LOCALHOST.")))
    assert server.connections == 0


def test_operator_may_allow_a_name() -> None:
    with serving(OK) as server:
        web = SocketWeb(SystemClock(), allowed=["localhost"])
        assert web.call(get(server.url(host="localhost"))).status == 200
        with pytest.raises(Permanent):
            web.call(get(server.url()))


def test_version_six_is_called_by_its_address() -> None:
    with serving(OK, host="::1") as server:
        web = SocketWeb(SystemClock(), allowed=["::1"])
        assert web.call(get(server.url(host="[::1]"))).status == 200
    assert server.seen[0].header("Host") == [f"[::1]:{server.port}"]


def test_nonsense_in_the_settings_stops_at_the_start() -> None:
    with pytest.raises(ConfigError):
        SocketWeb(SystemClock(), allowed=["10.0.0.1/8"])


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(datetime(2026, 11, 16, tzinfo=UTC))


def drip(clock: VirtualClock, head: bytes, drop: bytes = b"x") -> Answer:
    """Sends `head`, then one drop a second; comes to an end after more than a day."""

    def answer(conn: socket.socket, seen: Seen) -> None:
        conn.sendall(head)
        for _ in range(100_000):
            clock.advance(timedelta(seconds=1))
            conn.sendall(drop)

    return answer


@pytest.mark.parametrize(
    ("head", "drop"),
    [
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", b"x", id="the body"),
        pytest.param(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", id="the headers"),
        pytest.param(b"HTTP/1.1 200 ", b"x", id="the status line"),
        pytest.param(b"", b"HTTP/1.1 102 Processing\r\n\r\n", id="its patience"),
    ],
)
def test_server_that_drips_does_not_put_off_the_deadline(
    clock: VirtualClock, head: bytes, drop: bytes
) -> None:
    web = web_to_here(clock=clock)
    with serving(drip(clock, head, drop)) as server, pytest.raises(Unknown, match="time allowed"):
        web.call(get(server.url(), max_bytes=100_000))


def test_server_that_never_answers_leaves_it_unknown() -> None:
    def sit(conn: socket.socket, seen: Seen) -> None:
        conn.recv(1)

    with serving(sit) as server, pytest.raises(Unknown, match="timed out"):
        web_to_here().call(post(server.url(), b"hello", within=SOON))
    assert server.seen[0].body == b"hello"


def test_server_that_takes_no_request_is_worth_another_try() -> None:
    done = Event()

    def ignore(conn: socket.socket, local: LocalServer) -> None:
        done.wait()

    with listening(ignore) as server:
        try:
            with pytest.raises(Temporary, match="did not take the request in time"):
                web_to_here().call(post(server.url(), bytes(MORE_THAN_ANY_BUFFER), within=SOON))
        finally:
            done.set()


def test_server_that_sips_does_not_put_off_the_deadline(clock: VirtualClock) -> None:
    def sip(conn: socket.socket, local: LocalServer) -> None:
        while conn.recv(65536):
            clock.advance(timedelta(seconds=1))

    with listening(sip) as server, pytest.raises(Temporary, match="did not take the request"):
        web_to_here(clock=clock).call(post(server.url(), bytes(MORE_THAN_ANY_BUFFER)))


def test_line_that_breaks_amid_the_request_is_worth_another_try() -> None:
    def hang_up(conn: socket.socket, local: LocalServer) -> None:
        conn.recv(1)
        reset(conn)

    with listening(hang_up) as server, pytest.raises(Temporary, match="before it had the request"):
        web_to_here().call(post(server.url(), bytes(MORE_THAN_ANY_BUFFER)))


def test_line_that_breaks_after_the_request_leaves_it_unknown() -> None:
    def crash(conn: socket.socket, seen: Seen) -> None:
        reset(conn)

    with serving(crash) as server, pytest.raises(Unknown):
        web_to_here().call(post(server.url(), b"hello"))
    assert server.seen[0].body == b"hello"


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"", id="hung up without a word"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", id="body cut short"),
        pytest.param(b"HTTP/1.1 200 OK\r\nContent-Le", id="head cut short"),
        pytest.param(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
            id="last chunk missing",
        ),
        pytest.param(b"SSH-2.0-OpenSSH_9.2\r\nswordfish\r\n\r\n", id="not HTTP"),
        pytest.param(b"HTTP/1.1 200 OK\r\nno colon swordfish\r\n\r\n", id="not a header"),
        pytest.param(b"HTTP/1.1 101 Switching Protocols\r\n\r\n", id="another protocol"),
        pytest.param(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000 + b"\r\n", id="endless headers"),
        pytest.param(b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000, id="an endless header"),
    ],
)
def test_answer_that_is_none_leaves_it_unknown(answer: bytes) -> None:
    with serving(answer) as server, pytest.raises(Unknown) as failure:
        web_to_here().call(get(server.url("/?key=swordfish")))
    assert "swordfish" not in str(failure.value)
    assert len(str(failure.value)) < 200


def test_answer_given_before_the_request_was_whole_counts() -> None:
    def refuse_early(conn: socket.socket, local: LocalServer) -> None:
        conn.recv(1)
        conn.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")

    with listening(refuse_early) as server:
        answer = web_to_here().call(post(server.url(), bytes(MORE_THAN_ANY_BUFFER)))
    assert answer.status == 413


def pour(head: bytes, chunk: bytes) -> Answer:
    """Sends `head`, and then `chunk` for as long as the client reads."""

    def answer(conn: socket.socket, seen: Seen) -> None:
        conn.sendall(head)
        while True:
            conn.sendall(chunk)

    return answer


@pytest.mark.parametrize(
    ("head", "chunk"),
    [
        pytest.param(b"HTTP/1.0 200 OK\r\n\r\n", b"a" * 65536, id="without a length"),
        pytest.param(
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n", id="in chunks"
        ),
    ],
)
def test_endless_body_is_cut_at_the_limit(head: bytes, chunk: bytes) -> None:
    with serving(pour(head, chunk)) as server:
        answer = web_to_here().call(get(server.url(), max_bytes=5000))
    assert (answer.status, answer.body, answer.truncated) == (200, b"a" * 5000, True)


def test_packed_body_is_handed_on_as_it_came() -> None:
    packed = b"\x1f\x8b\x08 not even gzip"
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {len(packed)}\r\n\r\n"
    with serving(head.encode() + packed) as server:
        assert web_to_here().call(get(server.url())).body == packed


def test_header_given_twice_is_joined() -> None:
    with serving(b"HTTP/1.1 200 OK\r\nVary: a\r\nvary: b\r\nContent-Length: 0\r\n\r\n") as server:
        assert web_to_here().call(get(server.url())).headers["vary"] == "a, b"


def test_announced_wait_comes_before_the_answer() -> None:
    with serving(b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + OK) as server:
        answer = web_to_here().call(get(server.url()))
    assert (answer.status, answer.body) == (200, b"ok")


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def secure_web(authority: Authority) -> SocketWeb:
    return web_to_here(resolve=Names(["127.0.0.1"]), tls=authority.trust())


def test_secure_line_names_the_host_in_hello_and_head(authority: Authority) -> None:
    asked: list[str] = []
    context = authority.serve_as("shop.test")
    context.sni_callback = lambda sock, name, context: asked.append(name)
    with serving(OK, tls=context) as server:
        answer = secure_web(authority).call(get(server.url(host="shop.test", scheme="https")))
    assert answer.body == b"ok"
    assert asked == ["shop.test"]
    assert server.seen[0].header("Host") == [f"shop.test:{server.port}"]


@pytest.mark.parametrize("host", ["other.test", "127.0.0.1", "sub.shop.test"])
def test_certificate_for_another_name_is_refused(authority: Authority, host: str) -> None:
    with (
        serving(OK, tls=authority.serve_as("shop.test")) as server,
        pytest.raises(Permanent, match="not who it says"),
    ):
        secure_web(authority).call(get(server.url(host=host, scheme="https")))
    assert server.seen == []


def test_certificate_of_an_unknown_authority_is_refused(authority: Authority) -> None:
    web = web_to_here(resolve=Names(["127.0.0.1"]))
    with (
        serving(OK, tls=authority.serve_as("shop.test")) as server,
        pytest.raises(Permanent, match="not who it says"),
    ):
        web.call(get(server.url(host="shop.test", scheme="https")))
    assert server.seen == []


def test_server_without_tls_is_refused(authority: Authority) -> None:
    def speak_plainly(conn: socket.socket, local: LocalServer) -> None:
        conn.recv(65536)
        conn.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with listening(speak_plainly) as server, pytest.raises(Permanent, match="does not speak TLS"):
        secure_web(authority).call(get(server.url(host="shop.test", scheme="https")))


def test_line_that_breaks_before_it_is_secure_is_worth_another_try(authority: Authority) -> None:
    def hang_up(conn: socket.socket, local: LocalServer) -> None:
        conn.recv(65536)

    with listening(hang_up) as server, pytest.raises(Temporary):
        secure_web(authority).call(get(server.url(host="shop.test", scheme="https")))


def test_greeting_that_never_ends_is_worth_another_try(authority: Authority) -> None:
    def sit(conn: socket.socket, local: LocalServer) -> None:
        while conn.recv(65536):
            pass

    with listening(sit) as server, pytest.raises(Temporary, match="could not be secured"):
        secure_web(authority).call(get(server.url(host="shop.test", scheme="https"), within=SOON))


def test_secure_server_that_drips_does_not_put_off_the_deadline(
    authority: Authority, clock: VirtualClock
) -> None:
    answer = drip(clock, b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    web = web_to_here(clock=clock, resolve=Names(["127.0.0.1"]), tls=authority.trust())
    with (
        serving(answer, tls=authority.serve_as("shop.test")) as server,
        pytest.raises(Unknown, match="time allowed"),
    ):
        web.call(get(server.url(host="shop.test", scheme="https"), max_bytes=100_000))


def test_closed_port_is_temporary() -> None:
    with holding_closed_port() as port, pytest.raises(Temporary, match="cannot connect"):
        web_to_here().call(get(f"http://127.0.0.1:{port}/"))
