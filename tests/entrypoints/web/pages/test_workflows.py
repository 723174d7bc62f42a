"""Whether the list shows each workflow's schedule and luck, and finds one by its name."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.kernel.changes import Put
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import BUILTINS


def names_on(visitor: Visitor, path: str = "/workflows") -> list[str]:
    """The workflows listed, by the links to them."""
    page = visitor.get(path).text
    links = [link for link in read(page).links if link.removeprefix("/workflows/").isdecimal()]
    return [page.split(f'<a href="{link}">')[1].split("<")[0] for link in links]


def test_row_says_when_it_rings_and_how_it_went(app: App, owner: Visitor) -> None:
    app.add("Stock mail", cron_schedule="0 9 * * 1-5", timezone="Asia/Tokyo")
    broken = app.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    app.services.change_runs.start(broken.id, by="user/1")
    app.work()

    text = read(owner.get("/workflows").text).text

    assert (
        "Stock mail log Monday to Friday at 09:00 0 9 * * 1-5 Asia/Tokyo "
        "tomorrow 00:00 then Wed 18 Nov 00:00 never ran Run now Pause" in text
    )
    assert (
        "Courier list broken Only on request – "
        "failed today 12:00 the printer is out of paper Run now Pause" in text
    )


def test_run_under_way_is_shown_as_such(app: App, owner: Visitor) -> None:
    workflow = app.add()
    app.services.change_runs.start(workflow.id, by="user/1")
    assert "under way" in read(owner.get("/workflows").text).text


def test_paused_workflow_shows_its_note_and_can_be_resumed(app: App, owner: Visitor) -> None:
    workflow = app.add()
    app.services.change_workflow.pause(workflow.id, note="Holiday", by="user/1")
    page = read(owner.get("/workflows").text)
    assert "Weekly stock mail log paused “Holiday”" in page.text
    assert f"/workflows/{workflow.id}/resume" in page.actions
    assert f"/workflows/{workflow.id}/pause" not in page.actions


def test_staff_see_the_list_and_no_buttons(app: App, staff: Visitor) -> None:
    app.add()
    page = read(staff.get("/workflows").text)
    assert page.actions == ["/sign-out", "/workflows"]
    assert "/workflows/new" not in page.links


def test_name_is_found_whatever_its_case_and_spaces(app: App, owner: Visitor) -> None:
    for name in ("Stock mail", "Courier list", "Old stock sale"):
        app.add(name)
    assert names_on(owner, "/workflows?q=%20STOCK") == ["Stock mail", "Old stock sale"]
    text = read(owner.get("/workflows?q=zebra").text).text
    assert "No workflow has “zebra” in its name." in text


def test_choice_decides_which_workflows_are_listed(app: App, owner: Visitor) -> None:
    app.services.ensure_builtins(timezone="UTC", wishes={})
    app.add("Kept")
    paused, archived = app.add("Paused one"), app.add("Archived one")
    app.services.change_workflow.pause(paused.id, note="", by="user/1")
    app.services.change_workflow.archive(archived.id, by="user/1")

    assert names_on(owner) == ["Kept", "Paused one"]
    own = [builtin.name for builtin in BUILTINS]
    assert names_on(owner, "/workflows?show=belfry") == own
    assert names_on(owner, "/workflows?show=paused") == ["Paused one"]
    assert names_on(owner, "/workflows?show=archived") == ["Archived one"]
    assert names_on(owner, "/workflows?show=nonsense") == ["Kept", "Paused one"]


def test_long_list_goes_on_page_by_page_with_what_was_asked_for(app: App, owner: Visitor) -> None:
    for number in range(1, 54):
        app.add(f"Number {number}" if number != 7 else "Seven")
    seen, path = [], "/workflows?q=number"
    while path:
        seen += names_on(owner, path)
        links = read(owner.get(path).text).links
        path = next((link for link in links if "after=" in link), "")
    assert seen == [f"Number {number}" for number in range(1, 54) if number != 7]


def test_address_with_a_senseless_place_begins_at_the_beginning(app: App, owner: Visitor) -> None:
    app.add("First")
    for after in ("x", "-1", "9" * 40, "١٢"):
        assert names_on(owner, f"/workflows?after={after}") in (["First"], [])
    assert names_on(owner, f"/workflows?after={'9' * 40}") == ["First"]


def test_empty_list_says_what_a_workflow_is(owner: Visitor, staff: Visitor) -> None:
    assert "Make the first one" in read(owner.get("/workflows").text).text
    assert "Ask a manager or the owner" in read(staff.get("/workflows").text).text


def test_skipped_and_missed_runs_say_why(app: App, owner: Visitor) -> None:
    app.add("Late one", cron_schedule="0 13 * * *", catch_up="none")
    app.clock.advance_to(NOON + timedelta(hours=3))
    app.work()
    text = read(owner.get("/workflows").text).text
    assert "missed today 15:00 2 h late; it never catches up" in text


def test_page_tells_the_schedule_the_runs_and_who_changed_what(app: App, owner: Visitor) -> None:
    workflow = app.add("Stock mail", timezone="Asia/Tokyo", cron_schedule="0 22 * * *")
    app.services.change_workflow.edit(workflow.id, {"attempts": 5}, by="user/1")
    app.work_until(NOON + timedelta(hours=2))

    text = read(owner.get(f"/workflows/{workflow.id}").text).text

    assert "Stock mail Every day at 22:00 (Asia/Tokyo) Run now Pause" in text
    assert "today 13:00 succeeded today 13:00 0 ms 1 of 5" in text
    assert "Olive changed it attempts: 3 to 5 today 12:00 Belfry made it today 12:00" in text
    assert "tomorrow 13:00 tomorrow 22:00 in Asia/Tokyo in 23 h" in text


def test_history_of_runs_goes_on_page_by_page(app: App, owner: Visitor) -> None:
    workflow = app.add("Minutely", cron_schedule="* * * * *")
    app.work_until(NOON + timedelta(minutes=45))
    seen: list[str] = []
    path = f"/workflows/{workflow.id}"
    while path:
        links = read(owner.get(path).text).links
        seen += [link for link in links if link.startswith("/runs/")]
        path = next((link for link in links if "before=" in link), "")
    runs = app.services.ports.runs.list_newest(workflow_id=workflow.id, limit=100)
    assert seen == [f"/runs/{run.id}" for run in runs]
    assert len(seen) == 45


@pytest.mark.parametrize("before", ["x", "2026-11-16T12:00:00~1", "~", "2026-11-16T12:00+00:00~é"])
def test_senseless_place_in_the_history_begins_at_the_beginning(
    app: App, owner: Visitor, before: str
) -> None:
    workflow = app.add()
    run = app.services.change_runs.start(workflow.id, by="user/1")
    links = read(owner.get(f"/workflows/{workflow.id}", params={"before": before}).text).links
    assert f"/runs/{run.id}" in links


def test_inputs_are_shown_only_to_those_who_may_change_them(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    workflow = app.add(inputs={"message": "the safe is 4711"})
    path = f"/workflows/{workflow.id}"
    assert "the safe is 4711" in read(owner.get(path).text).text
    assert "4711" not in staff.get(path).text


def test_staff_see_no_buttons(app: App, staff: Visitor) -> None:
    workflow = app.add()
    page = read(staff.get(f"/workflows/{workflow.id}").text)
    assert page.actions == ["/sign-out"]
    assert f"/workflows/{workflow.id}/edit" not in page.links


@pytest.mark.parametrize("path", ["/workflows/7", "/workflows/0", f"/workflows/{10**30}"])
def test_workflow_that_is_not_there_is_not_found(owner: Visitor, path: str) -> None:
    answer = owner.get(path)
    assert answer.status_code == 404
    assert "There is nothing here" in read(answer.text).text


def test_trigger_with_a_problem_is_told_instead_of_a_fire(app: App, owner: Visitor) -> None:
    workflow = app.add()
    trigger = app.services.ports.store.find(Trigger, workflow.key)
    assert trigger is not None
    app.services.ports.store.commit([Put(replace(trigger, problem="the zone is gone"))])
    text = read(owner.get(f"/workflows/{workflow.id}").text).text
    assert "This workflow cannot run: the zone is gone." in text
    assert "tomorrow 09:00" not in text


def test_pause_and_resume_take_effect_and_lead_back(app: App, manager: Visitor) -> None:
    workflow = app.add()
    path = f"/workflows/{workflow.id}"

    paused = manager.submit(path, f"{path}/pause", {"note": "Holiday", "back": "/workflows?q=a"})
    assert paused.headers["location"] == "/workflows?q=a&done=paused"
    text = read(manager.get(path).text).text
    assert "paused since today 12:00: “Holiday”" in text
    assert "Max paused it “Holiday” today 12:00" in text

    resumed = manager.submit(path, f"{path}/resume", {"back": "//elsewhere.invalid"})
    assert resumed.headers["location"] == f"{path}?done=resumed"
    assert "paused since" not in read(manager.get(path).text).text


def test_run_now_leads_to_the_run(app: App, manager: Visitor) -> None:
    workflow = app.add()
    answer = manager.submit("/workflows", f"/workflows/{workflow.id}/run")
    runs = app.services.ports.runs.list_newest(workflow_id=workflow.id)
    assert [(run.status, run.asked_by) for run in runs] == [(RunStatus.QUEUED, "user/1")]
    assert answer.headers["location"] == f"/runs/{runs[0].id}"


@pytest.mark.parametrize("act", ["archive", "delete"])
def test_putting_away_needs_the_revision_that_was_seen(
    app: App, manager: Visitor, act: str
) -> None:
    workflow = app.add()
    path = f"/workflows/{workflow.id}"
    seen = read(manager.get(path).text).typed["revision"]
    app.services.change_workflow.edit(workflow.id, {"name": "Other"}, by="belfry")

    late = manager.submit(path, f"{path}/{act}", {"revision": seen})
    assert late.status_code == 409
    assert "It was changed while you were looking" in read(late.text).text
    assert manager.submit(path, f"{path}/{act}").status_code == 409

    revision = read(manager.get(path).text).typed["revision"]
    assert manager.submit(path, f"{path}/{act}", {"revision": revision}).status_code == 303


def test_archived_workflow_keeps_its_page_without_buttons_to_run_it(
    app: App, manager: Visitor
) -> None:
    workflow = app.add()
    path = f"/workflows/{workflow.id}"
    manager.submit(path, f"{path}/archive", {"revision": "1"})
    page = read(manager.get(path).text)
    assert "archived Archived today 12:00." in page.text
    assert page.actions == ["/sign-out", f"{path}/delete"]
    assert manager.submit(path, f"{path}/run").status_code == 409


def test_deleted_workflow_is_gone_and_its_runs_are_still_told(app: App, manager: Visitor) -> None:
    workflow = app.add("Stock mail", kind="broken", inputs={})
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.work()
    path = f"/workflows/{workflow.id}"
    answer = manager.submit(path, f"{path}/delete", {"revision": "1"})
    assert answer.headers["location"] == "/workflows?done=deleted"
    assert manager.get(path).status_code == 404
    page = read(manager.get(f"/runs/{run.id}").text)
    assert "Stock mail deleted failed" in page.text
    assert page.actions == ["/sign-out"]


def test_backfill_queues_what_is_missing_on_the_wall_clock_of_the_team(
    app: App, manager: Visitor
) -> None:
    app.clock.set_wrong(timedelta(days=-130))  # summer: London is an hour ahead of UTC
    workflow = app.add(cron_schedule="0 9 * * *", timezone="Europe/London")
    app.clock.advance(timedelta(days=3))
    visitor = app.visitor(app.services.ports.users.find(1))
    path = f"/workflows/{workflow.id}"
    form = {"start": "2026-07-10T09:00", "end": "2026-07-11T09:00"}

    answer = visitor.submit(path, f"{path}/backfill", form)

    assert answer.headers["location"] == f"{path}?done=backfilled"
    runs = app.services.ports.runs.list_newest(workflow_id=workflow.id)
    assert [f"{run.scheduled_for:%m-%d %H:%M}" for run in runs] == ["07-11 08:00", "07-10 08:00"]
    again = visitor.submit(path, f"{path}/backfill", form)
    assert again.headers["location"] == f"{path}?done=nothing-missing"


@pytest.mark.parametrize(
    "form, errors",
    [
        (
            {"start": "yesterday", "end": "2026-11-16T09:00"},
            {"start": "Write a date and a time like 2026-11-16T09:00"},
        ),
        (
            {"start": "2026-11-16T09:00", "end": ""},
            {"end": "Write a date and a time like 2026-11-16T09:00"},
        ),
        (
            {"start": "2026-11-16T09:00", "end": "2026-11-20T09:00"},
            {"end": "Expected start <= end <= now"},
        ),
        (
            {"start": "0001-01-01T00:00+14:00", "end": "2026-11-16T09:00"},
            {"start": "Write a date and a time like 2026-11-16T09:00"},
        ),
    ],
)
def test_backfill_that_cannot_be_is_refused_at_its_field(
    app: App, manager: Visitor, form: dict[str, str], errors: dict[str, str]
) -> None:
    workflow = app.add()
    path = f"/workflows/{workflow.id}"
    answer = manager.submit(path, f"{path}/backfill", form)
    page = read(answer.text)
    assert (answer.status_code, page.errors) == (422, errors)
    assert {name: page.typed[name] for name in form} == form


def test_run_that_succeeded_shows_its_output(app: App, owner: Visitor) -> None:
    workflow = app.add(inputs={"message": "ding\n  dong"})
    app.work_until(NOON + timedelta(hours=22))
    visitor = app.visitor(app.services.ports.users.find(1))
    page = visitor.get(f"/runs/{workflow.id}-20261117T0900Z").text
    text = read(page).text
    assert '<pre tabindex="0">\nding\n  dong</pre>' in page
    assert "succeeded It finished without an error." in text
    assert "Scheduled for today 09:00 Made by its schedule Attempts 1 of 3" in text
    assert "data-refresh" not in page


def test_run_that_was_asked_for_says_by_whom_and_with_what(
    app: App, owner: Visitor, staff: Visitor
) -> None:
    workflow = app.add()
    inputs = {"message": "only once"}
    run = app.services.change_runs.start(workflow.id, by="user/1", inputs=inputs)
    page = owner.get(f"/runs/{run.id}").text
    assert "Made by a person or program that asked Asked by Olive" in read(page).text
    assert "only once" in page
    assert "only once" not in staff.get(f"/runs/{run.id}").text
    assert 'data-refresh="3"' in page


def test_run_that_was_parked_shows_each_attempt_and_is_replayed(
    app: App, manager: Visitor, staff: Visitor
) -> None:
    workflow = app.add(kind="broken", inputs={"says": "no paper"})
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.work()
    path = f"/runs/{run.id}"
    page = read(manager.get(path).text)
    assert "failed Attempt 1, today 12:00" in page.text
    assert page.actions == ["/sign-out", f"{path}/replay"]
    assert read(staff.get(path).text).actions == ["/sign-out"]

    assert manager.submit(path, f"{path}/replay").headers["location"] == f"{path}?done=replayed"

    stored = app.services.ports.store.find(Run, run.id)
    assert stored is not None
    assert stored.status is RunStatus.QUEUED
    assert "Reason replayed by Max" in read(manager.get(path).text).text


def test_run_that_succeeded_is_not_replayed(app: App, manager: Visitor) -> None:
    run = app.services.change_runs.start(app.add().id, by="user/1")
    app.work()
    path = f"/runs/{run.id}"
    assert f"{path}/replay" not in read(manager.get(path).text).actions
    answer = manager.submit(path, f"{path}/replay")
    assert answer.status_code == 409
    assert "only one that did not succeed is replayed" in read(answer.text).text


@pytest.mark.parametrize("run_id", ["9-m9", "nonsense", "1-%00", "1-é", "1-" + "a" * 99])
def test_run_that_is_not_there_is_not_found(owner: Visitor, run_id: str) -> None:
    assert owner.get(f"/runs/{run_id}").status_code == 404
    assert owner.submit("/", f"/runs/{run_id}/replay").status_code == 404
