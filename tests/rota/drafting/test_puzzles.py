"""What a week leaves to decide: open seats, candidates, and names that stand or are refused."""

from __future__ import annotations

import pytest
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
    make_worked,
)

from belfry.rota.drafting.puzzles import Puzzle, make_puzzle
from belfry.rota.rules.eligibility import Eligibility
from belfry.rota.rules.weeks import Rule, Rules, Shift, TimeOff, Week, Worked


def list_candidates(puzzle: Puzzle, shift: int = 0) -> list[str]:
    return sorted(puzzle.names[person] for person in puzzle.candidates[shift])


def list_fixed(puzzle: Puzzle, shift: int = 0) -> list[str]:
    return [puzzle.names[person] for person in puzzle.fixed[shift]]


def list_broken(week: Week, puzzle: Puzzle, shift_id: str) -> list[Rule]:
    """What keeps Ana from a shift beside those that are fixed for her."""
    ana = puzzle.names.index("Ana")
    member = next(member for member in week.members if member.name == "Ana")
    return list(Eligibility(week).list_broken(member, shift_id, puzzle.taken[ana]))


@pytest.mark.parametrize(
    "week",
    [
        pytest.param(
            make_week([make_shift("Mon 09:00-17:00", role="bar")], ["Ana"]), id="who lacks the role"
        ),
        pytest.param(
            make_week([make_shift("Mon 09:00-17:00", skills=["keys"])], ["Ana"]),
            id="who lacks a skill",
        ),
        pytest.param(
            make_week(
                ["Mon 09:00-17:00"],
                ["Ana"],
                availability=[make_availability("Ana", "Mon 09:00-16:59")],
            ),
            id="who leaves before the end",
        ),
        pytest.param(
            make_week(
                ["Mon 22:00-06:00"], ["Ana"], time_off=[make_time_off("Ana", "Tue", "9999-12-31")]
            ),
            id="whose time off begins during the night, without an end",
        ),
        pytest.param(
            make_week(
                ["Mon 09:00-17:00"],
                ["Ana"],
                time_off=[make_time_off("Ana", "Mon", is_pending=True)],
            ),
            id="who has asked to be off",
        ),
        pytest.param(
            make_week(
                ["Mon 08:59-17:00"],
                ["Ana"],
                around=[make_worked("Ana", "2026-11-15 14:00-22:00")],
            ),
            id="who worked late on Sunday",
        ),
        pytest.param(
            make_week(["Mon 09:00-17:00"], [make_member("Ana", 4, cap=7)]),
            id="whose cap is too low",
        ),
        pytest.param(
            make_week(
                ["Mon 09:00-17:00"],
                ["Ana"],
                around=[
                    make_worked("Ana", "2026-11-14 09:00-10:00"),
                    make_worked("Ana", "2026-11-15 09:00-10:00"),
                ],
                rules=Rules(days_in_row=2),
            ),
            id="who would work a day too many in a row",
        ),
    ],
)
def test_puzzle_has_no_candidate(week: Week) -> None:
    assert list_candidates(make_puzzle(week)) == []


def test_puzzle_has_candidates_at_the_edge_of_every_rule() -> None:
    week = make_week(
        [make_shift("Mon 09:00-17:00", role="bar", skills=["keys"])],
        [make_member("Ana", 8, cap=8, roles=["bar"], skills=["keys", "till"])],
        availability=[make_availability("Ana", "Mon 09:00-17:00")],
        time_off=[make_time_off("Ana", "2026-11-15"), make_time_off("Ana", "Tue")],
        around=[make_worked("Ana", "2026-11-15 14:00-22:00")],
        rules=Rules(days_in_row=2),
    )
    assert list_candidates(make_puzzle(week)) == ["Ana"]


def test_puzzle_places_pins_before_earlier_wishes() -> None:
    week = make_week(
        [
            make_shift("Mon 09:00-17:00", wishes=["Ana"]),
            make_shift("Mon 10:00-18:00", pins=["Ana"]),
        ],
        ["Ana", "Ben"],
    )
    puzzle = make_puzzle(week)
    assert (list_fixed(puzzle, 0), list_fixed(puzzle, 1)) == ([], ["Ana"])
    assert list_broken(week, puzzle, "s/Mon/0900") == [Rule.OVERLAP]
    assert list_candidates(puzzle, 0) == ["Ben"]


EARLY = make_shift("Mon 06:00-10:00", id="early", pins=["Ana"])


def _refuse(shift: Shift, *more: Shift, **facts: int) -> Week:
    return make_week(
        [EARLY, shift, *more],
        [make_member("Ana", 8, cap=facts.get("cap", 40)), "Ben"],
        rules=Rules(shifts_a_day=facts.get("a_day", 1), days_in_row=facts.get("row")),
    )


