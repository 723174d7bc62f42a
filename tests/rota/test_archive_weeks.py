"""Whether weeks that have ended are put away, and only those."""

from __future__ import annotations

import pytest
from tests.rota.publishing import MARIA, memory_cafe, publish
from tests.rota.striking import strike_everywhere
from tests.rota.teams import MONDAY, Team

from belfry.kernel.errors import Conflict
from belfry.rota.drafts.drafted_weeks import RotaWeek

WEEKS = ("2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16")


def keep_weeks(team: Team) -> None:
    team.put(*(RotaWeek(id=week, draft=1, published=1, edition=1) for week in WEEKS))


def list_archived(team: Team) -> list[str]:
    return [week for week in WEEKS if team.head(week).archived_at]


def test_weeks_are_put_away_once_their_sunday_is_over(team: Team) -> None:
    keep_weeks(team)
    team.go_to("2026-11-15T23:59")
    assert team.rota.reports.archive() == 2
    assert list_archived(team) == ["2026-10-26", "2026-11-02"]
    team.go_to("2026-11-16T00:00")
    assert team.rota.reports.archive() == 1
    assert list_archived(team) == ["2026-10-26", "2026-11-02", "2026-11-09"]


def test_putting_away_twice_changes_nothing(team: Team) -> None:
    keep_weeks(team)
    team.rota.reports.archive()
    first = [team.head(week) for week in WEEKS]
    team.go(days=1)
    assert team.rota.reports.archive() == 0
    assert [team.head(week) for week in WEEKS] == first


def test_digest_puts_weeks_away(team: Team) -> None:
    keep_weeks(team)
    team.go_to("2026-11-15T18:00")
    assert team.run("digest") == "0 people reminded of the week of 2026-11-16; 2 weeks put away"


def test_putting_away_struck_anywhere_goes_on_with_the_rest() -> None:
    struck = [
        (step, team.rota.reports.archive(), list_archived(team))
        for step, team in strike_everywhere(lambda team: team.rota.reports.archive(), keep_weeks)
    ]
    assert [archived for _, _, archived in struck] == [["2026-10-26", "2026-11-02"]] * len(struck)
    assert {again for _, again, _ in struck} == {0, 1, 2}


def test_week_that_was_put_away_is_neither_edited_nor_told() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to("2026-11-23T09:00")
    team.rota.reports.archive()
    with pytest.raises(Conflict):
        team.rota.publishing.edit(MONDAY, {"mon-early": ()}, by=MARIA)


def test_hours_of_a_week_that_was_put_away_still_count() -> None:
    team = memory_cafe()
    publish(team)
    before = team.rota.reports.find_fairness(MONDAY)
    team.go_to("2026-11-23T09:00")
    team.rota.reports.archive()
    assert team.rota.reports.find_fairness(MONDAY) == before
    assert [one.placed for one in before.people] == [960, 840, 0, 480]
