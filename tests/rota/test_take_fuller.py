"""Whether a fuller week that was found becomes a draft, said to be the prover's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.publishing import MARIA, approve, draft, memory_cafe
from tests.rota.teams import MONDAY, WEEK_FILE, Team

from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.rota.drafts.draft_week import BrokenDraftError
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.rules.weeks import Rota

FULL = {
    "mon-early": ("Ana Diaz",),
    "mon-late": ("Ben Shaw",),
    "tue-early": ("Cara Woods",),
    "wed-kitchen": ("Dev Patel",),
    "fri-late": ("Ben Shaw",),
}


def find_fuller(team: Team, rota: Rota) -> None:
    """A fuller rota was found for the draft."""
    made = team.drafts()[-1]
    fuller = {shift: list(names) for shift, names in rota.items()}
    team.put(replace(made, proof={**made.proof, "verdict": "fuller", "fuller": fuller}))


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    text = team.read(WEEK_FILE)
    for name in ("Ana Diaz", "Ben Shaw", "Dev Patel"):
        text = text.replace(name, "")
    team.write(WEEK_FILE, text)
    draft(team)
    return team


def test_fuller_week_becomes_the_next_draft(cafe: Team) -> None:
    before = cafe.grid()
    find_fuller(cafe, FULL)
    fuller = cafe.rota.publishing.take_fuller(MONDAY, by=MARIA)
    made = cafe.drafts()[-1]
    assert (made.number, made.parent, made.making, made.made_by) == (2, 1, Making.PROVER, MARIA)
    assert (cafe.grid(), cafe.head().is_waiting) == (FULL, True)
    changed = {name for shift in FULL for name in {*before[shift]} ^ {*FULL[shift]}}
    assert {change.name for change in fuller.changes} >= changed


def test_draft_that_nobody_bettered_has_none(cafe: Team) -> None:
    with pytest.raises(Conflict, match="no fuller rota was found for draft 1"):
        cafe.rota.publishing.take_fuller(MONDAY, by=MARIA)


def test_week_that_breaks_a_rule_is_not_taken(cafe: Team) -> None:
    find_fuller(cafe, {**FULL, "mon-early": ("Dev Patel",)})
    with pytest.raises(BrokenDraftError, match="is not legal"):
        cafe.rota.publishing.take_fuller(MONDAY, by=MARIA)
    assert cafe.head().draft == 1


def test_draft_that_was_answered_is_not_bettered(cafe: Team) -> None:
    find_fuller(cafe, FULL)
    approve(cafe)
    with pytest.raises(Conflict, match="draft 1 was answered already"):
        cafe.rota.publishing.take_fuller(MONDAY, by=MARIA)


def test_outdated_draft_is_not_bettered(cafe: Team) -> None:
    find_fuller(cafe, FULL)
    cafe.rota.publishing.redraft(MONDAY, by=MARIA)
    with pytest.raises(Conflict, match="draft 1 is outdated"):
        cafe.rota.publishing.take_fuller(MONDAY, 1, by=MARIA)


def test_week_without_a_draft_has_none() -> None:
    with pytest.raises(NotFound, match="there is no draft yet"):
        memory_cafe().rota.publishing.take_fuller(MONDAY, by=MARIA)


def test_nobody_else_takes_it(cafe: Team) -> None:
    find_fuller(cafe, FULL)
    with pytest.raises(NotAllowed):
        cafe.rota.publishing.take_fuller(MONDAY, by="Ana Diaz")
