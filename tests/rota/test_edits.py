"""Which rules a change by hand would break."""

from __future__ import annotations

import pytest
from tests.rota.weeks import make_member, make_shift, make_time_off, make_week

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.edit_draft import Judged, carry_out, judge_edits
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rule

FRIDAY, SATURDAY, MONDAY = "s/Fri/1400", "s/Sat/0700", "s/Mon/0900"
WEEK = make_week(
    [
        "Fri 14:00-22:00",
        make_shift("Sat 07:00-15:00", headcount=2),
        make_shift("Mon 09:00-17:00", pins=["Cleo"]),
    ],
    ["Ana", "Ben", "Cleo", make_member("José Díaz", 8, cap=8)],
    time_off=[make_time_off("Cleo", "Fri", reason="wedding")],
)
PLACED = Placed(WEEK, {FRIDAY: ("Ana",), SATURDAY: ("Ben",), MONDAY: ("Cleo",)})


def tell(judged: Judged) -> list[str]:
    return [broken.words for broken in judged.broken]


def test_change_that_breaks_nothing_is_legal() -> None:
    judged = judge_edits(PLACED, {FRIDAY: ["José Díaz"]})
    assert judged.is_legal
    assert judged == Judged({FRIDAY: ("José Díaz",), SATURDAY: ("Ben",), MONDAY: ("Cleo",)}, (), ())


@pytest.mark.parametrize(
    "names, expected",
    [
        pytest.param(
            ["Ben"],
            ["Ben has Saturday 07:00-15:00: only 9 h after this one, 11 h are needed"],
            id="a knock on another shift of theirs",
        ),
        pytest.param(["Cleo"], ["Cleo is off on 20 November (wedding)"], id="a day off"),
        pytest.param(["Zed"], ["nobody on the staff list is called Zed"], id="an unknown name"),
        pytest.param(
            ["Ana", "José Díaz"],
            ["Friday 14:00-22:00 needs 1 person, not 2"],
            id="too many",
        ),
        pytest.param(
            ["Ana", "ana"],
            ["Ana is named 2 times", "Friday 14:00-22:00 needs 1 person, not 2"],
            id="the same twice",
        ),
        pytest.param(["Ana"], [], id="no change"),
    ],
)
def test_rule_that_a_change_breaks_is_told(names: list[str], expected: list[str]) -> None:
    judged = judge_edits(PLACED, {FRIDAY: names})
    assert tell(judged) == expected
    assert judged.is_legal == (not expected)


def test_broken_rule_says_whose_it_is() -> None:
    (broken,) = judge_edits(PLACED, {FRIDAY: ["Ben"]}).broken
    assert (broken.shift_id, broken.name) == (FRIDAY, "Ben")
    assert broken.block is not None
    assert (broken.block.rule, broken.block.against) == (Rule.REST, SATURDAY)


def test_names_are_taken_as_people_write_them() -> None:
    assert carry_out(PLACED, {FRIDAY: [" jose  diaz ", ""]})[FRIDAY] == ("José Díaz",)


@pytest.mark.parametrize(
    "shift_id, names, notes",
    [
        pytest.param(
            FRIDAY, [], ("Friday 14:00-22:00 would still need 1 person",), id="nobody is left"
        ),
        pytest.param(
            MONDAY,
            ["Ana"],
            ("Cleo is pinned to Monday 09:00-17:00 in the sheet",),
            id="somebody was pinned there",
        ),
    ],
)
def test_what_is_no_rule_is_noted(shift_id: str, names: list[str], notes: tuple[str, ...]) -> None:
    judged = judge_edits(PLACED, {shift_id: names})
    assert (judged.is_legal, judged.notes) == (True, notes)


def test_two_people_can_trade_shifts() -> None:
    assert tell(judge_edits(PLACED, {FRIDAY: ["Ben"]})) != []
    assert judge_edits(PLACED, {FRIDAY: ["Ben"], SATURDAY: ["Ana", "Cleo"]}).is_legal


def test_fault_between_two_changed_shifts_is_told_once() -> None:
    judged = judge_edits(PLACED, {FRIDAY: ["José Díaz"], SATURDAY: ["José Díaz", "Ben"]})
    assert tell(judged) == [
        "José Díaz has Friday 14:00-22:00: only 9 h before this one, 11 h are needed",
        "José Díaz would be at 16 h, the cap is 8 h",
    ]


def test_day_off_is_told_for_every_changed_shift() -> None:
    week = make_week(
        ["Fri 06:00-10:00", "Fri 14:00-18:00"], ["Ana"], time_off=[make_time_off("Ana", "Fri")]
    )
    judged = judge_edits(Placed(week, {}), {"s/Fri/0600": ["Ana"], "s/Fri/1400": ["Ana"]})
    breaches = [
        (breach.shift_id, breach.block.rule) for breach in judged.broken if breach.block is not None
    ]
    assert [shift_id for shift_id, kind in breaches if kind is Rule.TIME_OFF] == [
        "s/Fri/0600",
        "s/Fri/1400",
    ]


def test_rota_that_is_edited_stays_as_it_was() -> None:
    before = dict(PLACED.rota)
    carry_out(PLACED, {FRIDAY: ["Ben"]})
    assert PLACED.rota == before


def test_shift_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="2026-11-16"):
        judge_edits(PLACED, {"s/x": ["Ana"]})
