"""The workflows Belfry itself lives by, and the heartbeat."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.apps import App

from belfry.kernel.errors import ConfigError
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.watch import PingHeartbeat
from belfry.scheduler.workflows import BUILTINS


def names(app: App) -> set[str]:
    return {workflow.name for workflow in app.ports.workflows.list(team_id=1)}


def test_the_built_in_workflows_are_made_once(app: App) -> None:
    for _ in range(2):
        app.services.ensure_builtins(timezone="Europe/London", wishes={})

    workflows = app.ports.workflows.list(team_id=1)
    assert [w.name for w in workflows] == [builtin.name for builtin in BUILTINS]
    assert {w.timezone for w in workflows} == {"Europe/London"}
    assert {w.kind for w in workflows} <= set(app.services.kinds)


def test_what_the_page_changed_stands_where_the_file_is_silent(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    watch = app.ports.workflows.find_by_name(1, "watch")
    assert watch is not None
    app.services.change_workflow.edit(watch.id, {"cron_schedule": "*/2 * * * *"}, by="user/1")
    app.services.ensure_builtins(timezone="UTC", wishes={})

    workflow = app.ports.workflows.find(watch.id)
    assert workflow is not None
    assert workflow.cron_schedule == "*/2 * * * *"


def test_what_the_file_says_is_applied_at_each_start(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    wishes = {"tidy": Wish(cron="0 5 * * *"), "relay": Wish(enabled=False)}
    app.services.ensure_builtins(timezone="UTC", wishes=wishes)

    tidy = app.ports.workflows.find_by_name(1, "tidy")
    assert tidy is not None
    assert tidy.cron_schedule == "0 5 * * *"
    assert "relay" not in names(app)


def test_what_the_file_turned_off_comes_back_when_it_is_turned_on(app: App) -> None:
    for is_enabled in (True, False, True):
        wishes = {"relay": Wish(enabled=is_enabled)}
        app.services.ensure_builtins(timezone="UTC", wishes=wishes)
    relay = app.ports.workflows.find_by_name(1, "relay")
    assert relay is not None
    assert (relay.archived_at, relay.paused_at) == (None, None)
    assert app.ports.triggers.find_next([relay.id])
    app.services.ensure_builtins(timezone="UTC", wishes={})
    assert app.ports.workflows.find_by_name(1, "relay") == relay


def test_what_a_person_had_archived_comes_back_paused(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    digest = app.ports.workflows.find_by_name(1, "digest")
    assert digest is not None
    app.services.change_workflow.turn_off(digest.id, by="user/1")
    app.services.ensure_builtins(timezone="UTC", wishes={})
    restored = app.ports.workflows.find(digest.id)
    assert restored is not None
    assert (restored.archived_at, restored.paused_at) == (None, app.clock.now())
    assert restored.pause_note == "it had been archived; resume it to use it again"


def test_a_wish_for_an_unknown_workflow_or_a_bad_cron_is_an_error_in_the_settings(
    app: App,
) -> None:
    with pytest.raises(ConfigError, match="no built-in workflow 'wacht'"):
        app.services.ensure_builtins(timezone="UTC", wishes={"wacht": Wish()})
    with pytest.raises(ConfigError, match=r"workflows\.watch"):
        app.services.ensure_builtins(timezone="UTC", wishes={"watch": Wish(cron="soon")})


def test_the_built_in_workflows_run(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={"heartbeat": Wish(enabled=False)})
    app.go(minutes=3)

    assert {run.status for run in app.runs()} == {RunStatus.SUCCEEDED}
    assert len(app.runs()) == 12


def test_heartbeat_without_a_url_calls_nothing(app: App) -> None:
    assert PingHeartbeat(app.ports.web, None)() == "no heartbeat url is set"


def test_the_heartbeat_fires_every_five_minutes(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    heartbeat = app.ports.workflows.find_by_name(1, "heartbeat")
    assert heartbeat is not None
    app.go(minutes=20)

    times = [run.scheduled_for for run in app.runs(heartbeat)]
    gaps = {later - earlier for earlier, later in zip(times, times[1:], strict=False)}
    assert gaps == {timedelta(minutes=5)}


def test_digest_is_caught_up_for_six_hours_and_others_for_a_day(app: App) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    late_after = {
        workflow.name: workflow.late_after for workflow in app.ports.workflows.list(team_id=1)
    }
    assert late_after["digest"] == timedelta(hours=6)
    assert late_after["summary"] == timedelta(hours=24)


@pytest.mark.parametrize(
    ("woken_at", "status"),
    [
        pytest.param(datetime(2026, 11, 22, 23, 59, tzinfo=UTC), "succeeded", id="the same night"),
        pytest.param(datetime(2026, 11, 23, 8, tzinfo=UTC), "missed", id="the next morning"),
    ],
)
def test_digest_that_was_missed_is_made_up_for(app: App, woken_at: datetime, status: str) -> None:
    app.clock.advance_to(datetime(2026, 11, 22, 17, tzinfo=UTC))
    app.services.ensure_builtins(timezone="UTC", wishes={})
    app.clock.advance_to(woken_at)
    app.go(minutes=1)
    digest = app.ports.workflows.find_by_name(1, "digest")
    assert digest is not None
    assert [run.status for run in app.runs() if run.workflow_id == digest.id] == [status]
