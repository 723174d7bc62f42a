"""Whether a week that is drafted again keeps what people decided, and touches few."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rota.publishing import MARIA, approve, change, draft, memory_cafe, publish
from tests.rota.requesting import memory_asking
from tests.rota.teams import MONDAY, TIME_OFF_FILE, WEEK_FILE, Team, memory_team

from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.rota.drafts.drafted_weeks import Making, Outcome
from belfry.rota.drafts.save_draft import SavedDraft
from belfry.rota.requests.requests import SwapKind

FRIDAY = "fri-early,Fri,07:00,15:00,barista,,1,Ana Diaz,yes"


@pytest.fixture
def cafe() -> Team:
    team = memory_cafe()
    draft(team)
    return team


def redraft(team: Team, **more: object) -> SavedDraft:
    return team.rota.publishing.redraft(MONDAY, **{"by": MARIA, **more})  # type: ignore[arg-type]


def test_week_is_drafted_again_from_what_the_sheets_say_now(team: Team) -> None:
    team.write_week("tue,Tue,07:00,15:00,barista,,1,Ana Diaz,,")
    draft(team)
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-17,2026-11-17,approved,")
    redrafted = redraft(team, because="Ana is away")
    made = team.drafts()[-1]
    assert (made.making, made.parent, made.because) == (Making.REDRAFTED, 1, "Ana is away")
    assert team.grid()["tue"] in (("Ben Shaw",), ("Cara Woods",))
    assert [touched_person.name for touched_person in redrafted.changes] == sorted(
        ["Ana Diaz", *team.grid()["tue"]]
    )


def test_few_people_are_touched_and_it_is_said_whom() -> None:
    team = memory_team()
    draft(team)
    approve(team)
    team.deliver()
    known = team.grid()
    [name] = known["wed-early"]
    team.add(TIME_OFF_FILE, f"{name},2026-11-18,2026-11-18,approved,")
    redrafted = redraft(team)
    now = team.grid()
    touched = {shift: {*known[shift]} ^ {*now[shift]} for shift in known}
    changed = {shift for shift, names in touched.items() if names}
    assert "wed-early" in changed
    assert len(changed) <= 2
    assert {touched_person.name for touched_person in redrafted.changes} == set().union(
        *touched.values()
    )


def test_redraft_without_news_touches_nobody() -> None:
    team = memory_team()
    draft(team)
    approve(team)
    team.deliver()
    assert redraft(team).changes == ()


def test_what_was_changed_by_hand_stays(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    redraft(cafe)
    line = cafe.lines()["tue-early"]
    assert (line.people, line.is_pinned) == (("Cara Woods",), True)


def test_what_was_changed_by_hand_stays_after_it_was_published(cafe: Team) -> None:
    publish(cafe)
    change(cafe, tue_early=("Cara Woods",))
    cafe.add(TIME_OFF_FILE, "Dev Patel,2026-11-18,2026-11-18,approved,")
    redraft(cafe)
    redraft(cafe)
    line = cafe.lines()["tue-early"]
    assert (line.people, line.is_pinned) == (("Cara Woods",), True)
    assert cafe.lines()["wed-kitchen"].people == ()


def test_shift_left_open_by_hand_stays_open(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"tue-early": []}, by=MARIA)
    redraft(cafe)
    assert (cafe.lines()["tue-early"].people, cafe.lines()["tue-early"].outcome) == (
        (),
        Outcome.HELD,
    )


def test_loose_edit_may_be_changed_again(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA, is_pinned=False)
    assert not cafe.lines()["tue-early"].is_pinned
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == ("Ana Diaz",)


def test_pin_of_the_sheet_stays(cafe: Team) -> None:
    cafe.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Cara Woods,yes,\nwed")
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == ("Cara Woods",)
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == ("Cara Woods",)


@pytest.mark.parametrize(
    "people",
    [pytest.param(["Cara Woods"], id="somebody else"), pytest.param([], id="nobody")],
)
def test_edit_wins_over_an_older_pin_of_the_sheet(cafe: Team, people: list[str]) -> None:
    cafe.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Ana Diaz,yes,\nwed")
    redraft(cafe)
    cafe.rota.publishing.edit(MONDAY, {"tue-early": people}, by=MARIA)
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == tuple(people)
    approve(cafe)
    cafe.deliver()
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == tuple(people)


def test_newer_pin_of_the_sheet_wins_over_an_edit(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"tue-early": ["Cara Woods"]}, by=MARIA)
    cafe.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Ben Shaw,yes,\nwed")
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == ("Ben Shaw",)


def test_names_that_were_published_are_no_wishes_later() -> None:
    """Otherwise no one could be moved any more to fill a gap that opens."""
    team = memory_cafe()
    team.write_week(
        "tue-a,Tue,07:00,15:00,barista,,1,,,",
        "tue-b,Tue,07:00,15:00,,opening,1,,,",
    )
    draft(team)
    approve(team)
    team.deliver()
    assert "tue-a,Tue,07:00,15:00,barista,,1,,," not in team.read(WEEK_FILE)
    facts = team.rota.publishing.redraft.regather(team.head()).gathered.week
    assert [shift.wishes for shift in facts.shifts] == [(), ()]
    assert facts.kept == team.grid()


def test_name_typed_over_a_published_one_is_a_wish(cafe: Team) -> None:
    publish(cafe)
    cafe.edit(WEEK_FILE, "barista,,1,Ana Diaz,,\nwed", "barista,,1,Cara Woods,,\nwed")
    redraft(cafe)
    assert cafe.lines()["tue-early"].people == ("Cara Woods",)


def test_shifts_that_have_begun_stay_as_they_were(cafe: Team) -> None:
    publish(cafe)
    cafe.go_to("2026-11-17T12:00")
    cafe.add(TIME_OFF_FILE, "Ana Diaz,2026-11-16,2026-11-17,approved,")
    redrafted = redraft(cafe)
    assert (cafe.grid()["mon-early"], cafe.grid()["tue-early"]) == (("Ana Diaz",), ("Ana Diaz",))
    assert redrafted.changes == ()
    assert approve(cafe).overruled == ()


def test_nobody_is_put_on_a_shift_that_has_begun(cafe: Team) -> None:
    cafe.rota.publishing.edit(MONDAY, {"mon-early": []}, by=MARIA, is_pinned=False)
    approve(cafe)
    cafe.deliver()
    cafe.go_to("2026-11-16T12:00")
    redraft(cafe)
    assert cafe.grid()["mon-early"] == ()


def test_week_that_was_never_drafted_is_not_drafted_again() -> None:
    with pytest.raises(NotFound, match="there is no draft yet of the week of 2026-11-16"):
        redraft(memory_cafe())


def test_outdated_draft_is_not_drafted_again(cafe: Team) -> None:
    redraft(cafe)
    with pytest.raises(Conflict, match="draft 1 is outdated: draft 2 has taken its place"):
        redraft(cafe, draft=1)


def test_week_that_is_put_away_is_not_drafted_again(cafe: Team) -> None:
    cafe.put(replace(cafe.head(), archived_at=cafe.app.clock.now()))
    with pytest.raises(Conflict, match="over and archived"):
        redraft(cafe)


def test_nobody_else_drafts_a_week_again(cafe: Team) -> None:
    with pytest.raises(NotAllowed):
        redraft(cafe, by="Ana Diaz")


def test_rows_that_cannot_be_read_are_told(cafe: Team) -> None:
    cafe.add(TIME_OFF_FILE, "Ana Diaz,soon,,approved,")
    [(place, _)] = redraft(cafe).problems
    assert place.startswith(TIME_OFF_FILE)


def test_shift_that_has_begun_stays_though_it_left_the_sheet() -> None:
    team = memory_cafe()
    publish(team)
    team.go_to("2026-11-16 08:00")
    team.edit(WEEK_FILE, "mon-early,Mon,07:00,15:00,barista,,1,Ana Diaz,,\n", "")
    assert redraft(team).changes == ()
    assert team.grid()["mon-early"] == ("Ana Diaz",)


@pytest.mark.parametrize("is_told", [False, True])
@pytest.mark.parametrize("kind", [SwapKind.COVER, SwapKind.DROP])
def test_shift_that_changed_hands_does_not_go_back(kind: SwapKind, *, is_told: bool) -> None:
    asking = memory_asking()
    asking.team.deliver()
    swap = asking.offer() if kind is SwapKind.COVER else asking.ask(kind=kind)
    asking.verbs.answer_swap.agree(swap.id, by=MARIA)
    if is_told:
        asking.team.deliver()
    redraft(asking.team)
    assert asking.team.grid()["fri-early"] == ("Cara Woods",)


def test_pin_put_into_the_sheet_after_a_swap_wins() -> None:
    asking = memory_asking()
    asking.verbs.answer_swap.agree(asking.offer().id, by=MARIA)
    asking.team.deliver()
    asking.team.edit(WEEK_FILE, "fri-early,Fri,07:00,15:00,barista,,1,Cara Woods,yes", FRIDAY)
    redraft(asking.team)
    assert asking.team.grid()["fri-early"] == ("Ana Diaz",)
