"""Whether a draft can be explained, from the facts that it was made from and no others."""

from __future__ import annotations

import pytest
from tests.rota.teams import MONDAY, STAFF_FILE, WEEK_FILE, Team

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.drafts.save_draft import NewDraft
from belfry.rota.explaining.explain_week import WeekExplanation

DIVE = "dive,Sun,09:00,17:00,,diving,1,,,"


def explain(team: Team, shift_id: str | None = None, number: int | None = None) -> WeekExplanation:
    found = team.rota.drafts.explain_week(MONDAY, shift_id=shift_id, number=number)
    return found.explanation


def test_every_shift_is_explained_with_everybody(team: Team) -> None:
    team.run("draft")
    explained = explain(team)
    assert [one.shift.id for one in explained.shifts] == [
        one.id for one in team.rota.drafts.gather(MONDAY).week.shifts
    ]
    for one in explained.shifts:
        named = [reason.name for reason in (*one.placed, *one.others)]
        assert sorted(named) == ["Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"]
        assert all(reason.words for reason in (*one.placed, *one.others))


def test_words_of_a_line_are_those_of_its_explanation(team: Team) -> None:
    team.run("draft")
    said = {one.shift.id: (one.outcome.outcome, one.outcome.why) for one in explain(team).shifts}
    assert said == {one: (line.outcome, line.why) for one, line in team.lines().items()}


def test_one_shift_can_be_asked_about(team: Team) -> None:
    team.run("draft")
    [one] = explain(team, "wed-early").shifts
    [cara] = [reason for reason in one.others if reason.name == "Cara Woods"]
    assert cara.words == "Cara Woods is off on 18 November (dentist)"


def test_open_shift_is_told_what_would_fill_it(team: Team) -> None:
    team.add(WEEK_FILE, DIVE)
    team.run("draft")
    [one] = explain(team, "dive").shifts
    assert "teach Dev Patel diving" in {option.words for option in one.options}


def test_explanation_stays_true_when_the_sheets_change(team: Team) -> None:
    team.add(WEEK_FILE, DIVE)
    team.run("draft")
    before = explain(team)
    team.write_staff("Zoe Hart,,40,diving,,,,")
    team.remove(WEEK_FILE)
    assert explain(team) == before


def test_older_draft_can_be_explained(team: Team) -> None:
    team.run("draft")
    before = explain(team)
    team.edit(STAFF_FILE, "Dev Patel,cook,24", "Dev Patel,cook,16")
    team.run("draft")
    assert explain(team, number=1) == before
    assert explain(team) != before


def test_repairs_are_read_off_what_the_plain_order_gave(team: Team) -> None:
    new = NewDraft(
        week=team.rota.drafts.gather(MONDAY).week,
        rota={"mon-early": ("Ana Diaz",), "mon-late": ("Ben Shaw",)},
        first={"mon-late": ("Ana Diaz",)},
        making=Making.DRAFTED,
        by="belfry",
    )
    team.rota.drafts.keep(new, None)
    [repair] = explain(team).repairs
    assert (repair.shift_id, repair.name) == ("mon-early", "Ana Diaz")
    assert explain(team, "mon-early").repairs == (repair,)
    assert explain(team, "mon-late").repairs == ()


def test_proof_is_part_of_it(team: Team) -> None:
    team.run("draft")
    assert explain(team).proof == "Every open seat is filled."


def test_shift_that_is_not_there_is_not_found(team: Team) -> None:
    team.run("draft")
    with pytest.raises(NotFound, match="there is no shift nine in the week of 2026-11-16"):
        explain(team, "nine")


def test_week_without_a_draft_cannot_be_explained(team: Team) -> None:
    with pytest.raises(NotFound, match="there is no draft yet of the week of 2026-11-16"):
        explain(team)
