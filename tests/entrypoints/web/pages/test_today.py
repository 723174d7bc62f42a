"""Today lists what needs attention, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from tests.entrypoints.web.pages.apps import App, Visitor
from tests.entrypoints.web.pages.benches import Bench
from tests.entrypoints.web.pages.offices import Office
from tests.entrypoints.web.pages.reading import read
from tests.samples import NOON

from belfry.kernel.changes import Append, Put
from belfry.scheduler.runs import Notice, WorkflowHealth
from belfry.scheduler.triggers import Trigger

AWAY = Notice(
    id="away/2026-11-16 02:10 UTC",
    at=NOON,
    kind="away",
    text="Belfry was away from 2026-11-16 02:10 UTC to 2026-11-16 06:40 UTC",
)


def test_empty_app_says_what_to_do_next(owner: Visitor, staff: Visitor) -> None:
    page = read(owner.get("/").text)
    assert "No worker is running." in page.text
    assert "start belfry serve" in page.text
    assert "Nothing needs you" in page.text
    assert "No workflows of your own yet." in page.text
    assert page.links.count("/workflows/new") == 1
    assert "/workflows/new" not in read(staff.get("/").text).links


def test_first_steps_are_offered_until_something_has_begun(app: App, owner: Visitor) -> None:
    assert {"/jobs/new", "/controls/board"} <= set(read(owner.get("/").text).links)
    Bench(app).open()
    assert "/jobs/new" not in read(owner.get("/").text).links


def test_quiet_day_says_that_all_is_well(app: App, owner: Visitor) -> None:
    app.add()
    app.work()
    text = read(owner.get("/").text).text
    assert "Monday 16 November All is well." in text
    assert "Needs your attention" not in text
    assert "alive driver" in text


def test_worker_that_is_silent_is_told_from_one_that_is_alive(app: App, owner: Visitor) -> None:
    app.services.keep_worker.sign_on("shop-pc")
    app.clock.advance(timedelta(seconds=31))
    assert "silent shop-pc" in read(owner.get("/").text).text


def test_notice_is_told_in_the_zone_of_the_team_until_it_is_put_away(
    app: App, owner: Visitor
) -> None:
    app.services.ports.store.commit([Append(AWAY)])
    app.work()
    text = read(owner.get("/").text).text
    assert "One thing needs your attention." in text
    assert "Belfry was away from today 02:10 to today 06:40" in text

    answer = owner.submit("/", "/notices/put-away", {"notice": AWAY.id})

    assert answer.headers["location"] == "/?done=put-away"
    assert "Belfry was away" not in read(owner.get("/").text).text


def test_every_notice_is_counted_and_shown(app: App, owner: Visitor) -> None:
    notices = [replace(AWAY, id=f"away/{number}") for number in range(30)]
    app.services.ports.store.commit([Append(notice) for notice in notices])
    page = read(owner.get("/").text)
    assert "30 things need your attention" in page.text


def test_notice_that_is_not_there_cannot_be_put_away(owner: Visitor) -> None:
    assert owner.submit("/", "/notices/put-away", {"notice": "none"}).status_code == 404


def test_failing_workflow_is_named_once_by_all_that_is_known_of_it(
    app: App, owner: Visitor
) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={}, tell_after=1)
    app.services.change_runs.start(workflow.id, by="user/1")
    app.work()

    text = read(owner.get("/").text).text
    failed = "failing Courier list 1 attempt in a row failed, noticed today 12:00"
    assert f"{failed} the printer is out of paper" in text
    assert "One thing needs your attention." in text
    assert text.count("failing") == 1

    notice = app.services.ports.monitor.list_open_notices()[0]
    app.services.dismiss_notice(notice.id, by="user/1")
    text = read(owner.get("/").text).text
    assert failed in text


def test_notice_of_long_ago_does_not_contradict_the_count_of_now(app: App, owner: Visitor) -> None:
    workflow = app.add("Courier list", cron_schedule=None)
    now = app.clock.now()
    notice = Notice(
        id="failing/1-m1/3",
        at=now,
        kind="failing",
        text="Courier list failed 3 times in a row: no paper",
        workflow_id=workflow.id,
    )
    health = WorkflowHealth(workflow.id, failures=18, failing_since=now)
    app.services.ports.store.commit([Put(health), Append(notice)])
    text = read(owner.get("/").text).text
    assert "Courier list 18 attempts in a row failed, noticed today 12:00 no paper" in text
    assert "3 times" not in text


def test_parked_run_is_replayed_from_here(app: App, owner: Visitor) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={})
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.work()
    page = read(owner.get("/").text)
    assert "failed Courier list of today 12:00 the printer is out of paper" in page.text
    assert f"/runs/{run.id}/replay" in page.actions

    answer = owner.submit("/", f"/runs/{run.id}/replay", {"back": "/"})

    assert answer.headers["location"] == "/?done=replayed"
    assert "failed Courier list" not in read(owner.get("/").text).text


def test_run_parked_long_ago_is_left_to_its_history(app: App, owner: Visitor) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="user/1")
    app.work()
    app.clock.advance(timedelta(days=6, hours=23))
    visitor = app.visitor(app.services.ports.users.find(1))
    assert "failed Courier list of" in read(visitor.get("/").text).text
    app.clock.advance(timedelta(hours=2))
    assert "failed Courier list of" not in read(visitor.get("/").text).text


def test_trigger_that_cannot_fire_is_told_with_its_problem(app: App, owner: Visitor) -> None:
    workflow = app.add("Old zone")
    trigger = app.services.ports.store.find(Trigger, workflow.key)
    assert trigger is not None
    problem = "its next fire cannot be worked out: no such zone"
    app.services.ports.store.commit(
        [Put(Trigger(trigger.workflow_id, None, problem, trigger.revision))]
    )
    text = read(owner.get("/").text).text
    assert f"cannot run Old zone {problem}" in text


def test_next_fires_are_of_the_team_and_few(app: App, owner: Visitor) -> None:
    app.services.ensure_builtins(timezone="Europe/London", wishes={})
    for hour in range(13, 24):
        app.add(f"At {hour}", cron_schedule=f"0 {hour} * * *")
    text = read(owner.get("/").text).text
    listed = [f"At {hour} today {hour}:00 in {hour - 12} h" for hour in range(14, 17)]
    assert f"Next runs At 13 today 13:00 in 60 min {' '.join(listed)} All times" in text


def test_run_that_is_put_away_rests_until_it_fails_once_more(app: App, owner: Visitor) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.work()

    answer = owner.submit("/", f"/runs/{run.id}/put-away")

    assert answer.headers["location"] == "/?done=put-away"
    assert "failed Courier list of" not in read(owner.get("/").text).text
    app.services.change_runs.replay(run.id, by="user/1")
    app.work()
    assert "failed Courier list of" in read(owner.get("/").text).text


def test_failures_are_one_number_on_every_page(app: App, owner: Visitor) -> None:
    workflow = app.add("Courier list", kind="broken", inputs={}, cron_schedule=None)
    for _ in range(3):
        app.services.change_runs.start(workflow.id, by="user/1")
        app.work()
        app.clock.advance(timedelta(minutes=1))
    for path in ("/", "/workflows", f"/workflows/{workflow.id}"):
        text = read(owner.get(path).text).text
        assert "3 attempts in a row failed, noticed today 12:02" in text, path
        assert "before it" not in text
    page = read(owner.get("/").text)
    assert [action for action in page.actions if "/replay" in action] == ["/runs/1-m3/replay"]


def test_missed_fire_is_run_from_its_notice(app: App, owner: Visitor) -> None:
    workflow = app.add("Night list", catch_up="none")
    app.work()
    app.clock.advance(timedelta(days=1))
    app.work()
    page = read(owner.get("/").text)
    (replay,) = (action for action in page.actions if action.endswith("/replay"))
    assert replay.startswith(f"/runs/{workflow.id}-")
    assert owner.submit("/", replay, {"back": "/"}).headers["location"] == "/?done=replayed"


def test_rooms_come_with_their_counts_and_the_worst_first(app: App, owner: Visitor) -> None:
    Office(app).open()
    bench = Bench(app)
    bench.open("Ask me first: yes")
    bench.move({"J-2042": "diagnosing"})
    text = read(owner.get("/").text).text
    assert "3 things need your attention." in text
    rooms = "2 Controls 1 escalated, 1 overdue 1 Jobs 1 message"
    assert f"Needs your attention {rooms} Controls 2 escalated" in text
