"""Every notice is a message: once, to the right people, at a decent hour, naming its workflow."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps import App, build_app, memory_ports
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Announce, Event
from belfry.kernel.errors import InputError, Permanent
from belfry.messaging.messages import Message
from belfry.scheduler.kinds import RunContext
from belfry.scheduler.runs import DEAD_AFTER, NOTICE, RunStatus
from belfry.settings import Settings

MINUTE = timedelta(minutes=1)
NIGHT = NOON + timedelta(hours=11)
OWNER = "owner@example.com"
PEOPLE = """name,email,role
Olive Owner,owner@example.com,owner
Ana Marsh,ana@example.com,staff
Ben Moss,ben@example.com,staff
"""


def open_app(start: datetime = NOON, people: str = PEOPLE, **settings: Any) -> App:
    ports = memory_ports(VirtualClock(start), CrashingPoints())
    assert isinstance(ports.folder, MemoryFolder)
    ports.folder.files["people.csv"] = people.encode()
    return build_app(ports, Settings(**{"admin": OWNER, **settings}))


def tell(app: App) -> list[Message]:
    """Relay and release as the built-in workflows do; every message about notices so far."""
    context = RunContext("test", 1, "test", 1, app.clock.now(), 1)
    for kind in ("relay", "release"):
        app.services.kinds[kind].run({}, context)
    newest = app.ports.messages.list_newest(room="scheduler", limit=99)
    return sorted(newest, key=lambda message: (message.made_at, message.id))


def fail(app: App, times: int = 1, **edit: Any) -> int:
    """A workflow that fails and is told of at once."""
    workflow = app.add("Stock sync", **{"attempts": 1, "tell_after": 1, **edit})
    app.faults += [Permanent("no paper")] * times
    app.go(minutes=times)
    return workflow.id


def summarise(messages: list[Message]) -> list[tuple[str, str, str]]:
    return [(message.kind, message.sent_to, message.state) for message in messages]


def test_failing_and_recovered_are_told_to_the_owner_once_each() -> None:
    app = open_app()
    fail(app, times=2)
    assert summarise(tell(app)) == [("failing", OWNER, "sent")]
    app.go(minutes=3)
    tell(app)

    failing, recovered = tell(app)

    assert failing.subject_line == "Stock sync is failing"
    assert "Hello Olive Owner" in failing.text
    assert "Stock sync failed 1 times in a row: no paper" in failing.text
    assert (recovered.state, recovered.subject_line) == ("sent", "Stock sync works again")
    assert "Stock sync works again; it was failing since 12:01 on 16 November 2026." in (
        recovered.text
    )


def test_people_whom_the_workflow_names_are_told_instead() -> None:
    app = open_app()
    fail(app, notify="ana marsh, ops@example.com")

    assert summarise(tell(app)) == [
        ("failing", "ana@example.com", "sent"),
        ("failing", "ops@example.com", "sent"),
    ]


def test_who_left_since_is_replaced_by_the_owner() -> None:
    app = open_app()
    fail(app, notify="Ana Marsh")
    assert isinstance(app.ports.folder, MemoryFolder)
    app.ports.folder.files["people.csv"] = PEOPLE.replace("Ana", "Eva").encode()

    assert summarise(tell(app)) == [("failing", OWNER, "sent")]


def test_without_an_admin_the_owners_are_told() -> None:
    app = open_app(admin="")
    fail(app)
    assert summarise(tell(app)) == [("failing", OWNER, "sent")]


def test_where_nobody_has_an_address_today_alone_shows_it() -> None:
    app = open_app(admin="", people="name,role\nOlive,owner\n")
    fail(app)
    assert tell(app) == []
    assert len(app.ports.monitor.list_open_notices()) == 1


def test_notices_of_the_night_wait_for_the_morning() -> None:
    app = open_app(NIGHT)
    fail(app, times=1)
    (held,) = tell(app)
    assert (held.state, held.why) == ("held", "quiet hours")

    app.clock.advance_to(NOON + timedelta(hours=21))
    (sent,) = tell(app)

    assert sent.state == "sent"


def test_what_failed_and_recovered_in_the_night_is_one_message() -> None:
    app = open_app(NIGHT)
    fail(app)
    tell(app)
    app.go(minutes=1)
    tell(app)
    app.clock.advance_to(NOON + timedelta(hours=21))

    failing, recovered = tell(app)

    assert (failing.state, recovered.state) == ("dropped", "sent")
    assert "it was failing since 23:01 on 16 November 2026" in recovered.text


def test_urgent_notices_leave_at_any_hour() -> None:
    app = open_app(NIGHT)
    fail(app, notify_urgent=True)
    assert summarise(tell(app)) == [("failing", OWNER, "sent")]


def test_notice_that_was_dismissed_is_told_no_more() -> None:
    app = open_app(NIGHT)
    fail(app)
    tell(app)
    (notice,) = app.ports.monitor.list_open_notices()
    app.services.dismiss_notice(notice.id, by="user/1")
    app.clock.advance_to(NOON + timedelta(hours=21))

    (message,) = tell(app)

    assert (message.state, message.why) == ("dropped", "the notice was dismissed")


def test_missed_fire_is_told_with_its_workflow() -> None:
    app = open_app()
    app.add("Nightly stock", cron_schedule="0 13 * * *", catch_up="none")
    app.clock.advance(timedelta(hours=2))
    app.services.fire_triggers()

    (message,) = tell(app)

    assert message.subject_line == "Nightly stock did not run"
    assert (
        "Nightly stock: one fire up to 13:00 on 16 November 2026 did not run: 1 h late; "
        "it never catches up." in message.text
    )


def test_absence_is_told() -> None:
    app = open_app()
    app.services.watch_clock()
    app.clock.advance(timedelta(hours=4))
    app.services.watch_clock()

    (message,) = tell(app)

    assert message.subject_line == "Belfry was away"
    assert "from 12:00 on 16 November 2026 to 16:00 on 16 November 2026" in message.text


def test_watch_that_looks_seldom_was_not_away() -> None:
    app = open_app()
    watch = {"name": "watch", "kind": "watch", "cron_schedule": "0 * * * *"}
    app.services.create_workflow.create(watch, team_id=1, by="test")
    app.services.watch_clock()
    app.clock.advance(timedelta(hours=1))
    app.services.watch_clock()
    assert tell(app) == []


def test_lost_worker_is_told_with_what_it_ran() -> None:
    app = open_app()
    workflow = app.add("Stock sync", cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="test")
    worker = app.services.keep_worker.sign_on("shop/4711")
    app.services.claim_runs(worker=worker, limit=1)
    reap = app.services.reap_runs()
    reap()
    app.clock.advance(DEAD_AFTER)
    reap()

    (message,) = tell(app)

    assert message.kind == "lost-worker"
    assert "The worker shop/4711 stopped without signing off, while it ran Stock sync." in (
        message.text
    )


@pytest.mark.parametrize("is_watch_first", [True, False], ids=["watch first", "reaper first"])
def test_crash_of_everything_is_told_once_after_the_restart(is_watch_first: bool) -> None:
    app = open_app()
    app.services.keep_worker.sign_on("shop/4711")
    app.services.watch_clock()
    app.clock.advance(timedelta(hours=1))
    reap = app.services.reap_runs()
    reap()
    if is_watch_first:
        app.services.watch_clock()
    app.clock.advance(DEAD_AFTER)
    reap()
    app.services.watch_clock()

    (message,) = tell(app)

    assert message.kind == "away"
    assert app.ports.monitor.list_workers() == []


def test_worker_that_stops_long_after_the_watch_is_told_all_the_same() -> None:
    """The watch may wait in a lane that stands still, while workers go on."""
    app = open_app()
    worker = app.services.keep_worker.sign_on("shop/4711")
    app.services.watch_clock()
    app.clock.advance(timedelta(hours=1))
    app.services.keep_worker.heartbeat(worker)
    reap = app.services.reap_runs()
    reap()
    app.clock.advance(DEAD_AFTER)
    reap()

    (message,) = tell(app)

    assert message.kind == "lost-worker"


def test_lane_that_stands_still_is_told() -> None:
    app = open_app()
    workflow = app.add("Stock sync", cron_schedule=None)
    app.services.change_runs.start(workflow.id, by="test")
    app.clock.advance(2 * MINUTE)
    app.services.watch_clock()
    app.services.watch_clock()

    (message,) = tell(app)

    assert message.kind == "standing-still"
    assert "Nothing has started in the queue default since 12:00" in message.text
    assert "Stock sync is waiting" in message.text


def test_message_links_to_the_run_where_people_reach_the_pages() -> None:
    app = open_app(public_url="https://belfry.example.com")
    number = fail(app)
    (message,) = tell(app)
    assert f"https://belfry.example.com/runs/{number}-20261116T1201Z" in message.text


@pytest.mark.parametrize(
    ("notify", "message"),
    [
        ("Anna Marsh", "people.csv has nobody called 'Anna Marsh'; did you mean Ana Marsh?"),
        ("Zoltan", "people.csv has nobody called 'Zoltan'; write an e-mail address instead"),
        (["Ana Marsh", 7], "expected names or e-mail addresses"),
    ],
)
def test_name_that_nobody_has_is_refused(notify: Any, message: str) -> None:
    with pytest.raises(InputError) as refused:
        open_app().add(notify=notify)
    assert (refused.value.field, str(refused.value)) == ("notify", message)


STEPS = st.lists(
    st.sampled_from(["fail", "succeed", "replay", "watch", "away", "relay", "again", "night"]),
    max_size=30,
)


@given(STEPS)
def test_no_person_is_told_the_same_notice_twice(steps: list[str]) -> None:
    app = open_app()
    workflow = app.add("Stock sync", attempts=1, tell_after=1, cron_schedule=None)
    for step in steps:
        if step in ("fail", "succeed"):
            app.faults = [Permanent("no paper")] if step == "fail" else []
            app.services.change_runs.start(workflow.id, by="test")
            app.go(minutes=1)
        elif step == "replay":
            for run in app.ports.runs.list_newest(statuses=[RunStatus.PARKED], limit=1):
                app.services.change_runs.replay(run.id, by="test")
                app.go(minutes=1)
        elif step in ("watch", "away"):
            app.clock.advance(timedelta(hours=1) if step == "away" else MINUTE)
            app.services.watch_clock()
        elif step == "again":
            announce_again(app)
        elif step == "night":
            app.clock.advance(timedelta(hours=9))
        else:
            tell(app)
    tell(app)
    app.clock.advance_to((app.clock.now() + timedelta(days=2)).replace(hour=12))
    announce_again(app)

    notices = app.ports.monitor.list_open_notices(limit=999)
    messages = tell(app)

    assert sorted(message.facts["notice"] for message in messages) == sorted(
        notice.id for notice in notices
    )
    assert {message.state for message in messages} <= {"sent", "dropped"}
    for message in messages:
        assert message.state == "sent" or message.kind in ("failing", "recovered")


def announce_again(app: App) -> None:
    """Every notice that was ever given is delivered once more, as after a crash of the relay."""
    for notice in app.ports.monitor.list_open_notices(limit=999):
        event = Event(NOTICE, notice.id, "given", {}, app.clock.now())
        app.ports.store.commit([Announce(event)])
