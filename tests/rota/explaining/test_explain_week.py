"""Whether a draft can be explained, from the facts that it was made from and no others."""

from __future__ import annotations

import pytest
from tests.rota.teams import MONDAY, STAFF_FILE, WEEK_FILE, Team
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.drafted_weeks import Making
from belfry.rota.drafts.save_draft import NewDraft
from belfry.rota.explaining.explain_week import Repair, WeekExplanation, list_repairs
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Member, Rota, Shift

DIVE = "dive,Sun,09:00,17:00,,diving,1,,,"


def explain(team: Team, shift_id: str | None = None, number: int | None = None) -> WeekExplanation:
    explained = team.rota.drafts.explain_week(MONDAY, shift_id=shift_id, number=number)
    return explained.explanation


def test_every_shift_is_explained_with_everybody(team: Team) -> None:
    team.run("draft")
    explained = explain(team)
    assert [explanation.shift.id for explanation in explained.shifts] == [
        shift.id for shift in team.rota.drafts.gather(MONDAY).week.shifts
    ]
    for shift in explained.shifts:
        named = [reason.name for reason in (*shift.placed, *shift.others)]
        assert sorted(named) == ["Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel"]
        assert all(reason.words for reason in (*shift.placed, *shift.others))


def test_words_of_a_line_are_those_of_its_explanation(team: Team) -> None:
    team.run("draft")
    explanations = {
        shift.shift.id: (shift.outcome.outcome, shift.outcome.why) for shift in explain(team).shifts
    }
    assert explanations == {
        shift_id: (line.outcome, line.why) for shift_id, line in team.lines().items()
    }


def test_one_shift_can_be_asked_about(team: Team) -> None:
    team.run("draft")
    [explanation] = explain(team, "wed-early").shifts
    [cara] = [reason for reason in explanation.others if reason.name == "Cara Woods"]
    assert cara.words == "Cara Woods is off on 18 November (dentist)"


def test_open_shift_is_told_what_would_fill_it(team: Team) -> None:
    team.add(WEEK_FILE, DIVE)
    team.run("draft")
    [explanation] = explain(team, "dive").shifts
    assert "teach Dev Patel diving" in {option.words for option in explanation.options}


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
    team.rota.drafts.save(new, None)
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


FRIDAY, SATURDAY = "s/Fri/1400", "s/Sat/0700"
LATER = ("Tue 09:00-17:00", "Wed 09:00-17:00")


def tell(first: Rota, final: Rota) -> tuple[Repair, ...]:
    shifts: list[Shift | str] = [
        make_shift("Fri 14:00-22:00", headcount=2),
        "Sat 07:00-15:00",
        "Sun 09:00-17:00",
        *(f"{day} 09:00-17:00" for day in ("Mon", "Tue", "Wed")),
    ]
    members: list[Member | str] = ["Ana", "Ben", "Cleo", make_member("Dov", 8, cap=8)]
    return list_repairs(Placed(make_week(shifts, members), final), first)


def test_repair_tells_what_was_given_up_and_who_took_it_over() -> None:
    assert tell({FRIDAY: ("Ana",)}, {FRIDAY: ("Ben",), SATURDAY: ("Ana",)}) == (
        Repair(
            SATURDAY,
            "Ana",
            "Ana takes Saturday 07:00-15:00, which was still empty after the first round: "
            "Ana gave up Friday 14:00-22:00, which Ben took over",
        ),
    )


@pytest.mark.parametrize(
    "first, final, words",
    [
        pytest.param(
            {FRIDAY: ("Ana",), "s/Mon/0900": ("Dov",)},
            {FRIDAY: ("Dov",), SATURDAY: ("Ana",), "s/Mon/0900": ("Ben",)},
            "Ana gave up Friday 14:00-22:00, which Dov took over; "
            "Dov gave up Monday 09:00-17:00, which Ben took over",
            id="a chain of two",
        ),
        pytest.param(
            {FRIDAY: ("Ana", "Ben")},
            {FRIDAY: ("Ben",), SATURDAY: ("Ana",)},
            "Ana gave up Friday 14:00-22:00, where somebody is missing now",
            id="something that nobody took over",
        ),
        pytest.param(
            {FRIDAY: ("Ana",), "s/Mon/0900": ("Ana",)},
            {FRIDAY: ("Cleo",), "s/Mon/0900": ("Ben",), SATURDAY: ("Ana",)},
            "Ana gave up Friday 14:00-22:00, which Cleo took over",
            id="only what was in the way",
        ),
    ],
)
def test_chain_is_followed_to_its_end(first: Rota, final: Rota, words: str) -> None:
    words_by_shift = {repair.shift_id: repair.words for repair in tell(first, final)}
    assert words_by_shift[SATURDAY] == (
        f"Ana takes Saturday 07:00-15:00, which was still empty after the first round: {words}"
    )


def test_long_chain_is_cut_short() -> None:
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat")
    ids = [f"s/{day}/0900" for day in days]
    names = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn"]
    week = make_week(
        [f"{day} 09:00-17:00" for day in days], [make_member(name, 8, cap=8) for name in names]
    )
    first = {shift_id: (name,) for shift_id, name in zip(ids[1:], names, strict=False)}
    final = {shift_id: (name,) for shift_id, name in zip(ids, names, strict=True)}
    (repair,) = list_repairs(Placed(week, final), first)
    assert repair.words.startswith("Ana takes Monday 09:00-17:00")
    assert repair.words.endswith(
        "Dov gave up Friday 09:00-17:00, which Eve took over; others moved after that"
    )


def test_chain_never_tells_a_shift_twice() -> None:
    shifts = [make_shift("Mon 09:00-17:00", headcount=2), *map(make_shift, LATER)]
    week = make_week(shifts, [make_member(name, 8, cap=8) for name in ("Ana", "Cleo", "Dov")])
    first = {"s/Mon/0900": ("Ana", "Cleo"), "s/Tue/0900": ("Dov",)}
    final = {"s/Mon/0900": ("Dov",), "s/Tue/0900": ("Cleo",), "s/Wed/0900": ("Ana",)}
    (repair,) = list_repairs(Placed(week, final), first)
    assert repair.words == (
        "Ana takes Wednesday 09:00-17:00, which was still empty after the first round: "
        "Ana gave up Monday 09:00-17:00, which Dov took over; "
        "Dov gave up Tuesday 09:00-17:00, which Cleo took over"
    )


@pytest.mark.parametrize(
    "first, final",
    [
        pytest.param({FRIDAY: ("Ana",)}, {FRIDAY: ("Ana",)}, id="nothing changed"),
        pytest.param({FRIDAY: ("Ana",)}, {FRIDAY: ("Ben",)}, id="only hours were evened"),
        pytest.param({FRIDAY: ("Ana",)}, {}, id="something was lost"),
    ],
)
def test_nothing_is_told_where_no_place_was_filled(first: Rota, final: Rota) -> None:
    assert tell(first, final) == ()


def test_each_place_of_a_shift_is_told() -> None:
    repairs = tell({}, {FRIDAY: ("Ana", "Ben")})
    assert [(repair.shift_id, repair.name) for repair in repairs] == [
        (FRIDAY, "Ana"),
        (FRIDAY, "Ben"),
    ]
