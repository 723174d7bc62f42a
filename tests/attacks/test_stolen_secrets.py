"""A server that echoes the secret it was sent: the value is seen nowhere in Belfry."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from tests.attacks.visitors import sign_in
from tests.stories.processes import Process, run_belfry, run_here
from tests.stories.waiting import wait_for

SECRET = "not-a-real-value/with+signs&more"
PART = SECRET[:12]
HEADERS = {"Authorization": {"secret": "TILL", "prefix": "Bearer "}, "X-Till": {"secret": "TILL"}}
OWN_FILE = "secrets/TILL"
# Of an answer Belfry keeps 4096 bytes, and quotes 300 characters in an error.
CUTS = (300, 4096)
PADDINGS = (
    0,
    *(cut - len(SECRET) // 2 - len(status) for cut in CUTS for status in ("", "403 Forbidden\n")),
)


class Echo(BaseHTTPRequestHandler):
    """Answers `/STATUS/PADDING` with what it was sent: in the reason, a header and the body."""

    def do_GET(self) -> None:
        _, status, padding = self.path.split("/")
        token = self.headers["X-Till"]
        body = f"{'.' * int(padding)}{token}\n{self.headers}".encode()
        self.send_response(int(status), token)
        self.send_header("X-Echo", token)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing, so that the tests' output stays readable."""


@pytest.fixture(scope="module")
def echo_url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as echo:
        thread = Thread(target=echo.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{echo.server_port}"
        echo.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def api(server: Process, team: Path) -> Iterator[httpx.Client]:
    secret = team / OWN_FILE
    secret.parent.mkdir()
    secret.write_text(SECRET)
    secret.chmod(0o600)
    key = run_belfry(team, "keys", "create", "--service", "api")["key"]
    root = f"{server.address}/api/v1"
    with httpx.Client(base_url=root, headers={"X-API-Key": key}, timeout=60) as client:
        yield client


def run_echo(api: httpx.Client, url: str) -> tuple[str, str]:
    """The status of a run that calls `url` with the secret, and all that is answered about it."""
    inputs = {"url": url, "headers": HEADERS}
    created = api.post("/workflows", json={"name": url, "kind": "http", "inputs": inputs})
    path = f"/workflows/{created.json()['id']}"
    run_path = f"/runs/{api.post(f'{path}:run').json()['id']}"
    run = wait_for(
        lambda: api.get(run_path).json(), lambda run: run["status"] in ("succeeded", "parked")
    )
    answers = [api.get(address).text for address in (path, f"{path}/runs", run_path)]
    return run["status"], "\n".join([created.text, *answers])


def test_value_of_a_secret_is_neither_shown_nor_stored(
    server: Process, team: Path, api: httpx.Client, echo_url: str
) -> None:
    shown = []
    for status, ending in ((200, "succeeded"), (403, "parked")):
        for padding in PADDINGS:
            ended, answers = run_echo(api, f"{echo_url}/{status}/{padding}")
            assert ended == ending, answers
            shown.append(answers)
    with sign_in(server, server.said["link"]) as owner:
        shown += [owner.get(page).text for page in ("/audit.csv", "/audit", "/workflows", "/")]
    for command in (("workflows", "list"), ("workflows", "runs"), ("audit", "log")):
        shown += [run_here(*command, *form, BELFRY_TEAM=str(team)) for form in ((), ("--json",))]
    assert not [text for text in shown if PART in text]
    files = [path for path in team.rglob("*") if path.is_file() and path != team / OWN_FILE]
    assert server.log in files
    assert team / ".belfry" / "belfry.db" in files
    assert not [path for path in files if PART.encode() in path.read_bytes()]


def test_credential_written_into_a_header_is_refused(api: httpx.Client, echo_url: str) -> None:
    inputs = {"url": f"{echo_url}/200/0", "headers": {"Authorization": f"Bearer {SECRET}"}}
    answer = api.post("/workflows", json={"name": "Literal", "kind": "http", "inputs": inputs})
    assert answer.status_code == 422
    assert PART not in answer.text
    assert "secret" in answer.json()["detail"]
