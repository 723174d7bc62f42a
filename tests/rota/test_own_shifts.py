"""Whether somebody's shifts are compared, named and kept as they are."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.own_weeks import own
from tests.rota.weeks import LONDON

from belfry.rota.publishing.own_shifts import (
    Changes,
    Moved,
    OwnShift,
    count_minutes,
    find_changes,
    name_shift,
    read_told,
    write_told,
)

MON, TUE, FRI = (
    own("Mon 14:00-22:00", role="barista"),
    own("Tue 09:00-17:00"),
    own("Fri 09:00-12:00"),
)
LATER = replace(MON, ends_at=MON.ends_at + timedelta(hours=1))
SHIFTS = st.lists(
    st.builds(
        replace,
        st.sampled_from([MON, TUE, FRI, LATER]),
        id=st.text(max_size=5),
        role=st.sampled_from(["", "barista", "küche; bar"]),
    ),
    unique_by=lambda one: one.id,
    max_size=6,
)


def test_changes_are_what_is_new_gone_or_otherwise() -> None:
    changes = find_changes([MON, TUE], [FRI, LATER])
    assert changes == Changes(new=(FRI,), gone=(TUE,), moved=(Moved(MON, LATER),))


@given(SHIFTS)
def test_same_shifts_in_any_order_are_no_change(shifts: list[OwnShift]) -> None:
    assert not find_changes(shifts, reversed(shifts))


@given(SHIFTS)
def test_what_somebody_was_told_is_read_as_it_was_written(shifts: list[OwnShift]) -> None:
    kept = json.loads(json.dumps(write_told(shifts)))
    assert not find_changes(read_told(kept), shifts)


@pytest.mark.parametrize(
    "when, name",
    [
        ("Mon 04:59-09:00", "Night shift"),
        ("Mon 05:00-13:00", "Early shift"),
        ("Mon 08:00-16:00", "Day shift"),
        ("Mon 12:00-20:00", "Late shift"),
        ("Mon 20:00-04:00", "Night shift"),
        ("2026-07-20 08:00-16:00", "Day shift"),
    ],
)
def test_shift_is_named_by_the_hour_on_the_wall(when: str, name: str) -> None:
    assert name_shift(own(when), LONDON) == name
    assert name_shift(own(when, role="barista"), LONDON) == f"{name}, barista"


def test_minutes_are_real_ones_when_the_clocks_change() -> None:
    assert count_minutes([own("2026-10-24 22:00-06:00"), MON]) == (9 + 8) * 60
