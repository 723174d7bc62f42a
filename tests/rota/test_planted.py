"""Whether the weeks that the search is measured by are what they claim to be."""

from __future__ import annotations

import pytest
from tests.rota.planted import plant, plant_week, random_week

from belfry.rota.rules.checker import check_rota

SIZES = pytest.mark.parametrize("people", [12, 50], ids="{} people".format)
SEEDS = range(8)


@SIZES
def test_hidden_rota_of_a_planted_week_is_legal_and_full(people: int) -> None:
    for seed in SEEDS:
        planted = plant(people, seed)
        assert check_rota(planted.week, planted.rota) == ()
        open_seats = [
            shift.id
            for shift in planted.week.shifts
            if len(planted.rota[shift.id]) != shift.headcount
        ]
        assert open_seats == []


@SIZES
def test_planted_week_has_about_five_shifts_for_each(people: int) -> None:
    counts = [len(plant_week(people, seed).shifts) / people for seed in SEEDS]
    assert 4.5 < min(counts) <= max(counts) < 5.5


def test_planted_weeks_are_as_mixed_as_real_ones() -> None:
    weeks = [plant_week(50, seed) for seed in SEEDS]
    for week in weeks:
        assert any(shift.headcount == 2 for shift in week.shifts)
        assert any(shift.ends <= shift.starts for shift in week.shifts)
        assert any(shift.skills for shift in week.shifts)
        assert all((week.availability, week.time_off, week.around))
    assert {week.rules.days_in_row for week in weeks} == {None, 6}
    assert any(shift.minutes in (7 * 60, 9 * 60) for week in weeks for shift in week.shifts)


def test_everybody_wants_about_the_hours_they_were_given() -> None:
    planted = plant(50, 1)
    minutes = {shift.id: shift.minutes for shift in planted.week.shifts}
    given = {member.name: 0 for member in planted.week.members}
    for shift_id, names in planted.rota.items():
        for name in names:
            given[name] += minutes[shift_id]
    assert all(abs(one.target - given[one.name]) <= 60 for one in planted.week.members)
    assert all(given[one.name] <= one.cap for one in planted.week.members)


def test_same_seed_gives_the_same_week() -> None:
    assert plant(12, 3) == plant(12, 3)
    assert random_week(12, 70, 3) == random_week(12, 70, 3)
    assert plant_week(12, 3) != plant_week(12, 4)


def test_random_week_has_the_shifts_that_were_asked_for() -> None:
    week = random_week(15, 80, 0)
    assert (len(week.members), len(week.shifts)) == (15, 80)
