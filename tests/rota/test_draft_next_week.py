"""Whether the clock drafts next week, and leaves alone what somebody has seen to."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from tests.rota.teams import (
    MONDAY,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
    Team,
    london,
    memory_team,
)

from belfry.rota.drafts.drafted_weeks import Making

MADE = "draft 1 of the week of 2026-11-16: 13 of 13 seats filled, 0 flagged"


def test_clock_drafts_next_week(team: Team) -> None:
    assert team.run("draft") == MADE
    [draft] = team.drafts()
    assert (draft.made_by, draft.making) == ("belfry", Making.DRAFTED)


def test_run_that_is_made_again_drafts_nothing_more(team: Team) -> None:
    team.run("draft")
    assert team.run("draft") == f"{MADE}, as before"
    assert team.announced() == [("ss.draft_ready", "2026-11-16")]


def test_sheets_that_changed_since_are_drafted_anew(team: Team) -> None:
    team.run("draft")
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    team.run("draft")
    assert team.head().draft == 2


@pytest.mark.parametrize("name", [STAFF_FILE, WEEK_FILE])
def test_nothing_is_drafted_without_a_sheet(team: Team, name: str) -> None:
    team.remove(TEMPLATE_FILE)
    team.remove(name)
    assert team.run("draft") == f"nothing to draft: there is no {name}"
    assert team.find_head() is None


def test_draft_that_is_quicker_than_the_pattern_copies_it_first(team: Team) -> None:
    """After an absence both are due at once."""
    team.remove(WEEK_FILE)
    assert team.run("draft") == MADE
    assert team.head().template_at is not None
    assert "is there already" in team.run("template-sync")


def test_sheet_that_was_made_and_taken_away_stays_away(team: Team) -> None:
    team.remove(WEEK_FILE)
    team.run("template-sync")
    team.remove(WEEK_FILE)
    assert team.run("draft") == f"nothing to draft: there is no {WEEK_FILE}"


def test_published_week_is_left_to_people(team: Team) -> None:
    team.run("draft")
    team.put(replace(team.head(), published=1, edition=1, is_waiting=False))
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    said = "the week of 2026-11-16 is published: only a person drafts it again"
    assert team.run("draft") == said
    assert team.head().draft == 1


def test_draft_of_somebody_s_own_is_left_to_them(team: Team) -> None:
    team.run("draft")
    [made] = team.drafts()
    team.put(replace(made, making=Making.EDITED, made_by="Maria Lopez"))
    team.add(TIME_OFF_FILE, "Dev Patel,2026-11-20,2026-11-20,approved,")
    assert team.run("draft") == "draft 1 of the week of 2026-11-16 was made by Maria Lopez"
    assert team.head().draft == 1


@pytest.mark.parametrize(
    ("now", "monday"),
    [
        ("2026-11-12 14:00", MONDAY),
        ("2026-11-15 23:59", MONDAY),
        ("2026-11-16 00:00", date(2026, 11, 23)),
    ],
    ids=["on Thursday", "in the last minute of Sunday", "from Monday on"],
)
def test_next_week_begins_with_the_coming_monday(now: str, monday: date) -> None:
    team = memory_team(london(now))
    team.remove(TEMPLATE_FILE)
    team.remove(WEEK_FILE)
    assert team.run("draft") == f"nothing to draft: there is no rota/week-{monday}.csv"
