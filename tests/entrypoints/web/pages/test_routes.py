"""Who may come to which page and press which button, in full."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import Response
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.locking import BUSY, SHORT, locked
from tests.entrypoints.web.pages.pressing import ACTS, open_act
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import (
    GETS,
    OF_EVERYBODY,
    OF_WORKERS,
    POSTS,
    ROTA_ANSWERS,
    dump,
    fill,
    furnish,
    list_paths,
)
from tests.samples import NOON

from belfry.accounts.users import Role
from belfry.adapters.system.clock import VirtualClock
from belfry.entrypoints.web.pages.routes import MOST_REMEMBERED, REMEMBERED, SentForms

CONTROL_ACTS = ("done", "undo", "correct", "accept-correction", "snooze", "skip", "evidence")
ROTA_ACTS = ("draft", "approve", "redraft", "fuller", "discard", "resend")
SWAP_ACTS = ("agree", "decline", "give", "move", "ask", "ask-now", "pass-over", "leave-open")
OF_OWNERS = {
    *("GET /jobs/{name}/forget", "GET /jobs/{name}/export", "POST /jobs/{name}/forget"),
    *("GET /keys", "POST /keys", "POST /keys/{key_id:int}/revoke"),
    *("GET /people", "POST /people", "POST /people/{user_id:int}/role"),
    *(f"POST /people/{{user_id:int}}/{act}" for act in ("link", "disable", "enable")),
}
OF_MANAGERS = {
    *(f"{method} /workflows/new" for method in ("GET", "POST")),
    *(f"{method} /workflows/{{workflow_id:int}}/edit" for method in ("GET", "POST")),
    *(
        f"POST /workflows/{{workflow_id:int}}/{act}"
        for act in ("run", "pause", "resume", "archive", "delete", "backfill")
    ),
    *("POST /runs/{run_id}/replay", "POST /runs/{run_id}/put-away"),
    "POST /notices/put-away",
    "POST /mails/dismiss",
    *("POST /board/close-missing", "POST /list/look", "POST /list/close-missing"),
    "POST /list/keep-samples",
    "POST /list/load",
    *(f"POST /list/proposals/{{name}}/{act}" for act in ("approve", "edit", "decline")),
    *(f"POST /controls/{{name}}/{act}" for act in CONTROL_ACTS),
    *(
        f"POST /jobs/{{name}}/{act}"
        for act in ("link", "consent", "correct", "leave", "chase", "send-now", "write")
    ),
    "POST /jobs/{name}/photos/{number}/remove",
    *("GET /jobs/{name}/edit", "POST /jobs/{name}/edit"),
    *(f"POST /messages/{{name}}/{act}" for act in ("approve", "stop", "resend", "settle")),
    *("GET /rota/{monday}", "GET /rota/{monday}/print", "GET /rota/requests"),
    *(f"POST /rota/{{monday}}/{act}" for act in ROTA_ACTS),
    *(f"GET /rota/{{monday}}/shifts/{{name}}{rest}" for rest in ("", "/preview")),
    "POST /rota/{monday}/shifts/{name}/edit",
    *(f"POST /rota/swaps/{{name}}/{act}" for act in SWAP_ACTS),
    *(f"POST /rota/time-off/{{name}}/{act}" for act in ("approve", "decline")),
    *(f"POST /rota/clashes/{{name}}/{act}" for act in ("free", "hold")),
    *(f"POST /replies/{{name}}/{act}" for act in ("settle", "stop")),
    *(f"POST /jobs/wordings/{act}" for act in ("suggest", "approve", "decline", "edit")),
    "GET /audit.csv",
    *("POST /docs/{doc:path}", "GET /docs/{doc:path}/versions", "GET /docs/{doc:path}/upload"),
    *(f"POST /docs/{{doc:path}}/{act}" for act in ("check", "restore", "upload")),
}
OF_ALL = {
    *(f"POST {path}" for path in OF_EVERYBODY | OF_WORKERS),
    *("GET /", "GET /me", "GET /welcome", "GET /audit"),
    *("GET /docs", "GET /docs/{doc:path}", "GET /demo/post"),
    *(
        "GET /controls",
        "GET /controls.csv",
        "GET /controls/board",
        "GET /controls/year",
        "GET /controls/{name}",
        "GET /controls/{name}/evidence/{number}",
    ),
    *("GET /rota", "GET /rota/mine", "GET /rota/open", "GET /rota/time-off"),
    *("GET /jobs/{name}/card", "GET /jobs/new", "GET /jobs/wordings"),
    *(f"GET /jobs/{{name}}/photos/{{number}}{rest}" for rest in ("", "/small")),
    *("GET /jobs", "GET /jobs/{name}", "GET /messages", "GET /messages/{name}", "GET /next"),
    *("GET /workflows", "GET /workflows/{workflow_id:int}", "GET /runs/{run_id}"),
    *("GET /workflows/timeline", "GET /figures"),
}
OF_ANYBODY = {
    *(
        f"{method} {path}"
        for method in ("GET", "POST")
        for path in ("/sign-in", "/welcome/{token}")
    ),
    "POST /again",
    *("GET /t/{token}", "GET /t/{token}/photo/{number}"),
    *("GET /stop/{token}", "POST /stop/{token}", "GET /feeds/{token}.ics"),
    *("GET /answer/{token}", "GET /rota/answer/{token}", "GET /feeds/rota/{token}.ics"),
    *(f"POST /rota/answer/{{token}}/{act}" for act in ROTA_ANSWERS),
    *(f"POST /answer/{{token}}/{act}" for act in ("done", "snooze", "attach")),
}
ALLOWED = {
    Role.OWNER: OF_ALL | OF_MANAGERS | OF_OWNERS,
    Role.MANAGER: OF_ALL | OF_MANAGERS,
    Role.STAFF: OF_ALL,
}
ASKS_PART = {"X-Fragment": "content"}
ROUTES = sorted({*(f"GET {path}" for path in GETS), *(f"POST {path}" for path in POSTS)})


@pytest.fixture(scope="module")
def busy_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """An app in which anything may be pressed: who may is all that is looked at."""
    with open_app(tmp_path_factory.mktemp("app")) as app:
        furnish(app)
        yield app


def test_every_route_is_decided() -> None:
    assert set(ROUTES) == ALLOWED[Role.OWNER]


@pytest.mark.parametrize("role", Role)
def test_role_reaches_its_own_routes_and_no_others(busy_app: App, role: Role) -> None:
    desk = busy_app.services.accounts
    reached = set()
    for number, route in enumerate(ROUTES):
        method, path = route.split()
        user = desk.users.add(name=f"{role} {number}", email=None, role=role, by="terminal")
        visitor = busy_app.visitor(user)
        csrf = visitor.find_csrf()
        answer = (
            visitor.get(fill(path)) if method == "GET" else visitor.post(fill(path), {"csrf": csrf})
        )
        assert answer.status_code in (200, 303, 403, 404, 409, 422), route
        if answer.status_code != 403:
            reached.add(route)
    assert reached == ALLOWED[role]


@pytest.mark.parametrize("role", Role)
def test_part_of_a_page_is_given_to_whoever_may_see_the_page(busy_app: App, role: Role) -> None:
    user = busy_app.services.accounts.users.add(
        name=f"{role}", email=None, role=role, by="terminal"
    )
    visitor = busy_app.visitor(user)
    looked = {path: visitor.get(fill(path), headers=ASKS_PART).status_code for path in GETS}
    may = {route.removeprefix("GET ") for route in ALLOWED[role] if route.startswith("GET ")}
    assert {path for path, status in looked.items() if status != 403} == may


def test_part_of_a_page_is_given_to_no_stranger(busy_app: App) -> None:
    visitor = busy_app.visitor()
    answers = [visitor.get(fill(path), headers=ASKS_PART) for path in GETS]
    assert {answer.status_code for answer in answers} == {303}
    assert {answer.headers["location"][:8] for answer in answers} == {"/sign-in"}


def test_stranger_reaches_what_is_open_to_anybody_and_nothing_else(busy_app: App) -> None:
    reached = set()
    for method in ("GET", "POST"):
        for path in list_paths(method):
            address = fill(path).replace("{token}", "nobody")
            answer = busy_app.visitor().client.request(method, address)
            if not answer.headers.get("location", "").startswith("/sign-in"):
                reached.add(f"{method} {path}")
    assert reached == OF_ANYBODY


# What is sent there any number of times, and why that is right.
AS_OFTEN_AS_ONE_LIKES = {
    "/again": "it shows what was typed before a session ended, and keeps nothing",
    "/docs/{doc:path}/check": "it reads a text, and keeps nothing",
    "/docs/{doc:path}/upload": "the same table again changes nothing; its own tests press twice",
    "/jobs/wordings/suggest": "only a model offers it; its own tests press twice",
    "/sign-in": "every sign-in is a session of its own",
    "/demo/clock": "the clock of the demo counts its moves; its own tests press twice",
    "/list/keep-samples": "what is kept stays kept; its own tests press twice",
    "/rota/{monday}/fuller": "only a search of hours offers it; its own tests take it twice",
}


def test_every_form_of_the_product_is_decided() -> None:
    assert set(list_paths("POST")) == ACTS.keys() | AS_OFTEN_AS_ONE_LIKES.keys()
    assert not ACTS.keys() & AS_OFTEN_AS_ONE_LIKES.keys()


@pytest.mark.parametrize("route", ACTS)
def test_form_waits_for_the_records_counts_once_and_says_so(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path, patience=SHORT) as pressing:
        before = pressing.count()
        with locked(pressing.app):
            busy = pressing.visitor.post(pressing.form.path, pressing.sent, **pressing.files)
            assert (busy.status_code, busy.headers["retry-after"]) == (503, "2")
            assert BUSY.search(read(busy.text).text)
        assert dump(pressing.app) == before[0]
        first = pressing.press()
        assert first.status_code in (200, 303)
        after = pressing.count()
        assert after != before
        again = pressing.look(pressing.press())
        assert pressing.count() == after
        assert again.status_code in (200, 403, 404, 409)
        assert ACTS[route].again in read(again.text).text


@pytest.mark.parametrize("route", ["/keys", "/people/{user_id:int}/link"])
def test_what_is_shown_once_is_shown_to_whoever_pressed_twice(route: str, tmp_path: Path) -> None:
    with open_act(route, tmp_path) as pressing:
        assert pressing.press().text == pressing.press().text


def test_form_of_a_page_that_was_looked_at_anew_counts_anew(app: App, owner: Visitor) -> None:
    for number in (1, 2):
        form = read(owner.get("/keys").text).typed
        owner.post("/keys", {**form, "service": "api", "name": "Till"})
        assert len(app.services.ports.keys.list(team_id=None)) == number


def test_form_that_another_person_sends_is_their_own(app: App, owner: Visitor) -> None:
    app.add()
    manager = app.visitor(
        app.services.accounts.users.add(name="Max", email=None, role=Role.MANAGER, by="terminal")
    )
    places = [
        visitor.submit("/workflows/1", "/workflows/1/run", {"once": ""}).headers["location"]
        for visitor in (owner, manager)
    ]
    assert places == ["/runs/1-m1", "/runs/1-m2"]


async def answer(sent: SentForms, status: int = 200, key: str = "a form") -> Response:
    """The answer to a form that was not sent before."""

    async def handle() -> Response:
        await asyncio.sleep(0)
        return Response(status_code=status)

    return await sent.answer(key, handle)


def test_second_sending_waits_for_the_answer_to_the_first() -> None:
    sent = SentForms(VirtualClock(NOON))

    async def press_twice() -> list[Response]:
        return list(await asyncio.gather(answer(sent), answer(sent)))

    first, second = asyncio.run(press_twice())
    assert first is second


def test_form_that_was_refused_may_be_sent_again() -> None:
    sent = SentForms(VirtualClock(NOON))
    refused = asyncio.run(answer(sent, 503))
    assert asyncio.run(answer(sent)) is not refused
    assert asyncio.run(answer(sent)).status_code == 200


def test_answer_is_kept_no_longer_than_a_hasty_hand_needs() -> None:
    clock = VirtualClock(NOON)
    sent = SentForms(clock)
    first = asyncio.run(answer(sent))
    clock.advance(REMEMBERED - timedelta(seconds=1))
    assert asyncio.run(answer(sent)) is first
    clock.advance(timedelta(seconds=1))
    assert asyncio.run(answer(sent)) is not first


def test_no_more_answers_are_kept_than_an_app_needs() -> None:
    sent = SentForms(VirtualClock(NOON))
    first = asyncio.run(answer(sent))
    for number in range(MOST_REMEMBERED + 1):
        asyncio.run(answer(sent, key=str(number)))
    assert asyncio.run(answer(sent)) is not first
