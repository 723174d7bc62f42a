"""Which earlier versions of a file stay, and for how long."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.accounts.rig import BY
from tests.samples import NOON
from tests.workspace.team_folders import TASKS, TeamFolder

from belfry.workspace.remove_old_versions import RemoveOldVersions

ZONE = ZoneInfo("Europe/London")
OTHER = "rota/staff.csv"


@pytest.fixture
def team() -> TeamFolder:
    return TeamFolder()


def remover(team: TeamFolder) -> RemoveOldVersions:
    return RemoveOldVersions(team.versions, team.rig.book.audit_log, team.rig.clock, ZONE)


def keep(team: TeamFolder, *moments: str, name: str = TASKS.name) -> None:
    for moment in moments:
        team.versions.keep(name, moment.encode(), datetime.fromisoformat(moment + "+00:00"))


def list_left(team: TeamFolder, name: str = TASKS.name) -> list[str]:
    versions = reversed(team.versions.list(name))
    return [team.versions.get(name, version.number).decode() for version in versions]


def go_to(team: TeamFolder, moment: str) -> None:
    team.rig.clock.advance_to(datetime.fromisoformat(moment + "+00:00"))


def test_older_versions_thin_out_to_one_of_a_day_and_one_of_a_month(team: TeamFolder) -> None:
    keep(
        team,
        *("2026-01-10T09:00", "2028-06-01T09:00", "2028-06-20T09:00"),
        # The first two lie on one day of London's summer, the third on the next one.
        *("2029-07-01T10:00", "2029-07-01T22:59", "2029-07-01T23:00"),
        *("2029-12-20T09:00", "2029-12-20T09:01", "2029-12-31T09:00"),
    )
    go_to(team, "2030-02-01T09:00")

    assert remover(team)() == 3
    assert list_left(team) == [
        *("2028-06-20T09:00", "2029-07-01T22:59", "2029-07-01T23:00"),
        *("2029-12-20T09:00", "2029-12-20T09:01", "2029-12-31T09:00"),
    ]
    assert remover(team)() == 0


def test_latest_version_stays_however_old_it_is(team: TeamFolder) -> None:
    keep(team, "2026-01-10T09:00", "2026-01-10T09:01")
    go_to(team, "2036-01-10T09:00")

    assert remover(team)() == 1
    assert list_left(team) == ["2026-01-10T09:01"]


def test_versions_that_the_audit_log_names_stay(team: TeamFolder) -> None:
    keep(team, *(f"2026-11-10T09:0{minute}" for minute in range(5)))
    team.save(b"2026-11-10T09:04")
    team.restore_table(TASKS.name, 2, by=BY)
    keep(team, (NOON + timedelta(hours=1)).isoformat()[:16])
    team.rig.clock.advance(timedelta(days=2000))

    assert remover(team)() == 4
    # What was restored, what it replaced, and the latest.
    assert [version.number for version in team.versions.list(TASKS.name)] == [7, 5, 2]


def test_call_is_limited_and_the_next_goes_on(team: TeamFolder) -> None:
    days = [f"2026-01-10T09:0{minute}" for minute in range(4)]
    keep(team, *days)
    keep(team, *days, name=OTHER)
    go_to(team, "2027-01-10T09:00")

    assert [remover(team)(most=4) for _ in range(3)] == [4, 2, 0]


def test_files_of_another_room_are_left_alone(team: TeamFolder) -> None:
    days = ("2026-01-10T09:00", "2026-01-10T09:01")
    keep(team, *days)
    keep(team, *days, name=OTHER)
    go_to(team, "2027-01-10T09:00")

    assert remover(team)("rota/") == 1
    assert (list_left(team), list_left(team, OTHER)) == ([*days], [days[1]])
