"""What differs between two rotas, for each person."""

from __future__ import annotations

import pytest
from tests.rota.weeks import make_shift, make_week

from belfry.rota.drafts.draft_lines import PersonChange, list_changes, render_change, render_touched
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota

FRIDAY = make_shift("Fri 14:00-22:00", id="fri")
SATURDAY = make_shift("Sat 07:00-15:00", id="sat")
SUNDAY = make_shift("Sun 09:00-17:00", id="sun")
LATER = make_shift("Sun 10:00-18:00", id="sun")
WEEK = make_week([SATURDAY, FRIDAY, SUNDAY], ["Ana", "Ben"])


def compare(was: Rota, now: Rota) -> tuple[PersonChange, ...]:
    return list_changes(Placed(WEEK, was), Placed(WEEK, now))


def test_shift_that_changes_hands_touches_two_people() -> None:
    assert compare({"fri": ("Ben",)}, {"fri": ("Ana",)}) == (
        PersonChange("Ana", gained=(FRIDAY,)),
        PersonChange("Ben", lost=(FRIDAY,)),
    )


def test_same_people_in_another_order_are_no_change() -> None:
    assert compare({"fri": ("Ana", "Ben")}, {"fri": ("Ben", "Ana")}) == ()


def test_new_times_touch_whoever_has_the_shift() -> None:
    moved = make_week([LATER, FRIDAY], ["Ana", "Ben"])
    changes = list_changes(
        Placed(WEEK, {"sun": ("Ana",), "fri": ("Ben",)}),
        Placed(moved, {"sun": ("Ana",), "fri": ("Ben",)}),
    )
    assert changes == (PersonChange("Ana", moved=((SUNDAY, LATER),)),)


def test_shift_that_is_gone_is_lost() -> None:
    changes = list_changes(Placed(WEEK, {"sat": ("Ana",)}), Placed(make_week(), {}))
    assert changes == (PersonChange("Ana", lost=(SATURDAY,)),)


@pytest.mark.parametrize(
    "change, said",
    [
        pytest.param(
            PersonChange("Ana", gained=(FRIDAY,)), "Ana gains Friday 14:00-22:00", id="one gained"
        ),
        pytest.param(
            PersonChange("Ana", (FRIDAY, SATURDAY), (SUNDAY,)),
            "Ana gains Friday 14:00-22:00 and Saturday 07:00-15:00; loses Sunday 09:00-17:00",
            id="some gained and one lost",
        ),
        pytest.param(
            PersonChange("Ana", moved=((SUNDAY, LATER),)),
            "Ana has Sunday 10:00-18:00 instead of Sunday 09:00-17:00",
            id="new times",
        ),
    ],
)
def test_change_is_said_in_a_sentence(change: PersonChange, said: str) -> None:
    assert render_change(change) == said


def test_shifts_are_said_from_the_earliest_on() -> None:
    (change,) = compare({}, {"sat": ("Ana",), "fri": ("Ana",)})
    assert render_change(change) == "Ana gains Friday 14:00-22:00 and Saturday 07:00-15:00"


@pytest.mark.parametrize(
    "names, said",
    [
        pytest.param([], "touches nobody", id="nobody"),
        pytest.param(["Ana"], "touches 1 person: Ana", id="one"),
        pytest.param(["Ana", "Ben"], "touches 2 people: Ana and Ben", id="two"),
    ],
)
def test_those_who_are_touched_are_named(names: list[str], said: str) -> None:
    assert render_touched([PersonChange(name) for name in names]) == said
