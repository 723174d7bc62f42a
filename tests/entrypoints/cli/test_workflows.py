"""Whether workflows are made, listed and changed from the terminal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import typer.main
from tests.entrypoints.cli.shops import TUESDAY, Shop
from tests.entrypoints.cli.terminal import Terminal

from belfry.bootstrap import Services
from belfry.entrypoints.cli.app import app
from belfry.entrypoints.web.api.schemas import WorkflowAnswer
from belfry.scheduler.change_workflows import EDITABLE


def add(belfry: Terminal, *options: str, name: str = "Open the shop") -> Any:
    return belfry("workflows", "add", name, *options, "--json").json


def test_added_workflow_rings_as_it_was_told(belfry: Terminal, services: Services) -> None:
    made = add(
        belfry, "--cron", "30 8 * * mon-fri", "--tz", "Europe/London", "--input", "message=hi"
    )
    workflow = services.ports.workflows.find(made["id"])
    assert workflow is not None
    assert (workflow.name, workflow.kind, workflow.inputs) == (
        "Open the shop",
        "log",
        {"message": "hi"},
    )
    assert (workflow.cron_schedule, workflow.timezone) == ("30 8 * * MON-FRI", "Europe/London")
    assert made["next_fire_at"] == services.ports.triggers.find_next([1])[1].isoformat()


def test_added_workflow_is_told_in_the_words_of_the_api(belfry: Terminal) -> None:
    assert set(add(belfry)) == set(WorkflowAnswer.model_fields)


def test_added_workflow_is_told_to_people_with_its_next_ring(belfry: Terminal) -> None:
    text = belfry("workflows", "add", "Often", "--cron", "* * * * *").out
    assert text.startswith("Made workflow 1, Often: next run ")
    assert text.endswith(" GMT.\n")


def test_workflow_without_a_schedule_waits_to_be_asked(belfry: Terminal) -> None:
    assert belfry("workflows", "add", "Now and then").out == (
        "Made workflow 1, Now and then: on request.\n"
    )


@pytest.mark.parametrize(
    "option, value, field, expected",
    [
        ("--late-after", "2d", "late_after", timedelta(days=2)),
        ("--grace", "90", "grace", timedelta(seconds=90)),
        ("--back-off", "5m", "back_off", timedelta(minutes=5)),
        ("--time-limit", "2h", "time_limit", timedelta(hours=2)),
        ("--jitter", "30s", "jitter", timedelta(seconds=30)),
        ("--attempts", "7", "attempts", 7),
        ("--tell-after", "5", "tell_after", 5),
        ("--notify", "a@example.com,  b@example.com", "notify", "a@example.com, b@example.com"),
        ("--notify-urgent", None, "notify_urgent", True),
        ("--overlap", "queue", "overlap", "queue"),
        ("--catch-up", "all", "catch_up", "all"),
        ("--name", "Another name", "name", "Another name"),
        ("--tz", "Europe/Paris", "timezone", "Europe/Paris"),
        ("--cron", "@daily", "cron_schedule", "0 0 * * *"),
        ("--no-api", None, "is_api", False),
        ("--no-retry-interrupted", None, "retry_interrupted", False),
    ],
)
def test_set_changes_what_is_named_and_nothing_else(
    belfry: Terminal,
    services: Services,
    option: str,
    value: str | None,
    field: str,
    expected: object,
) -> None:
    add(belfry)
    before = services.ports.workflows.find(1)
    assert before is not None
    flags = (option,) if value is None else (option, value)
    assert belfry("workflows", "set", 1, *flags).code == 0
    after = services.ports.workflows.find(1)
    assert getattr(after, field) == expected
    clockwork = {"schedule_since", "revision", "audit_seq", "audit_hash"}
    changed = {f for f in type(before).__slots__ if getattr(before, f) != getattr(after, f)}
    assert changed - clockwork == {field}


def test_queue_is_one_that_the_settings_name(belfry: Terminal) -> None:
    with (belfry.folder / "belfry.toml").open("a", encoding="utf-8") as file:
        file.write("[queues]\nslow = 2\n")
    assert belfry("workflows", "add", "Big", "--queue", "slow", "--json").json["queue"] == "slow"
    refused = belfry("workflows", "set", 1, "--queue", "slwo")
    assert refused.code == 2
    assert "there is no queue 'slwo'; expected one of default, slow" in refused.err


@pytest.mark.parametrize("command", ["add", "set"])
def test_every_editable_field_can_be_said(command: str) -> None:
    root: Any = typer.main.get_command(app)
    known = {parameter.name for parameter in root.commands["workflows"].commands[command].params}
    assert {*EDITABLE} - {"inputs"} <= known
    assert {"one_input", "inputs_json"} <= known


def test_schedule_can_be_taken_away(belfry: Terminal, services: Services) -> None:
    add(belfry, "--cron", "@daily")
    changed = belfry("workflows", "set", 1, "--cron", "", "--json").json
    assert (changed["cron_schedule"], changed["next_fire_at"]) == (None, None)


def test_one_input_is_changed_among_the_others(belfry: Terminal) -> None:
    url = '{"url": "https://example.com/a", "method": "POST"}'
    add(belfry, "--kind", "http", "--inputs-json", url)
    changed = belfry("workflows", "set", 1, "--input", "method=PUT", "--json").json
    assert changed["inputs"] == {"url": "https://example.com/a", "method": "PUT"}


def test_inputs_json_replaces_all_inputs(belfry: Terminal) -> None:
    add(
        belfry,
        "--kind",
        "http",
        "--inputs-json",
        '{"url": "https://example.com/a", "body": "x=y", "method": "POST"}',
    )
    new = '{"url": "https://example.com/b"}'
    changed = belfry("workflows", "set", 1, "--inputs-json", new, "--json").json
    assert changed["inputs"] == {"url": "https://example.com/b"}


def test_input_may_hold_equal_signs(belfry: Terminal) -> None:
    assert add(belfry, "--input", "message=a=b=c")["inputs"] == {"message": "a=b=c"}


@pytest.mark.parametrize("target", ["1", "Open the shop", "open  THE shop"])
def test_workflow_is_found_by_id_and_by_name(belfry: Terminal, target: str) -> None:
    add(belfry)
    assert belfry("workflows", "pause", target, "--json").json["id"] == 1


def test_name_of_digits_is_found_where_no_id_is(belfry: Terminal) -> None:
    add(belfry, name="42")
    assert belfry("workflows", "pause", "42", "--json").json["id"] == 1


def test_paused_workflow_shows_its_note_until_resumed(belfry: Terminal) -> None:
    add(belfry, "--cron", "@daily")
    belfry("workflows", "pause", 1, "--note", "until [bold]Maria[/bold] is back")
    assert "paused: until [bold]Maria[/bold] is back" in belfry("workflows", "list").out
    assert belfry("workflows", "resume", 1, "--json").json["paused"] is False
    assert "scheduled" in belfry("workflows", "list").out


def test_archived_workflow_is_listed_only_when_asked_for(belfry: Terminal) -> None:
    add(belfry)
    belfry("workflows", "archive", 1)
    assert belfry("workflows", "list", "--json").json == {"workflows": []}
    shown = belfry("workflows", "list", "--archived", "--json").json["workflows"]
    assert [(workflow["id"], workflow["archived"]) for workflow in shown] == [(1, True)]


def test_list_tells_every_workflow_beyond_one_page(belfry: Terminal, services: Services) -> None:
    for number in range(105):
        edit = {"name": f"W{number}", "kind": "log"}
        services.create_workflow(edit, team_id=1, by="test")
    services.create_workflow({"name": "Theirs", "kind": "log"}, team_id=2, by="test")
    shown = belfry("workflows", "list", "--json").json["workflows"]
    assert [workflow["name"] for workflow in shown] == [f"W{number}" for number in range(105)]


def test_workflow_of_another_team_is_not_found(belfry: Terminal, services: Services) -> None:
    services.create_workflow({"name": "Theirs", "kind": "log"}, team_id=2, by="test")
    assert belfry("workflows", "pause", 1).code == 2


def test_empty_list_says_how_to_begin(belfry: Terminal) -> None:
    assert "belfry workflows add" in belfry("workflows", "list").out


def test_change_stands_in_the_trail_as_done_at_the_terminal(
    belfry: Terminal, services: Services
) -> None:
    add(belfry)
    belfry("workflows", "set", 1, "--attempts", 5)
    entries = services.ports.audit_log.list_entries("workflow/1")
    assert [(entry.action, entry.by) for entry in entries] == [
        ("created", "terminal"),
        ("edited", "terminal"),
    ]


def test_built_in_workflow_is_paused_with_a_warning_and_never_archived(
    belfry: Terminal, shop: Shop
) -> None:
    shop.live(TUESDAY, minutes=0)
    paused = belfry("workflows", "pause", "tick")
    assert "tick is built in: it finds the controls that are due" in paused.out
    refused = belfry("workflows", "archive", "tick")
    assert (refused.code, refused.out) == (1, "")
    assert "turn it off in belfry.toml with enabled = false under [workflows.tick]" in refused.err
    assert belfry("workflows", "add", "Second tick", "--kind", "tick").code == 1
