"""API keys over the API."""

from __future__ import annotations

from typing import Any

import pytest
from tests.entrypoints.web.api.apis import Api, make_key

from belfry.accounts.keys import Scope, Service


def test_new_key_is_shown_once_and_opens_its_own_team(any_api: Api) -> None:
    theirs = any_api.of_team(2, Scope.ADMIN)
    answer = theirs.post("/keys", {"service": "api", "name": "the till"})
    assert answer.status_code == 201
    made = answer.json()
    shown = made.pop("key")
    assert (made["service"], made["name"], made["team_id"]) == ("api", "the till", 2)
    assert made["revoked_at"] is None
    listed = theirs.get("/keys").json()["items"]
    assert made in listed
    assert shown not in theirs.get("/keys").text
    assert any_api.with_key(shown).make()["team_id"] == 2


def test_new_key_for_the_scheduler_invokes_for_its_own_team_alone(any_api: Api) -> None:
    shown = any_api.admin.post("/keys", {"service": "scheduler", "name": "runner"}).json()["key"]
    ours = any_api.make(cron_schedule="* * * * *")
    theirs = any_api.of_team(2).make(cron_schedule="* * * * *")
    moment = "2026-11-16T12:01:00Z"
    assert any_api.invoke(ours["id"], moment, shown).status_code == 202
    assert any_api.invoke(theirs["id"], moment, shown).status_code == 404


def test_revoked_key_is_refused_at_once(any_api: Api) -> None:
    admin = any_api.admin
    made = admin.post("/keys", {"service": "api", "name": "the till"}).json()
    holder = any_api.with_key(made["key"])
    assert holder.get("/workflows").status_code == 200
    answer = admin.delete(f"/keys/{made['id']}")
    assert (answer.status_code, answer.content) == (204, b"")
    assert holder.get("/workflows").status_code == 401
    assert admin.delete(f"/keys/{made['id']}").status_code == 204


def test_key_may_revoke_itself(api: Api) -> None:
    admin = api.admin
    own = admin.get("/keys").json()["items"][-1]
    assert admin.delete(f"/keys/{own['id']}").status_code == 204
    assert admin.get("/keys").status_code == 401


def test_revoked_keys_are_listed_when_asked_for(api: Api) -> None:
    made = api.admin.post("/keys", {"service": "api", "name": "the till"}).json()
    api.admin.delete(f"/keys/{made['id']}")
    assert made["id"] not in [key["id"] for key in api.get("/keys").json()["items"]]
    listed = api.get("/keys?revoked=true").json()["items"]
    [revoked] = [key for key in listed if key["id"] == made["id"]]
    assert revoked["revoked_at"] == "2026-11-16T12:00:00Z"


def test_list_holds_the_teams_own_keys_alone(api: Api) -> None:
    make_key(api.app, Service.SCHEDULER, None)
    api.of_team(2)
    assert {key["team_id"] for key in api.get("/keys").json()["items"]} == {1}


@pytest.mark.parametrize("team_id", [2, None], ids=["another team's", "of all teams"])
def test_key_that_is_not_the_teams_cannot_be_revoked(api: Api, team_id: int | None) -> None:
    other = make_key(api.app, Service.SCHEDULER, team_id)
    key_id = api.app.services.accounts.keys.authenticate(other).id
    assert api.admin.delete(f"/keys/{key_id}").status_code == 404
    assert api.app.services.accounts.keys.authenticate(other).revoked_at is None


@pytest.mark.parametrize(
    ("new", "field"),
    [
        pytest.param({"service": "root", "name": "x"}, "service", id="an unknown service"),
        pytest.param({"service": "api", "name": " "}, "name", id="a name of spaces"),
        pytest.param({"service": "api", "name": "a\x00b"}, "name", id="NUL in a name"),
        pytest.param({"service": "api"}, "name", id="no name"),
        pytest.param({"name": "x"}, "service", id="no service"),
        pytest.param({"service": "api", "name": "x", "team_id": 2}, "team_id", id="a team"),
        pytest.param({"service": "api", "name": "x", "scope": "all"}, "scope", id="no such scope"),
        pytest.param(
            {"service": "api", "name": "x", "scope": "invoke"}, "scope", id="the scheduler's scope"
        ),
        pytest.param(
            {"service": "scheduler", "name": "x", "scope": "edit"}, "scope", id="the API's scope"
        ),
    ],
)
def test_key_that_will_not_do_is_refused(any_api: Api, new: Any, field: str) -> None:
    admin = any_api.admin
    before = admin.get("/keys").json()
    answer = admin.post("/keys", new)
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert any_api.get("/keys").json() == before
