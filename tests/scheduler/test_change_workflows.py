"""Creating and changing workflows: one commit for the row, its trigger, event and audit entry."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.apps import App
from tests.samples import NOON

from belfry.kernel.errors import Conflict, InputError, NotFound, Outdated
from belfry.ports.store import OutboxRow
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import Overlap


def claim(app: App) -> list[OutboxRow]:
    now, within = app.clock.now(), timedelta(days=365)
    return list(app.ports.outbox.claim(now=now, limit=100, within=within))


def next_at(app: App, workflow_id: int) -> datetime | None:
    trigger = app.ports.store.find(Trigger, str(workflow_id))
    assert trigger is not None
    return trigger.next_at


def test_new_workflow_has_its_trigger_its_event_and_its_audit_entry(app: App) -> None:
    workflow = app.add("Stock count", cron_schedule=" 0  9 * * mon ", timezone="Europe/London")

    assert (workflow.id, workflow.revision) == (1, 1)
    assert workflow.cron_schedule == "0 9 * * MON"
    assert next_at(app, 1) == datetime(2026, 11, 23, 9, tzinfo=UTC)
    (row,) = claim(app)
    assert (row.aggregate_type, row.aggregate_id, row.op) == ("workflow", "1", "upsert")
    assert row.payload["cron_schedule"] == "0 9 * * MON"
    assert (row.payload["is_api"], row.payload["team_id"]) == (True, 1)
    (entry,) = app.ports.audit_log.list_entries("workflow/1")
    assert (entry.action, entry.by) == ("created", "test")


def test_creating_changing_and_clearing_a_schedule_announces_each_time(app: App) -> None:
    workflow = app.add(cron_schedule="0 9 * * *")
    change = app.services.change_workflow
    change.edit(workflow.id, {"cron_schedule": "0 10 * * *"}, by="test")
    change.edit(workflow.id, {"cron_schedule": None}, by="test")

    announced = [(row.op, row.payload["cron_schedule"]) for row in claim(app)]

    assert announced == [("upsert", "0 9 * * *"), ("upsert", "0 10 * * *"), ("upsert", None)]
    assert next_at(app, workflow.id) is None


def test_an_edit_of_the_name_announces_nothing_and_leaves_the_trigger_alone(app: App) -> None:
    workflow = app.add(cron_schedule="0 9 * * *")
    claim(app)
    app.clock.advance(timedelta(days=3))

    edited = app.services.change_workflow.edit(workflow.id, {"name": "Other"}, by="test")

    assert claim(app) == []
    assert edited.schedule_since == workflow.schedule_since
    assert next_at(app, workflow.id) == datetime(2026, 11, 17, 9, tzinfo=UTC)


def test_a_new_zone_moves_the_trigger_and_the_moment_the_schedule_counts_from(app: App) -> None:
    workflow = app.add(cron_schedule="0 13 * * *")
    app.clock.advance(timedelta(minutes=1))

    edited = app.services.change_workflow.edit(
        workflow.id, {"timezone": "Asia/Singapore"}, by="test"
    )

    assert edited.schedule_since == app.clock.now()
    assert next_at(app, workflow.id) == datetime(2026, 11, 17, 5, tzinfo=UTC)


def test_pause_stops_the_trigger_and_resume_does_not_make_up_for_it(app: App) -> None:
    workflow = app.add(cron_schedule="0 * * * *")
    change = app.services.change_workflow
    paused = change.pause(workflow.id, note="stock take", by="test")

    assert (paused.pause_note, next_at(app, workflow.id)) == ("stock take", None)

    app.clock.advance(timedelta(hours=5, minutes=30))
    resumed = change.resume(workflow.id, by="test")

    assert (resumed.paused_at, resumed.pause_note) == (None, "")
    assert next_at(app, workflow.id) == NOON + timedelta(hours=6)
    app.go(hours=1)
    assert [run.scheduled_for for run in app.runs()] == [NOON + timedelta(hours=6)]
    assert [row.payload["paused"] for row in claim(app)] == [False, True, False]


@pytest.mark.parametrize("end", ["archive", "delete"])
def test_the_end_of_a_workflow_takes_its_schedule_away(app: App, end: str) -> None:
    workflow = app.add()
    claim(app)

    getattr(app.services.change_workflow, end)(workflow.id, by="test")

    assert [row.op for row in claim(app)] == ["delete"]
    assert next_at(app, workflow.id) is None


def test_an_archived_workflow_can_be_seen_and_not_be_changed(app: App) -> None:
    workflow = app.add()
    change = app.services.change_workflow
    change.archive(workflow.id, by="test")

    with pytest.raises(Conflict, match="archived"):
        change.edit(workflow.id, {"name": "New"}, by="test")
    with pytest.raises(Conflict, match="archived"):
        app.services.change_runs.start(workflow.id, by="test")
    assert app.ports.workflows.find(workflow.id) is not None


def test_a_deleted_workflow_is_gone_and_its_name_is_free(app: App) -> None:
    workflow = app.add("Rounds")
    app.services.change_workflow.delete(workflow.id, by="test")

    with pytest.raises(NotFound):
        app.services.change_workflow.edit(workflow.id, {"name": "New"}, by="test")
    assert app.add("Rounds").id != workflow.id


@pytest.mark.parametrize("name", ["Rounds", "rounds", "  ROUNDS "])
def test_names_that_collide_are_refused(app: App, name: str) -> None:
    app.add("Rounds")
    other = app.add("Other")

    with pytest.raises(Conflict, match="already"):
        app.add(name)
    with pytest.raises(Conflict, match="already"):
        app.services.change_workflow.edit(other.id, {"name": name}, by="test")


def test_another_team_may_use_the_same_name(app: App) -> None:
    app.add("Rounds")
    edit = {"name": "Rounds", "kind": "log"}

    assert app.services.create_workflow(edit, team_id=2, by="test").team_id == 2


def test_a_change_of_an_older_revision_is_outdated(app: App) -> None:
    workflow = app.add()
    change = app.services.change_workflow
    change.edit(workflow.id, {"overlap": "queue"}, by="test", expected=1)

    with pytest.raises(Outdated, match="revision 2, not 1"):
        change.edit(workflow.id, {"overlap": "allow"}, by="test", expected=1)

    stored = app.ports.workflows.find(workflow.id)
    assert stored is not None
    assert stored.overlap is Overlap.QUEUE


@pytest.mark.parametrize(
    "edit, field",
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"name": "nul \x00"}, "name"),
        ({"name": "half \ud800"}, "name"),
        ({"kind": "lgo"}, "kind"),
        ({"cron_schedule": "0 25 * * *"}, "cron_schedule"),
        ({"cron_schedule": "0 0 30 2 *"}, "cron_schedule"),
        ({"cron_schedule": "at(2020-01-01T00:00:00)"}, "cron_schedule"),
        ({"cron_schedule": 5}, "cron_schedule"),
        ({"timezone": "Europe/Londn"}, "timezone"),
        ({"overlap": "sometimes"}, "overlap"),
        ({"catch_up": None}, "catch_up"),
        ({"attempts": 0}, "attempts"),
        ({"attempts": True}, "attempts"),
        ({"grace": timedelta(days=8)}, "grace"),
        ({"inputs": {"a": float("nan")}}, "inputs"),
        ({"inputs": {"a": "\x00"}}, "inputs"),
        ({"inputs": []}, "inputs"),
        ({"kind": "log", "inputs": {"mesage": "x"}}, "inputs.mesage"),
        ({"revision": 7}, "revision"),
    ],
    ids=str,
)
def test_bad_input_names_its_field_and_changes_nothing(
    app: App, edit: dict[str, Any], field: str
) -> None:
    workflow = app.add()

    with pytest.raises(InputError) as refused:
        app.services.change_workflow.edit(workflow.id, edit, by="test")

    assert refused.value.field == field
    assert app.ports.workflows.find(workflow.id) == workflow


def test_a_change_while_the_clock_moves_the_trigger_is_made_all_the_same(app: App) -> None:
    workflow = app.add()
    app.go(minutes=3)

    edited = app.services.change_workflow.edit(workflow.id, {"name": "Moved"}, by="test")

    assert edited.name == "Moved"
    assert next_at(app, workflow.id) == NOON + timedelta(minutes=4)


def test_change_is_in_the_audit_log(app: App) -> None:
    workflow = app.add("Before")
    app.services.change_workflow.edit(workflow.id, {"name": "After"}, by="user/3")

    entry = app.ports.audit_log.list_entries(workflow.subject)[-1]

    assert (entry.action, entry.by) == ("edited", "user/3")
    assert (entry.before, entry.after) == ({"name": "Before"}, {"name": "After"})
    assert app.services.accounts.verify_audit_log().breaks == ()
