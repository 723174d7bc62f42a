"""What becomes of a shift, and the sentence that says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week, make_worked

from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.explaining.outcomes import (
    ShiftOutcome,
    decide_outcome,
    list_passed_wishes,
    say_chosen,
    say_not_chosen,
)
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank
from belfry.rota.rules.weeks import HOUR, Member, Rota, Rules, Shift

DAY = make_shift("Fri 09:00-17:00", id="asked")


def decide(shift: Shift, members: list[Any], rota: Rota, **facts: Any) -> ShiftOutcome:
    others = [make_shift(f"{day} 09:00-17:00") for day in ("Mon", "Tue", "Wed")]
    placed = Placed(make_week([*others, shift], members, **facts), rota)
    return decide_outcome(placed, shift)


def test_clear_best_fills_a_shift() -> None:
    assert decide(DAY, ["Ana", "Ben"], {"asked": ("Ana",), "s/Mon/0900": ("Ben",)}) == ShiftOutcome(
        shift_id="asked",
        outcome=Outcome.FILLED,
        why="Ana was 40 h below the target of 40 h without it; "
        "next is Ben, 32 h below the target of 40 h",
        people=("Ana",),
    )


def test_two_within_the_margin_are_a_fair_swap_that_names_the_runner_up() -> None:
    assert decide(DAY, ["Ana", make_member("Ben", 39)], {"asked": ("Ana",)}) == ShiftOutcome(
        shift_id="asked",
        outcome=Outcome.FAIR_SWAP,
        why="Ana was 40 h below the target of 40 h without it and Ben is 39 h below the target of "
        "39 h: within 2 h of each other, so Ben could have it as fairly",
        people=("Ana",),
        runner_up="Ben",
    )


@pytest.mark.parametrize(
    "margin, outcome",
    [
        pytest.param(8 * HOUR, Outcome.FAIR_SWAP, id="just within it"),
        pytest.param(8 * HOUR - 1, Outcome.FILLED, id="a minute more"),
        pytest.param(0, Outcome.FILLED, id="no margin at all"),
    ],
)
def test_margin_is_the_teams_own(margin: int, outcome: Outcome) -> None:
    rota = {"asked": ("Ana",), "s/Mon/0900": ("Ben",)}
    assert decide(DAY, ["Ana", "Ben"], rota, rules=Rules(margin=margin)).outcome is outcome


def test_margin_is_counted_without_the_shift_itself() -> None:
    rota = {"asked": ("Ana",), "s/Mon/0900": ("Ben",), "s/Tue/0900": ("Ana",)}
    assert decide(DAY, ["Ana", "Ben"], rota).runner_up == "Ben"


def test_only_one_who_may_take_it_fills_it() -> None:
    decided = decide(
        DAY, ["Ana", "Ben"], {"asked": ("Ana",)}, time_off=[make_time_off("Ben", "Fri")]
    )
    assert (decided.outcome, decided.why) == (
        Outcome.FILLED,
        "Ana is the only one left who may take it",
    )


def test_shift_for_two_is_a_fair_swap_if_one_of_them_could_be_another() -> None:
    shift = make_shift("Fri 09:00-17:00", id="asked", headcount=2)
    members = ["Ana", make_member("Ben", 20), make_member("Cleo", 19)]
    decided = decide(shift, members, {"asked": ("Ana", "Ben")})
    assert (decided.outcome, decided.runner_up, decided.missing) == (Outcome.FAIR_SWAP, "Cleo", 0)
    assert decided.why.startswith("Ben was 20 h below the target of 20 h without it and Cleo")


def test_shift_for_two_is_filled_if_nobody_else_is_left() -> None:
    shift = make_shift("Fri 09:00-17:00", id="asked", headcount=2)
    decided = decide(shift, ["Ana", "Ben"], {"asked": ("Ana", "Ben")})
    assert (decided.outcome, decided.why) == (
        Outcome.FILLED,
        "nobody else is left who may take it",
    )


@pytest.mark.parametrize(
    "shift, why",
    [
        pytest.param(
            make_shift("Fri 09:00-17:00", id="asked", pins=["Ana"]),
            "Ana is pinned to it",
            id="a pin",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", id="asked", wishes=["Ana"]),
            "Ana is wished for on the sheet",
            id="a wish",
        ),
    ],
)
def test_what_the_sheet_says_is_no_fair_swap(shift: Shift, why: str) -> None:
    decided = decide(shift, ["Ana", "Ben"], {"asked": ("Ana",)})
    assert (decided.outcome, decided.why) == (Outcome.FILLED, why)


def test_shift_that_nobody_may_take_says_what_keeps_whom() -> None:
    shift = make_shift("Fri 09:00-17:00", id="asked", role="bar")
    bar = ("bar",)
    members = [
        make_member("Ana", roles=bar),
        make_member("Ben", 8, cap=8, roles=bar),
        *(make_member(name) for name in ("Cleo", "Dov", "Eve")),
        make_member("Finn", roles=bar),
        make_member("Gus", roles=bar),
    ]
    decided = decide(
        shift,
        members,
        {"s/Mon/0900": ("Ben",)},
        time_off=[make_time_off("Ana", "Fri")],
        around=[
            make_worked("Finn", "2026-11-20 18:00-22:00"),
            make_worked("Gus", "2026-11-20 18:00-22:00"),
        ],
    )
    assert (decided.outcome, decided.missing) == (Outcome.SHORT_STAFFED, 1)
    assert decided.why == (
        "nobody may take it: 3 people do not have the role bar, Ana is off, "
        "Finn and Gus work that day already, Ben would be over the cap"
    )


def test_shift_with_too_few_people_is_short_staffed() -> None:
    shift = make_shift("Fri 09:00-17:00", id="asked", headcount=3)
    members = ["Ana", "Ben"]
    off = [make_time_off("Ben", "Fri")]
    decided = decide(shift, members, {"asked": ("Ana",)}, time_off=off)
    assert (decided.outcome, decided.missing) == (Outcome.SHORT_STAFFED, 2)
    assert decided.why == "needs 3 and has 1: nobody else may take it: Ben is off"


def test_team_of_nobody_is_short_staffed() -> None:
    decided = decide(DAY, [], {})
    assert (decided.outcome, decided.why) == (
        Outcome.SHORT_STAFFED,
        "nobody may take it: there is nobody else on the staff list",
    )


def test_open_shift_that_somebody_may_take_says_who() -> None:
    decided = decide(DAY, ["Ana"], {})
    assert (decided.outcome, decided.why) == (
        Outcome.SHORT_STAFFED,
        "nobody is on it yet, Ana may take it",
    )


@pytest.mark.parametrize(
    "shift, facts, why",
    [
        pytest.param(
            make_shift("Fri 09:00-17:00", id="asked", held="street party"),
            {},
            "marked to be decided by a person: street party",
            id="marked hold",
        ),
        pytest.param(
            DAY,
            {"clashes": {"asked": "Ben has it and is off"}},
            "a clash with the standing pattern is open: Ben has it and is off",
            id="an open clash",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", id="asked", pins=["Ana"]),
            {"time_off": [make_time_off("Ana", "Fri", reason="wedding")]},
            "Ana is pinned to it but is off on 20 November (wedding)",
            id="a pin against a rule",
        ),
        pytest.param(
            DAY,
            {
                "time_off": [
                    make_time_off("Ana", "Fri", is_pending=True),
                    make_time_off("Ben", "Fri"),
                ]
            },
            "only Ana (20 November) could take it, who has asked to be off and has no answer yet",
            id="only people with undecided time off",
        ),
    ],
)
def test_what_the_rules_cannot_decide_is_held(shift: Shift, facts: Any, why: str) -> None:
    decided = decide(shift, ["Ana", "Ben"], {}, **facts)
    assert (decided.outcome, decided.why) == (Outcome.HELD, why)


def test_undecided_time_off_holds_nothing_while_others_may_take_it() -> None:
    off = [make_time_off("Ana", "Fri", is_pending=True)]
    assert decide(DAY, ["Ana", "Ben"], {"asked": ("Ben",)}, time_off=off).outcome is Outcome.FILLED


def test_undecided_time_off_holds_nothing_for_whoever_could_not_come_anyway() -> None:
    off = [make_time_off("Ana", "Fri", is_pending=True)]
    decided = decide(DAY, [make_member("Ana", 8, cap=4)], {}, time_off=off)
    assert decided.outcome is Outcome.SHORT_STAFFED


def test_marked_shift_is_held_even_with_its_pins_on_it() -> None:
    shift = make_shift("Fri 09:00-17:00", id="asked", pins=["Ana"], held="ask me")
    assert decide(shift, ["Ana"], {"asked": ("Ana",)}).outcome is Outcome.HELD


@pytest.mark.parametrize(
    "name, why",
    [
        pytest.param("Zoe", "Zoe is on it, but is not on the staff list", id="nobody we know"),
        pytest.param("Ben", "Ben is on it, but is off on 20 November", id="somebody who is off"),
    ],
)
def test_placement_against_a_rule_is_told(name: str, why: str) -> None:
    off = [make_time_off("Ben", "Fri")]
    decided = decide(DAY, ["Ana", "Ben"], {"asked": (name,)}, time_off=off)
    assert (decided.outcome, decided.why) == (Outcome.FILLED, why)


def test_every_shift_of_the_week_has_its_outcome() -> None:
    week = make_week(["Tue 09:00-17:00", "Mon 09:00-17:00"], ["Ana"])
    placed = Placed(week, {"s/Mon/0900": ("Ana",)})
    outcomes = [decide_outcome(placed, shift) for shift in week.shifts]
    assert [(outcome.shift_id, outcome.missing) for outcome in outcomes] == [
        ("s/Tue/0900", 1),
        ("s/Mon/0900", 0),
    ]


def tell(shifts: list[Shift], rota: Rota) -> list[str]:
    off = [make_time_off("Ben", "Fri")]
    placed = Placed(make_week(shifts, ["Ana", "Ben", "Cleo"], time_off=off), rota)
    return list(list_passed_wishes(placed, shifts[0]))


@pytest.mark.parametrize(
    "shift, people, expected",
    [
        pytest.param(
            make_shift("Fri 09:00-17:00", wishes=["Ben"]),
            (),
            ["Ben is wished for but is off on 20 November"],
            id="a wish against a rule",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", pins=["Zoe", "Ben"], headcount=2),
            (),
            [
                "Zoe is pinned to it but is not on the staff list",
                "Ben is pinned to it but is off on 20 November",
            ],
            id="a pin for nobody we know",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", pins=["Ana", "Cleo"]),
            ("Ana",),
            ["Cleo is pinned to it but it needs 1 person only"],
            id="more pins than places",
        ),
        pytest.param(
            make_shift("Fri 09:00-17:00", wishes=["Ana"]),
            ("Cleo",),
            ["Ana is wished for but is not on it"],
            id="a wish that somebody overruled",
        ),
        pytest.param(make_shift("Fri 09:00-17:00", wishes=["Ana"]), ("Ana",), [], id="a wish kept"),
    ],
)
def test_passed_wish_says_why(shift: Shift, people: tuple[str, ...], expected: list[str]) -> None:
    assert tell([shift], {shift.id: people}) == expected


def test_what_was_placed_later_is_not_the_reason() -> None:
    pinned = make_shift("Sat 09:00-17:00", pins=["Ana", "Ben"])
    first = make_shift("Sat 06:00-14:00", pins=["Ana"])
    wished = make_shift("Fri 15:00-23:00", wishes=["Ana"])
    rota = {first.id: ("Ana",), wished.id: ("Ana",)}
    assert tell([pinned, first, wished], rota) == [
        "Ana is pinned to it but has Saturday 06:00-14:00 at the same time",
        "Ben is pinned to it but is not on it",
    ]


SHIFT = make_shift("Fri 09:00-17:00", id="asked")


def stand(
    ana: Member,
    ben: Member,
    ben_has: int = 0,
    published: Mapping[str, tuple[str, ...]] | None = None,
) -> tuple[Placed, Shift, Rank, Rank]:
    """Ana has the shift, and Ben has so many others of eight hours each."""
    others = [make_shift(f"{day} 09:00-17:00") for day in ("Mon", "Tue", "Wed")]
    week = make_week([*others, SHIFT], [ana, ben], published=published)
    rota = {"asked": ("Ana",), **{shift.id: ("Ben",) for shift in others[:ben_has]}}
    placed = Placed(week, rota)
    ranks = {rank.name: rank for rank in placed.ranks}
    return placed, SHIFT, placed.find_rank_without(ana, SHIFT), ranks["Ben"]


@pytest.mark.parametrize(
    "ana, ben, ben_has, chosen, not_chosen",
    [
        pytest.param(
            make_member("Ana"),
            make_member("Ben"),
            2,
            "Ana was 40 h below the target of 40 h without it; "
            "next is Ben, 24 h below the target of 40 h",
            "Ben may take it but ranks 16 h lower: 24 h below the target of 40 h, "
            "Ana was 40 h below without it",
            id="more hours open",
        ),
        pytest.param(
            make_member("Ana", 16),
            make_member("Ben", 40),
            1,
            "Ana was 16 h below the target of 16 h without it, the larger share; "
            "next is Ben, 32 h below the target of 40 h",
            "Ben may take it but has the smaller share open: 32 h of 40 h, "
            "against Ana with 16 h of 16 h without it",
            id="a larger share of fewer hours",
        ),
        pytest.param(
            make_member("Ana", 16),
            make_member("Ben", 20),
            3,
            "Ana was 16 h below the target of 16 h without it, the larger share; "
            "next is Ben, 4 h over the target of 20 h",
            "Ben may take it but has the smaller share open: 4 h more than 20 h, "
            "against Ana with 16 h of 16 h without it",
            id="somebody over the target",
        ),
        pytest.param(
            make_member("Ana", 8),
            make_member("Ben", 0),
            0,
            "Ana was 8 h below the target of 8 h without it; next is Ben, no target",
            "Ben may take it but has no target, so Ana comes first",
            id="somebody without a target",
        ),
        pytest.param(
            make_member("Ana", below=5),
            make_member("Ben", below=2),
            0,
            "Ana and Ben are level this week, "
            "and Ana is 3 h further behind over the last four weeks",
            "Ben may take it and is level with Ana, "
            "but Ana is 3 h further behind over the last four weeks",
            id="the weeks before",
        ),
    ],
)
def test_first_by_rank_is_said_to_be_so(
    ana: Member, ben: Member, ben_has: int, chosen: str, not_chosen: str
) -> None:
    standing = stand(ana, ben, ben_has)
    assert say_chosen(*standing) == chosen
    assert say_not_chosen(*standing) == not_chosen


def test_lot_is_said_where_nothing_else_decides() -> None:
    placed, shift, ana, ben = stand(make_member("Ana"), make_member("Ben"))
    first, second = sorted((ana, ben), key=lambda rank: rank.key)
    assert say_chosen(placed, shift, first, second) == (
        f"{first.name} and {second.name} are level this week, "
        f"and this week's lot fell to {first.name}"
    )


@pytest.mark.parametrize(
    "hours, end",
    [
        pytest.param(
            8,
            ", but the hours of the whole week are more even with Ana on it",
            id="it would be all of the other's target",
        ),
        pytest.param(
            40,
            ", but the hours of the whole week are just as even with Ana on it",
            id="it weighs the same on both",
        ),
        pytest.param(
            48,
            ": the hours would be a little more even with Ben on it",
            id="it would weigh less on the other",
        ),
    ],
)
def test_second_by_rank_is_weighed_against_the_whole_week(hours: int, end: str) -> None:
    standing = stand(make_member("Ana", 40), make_member("Ben", hours, below=1))
    turn = (
        "Ben may take it too, is level with Ana this week, "
        "and Ben is 1 h further behind over the last four weeks"
    )
    assert say_chosen(*standing) == f"{turn}{end}"
    assert say_not_chosen(*standing) == f"{turn}{end}"


def test_second_by_rank_may_keep_what_people_know() -> None:
    standing = stand(make_member("Ana"), make_member("Ben", below=1), published={"asked": ("Ana",)})
    assert say_chosen(*standing) == (
        "Ben may take it too, is level with Ana this week, "
        "and Ben is 1 h further behind over the last four weeks, "
        "but Ana had it already in the rota that people know"
    )
