"""Whether the checker finds each illegal thing in a rota, and nothing in a legal one."""

from __future__ import annotations

import sys
from zoneinfo import ZoneInfo

import pytest
from tests.architecture.imports import find_imports, is_within
from tests.architecture.sources import ROOT, read_source
from tests.rota.checking import tell, tell_ana
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
)

from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.members import Member
from belfry.rota.rules.rules import Rule
from belfry.rota.rules.weeks import Rota
from belfry.rota.shifts import Shift

RECORDS = ["belfry.rota.shifts"] + [
    f"belfry.rota.rules.{noun}" for noun in ("members", "rules", "weeks")
]


def test_checker_knows_the_records_and_nothing_else_of_the_house() -> None:
    source = read_source(ROOT / "src", ROOT / "src" / "belfry" / "rota" / "rules" / "checker.py")
    foreign = {name for name in find_imports(source) if not is_its_business(name)}
    assert foreign == set()


def is_its_business(name: str) -> bool:
    root = name.partition(".")[0]
    return root in sys.stdlib_module_names or any(is_within(name, record) for record in RECORDS)


def test_legal_rota_breaks_nothing() -> None:
    week = make_week(["Mon 09:00-17:00", "Tue 09:00-17:00"], ["Ana", "Ben"])
    assert check_rota(week, {"s/Mon/0900": ("Ana",), "s/Tue/0900": ("Ben",)}) == ()


def test_empty_rota_breaks_nothing() -> None:
    assert check_rota(make_week(["Mon 09:00-17:00"], ["Ana"]), {}) == ()


def test_breach_says_who_where_and_what_was_expected() -> None:
    week = make_week(["Mon 14:00-22:00", "Tue 08:30-12:00"], ["Ana"])
    rota = {"s/Mon/1400": ("Ana",), "s/Tue/0830": ("Ana",)}
    words = "Ana rests 10 h 30 min between s/Mon/1400 and s/Tue/0830; expected 11 h or more"
    assert check_rota(week, rota) == (Breach(Rule.REST, "Ana", "s/Tue/0830", words),)


@pytest.mark.parametrize(
    "rota, told",
    [
        pytest.param({"s/x": ("Ana",)}, ["unknown shift s/x"], id="a shift that is not there"),
        pytest.param(
            {"s/Mon/0900": ("Zoe",)}, ["unknown person Zoe s/Mon/0900"], id="nobody of that name"
        ),
        pytest.param(
            {"s/Mon/0900": ("ana",)}, ["unknown person ana s/Mon/0900"], id="a name not whole"
        ),
        pytest.param({"s/Mon/0900": ("Ana", "Ben")}, [], id="as many as are needed"),
        pytest.param(
            {"s/Mon/0900": ("Ana", "Ben", "Cem")}, ["headcount s/Mon/0900"], id="one too many"
        ),
        pytest.param(
            {"s/Mon/0900": ("Ana", "Ana")}, ["twice on it Ana s/Mon/0900"], id="one of them twice"
        ),
    ],
)
def test_seats_are_for_different_known_people(rota: Rota, told: list[str]) -> None:
    week = make_week([make_shift("Mon 09:00-17:00", headcount=2)], ["Ana", "Ben", "Cem"])
    assert tell(week, rota) == told


@pytest.mark.parametrize(
    "shift, member, told",
    [
        pytest.param(
            make_shift("Mon 09:00-17:00", role="bar"),
            make_member(roles=["bar", "floor"]),
            [],
            id="one of their roles",
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", role="bar"),
            make_member(roles=["floor"]),
            ["role Ana s/Mon/0900"],
            id="another role",
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00"), make_member(roles=["floor"]), [], id="any role will do"
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", skills=["till", "keys"]),
            make_member(skills=["keys", "till", "first aid"]),
            [],
            id="all the skills and more",
        ),
        pytest.param(
            make_shift("Mon 09:00-17:00", skills=["till", "keys"]),
            make_member(skills=["till"]),
            ["skills Ana s/Mon/0900"],
            id="one skill short",
        ),
    ],
)
def test_role_and_skills_are_asked_for(shift: Shift, member: Member, told: list[str]) -> None:
    assert tell_ana(make_week([shift], [member])) == told


@pytest.mark.parametrize(
    "whens, told",
    [
        pytest.param(["Mon 09:00-17:00"], [], id="to the minute"),
        pytest.param(["Mon 09:01-17:00"], ["availability Ana s/Mon/0900"], id="a minute late"),
        pytest.param(["Mon 09:00-16:59"], ["availability Ana s/Mon/0900"], id="a minute early"),
        pytest.param(
            ["Mon 08:00-12:00", "Mon 13:00-18:00"],
            ["availability Ana s/Mon/0900"],
            id="two stretches with a hole",
        ),
        pytest.param([], ["availability Ana s/Mon/0900"], id="an entry without any stretch"),
    ],
)
def test_one_stretch_has_to_cover_the_whole_shift(whens: list[str], told: list[str]) -> None:
    availability = [make_availability("Ana", *whens), make_availability("Ben", "Tue 09:00-10:00")]
    assert tell_ana(make_week(["Mon 09:00-17:00"], ["Ana"], availability=availability)) == told


