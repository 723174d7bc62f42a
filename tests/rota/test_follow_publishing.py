"""Whether a manager sees what became of each person's message."""

from __future__ import annotations

import pytest
from tests.rota.publishing import MARIA, approve, change, draft, memory_cafe, publish
from tests.rota.teams import MONDAY, PEOPLE_FILE, STAFF_FILE, Team

from belfry.kernel.errors import NotFound


def follow(team: Team) -> dict[str, tuple[int, str, str]]:
    people = team.rota.publishing.follow(MONDAY).people
    return {one.person: (one.shifts, one.state, one.why) for one in people}


def test_each_person_s_message_is_shown_with_its_state() -> None:
    team = memory_cafe()
    team.edit(STAFF_FILE, "dev@example.com", "")
    team.edit(PEOPLE_FILE, "dev@example.com", "")
    publish(team)
    why = "there is no address for Dev Patel in people.csv or the staff sheet that could be used"
    assert follow(team) == {
        "Ana Diaz": (2, "sent", ""),
        "Ben Shaw": (2, "sent", ""),
        "Cara Woods": (0, "nothing to tell", ""),
        "Dev Patel": (1, "failed", why),
    }
    assert team.rota.publishing.follow(MONDAY).is_all_in_line


def test_message_that_was_sent_again_is_the_one_that_counts() -> None:
    team = memory_cafe()
    publish(team)
    team.rota.publishing.resend(MONDAY, "Ana Diaz", by=MARIA)
    assert follow(team)["Ana Diaz"] == (2, "queued", "asked for by Maria Lopez")


def test_new_edition_that_has_not_been_told_yet_is_shown_as_such() -> None:
    team = memory_cafe()
    publish(team)
    team.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    approve(team)
    assert {state for _, state, _ in follow(team).values()} == {"to be put in line"}
    assert not team.rota.publishing.follow(MONDAY).is_all_in_line


def test_message_of_an_older_edition_stands_for_those_whom_nothing_changed() -> None:
    team = memory_cafe()
    publish(team)
    change(team, tue_early=("Cara Woods",))
    editions = {one.person: one.edition for one in team.rota.publishing.follow(MONDAY).people}
    assert editions == {"Ana Diaz": 2, "Ben Shaw": 1, "Cara Woods": 2, "Dev Patel": 1}


def test_week_that_was_just_approved_has_nobody_in_line_yet() -> None:
    team = memory_cafe()
    draft(team)
    approve(team)
    found = team.rota.publishing.follow(MONDAY)
    assert (found.people, found.is_all_in_line) == ((), False)


def test_week_that_is_not_published_has_nothing_to_follow() -> None:
    team = memory_cafe()
    draft(team)
    with pytest.raises(NotFound, match="the week of 2026-11-16 is not published yet"):
        team.rota.publishing.follow(MONDAY)
