"""A board that another program keeps through the API."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.api.apis import PROBLEM, Api
from tests.jobs.shops import BOARD, SETTINGS, SHOP

from belfry.accounts.keys import REPEATED_WITHIN, Scope
from belfry.jobs.jobs import Job

ROW = {
    "stage": "received",
    "customer": "Maya Lind",
    "contact": "maya@example.com",
    "item": "iPhone, blue",
}
HEADER = "job_id,customer,contact,channel,item,stage\n"


@pytest.fixture
def shop(any_api: Api) -> Api:
    write(any_api, SETTINGS, SHOP)
    return any_api


def write(api: Api, name: str, text: str) -> None:
    file = api.app.services.settings.folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="")


def read_board(api: Api) -> str:
    return (api.app.services.settings.folder / BOARD).read_bytes().decode()


def put(api: Api, number: str = "J-1", **cells: Any) -> Any:
    key = cells.pop("key", None)
    headers = {"Idempotency-Key": key} if key else {}
    return api.send("PUT", f"/jobs/{number}", json=cells, headers=headers)


def settle(api: Api) -> None:
    api.app.clock.advance(timedelta(minutes=3))
    api.app.services.jobs.poll_board()


def test_a_row_is_put_on_a_board_that_did_not_exist(shop: Api) -> None:
    answer = put(shop, **ROW)
    assert answer.status_code == 201
    job = answer.json()
    assert (job["number"], job["stage"], job["channel"]) == ("J-1", "received", "email")
    assert read_board(shop) == HEADER + 'J-1,Maya Lind,maya@example.com,,"iPhone, blue",received\n'
    assert shop.get("/jobs/J-1").json() == job


def test_a_move_settles_before_it_counts(shop: Api) -> None:
    put(shop, **ROW)
    answer = put(shop, stage="diagnosing")
    assert answer.status_code == 200
    assert (answer.json()["stage"], answer.json()["pending"]) == ("received", "diagnosing")
    settle(shop)
    job = shop.get("/jobs/J-1").json()
    assert (job["stage"], job["pending"], job["item"]) == ("diagnosing", "", "iPhone, blue")


def test_connecting_a_tool_sends_nothing(shop: Api) -> None:
    for number in range(5):
        put(shop, f"J-{number}", **ROW | {"stage": "ready"})
    settle(shop)
    assert shop.app.ports.messages.list_newest(limit=10) == []


def test_only_the_sent_cells_of_a_persons_row_change(shop: Api) -> None:
    write(shop, BOARD, "Ticket;Stage;Client;Phone;Shelf\nJ-1;received;Maya;maya@example.com;B4\n")
    answer = put(shop, stage="diagnosing", item="lamp")
    assert answer.status_code == 200
    wanted = "Ticket;Stage;Client;Phone;Shelf;item\nJ-1;diagnosing;Maya;maya@example.com;B4;lamp\n"
    assert read_board(shop) == wanted
    assert put(shop, stage="diagnosing", item=None).status_code == 200
    assert read_board(shop).endswith("B4;\n")


def test_another_customer_is_another_job(shop: Api) -> None:
    put(shop, **ROW)
    other = put(shop, **ROW | {"customer": "Tom Reed", "contact": "tom@example.com"}).json()
    assert (other["id"], other["customer"]) == ("J-1~2", "Tom Reed")


def test_a_row_is_told_by_the_name_of_its_key(shop: Api) -> None:
    put(shop, **ROW)
    put(shop, stage="diagnosing")
    put(shop, item="lamp", stage="diagnosing")
    entries = shop.app.ports.audit_log.list_entries("job/J-1")
    by_key = [(e.action, dict(e.after)) for e in entries if e.by.startswith("key/")]
    assert by_key == [
        ("put on the board", {"stage": "received"}),
        ("moved on the board", {"stage": "diagnosing"}),
        ("edited on the board", {"cells": "item"}),
    ]


def test_a_number_may_have_a_slash(shop: Api) -> None:
    assert put(shop, "2026%2F14", **ROW).status_code == 201
    assert shop.get("/jobs/2026/14").json()["number"] == "2026/14"


def test_removing_takes_the_row_off_and_closes_the_job(shop: Api) -> None:
    for number in ("J-1", "J-2", "J-3"):
        put(shop, number, **ROW)
    # Three of three would be a mishap, if they were missing without a word.
    for number in ("J-1", "J-2", "J-3"):
        assert shop.delete(f"/jobs/{number}").status_code == 204
    assert read_board(shop) == HEADER
    job = shop.get("/jobs/J-1").json()
    assert (job["is_open"], job["closed_at"]) == (False, "2026-11-16T12:00:00Z")
    assert shop.delete("/jobs/J-1").status_code == 204
    assert shop.delete("/jobs/J-9").status_code == 404
    assert shop.app.ports.messages.list_newest(limit=10) == []
    back = put(shop, **ROW)
    assert (back.status_code, back.json()["is_open"], back.json()["id"]) == (201, True, "J-1")


@pytest.mark.parametrize(
    ("cells", "field", "says"),
    [
        pytest.param({"colour": "blue"}, "colour", "Extra", id="an unknown column"),
        pytest.param({"stage": "redy"}, "stage", "'redy' is not a stage", id="an unknown stage"),
        pytest.param({"stage": ""}, "stage", "at least 1", id="no stage"),
        pytest.param({"contact": "maya"}, "contact", "phone number", id="a bad contact"),
        pytest.param({"contact": ""}, "contact", "found nothing", id="no contact"),
        pytest.param({"channel": "pigeon"}, "channel", "expected", id="a bad channel"),
        pytest.param({"channel": "text"}, "contact", "expected", id="a channel that does not fit"),
        pytest.param({"timezone": "Mars"}, "timezone", "Mars", id="a bad zone"),
        pytest.param({"consent": "perhaps"}, "consent", "yes", id="a consent that is neither"),
        pytest.param({"item": "a\x00b"}, "item", "plain text", id="a NUL"),
        pytest.param({"item": "x" * 201}, "item", "200", id="a long cell"),
        pytest.param({"item": 7}, "item", "string", id="a number"),
    ],
)
@pytest.mark.parametrize("is_known", [False, True], ids=["new", "known"])
def test_a_row_that_cannot_be_read_is_refused_and_not_written(
    api: Api, cells: dict[str, Any], field: str, says: str, is_known: bool
) -> None:
    write(api, SETTINGS, SHOP)
    if is_known:
        put(api, **ROW)
    before = read_board(api) if is_known else HEADER
    answer = put(api, **ROW | cells)
    assert (answer.status_code, answer.headers["content-type"]) == (422, PROBLEM)
    [error] = answer.json()["errors"]
    assert error["field"] == field
    assert says in error["message"]
    write(api, BOARD, before)
    assert (api.get("/jobs/J-1").status_code == 200) is is_known


def test_a_number_that_a_spreadsheet_would_change_is_refused(api: Api) -> None:
    write(api, SETTINGS, SHOP)
    answer = put(api, "1E5", **ROW)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "number")


def test_a_body_that_is_too_large_is_refused(api: Api) -> None:
    assert put(api, **ROW | {"item": "x" * 300_000}).status_code == 413


def test_a_number_that_stands_twice_is_a_conflict(shop: Api) -> None:
    row = "J-1,Maya,maya@example.com,,lamp,received\n"
    write(shop, BOARD, f"{HEADER}{row}{row.replace('lamp', 'clock')}")
    for answer in (put(shop, stage="ready"), shop.delete("/jobs/J-1")):
        assert answer.status_code == 409
        assert "more than once, in lines 2 and 3" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("settings", "board", "says"),
    [
        pytest.param(None, None, "settings.txt", id="no settings"),
        pytest.param("Stages:\n", None, "settings.txt", id="unreadable settings"),
        pytest.param(SHOP, "a,b\n1,2\n", "board.csv", id="a board without its columns"),
    ],
)
def test_files_that_cannot_be_used_are_named(
    api: Api, settings: str | None, board: str | None, says: str
) -> None:
    for name, text in ((SETTINGS, settings), (BOARD, board)):
        if text is not None:
            write(api, name, text)
    answer = put(api, **ROW)
    assert (answer.status_code, says in answer.json()["detail"]) == (409, True), answer.text


def test_a_request_delivered_again_changes_nothing(shop: Api) -> None:
    put(shop, **ROW)
    put(shop, stage="diagnosing", key="a")
    put(shop, stage="in progress", key="b")
    late = put(shop, stage="diagnosing", key="a")
    assert (late.status_code, late.json()["pending"]) == (200, "in progress")
    assert read_board(shop).endswith(",in progress\n")
    shop.app.clock.advance(REPEATED_WITHIN)
    assert put(shop, stage="ready", key="a").status_code == 200


def test_a_request_key_with_another_body_is_refused(shop: Api) -> None:
    put(shop, **ROW, key="a")
    for answer in (
        put(shop, **ROW | {"stage": "ready"}, key="a"),
        put(shop, "J-2", **ROW, key="a"),
    ):
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == "Idempotency-Key"
    assert put(shop.of_team(1), stage="ready", key="a").status_code == 200


def test_a_removal_delivered_again_leaves_the_new_row(shop: Api) -> None:
    put(shop, **ROW)
    assert shop.delete("/jobs/J-1", Idempotency_Key="a").status_code == 204
    put(shop, **ROW)
    assert shop.delete("/jobs/J-1", Idempotency_Key="a").status_code == 204
    assert shop.get("/jobs/J-1").json()["is_open"]


def test_another_teams_key_reaches_no_job(shop: Api) -> None:
    put(shop, **ROW)
    theirs = shop.of_team(2)
    answers = [put(theirs, stage="ready"), theirs.get("/jobs/J-1"), theirs.delete("/jobs/J-1")]
    assert [answer.status_code for answer in answers] == [404] * 3
    reader = shop.of_team(1, Scope.READ)
    assert put(reader, stage="ready").status_code == 403
    assert reader.get("/jobs/J-1").status_code == 200
    assert shop.app.ports.store.find(Job, "J-1") is not None


def test_of_many_rows_at_once_none_is_lost(shop: Api) -> None:
    numbers = [f"J-{number}" for number in range(8)]

    def deliver(number: str) -> None:
        """As a webhook is: again until it is taken."""
        while (status := put(shop, number, **ROW).status_code) != 201:
            assert status in (200, 503)
            if status == 200:
                return

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(deliver, numbers))
    assert sorted(line.partition(",")[0] for line in read_board(shop).splitlines()[1:]) == numbers
    assert [shop.get(f"/jobs/{number}").status_code for number in numbers] == [200] * 8
