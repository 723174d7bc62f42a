"""The workflow that calls a web address."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from tests.adapters.web.local_servers import serving
from tests.fakes.web import MemoryWeb

from belfry.adapters.system.clock import SystemClock
from belfry.adapters.web.web import SocketWeb
from belfry.kernel.errors import InputError, Permanent, PortError, Temporary, Unknown
from belfry.ports.web import WebAnswer, WebRequest
from belfry.scheduler.kinds import HttpKind, Kind, RunContext

URL = "https://shop.example/hook?key=swordfish"
CONTEXT = RunContext(
    run_id="run-7",
    workflow_id=42,
    workflow_name="ring the shop",
    team_id=1,
    scheduled_for=datetime(2026, 11, 19, 7, tzinfo=timezone(timedelta(hours=1))),
    attempt=2,
)


@pytest.fixture
def web() -> MemoryWeb:
    return MemoryWeb()


@pytest.fixture
def kind(web: MemoryWeb) -> Kind:
    return HttpKind(web)


def make_answer(status: int = 200, body: bytes = b"", **headers: str) -> WebAnswer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return WebAnswer(status, named, body, truncated=False)


def run(kind: Kind, web: MemoryWeb, outcome: WebAnswer | PortError, **inputs: Any) -> str:
    web.answer_with(URL, outcome)
    return kind.run({"url": URL, **inputs}, CONTEXT)


def sent(web: MemoryWeb) -> WebRequest:
    [request] = web.requests
    return request


def test_run_gets_the_url_and_says_which_run_it_is(kind: Kind, web: MemoryWeb) -> None:
    run(kind, web, make_answer())
    assert (sent(web).method, sent(web).url, sent(web).body) == ("GET", URL, None)
    assert sent(web).within == timedelta(seconds=30)
    assert sent(web).headers == {
        "Idempotency-Key": "run-7",
        "Belfry-Run": "run-7",
        "Belfry-Workflow": "42",
        "Belfry-Attempt": "2",
        "Belfry-Scheduled-For": "2026-11-19T06:00:00+00:00",
        "User-Agent": "Belfry",
    }


def test_run_key_is_equal_for_every_attempt(kind: Kind, web: MemoryWeb) -> None:
    for attempt in (1, 2):
        web.answer_with(URL, make_answer())
        context = RunContext("run-7", 42, "ring", 1, CONTEXT.scheduled_for, attempt)
        kind.run({"url": URL}, context)
    assert [request.headers["Idempotency-Key"] for request in web.requests] == ["run-7", "run-7"]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "post"])
def test_method_may_be_chosen(kind: Kind, web: MemoryWeb, method: str) -> None:
    run(kind, web, make_answer(), method=method)
    assert sent(web).method == method.upper()


@pytest.mark.parametrize(
    ("body", "data", "content_type"),
    [
        ("héllo", "héllo".encode(), "text/plain; charset=utf-8"),
        ("", b"", "text/plain; charset=utf-8"),
        ({"a": [1, None]}, b'{"a": [1, null]}', "application/json"),
        ([], b"[]", "application/json"),
    ],
)
def test_body_is_sent_with_its_type(
    kind: Kind, web: MemoryWeb, body: object, data: bytes, content_type: str
) -> None:
    run(kind, web, make_answer(), method="POST", body=body)
    assert sent(web).body == data
    assert sent(web).headers["Content-Type"] == content_type


def test_type_and_agent_of_the_user_come_first(kind: Kind, web: MemoryWeb) -> None:
    headers = {"content-type": "text/csv", "user-agent": "Shop/1", "Authorization": "Bearer a"}
    run(kind, web, make_answer(), method="POST", body="a;b", headers=headers)
    names = {"content-type", "user-agent", "authorization"}
    sent_headers = {
        name: value for name, value in sent(web).headers.items() if name.lower() in names
    }
    assert sent_headers == headers


def test_time_limit_may_be_chosen(kind: Kind, web: MemoryWeb) -> None:
    run(kind, web, make_answer(), timeout_seconds=2.5)
    assert sent(web).within == timedelta(seconds=2.5)


BAD_INPUTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "no URL": ({}, "inputs.url", "missing"),
    "an empty URL": ({"url": ""}, "inputs.url", "missing"),
    "a URL that is a number": ({"url": 7}, "inputs.url", "missing"),
    "another scheme": ({"url": "ftp://a.example"}, "inputs.url", "http"),
    "a password": ({"url": "http://a:b@a.example"}, "inputs.url", "password"),
    "this machine": ({"url": "http://127.0.0.1/"}, "inputs.url", "this machine"),
    "keys of the cloud": ({"url": "http://169.254.169.254/"}, "inputs.url", "clouds"),
    "a slip of the pen": ({"url": URL, "methd": "GET"}, "inputs.methd", "method"),
    "another slip": ({"url": URL, "timeout": 3}, "inputs.timeout", "timeout_seconds"),
    "a third slip": ({"url": URL, "header": {}}, "inputs.header", "headers"),
    "nothing like any": ({"url": URL, "zzz": 1}, "inputs.zzz", "nearest"),
    "a method of its own": ({"url": URL, "method": "BREW"}, "inputs.method", "GET, POST"),
    "a method that is none": ({"url": URL, "method": 1}, "inputs.method", "GET, POST"),
    "a body on GET": ({"url": URL, "body": "a"}, "inputs.body", "GET sends no body"),
    "a body on HEAD": ({"url": URL, "method": "HEAD", "body": {}}, "inputs.body", "HEAD"),
    "a number for a body": ({"url": URL, "method": "POST", "body": 7}, "inputs.body", "text"),
    "half a character": (
        {"url": URL, "method": "POST", "body": "\ud800"},
        "inputs.body",
        "cannot be sent",
    ),
    "not a number": (
        {"url": URL, "method": "POST", "body": [float("nan")]},
        "inputs.body",
        "cannot be sent",
    ),
    "no time": ({"url": URL, "timeout_seconds": 0}, "inputs.timeout_seconds", "1 to 300"),
    "too much time": ({"url": URL, "timeout_seconds": 301}, "inputs.timeout_seconds", "1 to 300"),
    "time in words": ({"url": URL, "timeout_seconds": "9"}, "inputs.timeout_seconds", "1 to 300"),
    "a yes for a time": ({"url": URL, "timeout_seconds": True}, "inputs.timeout_seconds", "1 to"),
    "a time that is not a number": (
        {"url": URL, "timeout_seconds": float("nan")},
        "inputs.timeout_seconds",
        "1 to 300",
    ),
    "headers in a list": ({"url": URL, "headers": ["a"]}, "inputs.headers", "names"),
    "a number in a header": ({"url": URL, "headers": {"A": 1}}, "inputs.headers.A", "text"),
    "a line break in a header": (
        {"url": URL, "headers": {"A": "b\r\nC: d"}},
        "inputs.headers.A",
        "one line",
    ),
    "a Host": ({"url": URL, "headers": {"Host": "a"}}, "inputs.headers.Host", "set by Belfry"),
    "a length": (
        {"url": URL, "headers": {"content-length": "3"}},
        "inputs.headers.content-length",
        "set by Belfry",
    ),
    "a hop": ({"url": URL, "headers": {"TE": "a"}}, "inputs.headers.TE", "set by Belfry"),
    "a key of its own": (
        {"url": URL, "headers": {"idempotency-key": "a"}},
        "inputs.headers.idempotency-key",
        "set by Belfry",
    ),
    "a run of its own": (
        {"url": URL, "headers": {"Belfry-Run": "a"}},
        "inputs.headers.Belfry-Run",
        "set by Belfry",
    ),
    "a header twice": ({"url": URL, "headers": {"A": "1", "a": "2"}}, "inputs.headers", "twice"),
    "an expected word": ({"url": URL, "expect": "ok"}, "inputs.expect", "2xx"),
    "an expected nothing": ({"url": URL, "expect": []}, "inputs.expect", "at least one"),
    "an expected hundred": ({"url": URL, "expect": [100]}, "inputs.expect", "200 to 599"),
    "an expected yes": ({"url": URL, "expect": [True]}, "inputs.expect", "200 to 599"),
}


@pytest.mark.parametrize(("inputs", "field", "words"), BAD_INPUTS.values(), ids=BAD_INPUTS)
def test_check_names_the_input_that_does_not_fit(
    kind: Kind, inputs: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(InputError, match=words) as fault:
        kind.check(inputs)
    assert fault.value.field == field


def test_check_is_content_with_everything_in_order(kind: Kind, web: MemoryWeb) -> None:
    kind.check(
        {
            "url": URL,
            "method": "POST",
            "headers": {"Authorization": "Bearer a"},
            "body": {"a": 1},
            "timeout_seconds": 300,
            "expect": [200, "4xx"],
        }
    )
    kind.check({"url": URL, "method": None, "headers": None, "body": None, "expect": None})
    assert web.requests == []


def test_check_lets_pass_what_the_operator_allows() -> None:
    HttpKind(MemoryWeb(allowed=["10.0.0.0/8"])).check({"url": "http://10.0.0.7/"})


def test_run_with_inputs_that_no_longer_fit_is_not_tried_again(kind: Kind) -> None:
    with pytest.raises(Permanent, match=r"inputs\.method"):
        kind.run({"url": URL, "method": "BREW"}, CONTEXT)


@pytest.mark.parametrize(
    ("status", "expect"),
    [(200, None), (204, None), (299, "2xx"), (404, [200, 404]), (503, ["5xx"]), (302, "3xx")],
)
def test_expected_status_is_success(
    kind: Kind, web: MemoryWeb, status: int, expect: object
) -> None:
    assert run(kind, web, make_answer(status), expect=expect).startswith(str(status))


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 599])
def test_status_that_may_pass_is_worth_another_try(kind: Kind, web: MemoryWeb, status: int) -> None:
    with pytest.raises(Temporary, match=str(status)) as failure:
        run(kind, web, make_answer(status))
    assert failure.value.retry_after is None


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "120"}, timedelta(minutes=2)),
        ({"retry-after": "0"}, timedelta()),
        ({"retry-after": "999999999"}, timedelta(days=1)),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "٣"}, None),
        (
            {
                "retry-after": "Thu, 19 Nov 2026 06:01:30 GMT",
                "date": "Thu, 19 Nov 2026 06:00:00 GMT",
            },
            timedelta(seconds=90),
        ),
        (
            {
                "retry-after": "Thu, 19 Nov 2026 05:00:00 -0000",
                "date": "Thu, 19 Nov 2026 06:00:00 GMT",
            },
            timedelta(),
        ),
        ({"retry-after": "Thu, 19 Nov 2026 06:01:30 GMT"}, None),
    ],
    ids=lambda value: str(value),
)
def test_wait_that_the_other_side_asks_for_is_kept(
    kind: Kind, web: MemoryWeb, headers: dict[str, str], wait: timedelta | None
) -> None:
    with pytest.raises(Temporary) as failure:
        run(kind, web, WebAnswer(503, headers, b"", truncated=False))
    assert failure.value.retry_after == wait


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 403, 404, 410, 422])
def test_any_other_status_is_final(kind: Kind, web: MemoryWeb, status: int) -> None:
    with pytest.raises(Permanent, match=str(status)):
        run(kind, web, make_answer(status))


def test_status_not_among_those_expected_is_final_even_if_it_is_fine(
    kind: Kind, web: MemoryWeb
) -> None:
    with pytest.raises(Permanent, match="200 OK"):
        run(kind, web, make_answer(200), expect=[204])


def test_redirect_says_what_to_do(kind: Kind, web: MemoryWeb) -> None:
    with pytest.raises(Permanent, match="Redirects are not followed"):
        run(kind, web, make_answer(301, location="http://127.0.0.1/"))


def test_failure_tells_the_first_words_and_no_secret(kind: Kind, web: MemoryWeb) -> None:
    with pytest.raises(Permanent) as failure:
        run(
            kind,
            web,
            make_answer(400, b"the till is closed" + b"." * 5000),
            headers={"X-Key": "hunter2"},
        )
    message = str(failure.value)
    assert message.startswith(
        "GET https://shop.example/hook answered 400 Bad Request\nthe till is closed..."
    )
    assert len(message) < 500
    assert "swordfish" not in message
    assert "hunter2" not in message


@pytest.mark.parametrize(
    "error",
    [Unknown("the line broke"), Temporary("nobody is there"), Permanent("a closed address")],
    ids=["unknown", "temporary", "permanent"],
)
def test_what_the_web_raises_passes_on(kind: Kind, web: MemoryWeb, error: PortError) -> None:
    with pytest.raises(PortError) as failure:
        run(kind, web, error)
    assert failure.value is error


OUTPUTS: dict[str, tuple[WebAnswer, str]] = {
    "nothing but a status": (make_answer(204), "204 No Content"),
    "a status of its own": (make_answer(299), "299"),
    "text": (
        make_answer(200, b"done\r\ntwice\r\n", content_type="text/plain"),
        "200 OK\ndone\ntwice",
    ),
    "JSON": (make_answer(200, b'{"a": 1}', content_type="application/json"), '200 OK\n{"a": 1}'),
    "a kind of JSON": (
        make_answer(200, b"{}", content_type="application/problem+json"),
        "200 OK\n{}",
    ),
    "text without a type": (make_answer(200, b"done"), "200 OK\ndone"),
    "umlauts": (make_answer(200, "ü".encode()), "200 OK\nü"),
    "old umlauts": (
        make_answer(200, b"\xfc", content_type="text/html; charset=ISO-8859-1"),
        "200 OK\nü",
    ),
    "an alphabet nobody should use": (
        make_answer(200, b"a", content_type="text/html; charset=zlib_codec"),
        "200 OK\na",
    ),
    "noise in the text": (make_answer(200, b"a\x00b\x1b[2Jc\xff"), "200 OK\nab[2Jc\ufffd"),
    "a picture": (
        make_answer(200, b"\x89PNG", content_type="image/png"),
        "200 OK\n(4 bytes of image/png)",
    ),
    "exactly what is kept": (make_answer(200, b"a" * 4096), "200 OK\n" + "a" * 4096),
    "more than is kept": (make_answer(200, b"a" * 4097), "200 OK\n" + "a" * 4096 + "…"),
    "a letter cut in two": (
        make_answer(200, b"a" * 4095 + "ü".encode()),
        "200 OK\n" + "a" * 4095 + "…",
    ),
}


@pytest.mark.parametrize(("answer", "output"), OUTPUTS.values(), ids=OUTPUTS)
def test_output_is_the_status_and_the_beginning_of_the_text(
    kind: Kind, web: MemoryWeb, answer: WebAnswer, output: str
) -> None:
    assert run(kind, web, answer) == output


def test_output_says_that_a_huge_picture_was_not_read_whole(kind: Kind, web: MemoryWeb) -> None:
    answer = make_answer(200, b"\x89" * (1024 * 1024 + 1), content_type="image/png")
    assert run(kind, web, answer) == "200 OK\n(more than 1048576 bytes of image/png)"


def test_call_goes_out_over_the_real_web() -> None:
    kind = HttpKind(SocketWeb(SystemClock(), allowed=["127.0.0.1"]))
    with serving(b"HTTP/1.1 202 Accepted\r\nContent-Length: 6\r\n\r\nqueued") as server:
        inputs = {"url": server.url("/hook?a=b"), "method": "POST", "body": {"ring": True}}
        kind.check(inputs)
        assert kind.run(inputs, CONTEXT) == "202 Accepted\nqueued"
    [seen] = server.seen
    assert (seen.method, seen.path) == ("POST", "/hook?a=b")
    assert json.loads(seen.body) == {"ring": True}
    assert seen.header("Idempotency-Key") == ["run-7"]
