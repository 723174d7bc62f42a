"""The publisher: the current state is published once, whatever changed in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.samples import NOON
from tests.scheduler.bridges import Bridge, memory_bridge, open_bridge

from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import Permanent, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.scheduler.publications import HELD_FOR, Publication
from belfry.scheduler.relay_outbox import MOST_ATTEMPTS, Relayed
from belfry.scheduler.workflows import BUILTINS, Workflow

MINUTE = timedelta(minutes=1)
TWO_DAYS = "0 0 13 * 5"
"""The 13th or a Friday: EventBridge needs a schedule for each."""


@pytest.fixture
def bridge() -> Bridge:
    return memory_bridge()


def handed_on(bridge: Bridge, name: str) -> dict[str, object]:
    data: dict[str, object] = json.loads(bridge.scheduler.list()[name].handed_on)
    return data


def find_publication(bridge: Bridge, workflow: Workflow) -> Publication:
    publication = bridge.app.ports.store.find(Publication, workflow.key)
    assert publication
    return publication


def test_a_new_workflow_is_told_whole(bridge: Bridge) -> None:
    workflow = bridge.add("0 14 * * 4", timezone="Europe/London")

    assert bridge.publish() == Relayed(done=1, put_back=0, failed=0)
    assert bridge.scheduler.list() == {
        f"wf-{workflow.id}-prod": Schedule(
            "cron(0 14 ? * THU *)",
            "Europe/London",
            f'{{"workflow_id": {workflow.id}, "revision": 1, '
            '"scheduled_time": "<aws.scheduler.scheduled-time>"}',
        )
    }


def test_a_schedule_with_two_ways_to_match_a_day_is_two_schedules(bridge: Bridge) -> None:
    workflow = bridge.add(TWO_DAYS)
    bridge.publish()

    first = f"wf-{workflow.id}-prod"
    assert {name: schedule.expression for name, schedule in bridge.scheduler.list().items()} == {
        first: "cron(0 0 13 * ? *)",
        f"{first}-2": "cron(0 0 ? * FRI *)",
    }


def test_schedules_no_longer_needed_go_after_the_new_one_has_come(bridge: Bridge) -> None:
    workflow = bridge.add(TWO_DAYS)
    bridge.publish()
    order: list[tuple[str, str]] = []
    bridge.scheduler.meddle = lambda verb, name: order.append((verb, name))
    bridge.edit(workflow, cron_schedule="0 9 * * *")
    bridge.publish()

    first = f"wf-{workflow.id}-prod"
    assert order == [("put", first), ("remove", f"{first}-2")]
    assert bridge.is_true()


def test_many_quick_edits_are_one_call(bridge: Bridge) -> None:
    workflow = bridge.add()
    for hour in range(10, 20):
        bridge.edit(workflow, cron_schedule=f"0 {hour} * * *")

    assert bridge.publish() == Relayed(done=11, put_back=0, failed=0)
    assert bridge.scheduler.calls == {("put", f"wf-{workflow.id}-prod"): 1}
    assert bridge.is_true()


def test_a_paused_workflow_keeps_its_schedule_switched_off(bridge: Bridge) -> None:
    workflow = bridge.add()
    bridge.publish()
    bridge.pause(workflow)
    bridge.publish()
    assert [schedule.is_enabled for schedule in bridge.scheduler.list().values()] == [False]

    bridge.resume(workflow)
    bridge.publish()
    assert [schedule.is_enabled for schedule in bridge.scheduler.list().values()] == [True]


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(Bridge.delete, id="deleted"),
        pytest.param(Bridge.archive, id="archived"),
        pytest.param(lambda b, w: b.edit(w, cron_schedule=None), id="without a schedule"),
    ],
)
def test_nothing_is_left_outside_of_a_workflow(
    act: Callable[[Bridge, Workflow], object], bridge: Bridge
) -> None:
    workflow = bridge.add(TWO_DAYS)
    bridge.publish()
    act(bridge, workflow)
    bridge.publish()

    assert bridge.scheduler.list() == {}


def test_a_rate_starts_at_its_next_beat_however_late_it_is_told(bridge: Bridge) -> None:
    workflow = bridge.add("rate(7 minutes)")
    bridge.clock.advance(timedelta(hours=3))
    bridge.publish()

    (schedule,) = bridge.scheduler.list().values()
    assert schedule.expression == "rate(7 minutes)"
    assert schedule.start == workflow.schedule_since + 26 * 7 * MINUTE == NOON + 182 * MINUTE


def test_a_single_time_that_has_passed_is_not_told(bridge: Bridge) -> None:
    bridge.add("at(2026-11-16T13:00:00)")
    bridge.clock.advance(timedelta(hours=2))

    assert bridge.publish().done == 1
    assert bridge.scheduler.list() == {}


def test_belfrys_own_work_stays_with_belfrys_own_clock(bridge: Bridge) -> None:
    bridge.app.services.ensure_builtins(timezone="UTC", wishes={})

    assert bridge.publish().done == len(BUILTINS)
    assert bridge.scheduler.list() == {}


def test_a_new_name_is_no_news_outside(bridge: Bridge) -> None:
    workflow = bridge.add()
    bridge.publish()
    bridge.edit(workflow, name="Another name")

    assert bridge.publish().done == 0
    assert handed_on(bridge, f"wf-{workflow.id}-prod")["revision"] == 1
    assert bridge.external_scheduler.reconcile().drifts == []


def test_a_new_name_given_while_it_is_told_does_not_tell_it_again(bridge: Bridge) -> None:
    workflow = bridge.add()
    bridge.scheduler.meddle = lambda verb, name: bridge.edit(workflow, name="Another name")
    bridge.publish()

    assert bridge.scheduler.calls == {("put", f"wf-{workflow.id}-prod"): 1}
    assert bridge.external_scheduler.reconcile().drifts == []


def test_the_relay_of_all_news_tells_it_too(bridge: Bridge) -> None:
    bridge.app.services.ensure_builtins(timezone="UTC", wishes={})
    bridge.add()
    bridge.app.go(minutes=1)

    assert bridge.is_true()


def test_the_publisher_leaves_the_news_of_other_rooms_alone(bridge: Bridge) -> None:
    store, clock = bridge.app.ports.store, bridge.clock
    store.commit([Announce(Event("job", "7", "moved", {}, clock.now()))])

    assert bridge.publish().done == 0
    left = bridge.app.ports.outbox.claim(now=clock.now(), limit=10, within=MINUTE)
    assert [row.aggregate_type for row in left] == ["job"]


def test_a_scheduler_that_is_busy_is_asked_again_and_no_row_is_parked(bridge: Bridge) -> None:
    workflow = bridge.add()
    busy = Temporary("throttled", retry_after=timedelta(minutes=30))
    bridge.scheduler.refuse(f"wf-{workflow.id}-prod", busy)
    assert bridge.publish() == Relayed(done=0, put_back=1, failed=0)

    bridge.clock.advance(timedelta(minutes=29))
    assert bridge.publish() == Relayed(done=0, put_back=0, failed=0)
    for _ in range(2 * MOST_ATTEMPTS):
        bridge.clock.advance(timedelta(hours=2))
        assert bridge.publish() == Relayed(done=0, put_back=1, failed=0)

    bridge.publish_quietly()
    assert bridge.is_true()


def test_a_scheduler_that_keeps_silent_is_not_asked_for_every_workflow(bridge: Bridge) -> None:
    for _ in range(50):
        bridge.add()
    bridge.scheduler.answer_with(*(Temporary("no answer") for _ in range(50)))

    assert bridge.publish() == Relayed(done=0, put_back=50, failed=0)
    assert bridge.scheduler.calls.total() == 3
    bridge.publish_quietly()
    assert bridge.is_true()


def test_a_workflow_the_scheduler_refuses_is_parked_and_told_once(
    bridge: Bridge, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = bridge.add(), bridge.add()
    bridge.edit(bad, cron_schedule="0 10 * * *")
    bridge.scheduler.refuse(f"wf-{bad.id}-prod", Permanent("no such zone"))
    for _ in range(MOST_ATTEMPTS + 3):
        bridge.publish()
        bridge.clock.advance(timedelta(hours=2))

    assert set(bridge.shown()) == {f"wf-{good.id}-prod"}
    failed = bridge.app.ports.outbox.list_failed(limit=10)
    assert [row.attempt_count for row in failed] == [MOST_ATTEMPTS] * 2
    (notice,) = bridge.app.ports.monitor.list_open_notices()
    assert (notice.workflow_id, notice.kind) == (bad.id, "unannounced")
    assert notice.text == (
        f"What changed about workflow {bad.id} could not be passed on, 10 times: no such zone"
    )
    assert [r.message for r in caplog.records if r.levelname == "ERROR"] == 2 * [
        "outbox.row_failed"
    ]
    assert find_publication(bridge, bad).problem == "no such zone"


@pytest.mark.parametrize("number", ["", "x", "-1", "1.5", "²", "9" * 30, str(2**31)])
def test_event_without_a_workflow_is_refused_and_holds_up_no_other(
    number: str, bridge: Bridge
) -> None:
    event = Event("workflow", number, "upsert", {}, bridge.clock.now())
    bridge.app.ports.store.commit([Announce(event)])
    bridge.add()

    assert bridge.publish() == Relayed(done=1, put_back=1, failed=0)
    assert bridge.is_true()


def test_news_of_a_workflow_that_never_was_is_done(bridge: Bridge) -> None:
    event = Event("workflow", "4711", "upsert", {}, bridge.clock.now())
    bridge.app.ports.store.commit([Announce(event)])

    assert bridge.publish() == Relayed(done=1, put_back=0, failed=0)
    assert bridge.scheduler.list() == {}


def test_workflow_deleted_while_it_is_published_leaves_no_schedule(bridge: Bridge) -> None:
    workflow = bridge.add(TWO_DAYS)
    bridge.scheduler.meddle = once(lambda: bridge.delete(workflow))
    bridge.publish()

    assert bridge.scheduler.list() == {}


def test_an_edit_made_while_it_is_told_is_told_before_the_lease_is_given_back(
    bridge: Bridge,
) -> None:
    workflow = bridge.add()
    bridge.scheduler.meddle = once(lambda: bridge.edit(workflow, cron_schedule=TWO_DAYS))
    bridge.external_scheduler.publish.publish([workflow.id])

    assert bridge.is_true()
    assert find_publication(bridge, workflow).count == 2


def test_a_workflow_that_never_stands_still_is_left_for_later(bridge: Bridge) -> None:
    workflow = bridge.add()
    minutes = iter(range(1, 60))

    def edit_again(verb: str, name: str) -> None:
        bridge.edit(workflow, cron_schedule=f"{next(minutes)} 9 * * *")

    bridge.scheduler.meddle = edit_again
    failed = bridge.external_scheduler.publish.publish([workflow.id])

    assert {number: str(error) for number, error in failed.items()} == {
        workflow.id: "it changes more quickly than it can be published"
    }
    bridge.scheduler.meddle = lambda verb, name: None
    bridge.publish_quietly()
    assert bridge.is_true()


def test_a_lease_keeps_others_away_until_it_ends(bridge: Bridge) -> None:
    workflow = bridge.add()
    held = Publication(
        workflow_id=workflow.id, environment="prod", held_until=bridge.clock.now() + HELD_FOR
    )
    bridge.app.ports.store.commit([Put(held)])

    assert bridge.publish() == Relayed(done=0, put_back=1, failed=0)
    assert bridge.scheduler.calls.total() == 0
    bridge.clock.advance(HELD_FOR)
    assert bridge.publish() == Relayed(done=1, put_back=0, failed=0)
    assert bridge.is_true()


def test_a_publisher_slower_than_its_lease_stops_and_tries_again(bridge: Bridge) -> None:
    for _ in range(3):
        bridge.add()
    bridge.scheduler.meddle = once(lambda: bridge.clock.advance(HELD_FOR))

    assert bridge.publish().put_back == 2
    assert bridge.scheduler.calls.total() == 1
    bridge.publish_quietly()
    assert bridge.is_true()


def test_a_publisher_that_lost_its_lease_has_it_told_again(bridge: Bridge) -> None:
    """A slow publisher writes an old state last: it must notice, and publish the current one."""
    workflow = bridge.add()

    def overtake() -> None:
        bridge.clock.advance(HELD_FOR)
        bridge.edit(workflow, cron_schedule="0 10 * * *")
        bridge.publish()

    bridge.scheduler.meddle = once(overtake)
    bridge.publish()

    assert bridge.is_true()
    assert find_publication(bridge, workflow).held_until is None


def test_another_environments_schedules_are_left_alone_and_our_own_made_anew() -> None:
    """The database may be a copy: names of another environment belong to that one."""
    bridge = memory_bridge("prod")
    workflow = bridge.add(TWO_DAYS)
    bridge.publish()
    before = dict(bridge.scheduler.list())
    copy = open_bridge(bridge.app.ports, bridge.scheduler, environment="stage")
    copy.edit(workflow, cron_schedule="0 10 * * *")
    copy.publish()
    copy.delete(workflow)
    copy.publish()

    assert bridge.scheduler.list() == before


def once(act: Callable[[], object]) -> Callable[[str, str], None]:
    """What happens before the first call alone."""
    acts = [act]

    def meddle(verb: str, name: str) -> None:
        if acts:
            acts.pop()()

    return meddle
