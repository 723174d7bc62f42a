"""What every external scheduler promises."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.contracts.schedulers import ALL, ExternalScheduler, keep_in_memory
from tests.samples import NOON

from belfry.kernel.errors import InputError, Permanent
from belfry.kernel.eventbridge import Schedule

NAME = "wf-12-prod"
DAILY = Schedule("cron(0 9 * * ? *)", "Europe/London", '{"workflow_id": 12}')
LATER = datetime(2099, 1, 1, tzinfo=UTC)
BEAT = Schedule("rate(7 minutes)", "UTC", "beat", start=LATER)


@pytest.fixture(params=list(ALL))
def external_scheduler(request: pytest.FixtureRequest) -> ExternalScheduler:
    return ALL[request.param](request)


@pytest.fixture
def in_memory(request: pytest.FixtureRequest) -> ExternalScheduler:
    """The scheduler that goes by the test's clock; the emulator of EventBridge fires nothing."""
    return keep_in_memory(request)


def test_nothing_is_listed_before_anything_was_put(external_scheduler: ExternalScheduler) -> None:
    assert external_scheduler.scheduler.list() == {}


@pytest.mark.parametrize(
    "schedule",
    [
        pytest.param(DAILY, id="a cron in a zone"),
        pytest.param(replace(DAILY, is_enabled=False), id="one that is off"),
        pytest.param(replace(DAILY, handed_on=""), id="one that hands nothing on"),
        pytest.param(BEAT, id="a rate with a start"),
        pytest.param(replace(DAILY, expression="at(2098-02-03T04:05:00)"), id="a single time"),
        pytest.param(replace(BEAT, start=NOON - timedelta(minutes=5)), id="a start just passed"),
    ],
)
def test_put_makes_the_schedule_that_is_given(
    external_scheduler: ExternalScheduler, schedule: Schedule
) -> None:
    external_scheduler.scheduler.put(NAME, schedule)
    assert external_scheduler.scheduler.list() == {NAME: schedule}


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(DAILY, id="the same"),
        pytest.param(replace(DAILY, expression="cron(30 17 ? * FRI *)"), id="other times"),
        pytest.param(replace(DAILY, timezone="Asia/Kolkata"), id="another zone"),
        pytest.param(replace(DAILY, handed_on="{}"), id="another thing to hand on"),
        pytest.param(replace(DAILY, is_enabled=False), id="off"),
        pytest.param(BEAT, id="a rate with a start"),
    ],
)
def test_put_leaves_nothing_of_what_was_there(
    external_scheduler: ExternalScheduler, before: Schedule
) -> None:
    for schedule in (before, DAILY, before, DAILY):
        external_scheduler.scheduler.put(NAME, schedule)
        assert external_scheduler.scheduler.list() == {NAME: schedule}


def test_put_leaves_other_names_alone(external_scheduler: ExternalScheduler) -> None:
    external_scheduler.scheduler.put("somebody-elses", BEAT)
    external_scheduler.scheduler.put(NAME, DAILY)
    assert external_scheduler.scheduler.list() == {"somebody-elses": BEAT, NAME: DAILY}


def test_put_once_is_listed_with_its_minute_and_what_it_hands_on(
    external_scheduler: ExternalScheduler,
) -> None:
    at = NOON + timedelta(hours=2, seconds=40)
    external_scheduler.scheduler.put_once("release", at.astimezone(), '{"minute": "14:00"}')
    once = Schedule("at(2026-11-16T14:00:00)", "UTC", '{"minute": "14:00"}')
    assert external_scheduler.scheduler.list() == {"release": once}


def test_put_once_again_moves_it(external_scheduler: ExternalScheduler) -> None:
    external_scheduler.scheduler.put_once("release", NOON + timedelta(hours=1), "first")
    external_scheduler.scheduler.put_once("release", NOON + timedelta(hours=2), "second")
    moved = Schedule("at(2026-11-16T14:00:00)", "UTC", "second")
    assert external_scheduler.scheduler.list() == {"release": moved}


def test_put_once_later_in_this_minute_fires_in_the_next(
    external_scheduler: ExternalScheduler,
) -> None:
    external_scheduler.clock.advance(timedelta(seconds=10))
    external_scheduler.scheduler.put_once("release", NOON + timedelta(seconds=30), "soon")
    assert [schedule.expression for schedule in external_scheduler.scheduler.list().values()] == [
        "at(2026-11-16T12:01:00)"
    ]


@pytest.mark.parametrize(
    "at",
    [
        pytest.param(NOON, id="now"),
        pytest.param(NOON - timedelta(days=1), id="yesterday"),
        pytest.param(datetime(2098, 1, 1), id="a time without a zone"),  # noqa: DTZ001
    ],
)
def test_put_once_refuses_what_is_no_moment_to_come(
    external_scheduler: ExternalScheduler, at: datetime
) -> None:
    external_scheduler.scheduler.put("release", DAILY)
    with pytest.raises(InputError) as refusal:
        external_scheduler.scheduler.put_once("release", at, "too late")
    assert refusal.value.field == "at"
    assert external_scheduler.scheduler.list() == {"release": DAILY}


