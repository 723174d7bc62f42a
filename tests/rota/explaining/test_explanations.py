"""Why a person has a shift, and why each of the others does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from tests.rota.rules.placed_strategies import placed_weeks
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.explaining.explain_week import list_repairs
from belfry.rota.explaining.explanations import Reason, ShiftExplanation, explain_shift
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Week

FRIDAY = make_shift("Fri 14:00-22:00", role="bar", id="asked")
SATURDAY = make_shift("Sat 07:00-15:00", role="bar")
MONDAY = make_shift("Mon 09:00-17:00")
TUESDAY = make_shift("Tue 09:00-17:00")


def explain(rota: Rota, *names: str, **facts: Any) -> ShiftExplanation:
    """About Friday 14:00-22:00, for people who all work at the bar."""
    shifts = facts.pop("shifts", None) or [FRIDAY, SATURDAY, MONDAY, TUESDAY]
    members = facts.pop("members", None) or [make_member(name, roles=("bar",)) for name in names]
    return explain_shift(Placed(make_week(shifts, members, **facts), rota), "asked")


def tell(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.words for reason in reasons]


def test_explanation_tells_of_everybody_once() -> None:
    members = [
        make_member("Ana", roles=("bar",)),
        make_member("Ben", roles=("bar",)),
        make_member("Cleo", roles=("bar",)),
        make_member("Dov"),
        make_member("Eve", roles=("bar",)),
    ]
    explained = explain(
        {"asked": ("Ana",), SATURDAY.id: ("Ben",), MONDAY.id: ("Eve",)},
        members=members,
        time_off=[make_time_off("Cleo", "Wed", "Fri", reason="wedding")],
    )
    assert explained.title == "Friday 14:00-22:00, bar"
    assert explained.outcome.outcome is Outcome.FILLED
    assert tell(explained.placed) == [
        "Ana was 40 h below the target of 40 h without it; "
        "next is Eve, 32 h below the target of 40 h"
    ]
    assert tell(explained.others) == [
        "Eve may take it but ranks 8 h lower: 32 h below the target of 40 h, "
        "Ana was 40 h below without it",
        "Ben has Saturday 07:00-15:00: only 9 h after this one, 11 h are needed",
        "Cleo is off 18 to 20 November (wedding)",
        "Dov does not have the role bar",
    ]
    assert explained.options == ()


def test_whoever_is_needed_elsewhere_is_told_truly() -> None:
    rota = {"asked": ("Ana",), SATURDAY.id: ("Ben",), MONDAY.id: ("Ana",), TUESDAY.id: ("Ana",)}
    explained = explain(rota, "Ana", "Ben")
    assert tell(explained.placed) == [
        "Ana is the only one left who may take it; "
        "Ben, 32 h below the target of 40 h, would come before Ana but has Saturday 07:00-15:00: "
        "only 9 h after this one, 11 h are needed, and nobody else may take Saturday 07:00-15:00"
    ]


def test_whoever_could_be_spared_elsewhere_is_not_said_to_be_needed() -> None:
    rota = {"asked": ("Ana",), SATURDAY.id: ("Ben",), MONDAY.id: ("Ana",), TUESDAY.id: ("Ana",)}
    explained = explain(rota, "Ana", "Ben", "Cleo", time_off=[make_time_off("Cleo", "Fri")])
    assert tell(explained.placed) == [
        "Ana is the only one left who may take it; "
        "Ben, 32 h below the target of 40 h, would come before Ana but has Saturday 07:00-15:00: "
        "only 9 h after this one, 11 h are needed"
    ]


def test_whoever_comes_later_anyway_is_not_told_as_busy() -> None:
    explained = explain({"asked": ("Ana",), SATURDAY.id: ("Ben",)}, "Ana", "Ben")
    assert tell(explained.placed) == ["Ana is the only one left who may take it"]


def test_whoever_has_reached_the_target_is_not_told_as_busy() -> None:
    members = [make_member("Ana", 8, roles=("bar",)), make_member("Ben", 8, roles=("bar",))]
    rota = {"asked": ("Ana",), SATURDAY.id: ("Ben",), MONDAY.id: ("Ana",), TUESDAY.id: ("Ana",)}
    explained = explain(rota, members=members)
    assert tell(explained.placed) == ["Ana is the only one left who may take it"]


def test_two_who_are_the_only_ones_are_not_each_called_so() -> None:
    shift = make_shift("Fri 14:00-22:00", id="asked", headcount=2)
    explained = explain({"asked": ("Ana", "Ben")}, "Ana", "Ben", shifts=[shift])
    assert tell(explained.placed) == [
        "Ana may take it, and nobody else is left who may",
        "Ben may take it, and nobody else is left who may",
    ]


def test_rota_that_could_be_more_even_says_so() -> None:
    rota = {"asked": ("Ana",), MONDAY.id: ("Ana",), TUESDAY.id: ("Ana",)}
    explained = explain(rota, "Ana", "Ben")
    words = (
        "Ben, 40 h below the target of 40 h, comes before Ana and may take it too: "
        "the hours would be a little more even with Ben on it"
    )
    assert tell(explained.placed) == [words]
    assert tell(explained.others) == [words]


@pytest.mark.parametrize(
    "sheet, why, why_not",
    [
        pytest.param({"pins": ["Ana"]}, "Ana is pinned to it", "it is pinned to Ana", id="a pin"),
        pytest.param(
            {"wishes": ["Ana"]},
            "Ana is wished for on the sheet",
            "the sheet names Ana",
            id="a wish",
        ),
    ],
)
def test_what_the_sheet_says_is_the_reason(sheet: Any, why: str, why_not: str) -> None:
    shift = make_shift("Fri 14:00-22:00", id="asked", **sheet)
    explained = explain({"asked": ("Ana",)}, "Ana", "Ben", shifts=[shift])
    assert tell(explained.placed) == [why]
    assert tell(explained.others) == [f"Ben may take it, but {why_not}"]


def test_open_request_of_whoever_is_pinned_is_told() -> None:
    shift = make_shift("Fri 14:00-22:00", id="asked", pins=["Ana"])
    off = [make_time_off("Ana", "Fri", is_pending=True)]
    explained = explain({"asked": ("Ana",)}, "Ana", shifts=[shift], time_off=off)
    assert tell(explained.placed) == [
        "Ana is pinned to it, but has asked for 20 November off, and nobody has answered yet"
    ]


def test_passed_wish_is_told() -> None:
    shift = make_shift("Fri 14:00-22:00", id="asked", wishes=["Ben"])
    off = [make_time_off("Ben", "Fri")]
    explained = explain({"asked": ("Ana",)}, "Ana", "Ben", shifts=[shift], time_off=off)
    assert explained.wishes == ("Ben is wished for but is off on 20 November",)


def test_open_shift_tells_what_blocks_each_and_what_would_help() -> None:
    members = [make_member("Ana", 36, cap=36, roles=("bar",)), make_member("Ben")]
    nights = [make_shift(f"{day} 00:00-10:00") for day in ("Mon", "Tue", "Wed")]
    explained = explain(
        {night.id: ("Ana",) for night in nights}, members=members, shifts=[FRIDAY, *nights]
    )
    assert explained.placed == ()
    assert tell(explained.others) == [
        "Ana would be at 38 h, the cap is 36 h",
        "Ben does not have the role bar",
    ]
    assert [option.words for option in explained.options] == ["raise Ana's cap from 36 h to 38 h"]


@pytest.mark.parametrize(
    "name, why, why_not",
    [
        pytest.param(
            "Zoe",
            "Zoe was put on it, but is not on the staff list",
            "Ana may take it, but it was given to Zoe",
            id="a stranger",
        ),
        pytest.param(
            "Ben",
            "Ben was put on it, but is off on 20 November",
            "Ana may take it but ranks 32 h lower: 8 h below the target of 40 h, "
            "Ben was 40 h below without it",
            id="somebody against a rule",
        ),
    ],
)
def test_whoever_was_put_there_by_hand_is_told(name: str, why: str, why_not: str) -> None:
    shifts = [FRIDAY, make_shift("Mon 00:00-16:00"), make_shift("Wed 00:00-16:00")]
    rota = {"asked": (name,), "s/Mon/0000": ("Ana",), "s/Wed/0000": ("Ana",)}
    members = [make_member("Ana", cap=60, roles=("bar",)), make_member("Ben", roles=("bar",))]
    off = [make_time_off("Ben", "Fri")]
    explained = explain(rota, members=members, shifts=shifts, time_off=off)
    assert tell(explained.placed) == [why]
    assert tell(explained.others)[0] == why_not


def test_shift_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="2026-11-16"):
        explain_shift(Placed(make_week(), {}), "asked")


# The ids of these weeks all have a mark that no sentence has a use for.
UNREADABLE = re.compile(r"#|[<>{}\[\]'_]{2}|None|\d\.\d|datetime|frozenset|-\d+ h|\bBlock|  ")


@settings(derandomize=True, max_examples=150, deadline=None)
@given(placed_weeks())
def test_everybody_is_told_of_once_and_in_words(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for shift in placed.week.shifts:
        explained = explain_shift(placed, shift.id)
        names = [reason.name for reason in (*explained.placed, *explained.others)]
        assert sorted(names) == sorted(placed.members)
        assert tuple(reason.name for reason in explained.placed) == placed.rota[shift.id]
        for sentence in list_sentences(explained):
            assert sentence.strip()
            assert UNREADABLE.search(sentence) is None, sentence


@settings(derandomize=True, max_examples=150, deadline=None)
@given(placed_weeks())
def test_outcome_agrees_with_the_people(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for shift in placed.week.shifts:
        outcome = explain_shift(placed, shift.id).outcome
        assert outcome.missing == shift.headcount - len(placed.rota[shift.id])
        if outcome.outcome in (Outcome.FILLED, Outcome.FAIR_SWAP):
            assert outcome.missing == 0
        if outcome.outcome is Outcome.SHORT_STAFFED:
            assert outcome.missing > 0
        takers = [rank.name for rank in placed.list_takers(shift)]
        assert (outcome.runner_up != "") == (outcome.outcome is Outcome.FAIR_SWAP)
        assert outcome.runner_up in ("", *takers[:1])


@settings(derandomize=True, max_examples=50, deadline=None)
@given(placed_weeks(), placed_weeks())
def test_repairs_are_told_of_any_two_rotas(
    made: tuple[Week, Rota], other: tuple[Week, Rota]
) -> None:
    placed = Placed(*made)
    for repair in list_repairs(placed, other[1]):
        assert repair.words.startswith(f"{repair.name} takes ")
        assert UNREADABLE.search(repair.words) is None, repair.words


def list_sentences(explained: ShiftExplanation) -> Iterator[str]:
    yield explained.title
    yield explained.outcome.why
    yield from explained.wishes
    for reason in (*explained.placed, *explained.others):
        yield reason.words
    for option in explained.options:
        yield option.words
