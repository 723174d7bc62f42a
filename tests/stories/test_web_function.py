"""The pages of a whole team behind a Function URL, and the API beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import pytest
from tests.entrypoints.web.pages.apps import find_csrf
from tests.services.call_meter import Call
from tests.services.function_host import TABLE, read_event
from tests.services.function_roles import Grant, list_refused
from tests.stories.control_shops import list_mails
from tests.stories.web_teams import FIRE, HOST, NAME, URL, WebTeam, opening_team, press, submit

from belfry.controls.reports.calendar_feed import feed_path as control_feed_path
from belfry.entrypoints.awslambda.web import MOST_FILE_BYTES, TOO_LARGE
from belfry.jobs.jobs import page_path
from belfry.rota.requests.requests import feed_path as shift_feed_path

WEEK, JOB, CONTROL = "2026-11-23", "J-7", "/controls/first~20aid~20box"
# Read before anything is counted; told apart from a refusal by AWS alone; with Google alone.
UNASKED = {"ReadSettings", "NoticeMissingFiles", "ReadTheKeyOfGoogle"}
NEW_JOB = {
    "job_id": JOB,
    "customer": "Ann Lee",
    "contact": "ann@example.com",
    "item": "blue bicycle",
    "stage": "received",
    "channel": "email",
}
WORKFLOW = {"name": "Stock mail", "kind": "log", "inputs": {"message": "x"}}
PAGES = (
    *("/", "/jobs", f"/jobs/{JOB}", "/jobs/wordings", "/controls", "/controls/board"),
    *("/controls/year", CONTROL, "/controls.csv", "/rota", f"/rota/{WEEK}", "/rota/mine"),
    *("/rota/open", "/rota/requests", f"/rota/{WEEK}/print", "/messages", "/next", "/figures"),
    *("/people", "/keys", "/me", "/audit?check=yes", "/audit.csv", "/docs", "/docs/people.csv"),
    *("/docs/jobs/board.csv/versions", "/workflows", "/workflows/timeline", "/workflows/new"),
)
MEGABYTE = 1024 * 1024


@pytest.fixture
def team(moto_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebTeam]:
    with opening_team(moto_endpoint, monkeypatch) as team:
        yield team


def test_owner_signs_in_posts_a_form_and_calls_the_api(team: WebTeam) -> None:
    stranger = team.open_browser()
    assert stranger.get("/").headers["location"] == "/sign-in"
    browser = team.sign_in()
    assert {(c.name, c.secure, c.domain) for c in browser.cookies.jar} == {
        ("__Host-belfry_form", True, HOST),
        ("__Host-belfry_session", True, HOST),
    }
    today = browser.get("/")
    assert today.status_code == 200
    assert "Needs your attention" in today.text
    assert "No worker" not in today.text
    assert 'data-refresh="20" data-seldom="300"' in today.text

    added = submit(browser, "/jobs/new", "/jobs/new", NEW_JOB)
    assert (added.status_code, added.headers["location"]) == (303, f"/jobs/{JOB}?done=job-added")
    assert b"J-7,Ann Lee" in team.host.folder.read("jobs/board.csv").content
    forged = browser.post("/jobs/new", data=NEW_JOB, headers={"origin": URL})
    elsewhere = submit(browser, "/jobs/new", "/jobs/new", NEW_JOB, origin="https://evil.example")
    assert (forged.status_code, elsewhere.status_code) == (403, 403)

    made = press(browser, "/keys", "/keys", name="till", scope="admin")
    key = re.findall(r"bf_api_[\w-]+", made.text)[0]
    headers = {"X-API-Key": key}
    api = team.open_browser()
    assert api.get("/api/v1/workflows").status_code == 401
    assert api.get("/api/v1/workflows", headers=headers).json()["items"] == []
    row = {name: text for name, text in NEW_JOB.items() if name != "job_id"}
    assert api.put("/api/v1/jobs/J-8", json=row, headers=headers).status_code == 201
    refused = api.post("/api/v1/workflows", json=WORKFLOW, headers=headers)
    assert refused.json()["detail"].startswith("workflows do not run on AWS")


def test_what_a_function_url_does_otherwise_than_a_server(team: WebTeam) -> None:
    stranger = team.open_browser()
    head = stranger.head("/sign-in")
    assert (head.status_code, head.content) == (200, b"")
    style = stranger.get("/static/belfry.css")
    tag = {"if-none-match": style.headers["etag"]}
    assert stranger.get("/static/belfry.css", headers=tag).status_code == 304
    assert stranger.get("/nothing").status_code == 404
    assert team.host.call(NAME, read_event("url_form"))["statusCode"] == 403
    assert stranger.post("/slack/interactivity", content=b"{}").status_code == 404

    browser = team.sign_in()
    page = browser.get(CONTROL).text
    assert "Up to 4 MB." in page
    form = {"csrf": find_csrf(page), "opened_by": "0"}
    for size, status in ((MOST_FILE_BYTES - MEGABYTE, 303), (MOST_FILE_BYTES + MEGABYTE, 413)):
        files = {"chosen": ("sheet.pdf", write_pdf(size))}
        answer = browser.post(f"{CONTROL}/evidence", data=form, files=files)
        assert answer.status_code == status, answer.text
    assert "A file may have 4 MB at most" in answer.text

    evidence = team.services.controls.evidence
    evidence.add("First-aid box", by="terminal", content=write_pdf(5 * MEGABYTE), file_name="a.pdf")
    assert len(browser.get(f"{CONTROL}/evidence/1").content) == MOST_FILE_BYTES - MEGABYTE
    answer = browser.get(f"{CONTROL}/evidence/2")
    assert (answer.status_code, answer.text) == (500, TOO_LARGE)


def write_pdf(size: int) -> bytes:
    return b"%PDF-1.4\n".ljust(size - 5, b"x") + b"%%EOF"


def walk(team: WebTeam, browser: httpx.Client) -> None:
    """Look at pages of every room, and press what changes something of each."""
    submit(browser, "/jobs/new", "/jobs/new", NEW_JOB)
    team.host.deliver("jsnr-stage", FIRE)
    press(browser, f"/jobs/{JOB}", f"/jobs/{JOB}/link")
    press(browser, f"/jobs/{JOB}", f"/jobs/{JOB}/photos")
    press(browser, f"/jobs/{JOB}", f"/jobs/{JOB}/photos/1/remove")
    press(browser, CONTROL, f"{CONTROL}/evidence")
    press(browser, CONTROL, f"{CONTROL}/done")
    press(browser, "/rota", f"/rota/{WEEK}/approve")
    team.host.settle()
    press(browser, "/rota", f"/rota/{WEEK}/redraft")
    links = re.findall(r"/rota/answer/[\w-]+", str(list_mails(team.host)))
    press(browser, "/keys", "/keys", name="till")
    press(browser, f"/jobs/{JOB}", f"/jobs/{JOB}/write", text="It is ready.")
    press(
        browser, "/docs/rota/rules.txt", "/docs/rota/rules.txt", text="Max hours: 38\n", do="save"
    )
    press(
        browser,
        "/docs/controls/rules.txt",
        "/docs/controls/rules.txt",
        text="Default: remind on the day.\n",
        do="save",
    )
    press(browser, "/people", "/people/1/link")
    services = team.services
    feeds = (
        control_feed_path(services.controls.feed.share(by="terminal").token),
        shift_feed_path(services.rota.reports.share_feed("Ana Diaz", by="terminal").token),
    )
    shown = services.jobs.customers.show(JOB)
    assert shown.page
    for page in (*PAGES, *feeds, page_path(shown.page.token), links[-1]):
        answer = browser.get(page)
        assert answer.status_code == 200, (page, answer.text)
    team.host.write("jobs/board.csv", "job_id,customer,contact,channel,item,stage\n")
    press(browser, f"/jobs/{JOB}/forget", f"/jobs/{JOB}/forget", typed=JOB)


def test_role_allows_what_the_pages_ask_for_and_no_more(team: WebTeam) -> None:
    """Of a statement not each action on each resource, but every action and every resource."""
    walk(team, team.sign_in())
    calls = [call for call in team.host.meter.calls if call.function == NAME]
    assert list_refused(calls) == []
    statements = [s for s in TABLE[NAME]["statements"] if s["sid"] not in UNASKED]
    assert [text for statement in statements for text in list_unneeded(statement, calls)] == []


def list_unneeded(statement: dict[str, Any], calls: Sequence[Call]) -> set[str]:
    sid, actions, resources = (statement[name] for name in ("sid", "actions", "resources"))
    grants = [Grant(sid, action, resource) for action in actions for resource in resources]
    needed = [grant for grant in grants if any(grant.covers(call) for call in calls)]
    used = {text for grant in needed for text in (grant.action, grant.resource)}
    return {*actions, *resources} - used