def test_one_off_is_gone_when_its_minute_is_over(in_memory: ExternalScheduler) -> None:
    in_memory.scheduler.put(NAME, DAILY)
    in_memory.scheduler.put_once("release", NOON + timedelta(minutes=1), "once")
    in_memory.clock.advance(timedelta(minutes=2))
    assert in_memory.scheduler.list() == {NAME: DAILY}


def test_one_off_that_is_put_as_a_schedule_stays(in_memory: ExternalScheduler) -> None:
    in_memory.scheduler.put_once(NAME, NOON + timedelta(minutes=1), "once")
    in_memory.scheduler.put(NAME, DAILY)
    in_memory.clock.advance(timedelta(days=2))
    assert in_memory.scheduler.list() == {NAME: DAILY}


def test_schedule_that_is_put_as_a_one_off_goes(in_memory: ExternalScheduler) -> None:
    in_memory.scheduler.put(NAME, DAILY)
    in_memory.scheduler.put_once(NAME, NOON + timedelta(minutes=1), "once")
    in_memory.clock.advance(timedelta(minutes=2))
    assert in_memory.scheduler.list() == {}


def test_removed_schedule_is_gone_and_the_others_are_not(
    external_scheduler: ExternalScheduler,
) -> None:
    external_scheduler.scheduler.put(NAME, DAILY)
    external_scheduler.scheduler.put("wf-12-prod-2", BEAT)
    external_scheduler.scheduler.remove(NAME)
    assert external_scheduler.scheduler.list() == {"wf-12-prod-2": BEAT}


def test_one_off_can_be_removed(external_scheduler: ExternalScheduler) -> None:
    external_scheduler.scheduler.put_once("release", NOON + timedelta(hours=1), "once")
    external_scheduler.scheduler.remove("release")
    assert external_scheduler.scheduler.list() == {}


@pytest.mark.parametrize("name", ["wf-99-prod", "no name at all"])
def test_remove_of_what_is_not_there_changes_nothing(
    external_scheduler: ExternalScheduler, name: str
) -> None:
    external_scheduler.scheduler.put(NAME, DAILY)
    external_scheduler.scheduler.remove(name)
    external_scheduler.scheduler.remove(name)
    assert external_scheduler.scheduler.list() == {NAME: DAILY}


def test_removed_name_can_be_put_again(external_scheduler: ExternalScheduler) -> None:
    external_scheduler.scheduler.put(NAME, DAILY)
    external_scheduler.scheduler.remove(NAME)
    external_scheduler.scheduler.put(NAME, BEAT)
    assert external_scheduler.scheduler.list() == {NAME: BEAT}


def test_list_gives_more_than_one_page(external_scheduler: ExternalScheduler) -> None:
    wanted = {f"wf-{number}-prod": DAILY for number in range(1, 56)}
    for name, schedule in wanted.items():
        external_scheduler.scheduler.put(name, schedule)
    assert external_scheduler.scheduler.list() == wanted


@pytest.mark.parametrize(
    "name, schedule",
    [
        pytest.param("wf 12", DAILY, id="a name with a blank"),
        pytest.param("", DAILY, id="no name"),
        pytest.param("n" * 65, DAILY, id="a name that is too long"),
        pytest.param(NAME, replace(DAILY, expression="0 9 * * *"), id="five fields"),
        pytest.param(NAME, replace(DAILY, expression="cron(0 9 * * * *)"), id="no question mark"),
        pytest.param(NAME, replace(DAILY, expression="hello"), id="no schedule"),
        pytest.param(NAME, replace(DAILY, expression="rate(1 minutes)"), id="bad grammar"),
        pytest.param(NAME, replace(DAILY, timezone="Europe/Londinium"), id="an unknown zone"),
        pytest.param(NAME, replace(DAILY, timezone=""), id="no zone"),
        pytest.param(
            NAME, replace(BEAT, start=NOON - timedelta(minutes=6)), id="a start long passed"
        ),
    ],
)
def test_put_refuses_what_eventbridge_would_refuse(
    external_scheduler: ExternalScheduler, name: str, schedule: Schedule
) -> None:
    external_scheduler.scheduler.put(NAME, BEAT)
    with pytest.raises(Permanent):
        external_scheduler.scheduler.put(name, schedule)
    assert external_scheduler.scheduler.list() == {NAME: BEAT}


def test_put_once_refuses_a_bad_name(external_scheduler: ExternalScheduler) -> None:
    with pytest.raises(Permanent):
        external_scheduler.scheduler.put_once("wf 12", NOON + timedelta(hours=1), "once")
    assert external_scheduler.scheduler.list() == {}
