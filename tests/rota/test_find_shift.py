"""Whether the shift that a request is about is found as people know it, or as they last did."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.teams import MONDAY, WEEK, WEEK_FILE, Team

from belfry.rota.publishing.own_shifts import own_shift

GONE = "fri-late,Fri,14:00,22:00,barista,till,1,,,\n"


def publish(team: Team) -> None:
    """The newest draft is what people know."""
    head, draft = team.head(), team.drafts()[-1]
    now = team.house.clock.now()
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
