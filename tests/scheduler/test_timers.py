"""What rings from Belfry's own clock on behalf of others: when, how often, and with what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps import App, memory_app, sql_app
from tests.fakes.crash_points import Struck
from tests.samples import NOON

from belfry.adapters.system.scheduler import EmbeddedScheduler
from belfry.entrypoints.worker.prepare import prepare
from belfry.kernel.changes import Put
from belfry.kernel.errors import Permanent
from belfry.kernel.eventbridge import Schedule
from belfry.scheduler.fire_triggers import FireTimers
from belfry.scheduler.timers import Timer, find_next, set_timer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MINUTE = timedelta(minutes=1)


class Post:
    """A scheduler in an app, and what it has announced so far."""

    def __init__(self, app: App) -> None:
        self.app, self.clock = app, app.clock
        ports = app.ports
        self.scheduler = EmbeddedScheduler(ports.store, ports.timers, ports.clock)
        self.ring = FireTimers(ports.store, ports.timers, ports.clock, ports.crash_points)

    def pass_to(self, moment: datetime) -> None:
        self.clock.advance_to(moment)
        self.ring()

    def hear(self) -> list[tuple[str, dict[str, Any]]]:
        """What was announced of timers since last asked: the name, and what was said."""
        outbox, now = self.app.ports.outbox, self.clock.now()
        rows = outbox.claim(now=now, limit=1000, within=MINUTE, about="timer")
        outbox.mark_done([row.id for row in rows], at=now)
        assert {row.op for row in rows} <= {"rang"}
        return [(row.aggregate_id, dict(row.payload)) for row in rows]

    def hear_times(self) -> list[str]:
        return [said["scheduled_time"] for _, said in self.hear()]


@pytest.fixture
def post() -> Post:
    return Post(memory_app())


def test_one_off_rings_once_at_its_minute_with_what_it_hands_on(post: Post) -> None:
    post.scheduler.put_once("release", NOON + 5 * MINUTE, '{"hold": 7}')
    post.pass_to(NOON + 5 * MINUTE - timedelta(seconds=1))
    assert post.hear() == []
    post.pass_to(NOON + 5 * MINUTE)
    post.pass_to(NOON + 6 * MINUTE)
    said = {"handed_on": '{"hold": 7}', "scheduled_time": "2026-11-16T12:05:00Z"}
    assert post.hear() == [("release", said)]


def test_moment_of_the_fire_stands_where_eventbridge_would_put_it(post: Post) -> None:
    text = '{"scheduled_time": "<aws.scheduler.scheduled-time>"}'
    post.scheduler.put_once("release", NOON + MINUTE, text)
    post.pass_to(NOON + timedelta(hours=20))
    [(_, said)] = post.hear()
    assert said["handed_on"] == '{"scheduled_time": "2026-11-16T12:01:00Z"}'


def test_schedule_rings_by_the_wall_clock_of_its_zone(post: Post) -> None:
    post.scheduler.put("daily", Schedule("cron(30 9 ? * 3 *)", "America/New_York", "tuesday"))
    post.pass_to(NOON + timedelta(days=9))
    assert post.hear_times() == ["2026-11-17T14:30:00Z", "2026-11-24T14:30:00Z"]


def test_fires_that_were_slept_through_ring_each_for_itself(post: Post) -> None:
    post.scheduler.put("beat", Schedule("cron(0 * * * ? *)", "UTC", "beat"))
    post.pass_to(NOON + timedelta(hours=3, minutes=10))
    hours = ["2026-11-16T13:00:00Z", "2026-11-16T14:00:00Z", "2026-11-16T15:00:00Z"]
    assert post.hear_times() == hours


def test_schedule_that_is_off_does_not_ring_until_it_is_on(post: Post) -> None:
    post.scheduler.put("beat", Schedule("cron(0 * * * ? *)", "UTC", "", is_enabled=False))
    post.pass_to(NOON + timedelta(hours=3, minutes=10))
    assert post.hear_times() == []
    post.scheduler.put("beat", Schedule("cron(0 * * * ? *)", "UTC", ""))
    post.pass_to(NOON + timedelta(hours=4))
    assert post.hear_times() == ["2026-11-16T16:00:00Z"]


def test_removed_one_off_does_not_ring(post: Post) -> None:
    post.scheduler.put_once("release", NOON + MINUTE, "")
    post.scheduler.remove("release")
    post.pass_to(NOON + timedelta(hours=1))
    assert post.hear() == []


def test_putting_the_same_again_forgets_no_fire_that_is_due(post: Post) -> None:
    beat = Schedule("cron(0 * * * ? *)", "UTC", "")
    post.scheduler.put("beat", beat)
    post.clock.advance(timedelta(hours=1))
    post.scheduler.put("beat", beat)
    post.ring()
    assert post.hear_times() == ["2026-11-16T13:00:00Z"]


def test_rate_rings_at_its_start_and_counts_from_there(post: Post) -> None:
    start = NOON + timedelta(minutes=3)
    post.scheduler.put("beat", Schedule("rate(7 minutes)", "UTC", "", start=start))
    post.pass_to(NOON + timedelta(minutes=18))
    times = ["2026-11-16T12:03:00Z", "2026-11-16T12:10:00Z", "2026-11-16T12:17:00Z"]
    assert post.hear_times() == times


def test_rate_without_a_start_counts_from_when_it_was_put(post: Post) -> None:
    post.scheduler.put("beat", Schedule("rate(7 minutes)", "UTC", ""))
    post.pass_to(NOON + timedelta(minutes=15))
    assert post.hear_times() == ["2026-11-16T12:07:00Z", "2026-11-16T12:14:00Z"]


def test_cron_does_not_ring_before_its_start(post: Post) -> None:
    start = NOON + timedelta(hours=2)
    post.scheduler.put("beat", Schedule("cron(0 * * * ? *)", "UTC", "", start=start))
    post.pass_to(NOON + timedelta(hours=3))
    assert post.hear_times() == ["2026-11-16T14:00:00Z", "2026-11-16T15:00:00Z"]


def test_single_time_put_as_a_schedule_rings_once_and_stays(post: Post) -> None:
    once = Schedule("at(2026-11-16T14:00:00)", "Europe/Berlin", "")
    post.scheduler.put("once", once)
    post.pass_to(NOON + timedelta(days=1))
    assert post.hear_times() == ["2026-11-16T13:00:00Z"]
    assert post.scheduler.list() == {"once": once}


def test_form_that_our_clock_cannot_follow_is_refused(post: Post) -> None:
    with pytest.raises(Permanent, match="monthly: .*3W"):
        post.scheduler.put("monthly", Schedule("cron(0 9 3W * ? *)", "UTC", ""))
    assert post.scheduler.list() == {}


def test_timer_that_makes_no_sense_stops_and_no_other_with_it(post: Post) -> None:
    bad = Timer(
        name="a-bad-one",
        expression="hello",
        timezone="UTC",
        handed_on="",
        set_at=NOON,
        next_at=NOON,
    )
    post.app.ports.store.commit([Put(bad)])
    post.scheduler.put_once("release", NOON + MINUTE, "")
    post.pass_to(NOON + MINUTE)
    assert [name for name, _ in post.hear()] == ["release"]
    assert post.app.ports.timers.list_due(now=post.clock.now(), limit=10) == []


@pytest.mark.parametrize(
    "step", ["store.begin", "store.written", "store.committed", "timers.fired"]
)
def test_clock_struck_down_while_it_rings_loses_and_doubles_nothing(post: Post, step: str) -> None:
    post.scheduler.put_once("release", NOON + MINUTE, "")
    post.clock.advance(MINUTE)
    post.app.crash_points.strike_at(step)
    with pytest.raises(Struck):
        post.ring()
    post.ring()
    assert [name for name, _ in post.hear()] == ["release"]


class Slow:
    """Timers as they stood a while ago, for a clock that is slower than another."""

    def __init__(self, seen: Sequence[Timer]) -> None:
        self._seen = seen

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Timer]:
        return self._seen

    def list(self) -> Sequence[Timer]:
        return self._seen


def test_two_clocks_at_once_ring_each_fire_once(tmp_path: Path) -> None:
    app = sql_app(None, tmp_path)
    post, ports = Post(app), app.ports
    for number in range(30):
        post.scheduler.put_once(f"release-{number}", NOON + MINUTE, "")
    seen = ports.timers.list_due(now=NOON + MINUTE, limit=100)
    app.clock.advance(MINUTE)
    slow = FireTimers(ports.store, Slow(seen), ports.clock, ports.crash_points)
    assert (post.ring(), slow()) == (30, 0)
    assert len(post.hear()) == 30
    ports.close()


def test_one_off_of_an_app_rings_from_the_relay_at_its_minute(tmp_path: Path) -> None:
    app = sql_app(None, tmp_path)
    prepare(app.services)
    scheduler = app.ports.scheduler
    assert isinstance(scheduler, EmbeddedScheduler)
    scheduler.put_once("release", NOON + 5 * MINUTE, "{}")
    app.go(minutes=5)
    fired = [run.scheduled_for for run in app.runs() if (run.output or "").startswith("1 timers")]
    assert fired == [NOON + 5 * MINUTE]
    assert scheduler.list() == {}
    app.ports.close()


@given(
    st.sampled_from(["cron(0 9 * * ? *)", "cron(30 1/2 ? * MON-FRI *)", "rate(7 minutes)"]),
    st.sampled_from(["UTC", "Europe/London", "Asia/Kolkata"]),
    st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.integers(0, 600),
)
def test_next_fire_comes_after_now_and_not_before_the_start(
    expression: str, zone: str, now: datetime, minutes: int
) -> None:
    start = now.replace(second=0, microsecond=0) + timedelta(minutes=minutes)
    timer = set_timer("t", Schedule(expression, zone, "", start=start), now=now)
    assert timer.next_at is not None
    assert timer.next_at > now
    assert timer.next_at >= start
    assert find_next(timer, timer.next_at) > timer.next_at  # type: ignore[operator]
