"""Who has what in a rota, and who may take a shift beside it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week, make_worked

from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import HOUR, Rule, Rules

ASKED = make_shift("Fri 14:00-22:00", id="asked")


def place(*has: str, **facts: Any) -> Placed:
    """Ana has those shifts, and there is Friday 14:00-22:00 besides."""
    shift = facts.pop("shift", ASKED)
    theirs = [make_shift(when) for when in has]
    member = facts.pop("member", None) or make_member("Ana")
    week = make_week([shift, *theirs], [member], **facts)
    return Placed(week, {own_shift.id: ("Ana",) for own_shift in theirs})


def list_names(placed: Placed) -> list[str]:
    return [rank.name for rank in placed.list_takers(placed.week.shifts[0])]


@pytest.mark.parametrize(
    "placed",
    [
        pytest.param(place(), id="nothing else"),
        pytest.param(
            place("Fri 10:00-14:00", rules=Rules(shifts_a_day=2)), id="a short break on one day"
        ),
        pytest.param(place("Mon 00:00-16:00", "Tue 00:00-16:00"), id="hours up to the cap"),
        pytest.param(place("Thu 19:00-03:00"), id="just enough rest before"),
        pytest.param(place("Sat 09:00-13:00"), id="just enough rest after"),
        pytest.param(
            place(
                shift=make_shift("Fri 14:00-22:00", wishes=["Ana"]),
                time_off=[make_time_off("Ana", "Fri", is_pending=True)],
            ),
            id="a wish in spite of an open request",
        ),
    ],
)
def test_whoever_keeps_the_rules_may_take_it(placed: Placed) -> None:
    assert list_names(placed) == ["Ana"]


@pytest.mark.parametrize(
    "placed, kinds",
    [
        pytest.param(place("Fri 10:00-14:00"), [Rule.SHIFTS_A_DAY], id="another that day"),
        pytest.param(place("Thu 19:00-03:30"), [Rule.REST], id="half an hour too little"),
        pytest.param(
            place("Mon 00:00-16:00", "Tue 00:00-16:30"), [Rule.CAP], id="half an hour too much"
        ),
        pytest.param(
            place(shift=make_shift("Fri 14:00-22:00", role="bar", skills=["keys"])),
            [Rule.ROLE, Rule.SKILLS],
            id="work they cannot do",
        ),
        pytest.param(
            place(time_off=[make_time_off("Ana", "Fri", is_pending=True)]),
            [Rule.PENDING],
            id="an open request",
        ),
    ],
)
def test_whoever_breaks_a_rule_may_not(placed: Placed, kinds: list[Rule]) -> None:
    assert list_names(placed) == []
    assert list(placed.list_broken(placed.members["Ana"], placed.week.shifts[0])) == kinds


def test_shift_of_another_week_with_the_same_id_is_another_shift() -> None:
    placed = place(around=[make_worked("Ana", "2026-11-13 14:00-22:00", id="asked")])
    assert list_names(placed) == ["Ana"]


def test_takers_come_in_the_order_of_their_turn() -> None:
    week = make_week([ASKED, "Mon 09:00-17:00"], ["Ana", "Ben", make_member("Cleo", 0)])
    placed = Placed(week, {"s/Mon/0900": ("Ana",)})
    assert list_names(placed) == ["Ben", "Ana", "Cleo"]


def test_shifts_are_listed_from_the_earliest_on_and_counted_once() -> None:
    week = make_week(["Tue 09:00-17:00", "Mon 09:00-17:00"], ["Ana"])
    rota = {"s/Tue/0900": ("Ana", "Ana"), "s/Mon/0900": ("Ana",), "gone": ("Ana",)}
    placed = Placed(week, rota)
    assert [shift.id for shift in placed.list_shifts("Ana")] == ["s/Mon/0900", "s/Tue/0900"]
    assert placed.count_minutes("Ana") == 16 * HOUR
