"""Whether a workflow can be made and changed by form, and nothing typed is ever lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read

from belfry.entrypoints.web.pages.scheduler.workflow_edits import (
    FIELDS,
    fill_form,
    read_edit,
)
from belfry.entrypoints.web.words import WORDS
from belfry.scheduler.change_workflows import EDITABLE
from belfry.scheduler.workflows import CatchUp, Overlap, Workflow

GOOD = {
    "name": "Stock mail",
    "kind": "log",
    "inputs": '{"message": "Count the bolts"}',
    "cron_schedule": "0 9 * * mon-fri",
    "timezone": "Asia/Tokyo",
    "overlap": "queue",
    "catch_up": "all",
    "late_after": "2 days",
    "grace": "10 min",
    "attempts": "5",
    "back_off": "1 min 30 s",
    "time_limit": "2 h",
    "jitter": "0 s",
    "tell_after": "2",
    "queue": "default",
    "notify": "",
    "notify_urgent": "",
    "is_api": "on",
}


def find_workflow(app: App, workflow_id: int = 1) -> Workflow:
    workflow = app.services.ports.workflows.find(workflow_id)
    assert workflow is not None
    return workflow


def create(visitor: Visitor, **changes: str) -> Any:
    return visitor.submit("/workflows/new", "/workflows/new", {**GOOD, **changes})


def test_form_has_every_field_that_can_be_edited_and_no_other(manager: Visitor) -> None:
    assert sorted(FIELDS) == sorted(EDITABLE) == sorted(WORDS.WORKFLOW_FIELDS)
    typed = read(manager.get("/workflows/new").text).typed
    assert sorted(typed.keys() - {"csrf", "revision"}) == sorted(EDITABLE)


def test_form_begins_with_the_zone_of_the_team_and_the_usual_settings(manager: Visitor) -> None:
    typed = read(manager.get("/workflows/new").text).typed
    del typed["csrf"]
    assert typed == {
        "revision": "0",
        "name": "",
        "kind": "log",
        "inputs": "{}",
        "cron_schedule": "",
        "timezone": "Europe/London",
        "overlap": "skip",
        "catch_up": "latest",
        "late_after": "1 day",
        "grace": "5 min",
        "attempts": "3",
        "back_off": "30 s",
        "time_limit": "1 h",
        "jitter": "0 s",
        "tell_after": "3",
        "queue": "default",
        "notify": "",
        "notify_urgent": "",
        "is_api": "on",
        "retry_interrupted": "on",
    }


def test_workflow_is_made_as_typed(app: App, manager: Visitor) -> None:
    answer = create(manager)

    assert answer.headers["location"] == "/workflows/1?done=created"
    made = find_workflow(app)
    assert (made.name, made.kind) == ("Stock mail", "log")
    assert made.inputs == {"message": "Count the bolts"}
    assert (made.cron_schedule, made.timezone) == ("0 9 * * MON-FRI", "Asia/Tokyo")
    assert (made.overlap, made.catch_up) == (Overlap.QUEUE, CatchUp.ALL)
    assert (made.late_after, made.grace) == (timedelta(days=2), timedelta(minutes=10))
    assert (made.attempts, made.back_off) == (5, timedelta(seconds=90))
    assert (made.time_limit, made.jitter, made.tell_after) == (timedelta(hours=2), timedelta(0), 2)
    assert (made.is_api, made.retry_interrupted) == (True, False)
    audit_log = app.services.ports.audit_log.list_entries("workflow/1")
    assert [(entry.by, entry.action) for entry in audit_log] == [("user/1", "created")]


@pytest.mark.parametrize(
    "field, text, expected",
    [
        ("name", " ", "Expected 1 to 100 characters of plain text"),
        ("name", "", "A workflow needs a name"),
        ("kind", "htttp", "Unknown kind 'htttp'"),
        ("inputs", "{oops", "This is not JSON (expecting property name"),
        ("inputs", "[1]", "Expected an object of named inputs"),
        ("inputs", '{"massage": "x"}', "Unknown input 'massage'; expected message"),
        ("inputs", '{"message": NaN}', "Expected values that JSON can hold"),
        ("inputs", "[" * 50_000, "This is too deep or too long to read"),
        ("inputs", "9" * 5000, "This is too deep or too long to read"),
        ("cron_schedule", "0 25 * * *", "Hour: found '25'; allowed: 0-23, *"),
        ("cron_schedule", "0 0 30 2 *", "Day-of-month: can never fire"),
        ("cron_schedule", "at(2020-01-01T00:00:00)", "This schedule has no fire after now"),
        ("timezone", "Europe/Londn", "Timezone: 'Europe/Londn' is not a known zone; did you mean"),
        ("late_after", "31 days", "Expected 0 to 2592000 seconds"),
        ("grace", "a while", "Write it like 30 s, 5 min, 2 h or 1 day"),
        ("attempts", "0", "Expected a whole number from 1 to 100"),
        ("attempts", "three", "Write a whole number"),
        ("tell_after", "99999999999", "Write a whole number"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_stays(
    app: App, manager: Visitor, field: str, text: str, expected: str
) -> None:
    answer = create(manager, **{field: text})

    page = read(answer.text)
    assert answer.status_code == 422
    assert list(page.errors) == [field]
    assert page.errors[field].startswith(expected)
    assert {name: page.typed[name] for name in FIELDS} == {
        **GOOD,
        "retry_interrupted": "",
        field: text,
    }
    assert f'href="#{field}"' in answer.text
    assert app.services.ports.workflows.list(team_id=None) == []


@pytest.mark.parametrize(
    "field, expected",
    [
        ("overlap", "Expected one of skip, queue, allow"),
        ("catch_up", "Expected one of none, latest, all"),
    ],
)
def test_choice_that_is_not_offered_is_refused(manager: Visitor, field: str, expected: str) -> None:
    answer = create(manager, **{field: "both"})
    assert (answer.status_code, read(answer.text).errors) == (422, {field: expected})


def test_several_mistakes_are_told_at_once(manager: Visitor) -> None:
    answer = create(manager, inputs="{", grace="soon", cron_schedule="hourly")
    assert set(read(answer.text).errors) == {"inputs", "grace", "cron_schedule"}


def test_name_that_is_taken_is_told_at_the_name(app: App, manager: Visitor) -> None:
    app.add("STOCK  mail")
    answer = create(manager)
    assert answer.status_code == 409
    assert read(answer.text).errors == {"name": "There is a workflow called 'Stock mail' already"}


def test_preview_shows_the_next_fires_in_both_zones_and_saves_nothing(
    app: App, manager: Visitor
) -> None:
    answer = create(manager, do="preview")

    text = read(answer.text).text
    assert answer.status_code == 200
    assert (
        "It would run Monday to Friday at 09:00 On the clock of Asia/Tokyo, and in UTC: "
        "tomorrow 09:00 tomorrow 00:00 UTC "
        "Wed 18 Nov 09:00 Wed 18 Nov 00:00 UTC "
        "Thu 19 Nov 09:00 Thu 19 Nov 00:00 UTC "
        "Fri 20 Nov 09:00 Fri 20 Nov 00:00 UTC "
        "Mon 23 Nov 09:00 Mon 23 Nov 00:00 UTC" in text
    )
    assert app.services.ports.workflows.list(team_id=None) == []


def test_preview_of_a_schedule_that_cannot_be_says_why(manager: Visitor) -> None:
    answer = create(manager, do="preview", cron_schedule="0 0 30 2 *")
    assert answer.status_code == 422
    assert list(read(answer.text).errors) == ["cron_schedule"]


def test_edit_shows_what_is_stored_and_saves_what_is_typed(app: App, manager: Visitor) -> None:
    workflow = app.add("Stock mail", back_off=timedelta(seconds=90))
    page = f"/workflows/{workflow.id}/edit"
    typed = read(manager.get(page).text).typed
    assert {name: typed[name] for name in FIELDS} == fill_form(workflow)

    answer = manager.submit(page, page, {**typed, "name": "Ink mail", "csrf": typed["csrf"]})

    assert answer.headers["location"] == "/workflows/1?done=saved"
    edited = find_workflow(app)
    assert edited.name == "Ink mail"
    assert fill_form(edited) == {**fill_form(workflow), "name": "Ink mail"}


def test_form_that_is_not_touched_asks_for_what_is_there(app: App) -> None:
    workflow = app.add("Stock mail", jitter=timedelta(seconds=5), inputs={"message": "ä\n\t✓"})
    edit, errors = read_edit(fill_form(workflow))
    assert errors == {}
    assert {name: getattr(workflow, name) for name in edit} == edit


def test_change_by_somebody_else_is_shown_and_nothing_typed_is_lost(
    app: App, manager: Visitor
) -> None:
    workflow = app.add("Stock mail")
    page = f"/workflows/{workflow.id}/edit"
    typed = read(manager.get(page).text).typed
    olive = app.take_in("Olive")
    app.services.change_workflow.edit(workflow.id, {"cron_schedule": "0 7 * * *"}, by=olive.subject)

    inputs = typed["inputs"].replace("\n", "\r\n")  # as browsers send it
    late = manager.post(page, {**typed, "name": "Ink mail", "inputs": inputs})

    refused = read(late.text)
    assert late.status_code == 409
    assert "Olive changed it, today 12:00: cron schedule: 0 9 * * * to 0 7 * * *" in refused.text
    assert (
        "As you typed it Name Stock mail Ink mail Schedule 0 7 * * * 0 9 * * *"
        " Cancel and keep theirs" in refused.text
    )
    assert (refused.typed["name"], refused.typed["cron_schedule"]) == ("Ink mail", "0 9 * * *")
    assert find_workflow(app).name == "Stock mail"

    again = manager.post(page, refused.typed)

    assert again.headers["location"] == "/workflows/1?done=saved"
    assert (find_workflow(app).name, find_workflow(app).cron_schedule) == (
        "Ink mail",
        "0 9 * * *",
    )


def test_mistake_made_after_a_change_by_somebody_else_does_not_hide_that_change(
    app: App, manager: Visitor
) -> None:
    workflow = app.add("Stock mail")
    page = f"/workflows/{workflow.id}/edit"
    typed = read(manager.get(page).text).typed
    app.services.change_workflow.pause(workflow.id, note="", by="belfry")

    wrong = read(manager.post(page, {**typed, "grace": "soon"}).text)
    assert (wrong.typed["revision"], wrong.typed["grace"]) == ("1", "soon")
    assert manager.post(page, {**wrong.typed, "grace": "5 min"}).status_code == 409


def test_preview_of_a_paused_workflow_shows_when_it_would_ring(app: App, manager: Visitor) -> None:
    workflow = app.add("Stock mail")
    app.services.change_workflow.pause(workflow.id, note="", by="belfry")
    text = read(manager.get(f"/workflows/{workflow.id}/edit").text).text
    assert "It would run Every day at 09:00" in text


def test_archived_workflow_is_not_edited(app: App, manager: Visitor) -> None:
    workflow = app.add("Stock mail")
    page = f"/workflows/{workflow.id}/edit"
    typed = read(manager.get(page).text).typed
    app.services.change_workflow.archive(workflow.id, by="belfry")
    assert manager.post(page, {**typed, "revision": "2"}).status_code == 409
    assert page not in read(manager.get(f"/workflows/{workflow.id}").text).links


def test_kinds_of_belfry_itself_are_not_offered(app: App, manager: Visitor) -> None:
    page = manager.get("/workflows/new").text
    offered = [kind for kind in app.services.kinds if f">{kind}</option>" in page]
    assert sorted(offered) == ["broken", "http", "log"]


def test_built_in_workflow_keeps_its_name_and_takes_another_time(
    app: App, manager: Visitor
) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    tick = app.services.ports.workflows.find_by_name(1, "tick")
    assert tick is not None
    path = f"/workflows/{tick.id}/edit"
    typed = read(manager.get(path).text).typed
    refused = manager.post(path, typed | {"name": "Other", "do": "save"})
    assert refused.status_code == 403
    assert "Tick is built in: name cannot be changed" in read(refused.text).text
    moved = manager.post(path, typed | {"cron_schedule": "0 7 * * *", "do": "save"})
    assert moved.status_code == 303
    for act in ("archive", "delete"):
        form = {"csrf": typed["csrf"], "revision": str(tick.revision + 1)}
        assert manager.post(f"/workflows/{tick.id}/{act}", form).status_code == 403
