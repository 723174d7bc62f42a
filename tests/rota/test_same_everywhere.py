"""Whether a week is the same wherever it is kept: drafted, shown and explained alike."""

from __future__ import annotations

from pathlib import Path

from tests.rota.teams import MONDAY, WEEK_FILE, Team, memory_team, sql_team

from belfry.rota.drafts.show_week import WeekView
from belfry.rota.explaining.explain_week import WeekExplanation


def live(team: Team) -> tuple[list[str], WeekView, WeekExplanation, list[tuple[str, str]]]:
    """Thursday: the sheets are looked at, the pattern copied, the week drafted."""
    team.add(WEEK_FILE, "dive,Sun,09:00,17:00,,diving,2,Ana,,")
    said = [team.run(kind) for kind in ("sync", "template-sync", "draft")]
    drafts = team.rota.drafts
    explained = drafts.explain_week(MONDAY).explanation
    return said, drafts.show_week(MONDAY), explained, team.announced()


def test_week_is_the_same_on_every_database(tmp_path: Path, postgres_url: str) -> None:
    expected = live(memory_team())
    with sql_team(None, tmp_path) as team:
        assert live(team) == expected
    with sql_team(postgres_url, tmp_path) as team:
        assert live(team) == expected
