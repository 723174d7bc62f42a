"""Whether a job can be taken in and changed on the pages, and what is said of a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest
from httpx import Response
from tests.entrypoints.web.pages.apps import App, Visitor, open_app
from tests.entrypoints.web.pages.benches import TOM, Bench
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.addresses import render_name

NEW = "/jobs/new"
EDIT = "/jobs/J-2051/edit"
TYPED = {
    "job_id": "J-2052",
    "customer": "Ann Lee",
    "contact": "ann@example.com",
    "channel": "",
    "item": "Toaster",
    "stage": "diagnosing",
}
SEEN = {
    "seen-customer": "Tom Webb",
    "seen-contact": "tom@example.com",
    "seen-channel": "email",
    "seen-item": "Kettle",
}
SAID = {name.removeprefix("seen-"): text for name, text in SEEN.items()}


@pytest.fixture(autouse=True)
def open_bench(bench: Bench) -> None:
    bench.open()


def board(bench: Bench) -> str:
    return (bench.folder / "board.csv").read_text()


def add(visitor: Visitor, **typed: str) -> Response:
    return visitor.submit(NEW, NEW, {**TYPED, **typed})


def edit(visitor: Visitor, **typed: str) -> Response:
    return visitor.submit(EDIT, EDIT, {**SAID, **SEEN, **typed})


def test_form_suggests_the_next_number_and_the_first_stage(staff: Visitor) -> None:
    typed = read(staff.get(NEW).text).typed
    assert (typed["job_id"], typed["stage"], typed["channel"]) == ("J-2052", "received", "")


def test_staff_take_a_job_in(bench: Bench, staff: Visitor) -> None:
    answer = add(staff)
    assert answer.headers["location"] == "/jobs/J-2052?done=job-added"
    assert board(bench).endswith("J-2052,Ann Lee,ann@example.com,,Toaster,diagnosing\n")
    assert "J-2052: Toaster Diagnosing for" in read(staff.get("/jobs/J-2052").text).text


def test_form_sent_twice_takes_one_job_in(bench: Bench, staff: Visitor) -> None:
    add(staff)
    before = board(bench)
    assert add(staff).headers["location"] == "/jobs/J-2052?done=job-added"
    assert board(bench) == before


def test_another_may_follow(staff: Visitor) -> None:
    assert add(staff, do="another").headers["location"] == "/jobs/new?done=job-added"


def test_mistake_is_told_at_its_field_and_nothing_typed_is_lost(
    bench: Bench, staff: Visitor
) -> None:
    before = board(bench)
    answer = add(staff, contact="ann@", customer="<b>Ann")
    page = read(answer.text)
    assert answer.status_code == 422
    assert page.errors == {
        "contact": "Expected an e-mail address like name@example.com, not 'ann@'"
    }
    assert {name: page.typed[name] for name in TYPED} == {
        **TYPED,
        "contact": "ann@",
        "customer": "<b>Ann",
    }
    assert board(bench) == before


def test_number_that_is_taken_is_told_with_a_free_one(staff: Visitor) -> None:
    page = read(add(staff, job_id="J-2042").text)
    assert page.errors == {"job_id": "J-2042 is taken; the next free one is J-2043"}


def test_board_that_is_read_only_is_told_and_nothing_typed_is_lost(
    bench: Bench, staff: Visitor
) -> None:
    (bench.folder / "board.csv").chmod(0o444)
    answer = add(staff)
    page = read(answer.text)
    assert (answer.status_code, page.typed["customer"]) == (409, "Ann Lee")
    assert "The board cannot be written: jobs/board.csv is read-only." in page.text


@pytest.mark.parametrize("name", ["new", "board", "list"])
def test_job_may_be_called_like_a_page(app: App, staff: Visitor, name: str) -> None:
    Bench(app, {name: TOM[1]}).open()
    link = f"/jobs/{render_name(name)}"
    assert link in read(staff.get("/jobs").text).links
    assert f"{name}: Kettle" in read(staff.get(link).text).text


def test_shop_without_settings_has_no_stage_to_take_a_job_into(tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    with open_app(tmp_path / "bare") as app:
        answer = app.visitor(app.take_in("Stan")).get(NEW)
    assert answer.status_code == 404
    assert "The shop has no settings yet" in read(answer.text).text


def test_form_shows_what_the_board_says(manager: Visitor) -> None:
    typed = read(manager.get(EDIT).text).typed
    assert {name: typed[name] for name in (*SAID, *SEEN)} == {**SAID, **SEEN}


def test_manager_changes_what_the_board_says(bench: Bench, manager: Visitor) -> None:
    answer = edit(manager, item="Kettle, red")
    assert answer.headers["location"] == "/jobs/J-2051?done=job-edited"
    assert 'J-2051,Tom Webb,tom@example.com,email,"Kettle, red",received\n' in board(bench)


def test_nothing_changed_says_so(manager: Visitor) -> None:
    assert edit(manager).headers["location"] == "/jobs/J-2051?done=job-same"


def test_second_of_two_managers_sees_what_changed_and_may_insist(
    bench: Bench, manager: Visitor, owner: Visitor
) -> None:
    edit(owner, item="Urn")
    answer = edit(manager, item="Pot")
    page = read(answer.text)
    assert answer.status_code == 409
    assert "The row of J-2051 was changed meanwhile: item is 'Urn' now." in page.text
    assert (page.typed["item"], page.typed["seen-item"]) == ("Pot", "Urn")
    edit(manager, item="Pot", **{"seen-item": page.typed["seen-item"]})
    assert ",Pot,received\n" in board(bench)


def test_wrong_address_is_told_at_its_field(manager: Visitor) -> None:
    page = read(edit(manager, contact="nobody").text)
    assert page.errors == {
        "contact": "Expected an e-mail address like name@example.com, not 'nobody'"
    }
    assert page.typed["contact"] == "nobody"


def test_row_that_is_gone_cannot_be_changed(bench: Bench, manager: Visitor) -> None:
    del bench.stages["J-2051"]
    bench.write({})
    answer = manager.get(EDIT)
    assert answer.status_code == 409
    assert "J-2051 is no longer on the board" in read(answer.text).text


def test_staff_are_not_offered_to_change_a_customer(staff: Visitor, manager: Visitor) -> None:
    assert EDIT in read(manager.get("/jobs/J-2051").text).links
    assert EDIT not in read(staff.get("/jobs/J-2051").text).links
