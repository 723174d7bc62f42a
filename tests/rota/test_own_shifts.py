"""A person's shifts are compared, named and stored."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.own_weeks import own
from tests.rota.teams import MONDAY, WEEK, WEEK_FILE, Team
from tests.rota.weeks import LONDON

from belfry.rota.publishing.own_shifts import (
    Changes,
    Moved,
    OwnShift,
    count_minutes,
    dump_shifts,
    find_changes,
    load_shifts,
    name_shift,
    own_shift,
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
    unique_by=lambda shift: shift.id,
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
    data = json.loads(json.dumps(dump_shifts(shifts)))
    assert not find_changes(load_shifts(data), shifts)


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


GONE = "fri-late,Fri,14:00,22:00,barista,till,1,,,\n"


def publish(team: Team) -> None:
    """The newest draft is what people know."""
    head, draft = team.head(), team.drafts()[-1]
    now = team.app.clock.now()
    team.put(
        replace(head, published=head.draft, edition=head.edition + 1, is_waiting=False),
        replace(draft, approved_at=now, approved_by="Maria Lopez"),
    )


@pytest.fixture
def known(team: Team) -> Team:
    """A week that people know."""
    team.run("draft")
    publish(team)
    return team


def test_shift_is_found_as_people_know_it(known: Team) -> None:
    before = known.lines()["fri-late"]
    known.edit(WEEK_FILE, "fri-late,Fri,14:00", "fri-late,Fri,13:00")
    known.rota.drafts.draft_week(MONDAY, by="maria")
    find = known.rota.pages.find_shift
    assert find.known(WEEK, "fri-late") == own_shift(before)
    publish(known)
    assert find.known(WEEK, "fri-late") == own_shift(known.lines(2)["fri-late"])
    assert own_shift(before) != own_shift(known.lines(2)["fri-late"])


def test_shift_that_the_week_has_no_longer_is_found_as_it_last_was(known: Team) -> None:
    before = known.lines()["fri-late"]
    known.edit(WEEK_FILE, GONE, "")
    known.rota.drafts.draft_week(MONDAY, by="maria")
    publish(known)
    assert "fri-late" not in known.lines()
    assert known.rota.pages.find_shift.known(WEEK, "fri-late") == own_shift(before)
    assert known.rota.pages.find_shift.list_people(WEEK, "fri-late") == ()


def test_shift_of_a_draft_that_nobody_was_told_of_is_not_known(team: Team) -> None:
    team.run("draft")
    assert team.rota.pages.find_shift.known(WEEK, "fri-late") is None
    assert team.rota.pages.find_shift.known("2026-11-30", "fri-late") is None


def test_people_of_a_shift_are_those_who_know_that_they_have_it(known: Team) -> None:
    find = known.rota.pages.find_shift
    assert find.list_people(WEEK, "sat-open") == known.lines()["sat-open"].people
    assert find.list_people(WEEK, "no-such-shift") == ()
