"""Whether every page is guarded: forms are our own, roles hold, looking changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.cafes import WEEK, Cafe
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read
from tests.loops import for_each
from tests.pictures import make_picture

from belfry.accounts.keys import Service
from belfry.accounts.users import Role
from belfry.entrypoints.web.assets import HEADERS
from belfry.entrypoints.web.pages import PAGE_MODULES
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.jobs.customers.replies import Inbound
from belfry.kernel.errors import Permanent, Temporary

ROTA_ANSWERS = (
    *("approve", "agree", "decline", "give", "move", "free", "hold"),
    *("ask", "swap", "withdraw", "time-off"),
)
OPEN = {
    *("/sign-in", "/again"),
    *("/welcome/{token}", "/t/{token}", "/t/{token}/photo/{number}", "/stop/{token}"),
    "/feeds/{token}.ics",
    "/feeds/rota/{token}.ics",
    "/rota/answer/{token}",
    *(f"/rota/answer/{{token}}/{act}" for act in ROTA_ANSWERS),
    *("/answer/{token}", *(f"/answer/{{token}}/{act}" for act in ("done", "snooze", "attach"))),
}
OF_EVERYBODY = {
    *("/sign-out", "/me", "/me/password", "/me/sign-out-everywhere", "/welcome"),
    *("/rota/mine/swap", "/rota/mine/feed", "/rota/time-off", "/rota/time-off/{name}/withdraw"),
    *(f"/rota/mine/swaps/{{name}}/{act}" for act in ("withdraw", "answer", "take-back")),
    "/rota/open/take",
    "/demo/clock",
}
# There is none of these but in the demo.
OF_THE_DEMO = {"/demo/post"}


OF_WORKERS = {"/jobs/new", "/jobs/{name}/move", "/jobs/{name}/undo", "/jobs/{name}/photos"}


def list_paths(method: str) -> list[str]:
    routes = [route for room in PAGE_MODULES for route in room.router.routes]
    pages = [route for route in routes if isinstance(route, APIRoute)]
    return sorted(page.path for page in pages if method in (page.methods or ()))


POSTS = [path for path in list_paths("POST") if path not in OPEN]
GETS = [path for path in list_paths("GET") if path not in OPEN]
FILES = ("/photos/", "/evidence/", "/export", ".csv")
PAGES = [path for path in GETS if not any(part in path for part in FILES)]


NAMES = {
    "jobs": "J-2042",
    "controls": "fire~20drill",
    "messages": "jobs~2FJ-2042~2Fmove-2",
    "replies": "SM1",
    "rota": "1",
    "list": "1",
    "static": "belfry.css",
}


def fill(path: str) -> str:
    """The path about the first workflow, run, key, person, job, control, message or reply."""
    for name in ("workflow_id:int", "key_id:int", "user_id:int"):
        path = path.replace(f"{{{name}}}", "1")
    path = path.replace("shifts/{name}", "shifts/mon-late").replace("{monday}", WEEK)
    named = NAMES[path.split("/")[1]] if "{name}" in path else ""
    path = path.replace("{doc:path}/upload", "people.csv/upload")
    path = path.replace("{number}", "1").replace("{doc:path}", "jobs/settings.txt")
    return path.replace("{run_id}", "1-m1").replace("{name}", named)


def dump(app: App) -> list[str]:
    """Everything in the database."""
    with closing(open_database(app)) as database:
        return list(database.iterdump())


def open_database(app: App) -> sqlite3.Connection:
    return sqlite3.connect(app.services.settings.folder / ".belfry" / "belfry.db")


@dataclass(frozen=True)
class LivedIn:
    """An app in which there is something on every page; nothing here may change it.

    Its users have a session each, by their numbers, and the token that its forms carry.
    """

    app: App
    database: sqlite3.Connection
    visitors: dict[int, Visitor]
    tokens: dict[int, str]

    def count_commits(self) -> int:
        """Grows whenever anything else writes to the database."""
        return int(self.database.execute("PRAGMA data_version").fetchone()[0])


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LivedIn]:
    with open_app(tmp_path_factory.mktemp("app")) as app:
        furnish(app)
        visitors = {number: visit(app, number) for number in (1, 2, 3)}
        tokens = {number: visitor.find_csrf() for number, visitor in visitors.items()}
        with closing(open_database(app)) as database:
            yield LivedIn(app, database, visitors, tokens)


def furnish(app: App) -> None:
    for name, role in (("Olive", Role.OWNER), ("Max", Role.MANAGER), ("Stan", Role.STAFF)):
        app.take_in(name, role)
    broken = app.add("Courier list", kind="broken", inputs={}, tell_after=1)
    app.services.change_runs.start(broken.id, by="user/1")
    app.work()
    app.services.accounts.keys.create(service=Service.API, name="Till", team_id=1, by="user/1")
    bench = Bench(app)
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    app.services.jobs.photos.add("J-2042", content=make_picture(), source="", by="user/1")
    cafe = Cafe(app)
    cafe.open()
    cafe.draft()
    Office(app).open()
    app.services.controls.evidence.add("Fire drill", content=make_picture(), by="user/1")
    app.services.jobs.replies.take(
        Inbound(id="SM1", channel="sms", sender="+447700900123", text="wrong number")
    )


def visit(app: App, user_id: int = 1) -> Visitor:
    return app.visitor(app.services.ports.users.find(user_id))


def test_there_are_forms_to_guard() -> None:
    assert len(POSTS) == 95
    assert set(POSTS) >= OF_EVERYBODY


@for_each("path", POSTS)
def test_form_without_the_sessions_own_word_changes_nothing(lived_in: LivedIn, path: str) -> None:
    owner, stolen = lived_in.visitors[1], lived_in.tokens[2]
    before = lived_in.count_commits()
    for form in ({}, {"csrf": ""}, {"csrf": "x"}, {"csrf": stolen}):
        assert owner.post(fill(path), form).status_code == 403
    assert lived_in.count_commits() == before


@for_each("path", POSTS)
def test_form_sent_by_another_site_changes_nothing(lived_in: LivedIn, path: str) -> None:
    owner, csrf = lived_in.visitors[1], lived_in.tokens[1]
    before = lived_in.count_commits()
    headers = {"Origin": "http://elsewhere.invalid"}
    assert owner.post(fill(path), {"csrf": csrf}, headers=headers).status_code == 403
    assert lived_in.count_commits() == before


@for_each("path", POSTS)
def test_stranger_is_sent_to_sign_in_whatever_they_send(lived_in: LivedIn, path: str) -> None:
    before = lived_in.count_commits()
    answer = lived_in.app.visitor().post(fill(path), {"csrf": "x"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
    assert lived_in.count_commits() == before


@for_each("path", sorted(set(POSTS) - OF_EVERYBODY - OF_WORKERS))
def test_staff_may_do_nothing_but_look_and_work(lived_in: LivedIn, path: str) -> None:
    staff, csrf = lived_in.visitors[3], lived_in.tokens[3]
    before = lived_in.count_commits()
    answer = staff.post(fill(path), {"csrf": csrf, "revision": "1"})
    assert answer.status_code == 403
    assert "Your role is staff" in read(answer.text).text
    assert lived_in.count_commits() == before


@pytest.mark.parametrize("path", [path for path in POSTS if "/keys" in path or "/people" in path])
def test_managers_make_no_keys_and_no_people(lived_in: LivedIn, path: str) -> None:
    manager, csrf = lived_in.visitors[2], lived_in.tokens[2]
    before = lived_in.count_commits()
    assert manager.post(fill(path), {"csrf": csrf}).status_code == 403
    assert lived_in.count_commits() == before


def test_following_every_link_changes_nothing(lived_in: LivedIn) -> None:
    owner, app = lived_in.visitors[1], lived_in.app
    olive = app.services.ports.users.find(1)
    assert olive is not None
    link = app.make_link(olive)
    before = lived_in.count_commits()
    seen: set[str] = set()
    ahead = ["/", link, *(fill(path) for path in GETS), *(fill(path) for path in POSTS)]
    while ahead:
        path = ahead.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = owner.get(path)
        assert answer.status_code in (200, 404, 405), path
        is_elsewhere = fill(path) in map(fill, POSTS) or path in OF_THE_DEMO
        assert answer.status_code == 200 or is_elsewhere, path
        links = read(answer.text).links
        ahead += [path for path in links if path.startswith("/") and "#" not in path]
    assert {fill(path) for path in GETS} <= seen
    assert {"/workflows/1", "/runs/1-m1", "/jobs/J-2051", "/controls/extinguishers"} <= seen
    assert lived_in.count_commits() == before


@for_each("path", [*PAGES, "/sign-in", "/welcome/none", "/nothing", "/workflows/9"])
def test_every_page_tells_the_browser_what_it_may_do(lived_in: LivedIn, path: str) -> None:
    answer = lived_in.visitors[1].get(fill(path))
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert HEADERS["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    )


def test_every_link_of_every_page_leads_within_the_app(lived_in: LivedIn) -> None:
    owner = lived_in.visitors[1]
    links = {link for path in GETS for link in read(owner.get(fill(path)).text).links}
    assert [link for link in links if urlsplit(link).netloc or urlsplit(link).scheme] == []


def test_page_that_is_not_there_is_told_as_a_page(app: App) -> None:
    answer = app.visitor().get("/nothing/here")
    assert answer.status_code == 404
    assert "404 There is nothing here Go to Today" in read(answer.text).text


def test_form_address_that_is_only_looked_at_says_how_it_is_done(app: App) -> None:
    answer = app.visitor().get("/sign-out")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert "That is not done this way" in read(answer.text).text


def break_page(app: FastAPI, error: Exception) -> None:
    """A page behind the same edge as all others, which fails."""

    def fail() -> None:
        raise error

    app.router.add_api_route("/broken", fail, route_class_override=PageRoute)


def test_store_that_is_busy_is_told_with_the_wait(app: App) -> None:
    break_page(app.app, Temporary("database is locked at /var/db"))
    answer = app.visitor().get("/broken")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "The records are busy. Try again in a few seconds." in read(answer.text).text
    assert "/var/db" not in answer.text


@pytest.mark.parametrize("error", [RuntimeError("secret 4711"), Permanent("secret 4711")])
def test_fault_of_ours_is_told_without_its_details(app: App, error: Exception) -> None:
    break_page(app.app, error)
    answer = app.visitor(raise_server_exceptions=False).get("/broken")
    assert answer.status_code == 500
    assert "Something went wrong here It is not your doing." in read(answer.text).text
    assert "4711" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"csrf=x&name=%00", id="a character that cannot be kept"),
        pytest.param(b"&".join([b"a=1"] * 200), id="too many fields"),
    ],
)
def test_form_that_cannot_be_read_is_refused(lived_in: LivedIn, body: bytes) -> None:
    answer = lived_in.visitors[1].client.post("/me", content=body)
    assert answer.status_code == 422
    assert "That cannot be taken as it is" in read(answer.text).text


def test_form_that_is_too_long_is_refused(lived_in: LivedIn) -> None:
    def chunks() -> list[bytes]:
        return [b"x" * 100_000] * 4

    answer = lived_in.visitors[1].client.post("/me", content=iter(chunks()))
    assert answer.status_code == 413


def test_page_served_by_head_is_the_page_without_its_text(app: App) -> None:
    answer = app.visitor().client.head("/sign-in")
    assert (answer.status_code, answer.content) == (200, b"")
