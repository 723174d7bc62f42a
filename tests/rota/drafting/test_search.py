"""Who gets what in a draft: everything that can be filled, evenly, with few changes to what was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.planted import plant_week, random_week
from tests.rota.drafting.random_weeks import weeks
from tests.rota.weeks import make_availability, make_member, make_shift, make_time_off, make_week

from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.drafting.search import Drafted, draft_rota
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import HOUR, Rota, Rules, Week

ROOT = Path(__file__).parents[3]
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")


def count_hours(week: Week, rota: Rota) -> dict[str, int]:
    hours = {member.name: 0 for member in week.members}
    for shift in week.shifts:
        for name in rota[shift.id]:
            hours[name] += shift.minutes // HOUR
    return hours


def list_changes(published: Mapping[str, tuple[str, ...]], rota: Rota) -> set[tuple[str, str]]:
    """The placements that are in one of them only."""
    before = {(shift, name) for shift, names in published.items() for name in names}
    return before ^ {(shift, name) for shift, names in rota.items() for name in names}


@pytest.mark.parametrize("seed", range(12))
def test_drafts_fill_a_week_that_can_be_filled(seed: int) -> None:
    week = plant_week(12, seed)
    rota = draft_rota(week).rota
    open_shifts = [shift.id for shift in week.shifts if len(rota[shift.id]) < shift.headcount]
    assert open_shifts == []


def test_drafts_give_the_scarcest_work_first() -> None:
    week = make_week(
        [
            make_shift("Mon 09:00-17:00", id="bar", role="bar"),
            make_shift("Mon 09:00-17:00", id="a"),
        ],
        [make_member("Ana", roles=["bar"]), make_member("Ben", 0)],
    )
    assert draft_rota(week).rota == {"a": ("Ben",), "bar": ("Ana",)}


def test_drafts_fill_by_a_move_what_the_first_answer_leaves_open() -> None:
    """Those who could do the last of three shifts are first in line for the other two."""
    week = make_week(
        [
            make_shift("Mon 06:00-14:00", id="till", role="till"),
            make_shift("Mon 09:00-17:00", id="floor", role="floor"),
            make_shift("Mon 10:00-18:00", id="bar", role="bar"),
        ],
        [
            make_member("Ana", roles=["floor", "bar"], below=8),
            make_member("Ben", roles=["floor"]),
            make_member("Cleo", roles=["till", "bar"], below=8),
            make_member("Dev", roles=["till"]),
        ],
    )
    drafted = draft_rota(week)
    assert drafted.first == {"till": ("Cleo",), "floor": ("Ana",), "bar": ()}
    assert sorted(len(names) for names in drafted.rota.values()) == [1, 1, 1]


def test_drafts_give_equal_shares_of_the_targets_and_starve_nobody() -> None:
    times = ("06:00-14:00", "09:00-17:00", "14:00-22:00")
    week = make_week(
        [f"{day} {time}" for day in WEEKDAYS for time in times],
        [
            make_member("Ana", 40),
            make_member("Ben", 40),
            make_member("Cleo", 24),
            make_member("Dev", 16),
        ],
    )
    assert count_hours(week, draft_rota(week).rota) == {"Ana": 40, "Ben": 40, "Cleo": 24, "Dev": 16}


def test_drafts_give_those_without_a_target_only_what_nobody_else_can_take() -> None:
    week = make_week(
        ["Mon 09:00-17:00", "Tue 09:00-17:00"],
        [make_member("Ana", 0), make_member("Ben", 8, cap=8), make_member("Cleo", 8, cap=0)],
    )
    assert count_hours(week, draft_rota(week).rota) == {"Ana": 8, "Ben": 8, "Cleo": 0}


def test_drafts_give_a_shift_as_many_different_people_as_it_needs() -> None:
    week = make_week([make_shift("Mon 09:00-17:00", headcount=3)], ["Ana", "Ben", "Cleo"])
    assert sorted(draft_rota(week).rota["s/Mon/0900"]) == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize(
    ("rules", "hours"),
    [
        pytest.param(Rules(), 40, id="one shift a day"),
        pytest.param(Rules(shifts_a_day=2), 60, id="two shifts a day"),
        pytest.param(Rules(shifts_a_day=3, longest_day=None), 80, id="three shifts a day"),
        pytest.param(Rules(shifts_a_day=3), 60, id="three shifts a day, of which two are too long"),
        pytest.param(Rules(days_in_row=2), 32, id="two days in a row"),
    ],
)
def test_drafts_count_shifts_and_days_as_the_rules_say(rules: Rules, hours: int) -> None:
    times = ("06:00-14:00", "14:00-18:00", "18:00-22:00")
    week = make_week(
        [f"{day} {time}" for day in WEEKDAYS for time in times[: rules.shifts_a_day]],
        [make_member("Ana", 80, cap=80)],
        rules=replace(rules, rest=0),
    )
    assert count_hours(week, draft_rota(week).rota) == {"Ana": hours}


PUBLISHED = {f"s/{day}/0900": (name,) for day, name in zip(WEEKDAYS, "AABBC", strict=True)}


def test_redrafts_change_nothing_that_need_not_change() -> None:
    week = make_week([f"{day} 09:00-17:00" for day in WEEKDAYS], "ABC", published=PUBLISHED)
    assert draft_rota(week).rota == PUBLISHED


def test_redrafts_touch_only_those_who_must_stand_in() -> None:
    week = make_week(
        [f"{day} 09:00-17:00" for day in WEEKDAYS],
        "ABC",
        published=PUBLISHED,
        time_off=[make_time_off("A", "Mon")],
        availability=[make_availability("B", *(f"{day} 09:00-17:00" for day in WEEKDAYS[2:]))],
    )
    expected = {("s/Mon/0900", "A"), ("s/Mon/0900", "C")}
    assert list_changes(PUBLISHED, draft_rota(week).rota) == expected


def test_redrafts_move_people_rather_than_leave_a_seat_open() -> None:
    week = make_week(
        ["Mon 09:00-17:00", make_shift("Mon 09:00-17:00", id="bar", role="bar")],
        [make_member("Ana", roles=["bar"]), "Ben"],
        published={"s/Mon/0900": ("Ana",)},
    )
    assert draft_rota(week).rota == {"s/Mon/0900": ("Ben",), "bar": ("Ana",)}


def test_drafts_fill_the_seat_of_a_wish_that_breaks_a_rule() -> None:
    week = make_week(
        [make_shift("Mon 09:00-17:00", id="x", wishes=["Ana"])],
        ["Ana", "Ben"],
        time_off=[make_time_off("Ana", "Mon")],
    )
    assert draft_rota(week).rota == {"x": ("Ben",)}


def test_drafts_of_nothing_are_empty() -> None:
    assert draft_rota(make_week()).rota == {}
    assert draft_rota(make_week(["Mon 09:00-17:00"])).rota == {"s/Mon/0900": ()}
    assert draft_rota(make_week(members=["Ana"])).rota == {}


SCRIPT = """
import json
from belfry.rota.drafting.search import draft_rota
from tests.rota.drafting.planted import random_week
print(json.dumps(draft_rota(random_week(12, 60, 3)).rota))
"""


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_drafts_are_the_same_bytes_in_every_process(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}/src:{ROOT}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == json.dumps(draft_rota(random_week(12, 60, 3)).rota) + "\n"


some = settings(max_examples=60, derandomize=True, deadline=None)


@some
@given(weeks())
def test_drafts_break_no_rule(week: Week) -> None:
    drafted = draft_rota(week)
    assert check_rota(week, drafted.rota) == ()
    assert check_rota(week, drafted.first) == ()
    assert sorted(drafted.rota) == sorted(shift.id for shift in week.shifts)


@some
@given(weeks(), st.randoms(use_true_random=False))
def test_drafts_do_not_depend_on_the_order_of_the_facts(week: Week, luck: Random) -> None:
    mixed = replace(
        week,
        shifts=tuple(luck.sample(week.shifts, len(week.shifts))),
        members=tuple(luck.sample(week.members, len(week.members))),
        time_off=tuple(luck.sample(week.time_off, len(week.time_off))),
        around=tuple(luck.sample(week.around, len(week.around))),
    )
    assert draft_rota(mixed) == draft_rota(week)


@some
@given(weeks())
def test_drafts_fill_no_less_than_their_first_answer(week: Week) -> None:
    drafted = draft_rota(week)
    assert _count(drafted.rota) >= _count(drafted.first)


@some
@given(weeks())
def test_drafts_leave_no_seat_that_one_placement_or_one_move_would_fill(week: Week) -> None:
    drafted = draft_rota(week)
    fuller = [rota for rota in _list_fuller(week, drafted) if check_rota(week, rota) == ()]
    assert fuller == []


def _count(rota: Rota) -> int:
    return sum(len(names) for names in rota.values())


def _list_fuller(week: Week, drafted: Drafted) -> Iterator[Rota]:
    """Every rota with one more seat filled and at most one person moved for it."""
    rota = drafted.rota
    puzzle = make_puzzle(week)
    waiting = {
        shift.id for shift, seats in zip(puzzle.shifts, puzzle.wanted, strict=True) if not seats
    }
    team = [member.name for member in week.members]
    for shift in week.shifts:
        if shift.id in waiting or len(rota[shift.id]) == shift.headcount:
            continue
        for name in team:
            added = {**rota, shift.id: (*rota[shift.id], name)}
            yield added
            for other in week.shifts:
                if other is not shift and name in rota[other.id] and name not in other.wishes:
                    rest = tuple(colleague for colleague in rota[other.id] if colleague != name)
                    yield from (
                        {**added, other.id: (*rest, colleague)}
                        for colleague in team
                        if colleague != name
                    )
