"""Whether what a manager allowed "anyway" holds: in drafts, checks, explanations and proofs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.random_weeks import weeks
from tests.rota.publishing import MARIA, approve, draft, memory_cafe, publish
from tests.rota.requesting import memory_asking
from tests.rota.teams import MONDAY, RULES_FILE, STAFF_FILE, TIME_OFF_FILE, Team

from belfry.rota.drafting.search import draft_rota
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.drafts.gather_facts import take_up_edits
from belfry.rota.drafts.open_draft import read_week, write_week
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.waivers import carry_waivers, waive
from belfry.rota.rules.weeks import Week

BROKEN = {
    "role": ("mon-early", "Dev Patel"),
    "skills": ("mon-late", "Cara Woods"),
    "availability": ("mon-early", "Ben Shaw"),
    "time off": ("wed-kitchen", "Cara Woods"),
    "overlap": ("mon-lunch", "Ana Diaz"),
    "shifts a day": ("mon-late", "Ana Diaz"),
    "rest": ("tue-early", "Ben Shaw"),
    "cap": ("wed-early", "Ana Diaz"),
    "days in a row": ("wed-early", "Ana Diaz"),
}


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    team.add(
        f"rota/week-{MONDAY}.csv",
        "mon-lunch,Mon,11:00,14:00,barista,,1,,,",
        "wed-early,Wed,07:00,15:00,barista,,1,Eve Long,,",
    )
    team.add(STAFF_FILE, "Eve Long,barista,16,,,eve@example.com,,")
    draft(team)
    return team


def edit(team: Team, shift: str, *names: str, is_pinned: bool = True) -> None:
    edits = {shift: names}
    team.rota.publishing.edit(MONDAY, edits, by=MARIA, anyway=True, is_pinned=is_pinned)


def redraft(team: Team) -> dict[str, tuple[str, ...]]:
    team.rota.publishing.redraft(MONDAY, by=MARIA)
    return team.grid()


def tighten(team: Team, rule: str) -> None:
    if rule == "cap":
        team.edit(STAFF_FILE, "ana@example.com,40", "ana@example.com,16")
    if rule == "days in a row":
        team.add(RULES_FILE, "Days in a row: 2")


@pytest.mark.parametrize("rule", BROKEN)
def test_rule_overruled_by_hand_stays_so_in_every_draft(cafe: Team, rule: str) -> None:
    shift, name = BROKEN[rule]
    tighten(cafe, rule)
    edit(cafe, shift, name)
    before = cafe.grid()
    assert redraft(cafe)[shift] == (name,)
    assert approve(cafe).overruled == ()
    cafe.deliver()
    now = redraft(cafe)
    assert now[shift] == (name,)
    assert [id_ for id_, people in before.items() if name in people and name not in now[id_]] == []


def test_objection_overruled_at_approval_stays_so_in_the_next_draft(cafe: Team) -> None:
    cafe.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,")
    approve(cafe, anyway=True)
    cafe.deliver()
    assert redraft(cafe)["tue-early"] == ("Ana Diaz",)
    assert approve(cafe).overruled == ()


def test_shift_given_against_a_rule_stays_given_in_the_next_draft() -> None:
    asking = memory_asking()
    swap = asking.ask()
    asking.verbs.answer_swap.give(swap.id, "Ben Shaw", by=MARIA, anyway=True)
    asking.team.deliver()
    now = redraft(asking.team)
    assert (now["fri-early"], now["fri-late"]) == (("Ben Shaw",), ("Ben Shaw",))


def test_more_people_than_needed_stay_if_a_manager_wants_them(cafe: Team) -> None:
    edit(cafe, "tue-early", "Ana Diaz", "Eve Long")
    approve(cafe)
    assert redraft(cafe)["tue-early"] == ("Ana Diaz", "Eve Long")


def test_waiver_covers_only_the_rule_that_was_overruled(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel")
    cafe.add(TIME_OFF_FILE, "Dev Patel,2026-11-16,2026-11-16,approved,")
    assert redraft(cafe)["mon-early"] == ()
    line = cafe.lines()["mon-early"]
    assert (line.outcome, "is off" in line.why) == (Outcome.HELD, True)


def test_waiver_ends_with_the_seat(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel")
    edit(cafe, "mon-early", "Ana Diaz")
    assert redraft(cafe)["mon-early"] == ("Ana Diaz",)
    assert cafe.rota.drafts.open_draft(str(MONDAY)).placed.week.waivers == ()


def test_waiver_ends_where_the_next_draft_may_change_the_shift(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel", is_pinned=False)
    assert redraft(cafe)["mon-early"] == ("Ana Diaz",)


def test_shift_says_what_was_overruled_and_by_whom(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel")
    redraft(cafe)
    allowed = "Dev Patel is on it, but does not have the role barista; Maria Lopez allowed it"
    assert cafe.lines()["mon-early"].why == allowed
    explained = cafe.rota.drafts.explain_week(MONDAY, shift_id="mon-early").explanation
    [reason] = explained.shifts[0].placed
    assert reason.words.endswith("does not have the role barista; Maria Lopez allowed it")


def test_published_week_without_news_stays_as_it_was_allowed(cafe: Team) -> None:
    edit(cafe, "mon-early", "Dev Patel")
    publish(cafe)
    assert cafe.rota.publishing.redraft(MONDAY, by=MARIA).changes == ()


@st.composite
def edited_weeks(draw: st.DrawFn) -> tuple[Week, dict[str, tuple[str, ...]]]:
    week = draw(weeks().filter(lambda week: bool(week.shifts and week.members)))
    known = [member.name for member in week.members]
    names = st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True).map(tuple)
    ids = st.sampled_from([shift.id for shift in week.shifts])
    return week, draw(st.dictionaries(ids, names, min_size=1, max_size=3))


@settings(max_examples=30, deadline=None)
@given(edited_weeks())
def test_whatever_is_overruled_is_legal_and_kept(
    edited: tuple[Week, dict[str, tuple[str, ...]]],
) -> None:
    week, edits = edited
    rota = {**draft_rota(week).rota, **edits}
    waived = waive(take_up_edits(week, edits, by=MARIA), rota, edits, by=MARIA)
    assert check_rota(waived, rota) == ()
    carried = carry_waivers(replace(waived, waivers=(), kept=rota), waived.waivers)
    assert carried.waivers == waived.waivers
    drafted = draft_rota(carried).rota
    assert check_rota(carried, drafted) == ()
    assert [shift_id for shift_id in edits if {*edits[shift_id]} - {*drafted[shift_id]}] == []
    assert read_week(write_week(carried)) == carried


def test_facts_of_the_version_before_have_no_waivers() -> None:
    week = memory_cafe().rota.drafts.gather(MONDAY).week
    text = write_week(week)
    assert "waivers" not in text
    assert read_week(text) == week
