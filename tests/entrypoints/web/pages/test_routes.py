"""Who may come to which page and press which button, in full."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.entrypoints.web.pages.houses import House, open_house
from tests.entrypoints.web.pages.reading import read
from tests.entrypoints.web.pages.test_guards import (
    GETS,
    OF_EVERYBODY,
    OF_WORKERS,
    POSTS,
    ROTA_ANSWERS,
    fill,
    furnish,
    list_paths,
)

from belfry.accounts.users import Role

ROTA_ACTS = ("draft", "approve", "redraft", "fuller", "resend")
SWAP_ACTS = ("agree", "decline", "give", "ask", "ask-now", "pass-over", "leave-open")
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
    *("POST /board/close-missing", "POST /list/look", "POST /list/close-missing"),
    "POST /list/load",
    *(f"POST /controls/{{name}}/{act}" for act in ("done", "undo", "snooze", "skip", "evidence")),
    *(f"POST /jobs/{{name}}/{act}" for act in ("link", "consent", "correct", "leave", "chase")),
    "POST /jobs/{name}/photos/{number}/remove",
    *("GET /jobs/{name}/edit", "POST /jobs/{name}/edit"),
    *(f"POST /messages/{{name}}/{act}" for act in ("approve", "stop", "resend", "settle")),
    *("GET /rota/{monday}", "GET /rota/{monday}/print", "GET /rota/requests"),
    *(f"POST /rota/{{monday}}/{act}" for act in ROTA_ACTS),
    *(f"GET /rota/{{monday}}/shifts/{{shift}}{rest}" for rest in ("", "/preview")),
    "POST /rota/{monday}/shifts/{shift}/edit",
    *(f"POST /rota/swaps/{{number}}/{act}" for act in SWAP_ACTS),
    *(f"POST /rota/time-off/{{number}}/{act}" for act in ("approve", "decline")),
    *(f"POST /rota/clashes/{{number}}/{act}" for act in ("free", "hold")),
    *(f"POST /replies/{{reply}}/{act}" for act in ("settle", "stop")),
    *(f"POST /jobs/wordings/{act}" for act in ("suggest", "approve", "decline", "edit")),
    *("POST /docs/{doc:path}", "GET /docs/{doc:path}/versions"),
    *(f"POST /docs/{{doc:path}}/{act}" for act in ("check", "restore")),
}
OF_ALL = {
    *(f"POST {path}" for path in OF_EVERYBODY | OF_WORKERS),
    *("GET /", "GET /me", "GET /welcome", "GET /audit", "GET /audit.csv"),
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
def busy_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which anything may be pressed: who may is all that is looked at."""
    with open_house(tmp_path_factory.mktemp("house")) as house:
        furnish(house)
        yield house


def test_every_route_is_decided() -> None:
    assert set(ROUTES) == ALLOWED[Role.OWNER]


@pytest.mark.parametrize("role", Role)
def test_role_reaches_its_own_routes_and_no_others(busy_house: House, role: Role) -> None:
    desk = busy_house.services.accounts
    reached = set()
    for number, route in enumerate(ROUTES):
        method, path = route.split()
        user = desk.add_user(name=f"{role} {number}", email=None, role=role, by="terminal")
        visitor = busy_house.visitor(user)
        csrf = read(visitor.get("/me").text).typed["csrf"]
        answer = (
            visitor.get(fill(path)) if method == "GET" else visitor.post(fill(path), {"csrf": csrf})
        )
        assert answer.status_code in (200, 303, 403, 404, 409, 422), route
        if answer.status_code != 403:
            reached.add(route)
    assert reached == ALLOWED[role]


@pytest.mark.parametrize("role", Role)
def test_part_of_a_page_is_given_to_whoever_may_see_the_page(busy_house: House, role: Role) -> None:
    user = busy_house.services.accounts.add_user(
        name=f"{role}", email=None, role=role, by="terminal"
    )
    visitor = busy_house.visitor(user)
    looked = {path: visitor.get(fill(path), headers=ASKS_PART).status_code for path in GETS}
    may = {route.removeprefix("GET ") for route in ALLOWED[role] if route.startswith("GET ")}
    assert {path for path, status in looked.items() if status != 403} == may


def test_part_of_a_page_is_given_to_no_stranger(busy_house: House) -> None:
    visitor = busy_house.visitor()
    answers = [visitor.get(fill(path), headers=ASKS_PART) for path in GETS]
    assert {answer.status_code for answer in answers} == {303}
    assert {answer.headers["location"][:8] for answer in answers} == {"/sign-in"}


def test_stranger_reaches_what_is_open_to_anybody_and_nothing_else(busy_house: House) -> None:
    reached = set()
    for method in ("GET", "POST"):
        for path in list_paths(method):
            address = fill(path).replace("{token}", "nobody")
            answer = busy_house.visitor().client.request(method, address)
            if not answer.headers.get("location", "").startswith("/sign-in"):
                reached.add(f"{method} {path}")
    assert reached == OF_ANYBODY
