"""Which rules count, whatever has become of the file they are written in."""

from __future__ import annotations

import pytest
from tests.rota.teams import RULES_FILE, Team

from belfry.rota.rules.read_rota_rules import RulesNow
from belfry.rota.rules.rules import HOUR, Rules
from belfry.workspace.read_docs import NeverRead


def test_rules_are_those_of_the_file(team: Team) -> None:
    team.write(RULES_FILE, "Rest gap: 9 hours\nDays in a row: 5\n")
    now = team.rota.drafts.read_rules()
    assert (now.rules.rest, now.rules.days_in_row, now.problems) == (9 * HOUR, 5, ())


def test_team_that_wrote_no_rules_goes_by_belfry_s_own(team: Team) -> None:
    team.remove(RULES_FILE)
    assert team.rota.drafts.read_rules() == RulesNow(Rules())


def test_last_whole_reading_goes_on_while_a_line_is_wrong(team: Team) -> None:
    team.write(RULES_FILE, "Rest gap: 9 hours\n")
    team.rota.drafts.read_rules()
    team.write(RULES_FILE, "Rest gap: a while\n")
    now = team.rota.drafts.read_rules()
    assert now.rules.rest == 9 * HOUR
    [(place, _)] = now.problems
    assert place == "rota/rules.txt line 1, column 11"


def test_rules_that_were_never_whole_are_refused(team: Team) -> None:
    team.write(RULES_FILE, "Sleep gap: 9 hours\n")
    with pytest.raises(NeverRead, match="Sleep gap"):
        team.rota.drafts.read_rules()
