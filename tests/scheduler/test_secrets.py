"""Secrets of workflows: named in the inputs, known to runs alone, masked wherever they echo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr
from tests.adapters.web.local_servers import serving
from tests.apps import App, build_app
from tests.entrypoints.web.api.apis import Api, make_key
from tests.fakes.crash_points import CrashingPoints
from tests.loops import for_each
from tests.samples import NOON
from tests.services.shaped_databases import settle_in

from belfry.accounts.keys import Scope, Service
from belfry.adapters.system.clock import VirtualClock
from belfry.adapters.system.secret_values import SystemSecretValues
from belfry.bootstrap import open_ports
from belfry.entrypoints.web.app import create_app
from belfry.kernel.errors import InputError
from belfry.scheduler.credentials import MASK, is_credential, mask
from belfry.scheduler.kinds import FunctionKind, RunContext
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.secrets import FindSecret, SecretKind, fill_references, list_references
from belfry.settings import Settings
from belfry.settings.sections import HttpSettings

VALUE = "swordfish and 7/more"
HEADERS = {"X-API-Key": {"secret": "TILL_KEY"}}


@contextmanager
def open_app(folder: Path, **values: str) -> Iterator[App]:
    secret_values = {name: SecretStr(value) for name, value in values.items()}
    http = HttpSettings(allow=("127.0.0.1",))
    settings = Settings(folder=settle_in(folder), http=http, secret_values=secret_values)
    crash_points = CrashingPoints()
    ports = open_ports(settings, clock=VirtualClock(NOON), crash_points=crash_points)
    yield build_app(ports, settings)
    ports.close()


def start(app: App, inputs: dict[str, Any], team_id: int = 1) -> Any:
    edit = {"name": "Call", "kind": "http", "inputs": inputs, "attempts": 1}
    workflow = app.services.create_workflow(edit, team_id=team_id, by="test")
    app.services.change_runs.start(workflow.id, by="test")
    app.go(seconds=1)
    (run,) = app.runs(workflow)
    return run


def render_http(status: int, body: str) -> bytes:
    content = body.encode()
    head = f"HTTP/1.1 {status} OK\r\nContent-Type: text/plain\r\nContent-Length: {len(content)}"
    return head.encode() + b"\r\nConnection: close\r\n\r\n" + content


@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize(
    "inputs",
    [
        pytest.param({"headers": HEADERS}, id="a header"),
        pytest.param({"method": "POST", "body": {"secret": "TILL_KEY"}}, id="the body"),
        pytest.param(
            {"method": "POST", "body": [{"a": {"secret": "TILL_KEY"}}]}, id="a part of it"
        ),
    ],
)
def test_secret_is_sent_and_masked_where_the_server_echoes_it(
    tmp_path: Path, inputs: dict[str, Any], status: int
) -> None:
    echo = render_http(status, f"{VALUE} and {quote(VALUE)} and {json.dumps(VALUE)} and swordfish")
    with serving(echo) as server, open_app(tmp_path, TILL_KEY=VALUE) as app:
        run = start(app, {"url": server.url("/hook"), **inputs})
        attempts = app.ports.runs.list_attempts(run.id)
    [request] = server.seen
    assert VALUE in f"{request.headers} {request.body.decode()}"
    assert MASK in f"{run.output} {run.error}"
    assert "swordfish" not in f"{run} {attempts}"


def test_secret_may_be_a_part_of_the_address(tmp_path: Path) -> None:
    with serving(render_http(404, "no")) as server, open_app(tmp_path, PATH="swordfish") as app:
        run = start(app, {"url": {"secret": "PATH", "prefix": server.url("/hooks/")}})
    assert [request.path for request in server.seen] == ["/hooks/swordfish"]
    assert (run.status, "swordfish" in str(run)) == (RunStatus.PARKED, False)


def test_address_that_is_a_secret_is_masked_with_each_credential_in_it(tmp_path: Path) -> None:
    query = "shop=north&api_key=sword%2Ffish&sig=hush"
    echo = render_http(404, "no sword/fish, sword%2Ffish or hush in the north")
    with serving(echo) as server:
        address = f"{server.url('/hooks/inner-name')}?{query}"
        with open_app(tmp_path, URL=address) as app:
            run = start(app, {"url": {"secret": "URL"}})
    assert [request.path for request in server.seen] == [f"/hooks/inner-name?{query}"]
    assert run.error == "GET *** answered 404 Not Found\nno ***, *** or *** in the north"


def test_missing_secret_fails_for_good_and_is_named(tmp_path: Path) -> None:
    with serving(render_http(200, "")) as server, open_app(tmp_path) as app:
        run = start(app, {"url": server.url("/"), "headers": HEADERS})
    assert (run.status, run.attempt, server.seen) == (RunStatus.PARKED, 1, [])
    assert run.error == (
        "there is no secret TILL_KEY: put it in the variable BELFRY_SECRET_TILL_KEY "
        "or the file secrets/TILL_KEY"
    )


def test_file_of_the_secrets_folder_is_read_when_the_run_starts(tmp_path: Path) -> None:
    with serving(render_http(200, "")) as server, open_app(tmp_path) as app:
        (tmp_path / "secrets").mkdir()
        (tmp_path / "secrets" / "TILL_KEY").write_text("from a file\n")
        start(app, {"url": server.url("/"), "headers": HEADERS})
    assert server.seen[0].header("x-api-key") == ["from a file"]


def test_another_team_reaches_only_secrets_that_are_named_for_it(tmp_path: Path) -> None:
    values = {"TILL_KEY": "of team one", "TEAM2_OTHER": "of team two"}
    with serving(render_http(200, "")) as server, open_app(tmp_path, **values) as app:
        theirs = start(app, {"url": server.url("/"), "headers": HEADERS}, team_id=2)
        assert str(theirs.error).startswith("there is no secret TILL_KEY: ")
        app.services.change_workflow.delete(theirs.workflow_id, by="test")
        own = {"url": server.url("/"), "headers": {"X-API-Key": {"secret": "OTHER"}}}
        assert start(app, own, team_id=2).status is RunStatus.SUCCEEDED
    assert server.seen[0].header("x-api-key") == ["of team two"]


def test_error_of_a_package_is_masked_with_its_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(inputs: Any, context: RunContext) -> None:
        raise RuntimeError(f"cannot use {inputs['key']}")

    values = SystemSecretValues({"TILL_KEY": VALUE}, tmp_path)
    with open_app(tmp_path) as app:
        kind = SecretKind(FunctionKind(fail), FindSecret(values, app.ports.store))
        app.services.kinds["fails"] = kind  # type: ignore[index]
        edit = {"name": "Fails", "kind": "fails", "inputs": {"key": {"secret": "TILL_KEY"}}}
        workflow = app.services.create_workflow(edit, team_id=1, by="test")
        app.services.change_runs.start(workflow.id, by="test")
        app.go(seconds=1)
        (run,) = app.runs(workflow)
    assert run.error == "RuntimeError: cannot use ***"
    assert "swordfish" not in caplog.text


def test_api_pages_and_audit_log_know_the_name_alone(tmp_path: Path) -> None:
    with open_app(tmp_path, TILL_KEY=VALUE) as app:
        api = Api(app, TestClient(create_app(app.services)), make_key(app, Service.API, 1))
        url = "https://till.example.com/"
        new = {"name": "Call", "kind": "http", "inputs": {"url": url, "headers": HEADERS}}
        made = api.post("/workflows", new)
        assert made.json()["inputs"]["headers"] == HEADERS
        runner = api.of_team(1, Scope.RUN)
        path = f"/workflows/{made.json()['id']}:run"
        assert runner.post(path).status_code == 202
        elsewhere = {"inputs": {"url": "https://evil.example.com/", "headers": HEADERS}}
        refused = runner.post(path, elsewhere)
        assert (refused.status_code, "scope edit" in refused.text) == (403, True)
        assert runner.post(path, {"inputs": {"url": url}}).status_code == 202


CREDENTIALS = [
    ("Authorization", "Bearer abc"),
    ("authorization", "x"),
    ("Cookie", "sid=1"),
    ("X-API-Key", "1234"),
    ("x-auth-token", "1234"),
    ("X-Shop-Secret", "hush"),
    ("X-Shop", "Basic dXNlcjpwYXNz"),
    ("X-Shop", "sk-abcdefgh12345"),
    ("X-Shop", "0123456789abcdef0123456789abcdef"),
]
PLAIN = [
    ("Accept", "application/vnd.example.v3+json0123456789"),
    ("Content-Type", "text/plain"),
    ("User-Agent", "Shop/1"),
    ("X-Shop", "north"),
    ("X-Request-Id", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
    ("If-None-Match", '"0123456789abcdef0123456789abcdef"'),
    ("X-API-Key", ""),
    ("X-Author", "Maria"),
]


URL = {"secret": "TILL_KEY", "prefix": "https://a.example.com/?key="}


@for_each(
    "address",
    [
        "till.example.com/?api_key=abc",
        "till.example.com/?a=1&access_token=abc#x",
        "till.example.com/?Signature=abc",
        "till.example.com/?x=&key=abc",
        "till.example.com/?api%5Fkey=abc",
        "till.example.com/?sv=1&sig=abc",
        "till.example.com/?a=1#token=abc",
        "shop:abc@till.example.com/",
        "abc@till.example.com?x=1",
    ],
)
def test_credential_in_a_url_is_refused_with_advice(address: str) -> None:
    kind = SecretKind(FunctionKind(print), None)  # type: ignore[arg-type]
    with pytest.raises(
        InputError, match="in place of the whole address.*BELFRY_SECRET_URL"
    ) as info:
        kind.check({"url": f"https://{address}"})
    assert "abc" not in str(info.value)


PLAIN_URLS = [
    "https://a.example.com/key=1",
    "https://a.example.com/?shop=north&token=",
    "https://a.example.com/people/@rosa?keys=2",
    URL,
]


@for_each("url", PLAIN_URLS)
def test_plain_url_is_taken(url: object) -> None:
    SecretKind(FunctionKind(print), None).check({"url": url})  # type: ignore[arg-type]


@for_each("header, value", CREDENTIALS)
def test_credential_in_a_header_is_refused_with_advice(header: str, value: str) -> None:
    assert is_credential(header, value)
    kind = SecretKind(FunctionKind(print), None)  # type: ignore[arg-type]
    with pytest.raises(
        InputError, match=r"looks like a credential: write .*BELFRY_SECRET_"
    ) as info:
        kind.check({"headers": {header: value}})
    assert info.value.field == f"inputs.headers.{header}"
    assert value not in str(info.value) or len(value) < 5


@for_each("header, value", PLAIN)
def test_plain_header_is_taken(header: str, value: str) -> None:
    assert not is_credential(header, value)


@pytest.mark.parametrize("name", ["till", "A-B", "../X", "", 7, "A" * 101])
def test_name_that_is_none_is_refused(name: object) -> None:
    kind = SecretKind(FunctionKind(print), None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="capital letters") as info:
        kind.check({"body": {"key": {"secret": name}}})
    assert info.value.field == "inputs.body.key"


@given(
    value=st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=8),
    before=st.text(),
    after=st.text(),
)
def test_masked_text_never_holds_the_value(value: str, before: str, after: str) -> None:
    for written in (value, quote(value), json.dumps(value)):
        assert value not in mask(f"{before}{written}{after}", [value])


@given(cut=st.integers(4, 30), after=st.text())
def test_value_is_masked_where_the_end_of_a_quotation_cuts_it(cut: int, after: str) -> None:
    value = "not/a-real+value&with%signs-and-more"
    for written in (value, quote(value), quote(value, safe=""), json.dumps(value)[1:-1]):
        assert mask(f"X-Till: {written[:cut]}…{after}", [value]) == f"X-Till: ***…{after}"


@given(
    st.recursive(
        st.text() | st.integers() | st.just({"secret": "A_B"}),
        lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    )
)
def test_filled_inputs_hold_no_reference(inputs: Any) -> None:
    filled = fill_references(inputs, str.lower)
    assert list_references(filled) == set()
    assert ("a_b" in json.dumps(filled)) >= bool(list_references(inputs))
