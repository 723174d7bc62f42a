"""Whether a reminder is still to be said, and what a message keeps of it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.reminding import DUE, TODAY, a_control, a_reminder

from belfry.controls.controls import Snooze, write_snoozes
from belfry.controls.reminders.reminders import (
    Redirect,
    Reminder,
    about_control,
    find_control_id,
    find_obstacle,
    next_key,
    read_event,
    read_facts,
    reminder_key,
    write_facts,
)

SNOOZED = write_snoozes([Snooze(TODAY, TODAY + timedelta(days=2))])
days = st.dates(date(1970, 1, 1), date(2200, 12, 31))
names = st.text(max_size=20)
reminders = st.builds(
    Reminder,
    control=names,
    due_on=days,
    cycle=st.integers(1, 1000),
    slot=names,
    day=days,
    previous_on=days | st.none(),
    is_escalation=st.booleans(),
    instead_of=names,
    because=st.sampled_from(Redirect) | st.just(""),
    also=st.lists(names, max_size=3).map(tuple),
    tried=st.lists(names, max_size=3).map(tuple),
    is_away=st.booleans(),
)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(reminders)
def test_reminder_is_the_same_after_it_was_kept_as_json(reminder: Reminder) -> None:
    assert read_facts(json.loads(json.dumps(write_facts(reminder)))) == reminder


def test_what_a_tick_announced_is_a_reminder() -> None:
    payload = {
        "due_on": "2026-12-10",
        "cycle": 4,
        "slot": "day+2",
        "window": 2,
        "previous_on": "2026-12-10",
        "day": "2026-12-12",
    }

    assert read_event("fire drill", payload, is_escalation=False) == Reminder(
        control="fire drill",
        due_on=DUE,
        cycle=4,
        slot="day+2",
        day=date(2026, 12, 12),
        previous_on=DUE,
    )


@pytest.mark.parametrize(
    "control, why",
    [
        pytest.param({}, "", id="it stands as it stood"),
        pytest.param({"last_sent_on": TODAY}, "", id="it is the newest itself"),
        pytest.param(
            {"gone_at": datetime(2026, 12, 7, tzinfo=UTC)},
            "the control is no longer on the list",
            id="gone from the list",
        ),
        pytest.param(
            {"due_on": date(2027, 1, 10), "cycle": 2},
            "what was due on 10 December 2026 is over; next due on 10 January 2027",
            id="done or skipped",
        ),
        pytest.param(
            {"due_on": date(2026, 12, 15)}, "it is now due on 15 December 2026", id="moved"
        ),
        pytest.param({"cycle": 3}, "", id="done and taken back"),
        pytest.param(
            {"last_sent_on": TODAY + timedelta(days=1)},
            "there is a newer one, of 8 December 2026",
            id="a newer reminder",
        ),
        pytest.param({"snoozes": SNOOZED}, "snoozed until 9 December 2026", id="snoozed"),
    ],
)
def test_reminder_is_dropped_for_a_reason(control: dict[str, Any], why: str) -> None:
    assert find_obstacle(a_reminder(), a_control(**control), TODAY) == why


def test_reminder_of_an_unknown_control_is_dropped() -> None:
    assert find_obstacle(a_reminder(), None, TODAY) == "the control is no longer on the list"


def test_snooze_silences_no_escalation() -> None:
    escalation = a_reminder(is_escalation=True)

    assert find_obstacle(escalation, a_control(snoozes=SNOOZED), TODAY) == ""


def test_snooze_that_is_over_silences_nothing() -> None:
    over = TODAY + timedelta(days=2)

    assert find_obstacle(a_reminder(), a_control(snoozes=SNOOZED), over) == ""


KEYS = [
    reminder_key("fire drill", DUE, "day+0", "Maria"),
    reminder_key("fire alarm", DUE, "day+0", "Maria"),
    reminder_key("fire drill", TODAY, "day+0", "Maria"),
    reminder_key("fire drill", DUE, "day-3", "Maria"),
    reminder_key("fire drill", DUE, "day+0", "Tom"),
    next_key(reminder_key("fire drill", DUE, "day+0", "Maria")),
]


def test_every_cause_and_person_has_a_key_of_its_own() -> None:
    assert len(set(KEYS)) == len(KEYS)
    assert KEYS[0] == "controls/fire drill/2026-12-10/day+0/Maria"
    assert KEYS[-1] == "controls/fire drill/2026-12-10/day+0/Maria/next"


@pytest.mark.parametrize(
    "about, control_id",
    [
        pytest.param(about_control("fire drill"), "fire drill", id="a control"),
        pytest.param(about_control("in/out list"), "in/out list", id="a name with a slash"),
        pytest.param("jobs/J-1", "", id="something else"),
    ],
)
def test_what_a_message_is_about_names_the_control(about: str, control_id: str) -> None:
    assert find_control_id(about) == control_id
