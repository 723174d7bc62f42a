"""What keeps a person from a shift, rule by rule and in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from tests.rota.rules.placed_strategies import placed_weeks
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
    make_worked,
)

from belfry.rota.rules.blocks import Block, list_blocks, render_blocks
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import HOUR, Member, Rota, Rule, Rules, Shift, Week

FRIDAY = make_shift("Fri 14:00-22:00", id="asked")


def ask(has: Iterable[str] = (), **facts: Any) -> tuple[Block, ...]:
    """What keeps Ana from Friday 14:00-22:00, who has those shifts of the week already."""
    member = facts.pop("member", None) or make_member("Ana")
    shift = facts.pop("shift", FRIDAY)
    theirs = [make_shift(when) for when in has]
    week = make_week([*theirs, shift], [member], **facts)
    return list_blocks(Placed(week, {other.id: ("Ana",) for other in theirs}), member, shift)


def tell(blocks: Iterable[Block]) -> list[str]:
    return [f"{block.rule}: {block.words}" for block in blocks]


def test_nothing_blocks_whoever_is_free() -> None:
    assert ask() == ()


def test_block_names_the_shift_in_the_way_and_what_is_missing() -> None:
    assert ask(["Sat 07:00-15:00"]) == (
        Block(
            Rule.REST,
            "has Saturday 07:00-15:00: only 9 h after this one, 11 h are needed",
            "s/Sat/0700",
            2 * HOUR,
        ),
    )


@pytest.mark.parametrize(
    "has, expected",
    [
        pytest.param(
            ["Thu 20:00-04:30"],
            "rest: has Thursday 20:00-04:30: only 9 h 30 min before this one, 11 h are needed",
            id="too little rest before",
        ),
        pytest.param(
            ["Fri 10:00-14:00"],
            "shifts a day: has Friday 10:00-14:00 on the same day, one shift a day is the rule",
            id="another shift that day",
        ),
        pytest.param(
            ["Fri 12:00-15:00"],
            "overlap: has Friday 12:00-15:00 at the same time",
            id="one that overlaps, which needs no word about the day",
        ),
        pytest.param(
            ["Mon 00:00-12:00", "Tue 00:00-12:00", "Wed 00:00-12:00"],
            "cap: would be at 44 h, the cap is 40 h",
            id="too many hours",
        ),
    ],
)
def test_other_shifts_are_in_the_way(has: list[str], expected: str) -> None:
    assert tell(ask(has)) == [expected]


def test_shift_right_after_another_is_said_so() -> None:
    week_shift = make_shift("Fri 14:00-00:00", id="asked")
    assert tell(ask(["Sat 00:00-06:00"], shift=week_shift)) == [
        "rest: has Saturday 00:00-06:00: right after this one, 11 h are needed"
    ]


def test_shifts_of_one_day_need_no_rest_between_them() -> None:
    assert ask(["Fri 10:00-14:00"], rules=Rules(shifts_a_day=2)) == ()


def test_long_day_and_a_night_without_rest_are_said_with_their_hours() -> None:
    assert tell(ask(["Fri 06:00-10:00"], rules=Rules(shifts_a_day=2))) == [
        "longest day: has Friday 06:00-10:00: a day of 16 h with it, 13 h are the most"
    ]
    assert tell(ask(["Fri 22:00-06:00"], rules=Rules(shifts_a_day=2))) == [
        "rest: has Friday 22:00-06:00: right after this one, 11 h are needed",
        "longest day: has Friday 22:00-06:00: a day of 16 h with it, 13 h are the most",
    ]


def test_full_day_names_all_its_shifts() -> None:
    has = ["Fri 06:00-09:00", "Fri 10:00-14:00"]
    assert tell(ask(has, rules=Rules(shifts_a_day=2, longest_day=None))) == [
        "shifts a day: has Friday 06:00-09:00 and Friday 10:00-14:00 on the same day, "
        "2 shifts a day are the most"
    ]


@pytest.mark.parametrize(
    "most, expected",
    [
        pytest.param(3, ["days in a row: would work 4 days in a row, 3 are the most"], id="three"),
        pytest.param(4, [], id="four"),
        pytest.param(None, [], id="no limit"),
    ],
)
def test_days_in_a_row_are_counted_on_both_sides(most: int | None, expected: list[str]) -> None:
    has = ["Wed 09:00-12:00", "Thu 09:00-12:00", "Sat 09:00-12:00"]
    assert tell(ask(has, rules=Rules(days_in_row=most))) == expected


def test_shift_of_the_week_before_counts_for_rest_but_not_for_hours() -> None:
    monday = make_shift("Mon 07:00-15:00", id="w/2026-11-15/16:00-23:00")
    around = [make_worked("Ana", "2026-11-15 16:00-23:00")]
    blocks = ask(shift=monday, around=around, member=make_member("Ana", 8, cap=8))
    assert blocks == (
        Block(
            Rule.REST,
            "has Sunday 15 November 16:00-23:00: only 8 h before this one, 11 h are needed",
            None,
            3 * HOUR,
        ),
    )


@pytest.mark.parametrize(
    "spans, expected",
    [
        pytest.param(["Fri 14:00-22:00"], [], id="all of it"),
        pytest.param(["Fri 10:00-15:00"], ["can come from 10:00 to 15:00 only"], id="a part of it"),
        pytest.param(
            ["Thu 09:00-17:00", "Fri 08:00-10:00", "Fri 16:00-01:00"],
            ["can come from 08:00 to 10:00 and from 16:00 to Saturday 01:00 only"],
            id="two parts of that day",
        ),
        pytest.param(["Thu 09:00-00:00"], ["cannot come on Friday"], id="another day"),
        pytest.param([], ["cannot come on Friday"], id="never"),
    ],
)
def test_availability_is_told_for_that_day(spans: list[str], expected: list[str]) -> None:
    blocks = ask(availability=[make_availability("Ana", *spans)])
    assert [block.words for block in blocks] == expected


def test_availability_of_the_morning_after_is_told_where_a_night_reaches_into_it() -> None:
    night = make_shift("Fri 22:00-06:00")
    blocks = ask(shift=night, availability=[make_availability("Ana", "Sat 00:00-12:00")])
    assert [block.words for block in blocks] == [
        "can come from Saturday 00:00 to Saturday 12:00 only"
    ]


def test_availability_counts_the_minutes_that_are_missing() -> None:
    blocks = ask(availability=[make_availability("Ana", "Fri 10:00-15:00", "Fri 21:00-22:00")])
    assert [block.short_by for block in blocks] == [6 * HOUR]


@pytest.mark.parametrize(
    "first, last, expected",
    [
        pytest.param("Fri", "Fri", ["time off: is off on 20 November (wedding)"], id="that day"),
        pytest.param("Wed", "Fri", ["time off: is off 18 to 20 November (wedding)"], id="days"),
        pytest.param("Sat", "Sun", [], id="days after it"),
    ],
)
def test_time_off_is_told_with_its_days(first: str, last: str, expected: list[str]) -> None:
    assert tell(ask(time_off=[make_time_off("Ana", first, last, reason="wedding")])) == expected


@pytest.mark.parametrize(
    "span, expected",
    [
        pytest.param("Fri 22:00-06:00", ["is off on 21 November"], id="a night that reaches it"),
        pytest.param("Fri 16:00-00:00", [], id="an evening that ends when it begins"),
    ],
)
def test_time_off_blocks_what_reaches_into_its_days(span: str, expected: list[str]) -> None:
    blocks = ask(shift=make_shift(span), time_off=[make_time_off("Ana", "Sat")])
    assert [block.words for block in blocks] == expected


def test_undecided_time_off_blocks_as_well() -> None:
    assert tell(ask(time_off=[make_time_off("Ana", "Fri", is_pending=True)])) == [
        "pending time off: has asked for 20 November off, and nobody has answered yet"
    ]


def test_undecided_time_off_does_not_block_whoever_is_wished_for() -> None:
    wished = make_shift("Fri 14:00-22:00", wishes=["Ana"])
    assert ask(shift=wished, time_off=[make_time_off("Ana", "Fri", is_pending=True)]) == ()


def test_work_somebody_cannot_do_is_all_that_is_said() -> None:
    shift = make_shift("Fri 14:00-22:00", role="kitchen", skills=("keys", "first aid"))
    blocks = ask(["Fri 12:00-15:00"], shift=shift)
    assert [block.rule for block in blocks] == [
        Rule.ROLE,
        Rule.SKILLS,
        Rule.OVERLAP,
    ]
    assert render_blocks(blocks) == "does not have the role kitchen; lacks first aid and keys"


@pytest.mark.parametrize(
    "others, expected",
    [
        pytest.param(["bar", "floor"], "has Friday 12:00-15:00 (bar) at the same time", id="two"),
        pytest.param(["bar", "bar"], "has Friday 12:00-15:00 at the same time", id="one"),
        pytest.param(["", "floor"], "has Friday 12:00-15:00 at the same time", id="no role here"),
    ],
)
def test_role_is_told_where_a_time_has_several(others: list[str], expected: str) -> None:
    shifts = [
        make_shift("Fri 12:00-15:00", id=f"s{place}", role=role)
        for place, role in enumerate(others)
    ]
    member = make_member("Ana", roles=("bar", "floor"))
    placed = Placed(make_week([FRIDAY, *shifts], [member]), {"s0": ("Ana",)})
    assert [block.words for block in list_blocks(placed, member, FRIDAY)] == [expected]


def test_whoever_is_on_the_shift_cannot_take_it_again() -> None:
    week = make_week([FRIDAY], ["Ana"])
    placed = Placed(week, {"asked": ("Ana",)})
    member = week.members[0]
    assert tell(list_blocks(placed, member, FRIDAY)) == ["overlap: is on this shift already"]
    assert list_blocks(placed, member, FRIDAY, without={"asked"}) == ()


def test_night_of_the_changing_clocks_counts_real_hours() -> None:
    monday = date(2026, 10, 19)
    night = make_shift("Sat 22:00-06:00", monday=monday)
    member = make_member("Ana", 8, cap=8)
    placed = Placed(make_week([night], [member], monday=monday), {})
    assert tell(list_blocks(placed, member, night)) == ["cap: would be at 9 h, the cap is 8 h"]


# What a shift says of itself, and not of the person who would take it.
NOT_THEIRS = {Rule.HEADCOUNT, Rule.HELD, Rule.PIN}


@settings(derandomize=True, max_examples=200, deadline=None)
@given(placed_weeks())
def test_nothing_blocks_whoever_breaks_no_rule(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for member, shift in list_pairs(placed):
        has_it = member.name in placed.rota[shift.id]
        tried = {**placed.rota, shift.id: (*placed.rota[shift.id], member.name)}
        is_legal = is_legal_for(placed.week, tried, member)
        assert (list_blocks(placed, member, shift) == ()) == is_legal
        without_it = list_blocks(placed, member, shift, without={shift.id})
        assert (without_it == ()) == (is_legal or has_it)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(placed_weeks())
def test_quick_answer_is_the_one_in_words(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for member, shift in list_pairs(placed):
        broken = {block.rule for block in list_blocks(placed, member, shift)}
        assert broken == set(placed.list_broken(member, shift))
        takers = {rank.name for rank in placed.list_takers(shift)}
        assert (member.name in takers) == (not broken)


def list_pairs(placed: Placed) -> Iterator[tuple[Member, Shift]]:
    return ((member, shift) for shift in placed.week.shifts for member in placed.week.members)


def is_legal_for(week: Week, rota: Rota, member: Member) -> bool:
    breaches = (breach for breach in check_rota(week, rota) if breach.name == member.name)
    return all(breach.rule in NOT_THEIRS for breach in breaches)
