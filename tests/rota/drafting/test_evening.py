"""Whether people who were placed unevenly come to fair shares, with every seat still filled."""

from __future__ import annotations

from tests.rota.planted import plant
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.rota.drafting.evening import even_out
from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.rules.checker import check_rota

DAYS = ("Mon", "Tue", "Wed", "Thu")


def test_shifts_of_one_person_are_shared_with_others_who_want_hours() -> None:
    shifts = [make_shift(f"{day} 09:00-17:00") for day in DAYS]
    week = make_week(shifts, [make_member("Ana", 16), make_member("Ben", 16)])
    puzzle = make_puzzle(week)
    ana = puzzle.names.index("Ana")
    evened = puzzle.write_rota(even_out(puzzle, [[ana] for _ in DAYS]))
    assert sorted(evened.values()) == [("Ana",), ("Ana",), ("Ben",), ("Ben",)]


def test_full_rota_stays_full_and_legal() -> None:
    planted = plant(12, 2)
    puzzle = make_puzzle(planted.week)
    numbers = {name: number for number, name in enumerate(puzzle.names)}
    placed = [[numbers[name] for name in planted.rota[shift.id]] for shift in puzzle.shifts]
    evened = puzzle.write_rota(even_out(puzzle, placed))
    assert check_rota(planted.week, evened) == ()
    assert {one: len(names) for one, names in evened.items()} == {
        one: len(names) for one, names in planted.rota.items()
    }


def test_fixed_people_stay_where_they_are() -> None:
    shifts = [make_shift("Mon 09:00-17:00", id="mon", pins=["Ana"]), make_shift("Tue 09:00-17:00")]
    puzzle = make_puzzle(make_week(shifts, ["Ana", "Ben"]))
    ana = puzzle.names.index("Ana")
    evened = puzzle.write_rota(even_out(puzzle, [[], [ana]]))
    assert evened == {"mon": ("Ana",), "s/Tue/0900": ("Ben",)}
