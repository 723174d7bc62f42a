"""Requests that are sent again under an Idempotency-Key: what they make is made once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import TYPE_CHECKING, Any

import pytest
from tests.entrypoints.web.api.apis import PROBLEM, Api

from belfry.accounts.keys import Scope
from belfry.accounts.sign_in_links import RemoveExpired
from belfry.kernel.changes import Remove
from belfry.kernel.errors import Permanent

if TYPE_CHECKING:
    from httpx import Response

NEW = {"name": "Close the shop", "kind": "log", "cron_schedule": "0 18 * * *"}
NEW_KEY = {"service": "api", "name": "the till"}
DAY = {"start": "2026-11-16T13:00:00Z", "end": "2026-11-17T12:00:00Z"}
HOURS_OF_DAY = 24
AT_ONCE = 4
# How many rows each of them makes.
MADE = {
    "createWorkflow": 1,
    "runWorkflow": 1,
    "backfillWorkflow": HOURS_OF_DAY,
    "replayRun": 0,
    "createKey": 1,
}
REPEATED_ALIKE = [name for name in MADE if name != "createKey"]


def prepare(api: Api) -> dict[str, tuple[str, Any]]:
    """The address and the body of every operation that makes something."""
    api.app.faults = [Permanent("no paper")] * 2
    probe = api.make("Probe", kind="probe", cron_schedule=None)
    run = api.post(f"/workflows/{probe['id']}:run").json()
    api.app.driver().settle()
    path = f"/workflows/{api.make('Hourly', cron_schedule='0 * * * *')['id']}"
    api.app.clock.advance(timedelta(days=1))
    return {
        "createWorkflow": ("/workflows", NEW),
        "runWorkflow": (f"{path}:run", {"inputs": {"message": "dong"}}),
        "backfillWorkflow": (f"{path}:backfill", DAY),
        "replayRun": (f"/runs/{run['id']}:replay", None),
        "createKey": ("/keys", NEW_KEY),
    }


def list_made(api: Api) -> list[Any]:
    runs = api.get("/runs?limit=200").json()["items"]
    states = [(run["id"], run["status"], run["attempt"]) for run in runs]
    listed = [api.get(path).json()["items"] for path in ("/workflows", "/keys")]
    return [states, *listed]


def count_made(api: Api) -> int:
    return sum(map(len, list_made(api)))


def compare(first: Response, again: Response) -> None:
    assert first.is_success, first.text
    assert (again.status_code, again.text) == (first.status_code, first.text)
    assert dict(again.headers) == dict(first.headers)


def test_repetition_gets_the_first_answer_and_makes_nothing(api: Api) -> None:
    admin = api.admin
    posts = prepare(admin)
    firsts = {
        name: admin.post(path, body, Idempotency_Key=name) for name, (path, body) in posts.items()
    }
    api.app.driver().settle()  # the replayed run fails again, and might be replayed again
    made = list_made(admin)
    api.app.clock.advance(timedelta(days=1))
    ports = api.app.ports
    RemoveExpired(store=ports.store, clock=ports.clock, leftovers=ports.leftovers)()
    for name, (path, body) in posts.items():
        again = admin.post(path, body, Idempotency_Key=name)
        if name == "createKey":
            key_id = firsts[name].json()["id"]
            assert (again.status_code, again.headers["Content-Type"]) == (409, PROBLEM)
            assert f"revoke key {key_id} and send another" in again.json()["detail"]
        else:
            compare(firsts[name], again)
    assert list_made(admin) == made
    assert len(firsts["backfillWorkflow"].json()["run_ids"]) == HOURS_OF_DAY


def test_key_that_is_shown_once_is_not_stored(api: Api) -> None:
    shown = api.admin.post("/keys", NEW_KEY, Idempotency_Key="a").json()["key"]
    folder = api.app.services.settings.folder
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if shown.encode() in path.read_bytes()]


def test_same_key_with_another_request_is_refused(api: Api) -> None:
    admin = api.admin
    for name, (path, body) in prepare(admin).items():
        assert admin.post(path, body, Idempotency_Key=name).is_success
        others: list[tuple[str, Any]] = [
            ("/workflows", {**NEW, "name": "Another"}),
            ("/keys", {**NEW_KEY, "name": "B"}),
        ]
        others += [(path, {"inputs": {}})] if name == "runWorkflow" else []
        made = list_made(admin)
        for other_path, other in others:
            refused = admin.post(other_path, other, Idempotency_Key=name)
            assert refused.status_code == 422
            [error] = refused.json()["errors"]
            assert error["field"] == "Idempotency-Key"
        assert list_made(admin) == made


def test_each_api_key_has_its_own(api: Api) -> None:
    callers = [api, api.of_team(1), api.of_team(2, Scope.EDIT)]
    path = f"/workflows/{api.make()['id']}:run"
    answers = [caller.post(path, Idempotency_Key="a") for caller in callers]
    assert [answer.status_code for answer in answers] == [202, 202, 404]
    assert answers[0].json()["id"] != answers[1].json()["id"]


def test_key_may_be_used_anew_after_a_week(api: Api) -> None:
    path = f"/workflows/{api.make()['id']}:run"
    first = api.post(path, Idempotency_Key="a").json()
    api.app.clock.advance(timedelta(days=7))
    second = api.post(path, Idempotency_Key="a").json()
    assert first["id"] != second["id"]
    assert api.post(path, Idempotency_Key="a").json() == second


def test_backfill_is_not_repeated_when_its_runs_were_removed(api: Api) -> None:
    path = f"/workflows/{api.make(cron_schedule='0 * * * *')['id']}:backfill"
    api.app.clock.advance(timedelta(days=40))
    first = api.post(path, DAY, Idempotency_Key="a")
    for run in api.app.ports.runs.list_newest(limit=HOURS_OF_DAY):
        api.app.ports.store.commit([Remove(run)])
    compare(first, api.post(path, DAY, Idempotency_Key="a"))
    assert len(first.json()["run_ids"]) == HOURS_OF_DAY
    assert api.get("/runs").json()["items"] == []


def test_refused_request_may_be_sent_again(api: Api) -> None:
    api.make(NEW["name"])
    assert api.post("/workflows", NEW, Idempotency_Key="a").status_code == 409
    api.delete("/workflows/1")
    assert api.post("/workflows", NEW, Idempotency_Key="a").status_code == 201


def send_at_once(api: Api, path: str, body: Any, request_key: str) -> list[Response]:
    barrier = Barrier(AT_ONCE)

    def send(_number: int) -> Response:
        barrier.wait(timeout=60)
        return api.post(path, body, Idempotency_Key=request_key)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(send, range(AT_ONCE)))


def test_of_many_at_once_one_makes_it(any_api: Api) -> None:
    admin = any_api.admin
    for name, (path, body) in prepare(admin).items():
        before = count_made(admin)
        answers = send_at_once(admin, path, body, name)
        if name == "createKey":
            assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
        else:
            for answer in answers:
                compare(answers[0], answer)
        assert count_made(admin) - before == MADE[name], name


@pytest.mark.parametrize(
    ("step", "nth"),
    [
        pytest.param("store.written", 1, id="before the first commit"),
        pytest.param("store.committed", 1, id="after the first commit"),
        pytest.param("store.committed", 12, id="in the middle of a backfill"),
        pytest.param("store.written", 26, id="before a backfill is settled"),
    ],
)
def test_request_that_was_cut_short_is_completed_when_it_comes_again(
    api: Api, step: str, nth: int
) -> None:
    posts = prepare(api)
    for name in REPEATED_ALIKE:
        path, body = posts[name]
        before = count_made(api)
        api.app.crash_points.crash_at(step, nth, error=RuntimeError)
        cut_short = api.post(path, body, Idempotency_Key=name)
        is_reached = nth == 1 or name == "backfillWorkflow"
        assert (cut_short.status_code == 500) == is_reached, cut_short.text
        first = api.post(path, body, Idempotency_Key=name)
        compare(first, api.post(path, body, Idempotency_Key=name))
        assert count_made(api) - before == MADE[name], name
        if name == "backfillWorkflow":
            assert len(first.json()["run_ids"]) == HOURS_OF_DAY
