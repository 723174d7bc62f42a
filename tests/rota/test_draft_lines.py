"""How a rota is written down as the lines of a draft, and read off them again."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rota.drafting.planted import plant
from tests.rota.weeks import make_shift, make_week

from belfry.rota.drafts.open_draft import (
    Counts,
    PersonChange,
    count_lines,
    list_changes,
    list_hours,
    make_lines,
    read_rota,
    render_change,
    render_touched,
    write_proof,
    write_rota,
)
from belfry.rota.drafts.proofs import Proof, Verdict
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import HOUR, Rota


def test_line_says_all_there_is_to_say_of_a_shift() -> None:
    shift = make_shift(
        "Fri 22:00-06:00", id="n", role="bar", skills=["till", "keys"], headcount=2, pins=["Ana"]
    )
    [line] = make_lines(Placed(make_week([shift], ["Ana", "Ben"]), {"n": ("Ana", "Ben")}), 3)
    assert (line.key, line.starts, line.ends, line.role, line.skills, line.headcount) == (
        "2026-11-16/3/n",
        "22:00",
        "06:00",
        "bar",
        "keys;till",
        2,
    )
    assert (line.people, line.is_pinned, line.day) == (("Ana", "Ben"), True, shift.day)
    assert (line.starts_at, line.ends_at) == (shift.starts_at, shift.ends_at)


def test_seats_count_people_and_flags_count_shifts() -> None:
    two = make_shift("Mon 09:00-17:00", id="two", headcount=2)
    held = make_shift("Tue 09:00-17:00", id="held", held="ask me")
    full = make_shift("Wed 09:00-17:00", id="full")
    week = make_week([two, held, full], ["Ana"])
    lines = make_lines(Placed(week, {"two": ("Ana",), "full": ("Ana",)}), 1)
    assert count_lines(lines) == Counts(seats=4, filled=2, flagged=2)


def test_too_many_people_fill_no_more_seats_than_there_are() -> None:
    week = make_week(["Mon 09:00-17:00"], ["Ana", "Ben"])
    lines = make_lines(Placed(week, {"s/Mon/0900": ("Ana", "Ben")}), 1)
    assert count_lines(lines).filled == 1


def test_whoever_has_nothing_is_told_too() -> None:
    week = make_week(["Mon 09:00-17:00"], ["Ana", "Ben"])
    hours = list_hours(Placed(week, {"s/Mon/0900": ("Ana",)}))
    assert [(person.name, person.placed) for person in hours] == [("Ana", 8 * HOUR), ("Ben", 0)]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000))
def test_rota_can_be_read_off_its_lines(seed: int) -> None:
    planted = plant(8, seed)
    lines = make_lines(Placed(planted.week, planted.rota), 1)
    assert read_rota(lines) == {
        shift_id: names for shift_id, names in planted.rota.items() if names
    }


def test_proof_can_be_kept_as_json() -> None:
    proof = Proof(
        verdict=Verdict.FULLER,
        seats=3,
        filled=1,
        bound=2,
        fuller={"b": ("Ben",), "a": ("Ana", "Cleo")},
        more=1,
    )
    assert json.loads(json.dumps(write_proof(proof))) == {
        "verdict": "fuller",
        "words": proof.words,
        "seats": 3,
        "filled": 1,
        "bound": 2,
        "more": 1,
        "fuller": {"a": ["Ana", "Cleo"], "b": ["Ben"]},
    }


def test_empty_shifts_of_a_rota_are_not_written() -> None:
    assert write_rota({"b": ("Ben",), "a": ()}) == {"b": ["Ben"]}


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
    "change, expected",
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
def test_change_is_said_in_a_sentence(change: PersonChange, expected: str) -> None:
    assert render_change(change) == expected


def test_shifts_are_said_from_the_earliest_on() -> None:
    (change,) = compare({}, {"sat": ("Ana",), "fri": ("Ana",)})
    assert render_change(change) == "Ana gains Friday 14:00-22:00 and Saturday 07:00-15:00"


@pytest.mark.parametrize(
    "names, expected",
    [
        pytest.param([], "touches nobody", id="nobody"),
        pytest.param(["Ana"], "touches 1 person: Ana", id="one"),
        pytest.param(["Ana", "Ben"], "touches 2 people: Ana and Ben", id="two"),
    ],
)
def test_those_who_are_touched_are_named(names: list[str], expected: str) -> None:
    assert render_touched([PersonChange(name) for name in names]) == expected
