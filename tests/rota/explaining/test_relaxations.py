"""Which smallest exception would fill an open shift."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
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

from belfry.rota.explaining.relaxations import Option, list_options
from belfry.rota.rules.blocks import list_blocks
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Member, Rota, Rule, Rules, Week

ASKED = make_shift("Fri 14:00-22:00", id="asked", role="bar", skills=("first aid",))
FIT: Any = {"roles": ("bar",), "skills": ("first aid",)}


def list_words(members: Iterable[Member], has: Iterable[str] = (), **facts: Any) -> list[str]:
    """What would fill Friday 14:00-22:00, where the first of them has those shifts already."""
    team = list(members)
    theirs = [make_shift(when) for when in has]
    placed = Placed(
        make_week([ASKED, *theirs], team, **facts), {shift.id: (team[0].name,) for shift in theirs}
    )
    return [option.words for option in list_options(placed, ASKED)]


@pytest.mark.parametrize(
    "has, facts, words",
    [
        pytest.param(
            ["Mon 00:00-12:00", "Tue 00:00-12:00", "Wed 00:00-12:00"],
            {},
            "raise Ana's cap from 40 h to 44 h",
            id="too many hours",
        ),
        pytest.param(
            ["Sat 07:00-15:00"],
            {},
            "let Ana rest 9 h instead of 11 h before Saturday 07:00-15:00; "
            "that is 16 h of work from Friday 14:00 to Saturday 15:00",
            id="too little rest after",
        ),
        pytest.param(
            ["Thu 20:00-04:30"],
            {},
            "let Ana rest 9 h 30 min instead of 11 h after Thursday 20:00-04:30; "
            "that is 16 h 30 min of work from Thursday 20:00 to Friday 22:00",
            id="too little rest before",
        ),
        pytest.param(
            [],
            {"around": [make_worked("Ana", "2026-11-21 07:00-15:00")]},
            "let Ana rest 9 h instead of 11 h to or from a shift of another week; "
            "that is 16 h of work from Friday 14:00 to Saturday 15:00",
            id="too little rest to another week",
        ),
        pytest.param(
            ["Fri 10:00-13:00"],
            {},
            "let Ana work another shift on Friday; that is 11 h of work from Friday 10:00 to 22:00",
            id="two shifts on a day",
        ),
        pytest.param(
            ["Fri 07:00-14:00"],
            {},
            "let Ana work another shift on Friday; "
            "let Ana have a day of 15 h, breaks included, where 13 h are the most; "
            "that is 15 h of work from Friday 07:00 to 22:00",
            id="a day of fifteen hours",
        ),
        pytest.param(
            ["Wed 09:00-12:00", "Thu 09:00-12:00"],
            {"rules": Rules(days_in_row=2)},
            "let Ana work 3 days in a row, 2 are the most",
            id="too many days in a row",
        ),
        pytest.param(
            [],
            {"availability": [make_availability("Ana", "Fri 10:00-18:00")]},
            "ask Ana, who can come from 10:00 to 18:00 only",
            id="other hours",
        ),
        pytest.param(
            [],
            {"time_off": [make_time_off("Ana", "Fri", reason="dentist")]},
            "ask Ana, who is off on 20 November (dentist)",
            id="a day off",
        ),
        pytest.param(
            [],
            {"time_off": [make_time_off("Ana", "Fri", is_pending=True)]},
            "ask Ana, whose wish to be off is not answered yet",
            id="a day off that is not decided",
        ),
        pytest.param([], {}, "give it to Ana, who may take it", id="nothing at all"),
    ],
)
def test_exception_is_said_as_something_to_do(
    has: list[str], facts: dict[str, Any], words: str
) -> None:
    assert list_words([make_member("Ana", **FIT)], has, **facts) == [words]


@pytest.mark.parametrize(
    "fit, words",
    [
        pytest.param({"roles": ("bar",)}, ["teach Ana first aid"], id="a skill"),
        pytest.param({"skills": ("first aid",)}, ["give Ana the role bar"], id="a role"),
        pytest.param({}, ["give Ana the role bar; teach Ana first aid"], id="both"),
    ],
)
def test_learning_is_offered_where_nothing_else_is_left(fit: Any, words: list[str]) -> None:
    assert list_words([make_member("Ana", **fit)]) == words
    ben = make_member("Ben", **FIT)
    off = [make_time_off("Ben", "Fri")]
    assert list_words([make_member("Ana", **fit), ben], time_off=off) == [
        "ask Ben, who is off on 20 November"
    ]


def test_whoever_works_at_that_time_is_no_option() -> None:
    assert list_words([make_member("Ana", **FIT)], ["Fri 20:00-23:00"]) == []


def test_milder_rule_comes_first_and_then_the_smaller_step() -> None:
    members = [
        make_member("Off", **FIT),
        make_member("Much", 2, cap=2, below=5, **FIT),
        make_member("Little", 7, cap=7, **FIT),
        make_member("Both", 7, cap=7, **FIT),
    ]
    off = [make_time_off("Off", "Fri"), make_time_off("Both", "Fri")]
    assert list_words(members, time_off=off) == [
        "raise Little's cap from 7 h to 8 h",
        "raise Much's cap from 2 h to 8 h",
        "ask Off, who is off on 20 November",
        "ask Both, who is off on 20 November; raise Both's cap from 7 h to 8 h",
    ]


@pytest.mark.parametrize(
    "has",
    [
        pytest.param("Fri 06:00-14:00", id="sixteen hours in a day"),
        pytest.param("Sat 00:00-08:00", id="a run into the next morning"),
    ],
)
def test_unreasonable_day_is_offered_last_and_says_so(has: str) -> None:
    ana, ben = make_member("Ana", **FIT), make_member("Ben", **FIT)
    shift = make_shift("Fri 14:00-00:00", id="asked")
    placed = Placed(
        make_week([shift, has], [ana, ben], time_off=[make_time_off("Ben", "Fri")]),
        {make_shift(has).id: ("Ana",)},
    )
    first, last = list_options(placed, shift)
    assert first.words == "ask Ben, who is off on 20 November"
    assert last.words.endswith(
        "that is 18 h of work from Friday 06:00 to Saturday 00:00"
        if has.startswith("Fri")
        else "that is 18 h of work from Friday 14:00 to Saturday 08:00"
    )


def test_smallest_is_the_first_option() -> None:
    placed = Placed(make_week([ASKED], [make_member("Ana", **FIT)]), {})
    assert list_options(placed, ASKED) == (Option("Ana", "give it to Ana, who may take it", (), 0),)
    assert list_options(Placed(make_week([ASKED], []), {}), ASKED) == ()


def test_whoever_is_on_the_shift_already_is_no_option() -> None:
    shift = make_shift("Fri 14:00-22:00", id="asked", headcount=2)
    placed = Placed(make_week([shift], ["Ana"]), {"asked": ("Ana",)})
    assert list_options(placed, shift) == ()


def test_no_more_options_are_given_than_asked_for() -> None:
    placed = Placed(make_week([make_shift("Fri 14:00-22:00", id="asked")], list("ABCDEFG")), {})
    assert len(list_options(placed, placed.week.shifts[0], most=3)) == 3


@settings(derandomize=True, max_examples=100, deadline=None)
@given(placed_weeks())
def test_raised_cap_is_enough(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for shift in placed.week.shifts:
        option = next(iter(list_options(placed, shift, most=1)), None)
        if option is None or {block.rule for block in option.blocks} != {Rule.CAP}:
            continue
        member = placed.members[option.name]
        granted = replace(member, cap=member.cap + option.minutes)
        refused = replace(member, cap=member.cap + option.minutes - 1)
        assert list_blocks(placed, granted, shift) == ()
        assert list_blocks(placed, refused, shift) != ()


@settings(derandomize=True, max_examples=100, deadline=None)
@given(placed_weeks())
def test_option_names_everything_it_would_come_to(made: tuple[Week, Rota]) -> None:
    """Following an option breaks no rule that it does not name."""
    placed = Placed(*made)
    for shift in placed.week.shifts:
        for option in list_options(placed, shift):
            rota = {**placed.rota, shift.id: (*placed.rota[shift.id], option.name)}
            known = {(breach.rule, breach.name) for breach in check_rota(*made)}
            broken = {
                breach.rule
                for breach in check_rota(placed.week, rota)
                if (breach.rule, breach.name) not in known and breach.name == option.name
            }
            assert broken <= {block.rule for block in option.blocks} | {Rule.HELD, Rule.PIN}
            if broken & {Rule.SHIFTS_A_DAY, Rule.REST, Rule.LONGEST_DAY}:
                assert "of work from" in option.words
