"""The plan brings EventBridge to the wanted schedules in the fewest steps, in a stable order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge import Change, Create, Delete, Schedule, Step, plan_schedules

_DAILY = Schedule("cron(0 9 * * ? *)", "Europe/London", "{}")
_WEEKLY = Schedule("cron(0 9 ? * MON *)", "Europe/London", "{}")
_START = datetime(2026, 11, 16, 9, 48, tzinfo=UTC)
_RATE = Schedule("rate(7 minutes)", "UTC", "{}", start=_START)

_OURS = st.sampled_from([f"wf-{n}-dev{end}" for n in (1, 2, 10) for end in ("", "-2", "-10")])
_OTHERS = st.sampled_from(["wf-1-prod", "wf-1-dev-1", "ss-weekly-draft", "wf-2-dev2", "backup"])
_SCHEDULES = st.sampled_from([_DAILY, _WEEKLY, _RATE])


def _plan(wanted: dict[str, Schedule], actual: dict[str, Schedule]) -> list[Step]:
    return plan_schedules(wanted, actual, environment="dev")


def _carry_out(steps: list[Step], actual: dict[str, Schedule]) -> dict[str, Schedule]:
    """What EventBridge has afterwards; a step that it would refuse fails."""
    schedules = dict(actual)
    for step in steps:
        match step:
            case Create(name, schedule):
                assert name not in schedules
                schedules[name] = schedule
            case Change(name, schedule):
                assert name in schedules
                schedules[name] = schedule
            case Delete(name):
                del schedules[name]
    return schedules


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.dictionaries(_OURS, _SCHEDULES),
    st.dictionaries(_OURS, _SCHEDULES),
    st.dictionaries(_OTHERS, _SCHEDULES),
)
def test_plan_leads_to_what_is_wanted_and_leaves_others_alone(
    wanted: dict[str, Schedule], own_schedules: dict[str, Schedule], others: dict[str, Schedule]
) -> None:
    steps = _plan(wanted, own_schedules | others)
    assert _carry_out(steps, own_schedules | others) == wanted | others
    differing = {
        name for name in wanted | own_schedules if wanted.get(name) != own_schedules.get(name)
    }
    assert sorted(step.name for step in steps) == sorted(differing)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.dictionaries(_OURS, _SCHEDULES), st.dictionaries(_OURS, _SCHEDULES), st.integers(0, 10**6)
)
def test_plan_does_not_hang_on_the_order_it_is_asked_in(
    wanted: dict[str, Schedule], actual: dict[str, Schedule], seed: int
) -> None:
    def shuffle(schedules: dict[str, Schedule]) -> dict[str, Schedule]:
        names = list(schedules)
        Random(seed).shuffle(names)
        return {name: schedules[name] for name in names}

    assert _plan(shuffle(wanted), shuffle(actual)) == _plan(wanted, actual)


def test_plan_goes_by_workflow_and_puts_before_it_deletes() -> None:
    wanted = {"wf-10-dev-2": _DAILY, "wf-2-dev-2": _WEEKLY, "wf-2-dev": _WEEKLY}
    deleted = ["wf-10-dev", "wf-2-dev-10", "wf-2-dev-3", "wf-1-dev"]
    actual = {"wf-2-dev": _DAILY} | dict.fromkeys(deleted, _DAILY)
    assert _plan(wanted, actual) == [
        Delete("wf-1-dev"),
        Change("wf-2-dev", _WEEKLY),
        Create("wf-2-dev-2", _WEEKLY),
        Delete("wf-2-dev-3"),
        Delete("wf-2-dev-10"),
        Create("wf-10-dev-2", _DAILY),
        Delete("wf-10-dev"),
    ]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(Schedule("cron(0 8 * * ? *)", "Europe/London", "{}"), id="other times"),
        pytest.param(Schedule("cron(0 9 * * ? *)", "Europe/Paris", "{}"), id="another zone"),
        pytest.param(Schedule("cron(0 9 * * ? *)", "Europe/London", "[]"), id="another input"),
        pytest.param(
            Schedule("cron(0 9 * * ? *)", "Europe/London", "{}", is_enabled=False), id="a pause"
        ),
        pytest.param(
            Schedule("cron(0 9 * * ? *)", "Europe/London", "{}", start=_START), id="a start"
        ),
        pytest.param(Schedule("hello", "Europe/London", "{}", start=_START), id="nonsense"),
    ],
)
def test_plan_fixes_every_difference(other: Schedule) -> None:
    assert _plan({"wf-1-dev": _DAILY}, {"wf-1-dev": other}) == [Change("wf-1-dev", _DAILY)]


@pytest.mark.parametrize(
    "later, steps",
    [
        pytest.param(timedelta(minutes=7 * 1000), 0, id="a thousand beats later"),
        pytest.param(timedelta(minutes=-7), 0, id="a beat earlier"),
        pytest.param(timedelta(minutes=8), 1, id="out of step by a minute"),
    ],
)
def test_rate_is_sent_again_only_when_it_is_out_of_step(later: timedelta, steps: int) -> None:
    actual = Schedule("rate(7 minutes)", "UTC", "{}", start=_START + later)
    assert len(_plan({"wf-1-dev": _RATE}, {"wf-1-dev": actual})) == steps


def test_rate_without_a_start_is_sent_again() -> None:
    actual = Schedule("rate(7 minutes)", "UTC", "{}")
    assert _plan({"wf-1-dev": _RATE}, {"wf-1-dev": actual}) == [Change("wf-1-dev", _RATE)]


@pytest.mark.parametrize("name", ["wf-1-prod", "wf-1-dev-1", "backup"])
def test_plan_refuses_to_make_what_is_not_ours(name: str) -> None:
    with pytest.raises(InputError, match="is not one of 'dev'"):
        _plan({name: _DAILY}, {})
