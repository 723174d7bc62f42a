"""Whether people who were placed unevenly come to fair shares, with every seat still filled."""

from __future__ import annotations

from tests.rota.drafting.planted import plant
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.rota.drafting.evening import Patience, balance, even_out, pass_round
from belfry.rota.drafting.puzzles import Puzzle, make_puzzle
from belfry.rota.drafting.seating import Seating, lay_out
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota, Week

DAYS = ("Mon", "Tue", "Wed", "Thu")


def test_shifts_of_one_person_are_shared_with_others_who_want_hours() -> None:
    shifts = [make_shift(f"{day} 09:00-17:00") for day in DAYS]
    week = make_week(shifts, [make_member("Ana", 16), make_member("Ben", 16)])
    evened = even_out(week, {shift.id: ("Ana",) for shift in shifts})
    assert sorted(evened.values()) == [("Ana",), ("Ana",), ("Ben",), ("Ben",)]


def test_evening_out_leaves_a_full_rota_full_and_legal() -> None:
    planted = plant(12, 2)
    evened = even_out(planted.week, planted.rota)
    assert check_rota(planted.week, evened) == ()
    assert {shift_id: len(names) for shift_id, names in evened.items()} == {
        shift_id: len(names) for shift_id, names in planted.rota.items()
    }


def test_fixed_people_stay_where_they_are() -> None:
    shifts = [make_shift("Mon 09:00-17:00", id="mon", pins=["Ana"]), make_shift("Tue 09:00-17:00")]
    week = make_week(shifts, ["Ana", "Ben"])
    evened = even_out(week, {"mon": ("Ana",), "s/Tue/0900": ("Ana",)})
    assert evened == {"mon": ("Ana",), "s/Tue/0900": ("Ben",)}


LONG, MIDDLE, SHORT = "Mon 08:00-16:00", "Mon 08:00-15:00", "Mon 08:00-14:00"


def seat(week: Week, rota: Rota) -> tuple[Puzzle, Seating]:
    """The seating of a rota."""
    puzzle = make_puzzle(week)
    seating = Seating(lay_out(puzzle))
    waiting = {shift_id: list(names) for shift_id, names in rota.items()}
    for number in seating.list_open():
        names = waiting.get(puzzle.shifts[seating.seats.shift_of[number]].id)
        if names:
            seating.place(puzzle.names.index(names.pop(0)), number)
    return puzzle, seating


def three_at_once(**published: tuple[str, ...]) -> Week:
    """Each can do the seat of the next one, and no two can change places."""
    shifts = [
        make_shift(LONG, id="long", role="door"),
        make_shift(MIDDLE, id="middle", role="till"),
        make_shift(SHORT, id="short", role="bar"),
    ]
    members = [
        make_member("Ana", 8, roles=["door", "till"]),
        make_member("Ben", 6, roles=["door", "bar"]),
        make_member("Cleo", 7, roles=["till", "bar"]),
    ]
    return make_week(shifts, members, published=published)


BAD = {"long": ("Ben",), "middle": ("Ana",), "short": ("Cleo",)}
GOOD = {"long": ("Ana",), "middle": ("Cleo",), "short": ("Ben",)}


def test_three_people_pass_their_seats_round() -> None:
    puzzle, seating = seat(three_at_once(), BAD)
    assert pass_round(seating, Patience())
    assert puzzle.write_rota(seating.list_placed()) == GOOD


def test_nothing_is_passed_round_once_it_is_even() -> None:
    _, seating = seat(three_at_once(), GOOD)
    assert not pass_round(seating, Patience())


def test_search_ends_when_patience_does() -> None:
    puzzle, seating = seat(three_at_once(), BAD)
    assert not pass_round(seating, Patience(left=1))
    assert puzzle.write_rota(seating.list_placed()) == BAD


def test_what_people_know_is_not_passed_round() -> None:
    puzzle, seating = seat(three_at_once(**BAD), BAD)
    assert not pass_round(seating, Patience())
    assert puzzle.write_rota(seating.list_placed()) == BAD


def test_seat_that_was_given_up_goes_to_a_third_person() -> None:
    shifts = [
        make_shift("Mon 08:00-16:00", id="long", role="door"),
        make_shift("Mon 08:00-14:00", id="short", role="till"),
    ]
    members = [
        make_member("Ana", 8, roles=["door", "till"]),
        make_member("Ben", 1, roles=["door"]),
        make_member("Cleo", 6, roles=["till"]),
    ]
    puzzle, seating = seat(make_week(shifts, members), {"long": ("Ben",), "short": ("Ana",)})
    assert pass_round(seating, Patience())
    assert puzzle.write_rota(seating.list_placed()) == {"long": ("Ana",), "short": ("Cleo",)}


def test_balancing_leaves_a_full_rota_full_and_legal() -> None:
    planted = plant(12, 3)
    puzzle, seating = seat(planted.week, planted.rota)
    before = sum(weight * off**2 for weight, off in zip(seating.weights, seating.off, strict=True))
    balance(seating)
    after = sum(weight * off**2 for weight, off in zip(seating.weights, seating.off, strict=True))
    assert not seating.vacant
    assert check_rota(planted.week, puzzle.write_rota(seating.list_placed())) == ()
    assert after <= before
