"""How a rota is written down as the lines of a draft, and read off them again."""

from __future__ import annotations

import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.rota.drafting.planted import plant
from tests.rota.weeks import make_shift, make_week

from belfry.rota.drafts.draft_lines import (
    Counts,
    count_lines,
    list_hours,
    make_lines,
    read_rota,
    write_proof,
    write_rota,
)
from belfry.rota.drafts.proofs import Proof, Verdict
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.rules import HOUR


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
    assert [(one.name, one.placed) for one in hours] == [("Ana", 8 * HOUR), ("Ben", 0)]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10_000))
def test_rota_can_be_read_off_its_lines(seed: int) -> None:
    planted = plant(8, seed)
    lines = make_lines(Placed(planted.week, planted.rota), 1)
    assert read_rota(lines) == {one: names for one, names in planted.rota.items() if names}


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