@pytest.mark.parametrize(
    ("week", "rule"),
    [
        pytest.param(
            _refuse(make_shift("Tue 09:00-12:00", id="x", role="bar", pins=["Ana"])), Rule.ROLE
        ),
        pytest.param(
            _refuse(make_shift("Tue 09:00-12:00", id="x", skills=["a"], pins=["Ana"])), Rule.SKILLS
        ),
        pytest.param(
            _refuse(make_shift("Mon 09:00-12:00", id="x", pins=["Ana"]), a_day=2), Rule.OVERLAP
        ),
        pytest.param(
            _refuse(make_shift("Mon 12:00-14:00", id="x", pins=["Ana"])), Rule.SHIFTS_A_DAY
        ),
        pytest.param(
            _refuse(
                make_shift("Mon 21:00-22:00", id="y", pins=["Ana"]),
                make_shift("Tue 08:00-12:00", id="x", pins=["Ana"]),
                a_day=2,
            ),
            Rule.REST,
        ),
        pytest.param(
            _refuse(make_shift("Mon 18:00-20:00", id="x", pins=["Ana"]), a_day=2),
            Rule.LONGEST_DAY,
        ),
        pytest.param(
            _refuse(make_shift("Tue 09:00-17:00", id="x", pins=["Ana"]), cap=11), Rule.CAP
        ),
        pytest.param(
            _refuse(make_shift("Tue 09:00-17:00", id="x", pins=["Ana"]), row=1), Rule.DAYS_IN_ROW
        ),
    ],
    ids=lambda value: str(value) if isinstance(value, Rule) else "",
)
def test_puzzle_refuses_a_pin_that_breaks_a_rule(week: Week, rule: Rule) -> None:
    puzzle = make_puzzle(week)
    asked = [shift.id for shift in puzzle.shifts].index("x")
    assert (list_fixed(puzzle, asked), puzzle.wanted[asked]) == ([], 0)
    assert list_broken(week, puzzle, "x")[0] is rule


@pytest.mark.parametrize(
    ("pins", "fixed"),
    [
        pytest.param(["Zoe"], [], id="nobody of that name"),
        pytest.param(["Ben", "Ana"], ["Ben"], id="more names than seats"),
    ],
)
def test_puzzle_refuses_a_pin_that_cannot_be_placed(pins: list[str], fixed: list[str]) -> None:
    puzzle = make_puzzle(_refuse(make_shift("Tue 09:00-12:00", id="x", pins=pins)))
    assert (list_fixed(puzzle, 1), puzzle.wanted[1]) == (fixed, 0)


@pytest.mark.parametrize(
    ("time_off", "around", "rule"),
    [
        pytest.param([make_time_off("Ana", "Mon")], [], Rule.TIME_OFF, id="away"),
        pytest.param(
            [], [make_worked("Ana", "2026-11-15 22:00-09:30")], Rule.OVERLAP, id="still at work"
        ),
        pytest.param(
            [], [make_worked("Ana", "2026-11-15 20:00-23:00")], Rule.REST, id="not yet rested"
        ),
    ],
)
def test_puzzle_refuses_a_wish_for_somebody(
    time_off: list[TimeOff], around: list[Worked], rule: Rule
) -> None:
    shift = make_shift("Mon 09:00-17:00", id="x", wishes=["Ana"])
    week = make_week([shift], ["Ana", "Ben"], time_off=time_off, around=around)
    puzzle = make_puzzle(week)
    assert list_broken(week, puzzle, "x") == [rule]
    assert (list_candidates(puzzle), puzzle.wanted) == (["Ben"], (1,))


def test_puzzle_keeps_a_name_with_time_off_that_nobody_has_decided_on() -> None:
    off = [make_time_off("Ana", "Mon", is_pending=True)]
    shift = make_shift("Mon 09:00-17:00", wishes=["Ana"])
    assert list_fixed(make_puzzle(make_week([shift], ["Ana"], time_off=off))) == ["Ana"]


@pytest.mark.parametrize(
    ("shift", "fixed"),
    [
        pytest.param(
            make_shift("Mon 09:00-17:00", id="x", headcount=3, pins=["Ana"], held="ask Tom"),
            ["Ana"],
            id="marked by hand, beside its pin",
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", id="x", wishes=["Ana"], held="ask Tom"),
            [],
            id="marked by hand, whatever is wished",
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", id="clash", wishes=["Ana"]), [], id="with an open clash"
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", id="x", headcount=3, pins=["Zoe", "Ana"]),
            ["Ana"],
            id="with a pin that is refused, beside one that stands",
        ),
    ],
)
def test_puzzle_wants_nobody_for_a_shift(shift: Shift, fixed: list[str]) -> None:
    puzzle = make_puzzle(make_week([shift], ["Ana", "Ben"], clashes={"clash": "Ana is away"}))
    assert (puzzle.wanted, list_candidates(puzzle), list_fixed(puzzle)) == ((0,), [], fixed)


def test_puzzle_wants_the_seats_that_pins_leave() -> None:
    puzzle = make_puzzle(
        make_week([make_shift("Mon 09:00-17:00", headcount=3, pins=["Ana"])], ["Ana", "Ben"])
    )
    assert (puzzle.wanted, list_candidates(puzzle)) == ((2,), ["Ben"])