@pytest.mark.parametrize(
    "shift, told",
    [
        pytest.param("Tue 16:00-00:00", [], id="ends at the midnight it begins"),
        pytest.param("Tue 16:00-00:01", ["time off Ana s/Tue/1600"], id="ends a minute into it"),
        pytest.param("Wed 00:00-08:00", ["time off Ana s/Wed/0000"], id="on the first day"),
        pytest.param("Thu 23:59-08:00", ["time off Ana s/Thu/2359"], id="in its last minute"),
        pytest.param("Fri 00:00-08:00", [], id="starts at the midnight it ends"),
    ],
)
def test_time_off_lasts_from_midnight_to_midnight(shift: str, told: list[str]) -> None:
    time_off = [make_time_off("Ana", "Wed", "Thu"), make_time_off("Ben", "Mon", "Sun")]
    assert tell_ana(make_week([shift], ["Ana"], time_off=time_off)) == told


def test_time_off_without_an_end_in_sight_counts() -> None:
    time_off = [make_time_off("Ana", "Wed", "9999-12-31")]
    week = make_week(["Sun 09:00-17:00"], ["Ana"], time_off=time_off)
    assert tell_ana(week) == ["time off Ana s/Sun/0900"]


def test_time_off_follows_the_wall_clock_of_the_team() -> None:
    zone = ZoneInfo("Asia/Singapore")
    week = make_week(
        ["Tue 00:00-06:00"], ["Ana"], time_off=[make_time_off("Ana", "Tue")], zone=zone
    )
    assert tell_ana(week) == ["time off Ana s/Tue/0000"]


def test_pending_time_off_keeps_the_search_away_but_not_a_wish() -> None:
    shifts = [make_shift("Mon 09:00-17:00"), make_shift("Tue 09:00-17:00", wishes=["Ana"])]
    time_off = [make_time_off("Ana", "Mon", "Tue", is_pending=True)]
    assert tell_ana(make_week(shifts, ["Ana"], time_off=time_off)) == [
        "pending time off Ana s/Mon/0900"
    ]


@pytest.mark.parametrize(
    "names, told",
    [
        pytest.param(("Ana",), [], id="there"),
        pytest.param(("Ben", "Ana"), [], id="there beside another"),
        pytest.param(("Ben",), ["pin Ana s/Mon/0900"], id="another instead"),
        pytest.param((), ["pin Ana s/Mon/0900"], id="nobody"),
    ],
)
def test_whoever_is_pinned_is_there(names: tuple[str, ...], told: list[str]) -> None:
    shift = make_shift("Mon 09:00-17:00", headcount=2, pins=["Ana"])
    assert tell(make_week([shift], ["Ana", "Ben"]), {"s/Mon/0900": names}) == told


def test_wish_without_a_pin_need_not_be_kept() -> None:
    shift = make_shift("Mon 09:00-17:00", wishes=["Ana"])
    assert tell(make_week([shift], ["Ana", "Ben"]), {"s/Mon/0900": ("Ben",)}) == []


@pytest.mark.parametrize(
    "pins", [["Cem"], ["Zoe"]], ids=["somebody who is off", "somebody who is not known"]
)
def test_pin_that_is_not_legal_is_not_missed(pins: list[str]) -> None:
    shift = make_shift("Mon 09:00-17:00", pins=pins)
    week = make_week([shift], ["Ana", "Cem"], time_off=[make_time_off("Cem", "Mon")])
    assert tell(week, {}) == []


def test_pin_that_the_pins_before_it_rule_out_is_not_missed() -> None:
    shifts = [
        make_shift("Tue 06:00-08:00", pins=["Ana"]),
        make_shift("Mon 14:00-22:00", pins=["Ana"]),
    ]
    assert tell(make_week(shifts, ["Ana"]), {"s/Mon/1400": ("Ana",)}) == []
    assert tell(make_week(shifts, ["Ana"]), {"s/Tue/0600": ("Ana",)}) == ["pin Ana s/Mon/1400"]


def test_more_pins_than_seats_are_missed_only_for_the_seats() -> None:
    shift = make_shift("Mon 09:00-17:00", pins=["Ana", "Ben"])
    week = make_week([shift], ["Ana", "Ben"])
    assert tell(week, {"s/Mon/0900": ("Ana",)}) == []
    assert tell(week, {"s/Mon/0900": ("Ben",)}) == ["pin Ana s/Mon/0900"]


@pytest.mark.parametrize("is_clash", [False, True], ids=["marked hold", "a clash is open"])
def test_shift_that_waits_for_a_decision_takes_only_who_was_wished_for(is_clash: bool) -> None:
    held = "" if is_clash else "ask the owner"
    shift = make_shift("Mon 09:00-17:00", headcount=2, wishes=["Ana"], held=held)
    clashes = {"s/Mon/0900": "Ana is off"} if is_clash else {}
    week = make_week([shift], ["Ana", "Ben"], clashes=clashes)
    assert tell(week, {"s/Mon/0900": ("Ana",)}) == []
    assert tell(week, {"s/Mon/0900": ("Ana", "Ben")}) == ["held Ben s/Mon/0900"]


def test_one_bad_seat_does_not_hide_the_others() -> None:
    shifts = [make_shift("Mon 09:00-17:00"), make_shift("Tue 09:00-17:00", role="bar")]
    rota = {"s/x": ("Ana",), "s/Mon/0900": ("Zoe",), "s/Tue/0900": ("Ana",)}
    assert tell(make_week(shifts, ["Ana"]), rota) == [
        "unknown person Zoe s/Mon/0900",
        "unknown shift s/x",
        "role Ana s/Tue/0900",
    ]
