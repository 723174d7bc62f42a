"""Whether the checker finds each illegal thing in a rota, and nothing in a legal one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.architecture.imports import find_imports, is_within
from tests.architecture.sources import ROOT, read_source
from tests.rota.rules.week_strategies import rotas, weeks
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
    make_worked,
)

from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.weeks import (
    HOUR,
    Leave,
    Member,
    Rota,
    Rule,
    Rules,
    Shift,
    Stretch,
    Week,
    Worked,
)

RECORDS = ["belfry.rota.rules.weeks"] + [
    f"belfry.rota.rules.{noun}" for noun in ("members", "rules", "weeks")
]


def test_checker_knows_the_records_and_nothing_else_of_the_app() -> None:
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
    "rota, expected",
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
def test_seats_are_for_different_known_people(rota: Rota, expected: list[str]) -> None:
    week = make_week([make_shift("Mon 09:00-17:00", headcount=2)], ["Ana", "Ben", "Cem"])
    assert tell(week, rota) == expected


@pytest.mark.parametrize(
    "shift, member, expected",
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
def test_role_and_skills_are_asked_for(shift: Shift, member: Member, expected: list[str]) -> None:
    assert tell_ana(make_week([shift], [member])) == expected


@pytest.mark.parametrize(
    "whens, expected",
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
def test_one_stretch_has_to_cover_the_whole_shift(whens: list[str], expected: list[str]) -> None:
    availability = [make_availability("Ana", *whens), make_availability("Ben", "Tue 09:00-10:00")]
    assert tell_ana(make_week(["Mon 09:00-17:00"], ["Ana"], availability=availability)) == expected


@pytest.mark.parametrize(
    "shift, expected",
    [
        pytest.param("Tue 16:00-00:00", [], id="ends at the midnight it begins"),
        pytest.param("Tue 16:00-00:01", ["time off Ana s/Tue/1600"], id="ends a minute into it"),
        pytest.param("Wed 00:00-08:00", ["time off Ana s/Wed/0000"], id="on the first day"),
        pytest.param("Thu 23:59-08:00", ["time off Ana s/Thu/2359"], id="in its last minute"),
        pytest.param("Fri 00:00-08:00", [], id="starts at the midnight it ends"),
    ],
)
def test_time_off_lasts_from_midnight_to_midnight(shift: str, expected: list[str]) -> None:
    time_off = [make_time_off("Ana", "Wed", "Thu"), make_time_off("Ben", "Mon", "Sun")]
    assert tell_ana(make_week([shift], ["Ana"], time_off=time_off)) == expected


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
    "names, expected",
    [
        pytest.param(("Ana",), [], id="there"),
        pytest.param(("Ben", "Ana"), [], id="there beside another"),
        pytest.param(("Ben",), ["pin Ana s/Mon/0900"], id="another instead"),
        pytest.param((), ["pin Ana s/Mon/0900"], id="nobody"),
    ],
)
def test_whoever_is_pinned_is_there(names: tuple[str, ...], expected: list[str]) -> None:
    shift = make_shift("Mon 09:00-17:00", headcount=2, pins=["Ana"])
    assert tell(make_week([shift], ["Ana", "Ben"]), {"s/Mon/0900": names}) == expected


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


SPRING = date(2026, 3, 23)
AUTUMN = date(2026, 10, 19)


@pytest.mark.parametrize(
    "other, expected",
    [
        pytest.param("Mon 17:00-20:00", [], id="begins when the first ends"),
        pytest.param("Mon 16:59-20:00", ["overlap Ana s/Mon/1659"], id="begins a minute sooner"),
        pytest.param("Mon 10:00-11:00", ["overlap Ana s/Mon/1000"], id="lies within the first"),
    ],
)
def test_shifts_of_one_person_do_not_overlap(other: str, expected: list[str]) -> None:
    rules = Rules(shifts_a_day=2)
    assert tell_ana(make_week(["Mon 09:00-17:00", other], ["Ana"], rules=rules)) == expected


@pytest.mark.parametrize(
    "shifts, expected",
    [
        pytest.param(["Mon 14:00-22:00", "Tue 09:00-12:00"], [], id="eleven hours to the minute"),
        pytest.param(
            ["Mon 14:00-22:00", "Tue 08:59-12:00"], ["rest Ana s/Tue/0859"], id="a minute less"
        ),
        pytest.param(["Mon 08:00-12:00", "Mon 13:00-17:00"], [], id="two of one day need no rest"),
        pytest.param(
            ["Mon 06:00-10:00", "Mon 22:00-06:00", "Tue 16:59-20:00"],
            ["rest Ana s/Tue/1659"],
            id="after a night that belongs to the day before",
        ),
        pytest.param(
            ["Mon 14:00-22:00", "Mon 22:00-06:00"],
            ["rest Ana s/Mon/2200", "longest day Ana s/Mon/2200"],
            id="no split day runs into the next morning",
        ),
        pytest.param(
            ["Mon 16:00-20:00", "Mon 20:30-01:00"],
            ["rest Ana s/Mon/2030"],
            id="nor past midnight",
        ),
        pytest.param(["Mon 16:00-20:00", "Mon 20:30-00:00"], [], id="but it may last until then"),
        pytest.param(
            ["Mon 23:00-01:00", "Tue 00:00-02:00"],
            ["overlap Ana s/Tue/0000"],
            id="an overlap is not told as a lack of rest too",
        ),
    ],
)
def test_rest_is_kept_between_different_days(shifts: list[str], expected: list[str]) -> None:
    assert tell_ana(make_week(shifts, ["Ana"], rules=Rules(shifts_a_day=2))) == expected


@pytest.mark.parametrize(
    "second, rules, expected",
    [
        pytest.param("15:00-20:00", {}, [], id="thirteen hours to the minute"),
        pytest.param("15:00-20:01", {}, ["longest day Ana s/Mon/1500"], id="a minute more"),
        pytest.param("21:00-23:00", {}, [], id="with the rest gap between them"),
        pytest.param("15:00-23:00", {"longest_day": None}, [], id="no limit"),
        pytest.param(
            "20:00-22:00", {"rest": 0}, ["longest day Ana s/Mon/2000"], id="no rest gap at all"
        ),
    ],
)
def test_split_day_lasts_no_longer_than_a_day_may(
    second: str, rules: dict[str, Any], expected: list[str]
) -> None:
    shifts = ["Mon 07:00-10:00", f"Mon {second}"]
    assert tell_ana(make_week(shifts, ["Ana"], rules=Rules(shifts_a_day=2, **rules))) == expected


@pytest.mark.parametrize(
    "worked, expected",
    [
        pytest.param("2026-11-15 14:00-22:00", [], id="last Sunday, eleven hours before"),
        pytest.param(
            "2026-11-15 14:00-22:01", ["rest Ana s/Mon/0900"], id="last Sunday, a minute less"
        ),
        pytest.param(
            "2026-11-15 22:00-09:30", ["overlap Ana s/Mon/0900"], id="last Sunday night, into it"
        ),
        pytest.param("2026-11-23 09:00-12:00", [], id="next Monday, eleven hours after"),
        pytest.param(
            "2026-11-23 08:59-12:00", ["rest Ana s/Sun/1400"], id="next Monday, a minute less"
        ),
    ],
)
def test_rest_is_kept_over_the_ends_of_the_week(worked: str, expected: list[str]) -> None:
    around = [make_worked("Ana", worked), make_worked("Ben", "2026-11-15 22:00-08:00")]
    assert (
        tell_ana(make_week(["Mon 09:00-17:00", "Sun 14:00-22:00"], ["Ana"], around=around))
        == expected
    )


def test_what_was_worked_in_other_weeks_is_not_judged() -> None:
    around = [
        make_worked("Ana", "2026-11-14 14:00-23:00"),
        make_worked("Ana", "2026-11-15 05:00-09:00"),
    ]
    rules = Rules(days_in_row=1)
    assert tell_ana(make_week(["Tue 09:00-17:00"], ["Ana"], around=around, rules=rules)) == []


@pytest.mark.parametrize(
    "most, expected",
    [
        (1, ["shifts a day Ana s/Mon/1200", "shifts a day Ana s/Mon/1600"]),
        (2, ["shifts a day Ana s/Mon/1600"]),
        (3, []),
    ],
    ids=["one a day", "two a day", "three a day"],
)
def test_shifts_a_day_are_counted_by_the_day_they_start_on(most: int, expected: list[str]) -> None:
    shifts = ["Mon 08:00-11:00", "Mon 12:00-15:00", "Mon 16:00-19:00", "Tue 22:00-02:00"]
    assert tell_ana(make_week(shifts, ["Ana"], rules=Rules(shifts_a_day=most))) == expected


@pytest.mark.parametrize(
    "last, expected",
    [
        pytest.param("Tue 09:00-17:00", [], id="to the minute"),
        pytest.param("Tue 09:00-17:01", ["cap Ana s/Tue/0900"], id="a minute more"),
    ],
)
def test_hours_stay_within_the_cap(last: str, expected: list[str]) -> None:
    week = make_week(["Mon 09:00-17:00", last], [make_member(hours=10, cap=16)])
    assert tell_ana(week) == expected


def test_hours_of_other_weeks_do_not_count_against_the_cap() -> None:
    around = [make_worked("Ana", "2026-11-14 09:00-17:00")]
    week = make_week(["Mon 09:00-17:00"], [make_member(hours=8, cap=8)], around=around)
    assert tell_ana(week) == []


def test_cap_of_nothing_allows_nothing() -> None:
    assert tell_ana(make_week(["Mon 09:00-10:00"], [make_member(hours=0, cap=0)])) == [
        "cap Ana s/Mon/0900"
    ]


@pytest.mark.parametrize(
    "day, monday, hours",
    [
        pytest.param("Sat", SPRING, 7, id="seven hours in the night the clocks go forward"),
        pytest.param("Sat", AUTUMN, 9, id="nine hours in the night they go back"),
        pytest.param("Fri", AUTUMN, 8, id="eight hours in any other night"),
    ],
)
def test_nights_count_the_hours_that_pass(day: str, monday: date, hours: int) -> None:
    shift = make_shift(f"{day} 22:00-06:00", monday=monday)
    enough, less = (
        make_week([shift], [make_member(hours=1, cap=cap)], monday=monday)
        for cap in (hours, hours - 1)
    )
    assert tell_ana(enough) == []
    assert tell_ana(less) == [f"cap Ana s/{day}/2200"]


@pytest.mark.parametrize(
    "monday, starts, expected",
    [
        pytest.param(SPRING, "10:00", [], id="spring: eleven hours take until ten"),
        pytest.param(SPRING, "09:59", ["rest Ana s/Sun/0959"], id="spring: a minute less"),
        pytest.param(AUTUMN, "08:00", [], id="autumn: eleven hours are over at eight"),
        pytest.param(AUTUMN, "07:59", ["rest Ana s/Sun/0759"], id="autumn: a minute less"),
    ],
)
def test_rest_counts_the_hours_that_pass(monday: date, starts: str, expected: list[str]) -> None:
    week = make_week(["Sat 14:00-22:00", f"Sun {starts}-12:00"], ["Ana"], monday=monday)
    assert tell_ana(week) == expected


@pytest.mark.parametrize(
    "days, worked, expected",
    [
        pytest.param("Mon Tue Wed", [], [], id="three of three"),
        pytest.param("Mon Tue Wed Thu", [], ["days in a row Ana s/Thu/0900"], id="four of three"),
        pytest.param("Mon Tue Thu Fri", [], [], id="a day off in between"),
        pytest.param(
            "Mon", ["13", "14", "15"], ["days in a row Ana s/Mon/0900"], id="from last week"
        ),
        pytest.param("Mon Tue", ["13", "15"], [], id="from last week with a day off"),
        pytest.param("Sat Sun", ["23"], [], id="three into next week"),
        pytest.param("Sat Sun", ["23", "24"], ["days in a row Ana s/Sun/0900"], id="four into it"),
        pytest.param(
            "Mon Sun",
            ["13", "14", "15", "23", "24", "25"],
            ["days in a row Ana s/Mon/0900", "days in a row Ana s/Sun/0900"],
            id="at both ends",
        ),
    ],
)
def test_days_in_a_row_are_limited(days: str, worked: list[str], expected: list[str]) -> None:
    around = [make_worked("Ana", f"2026-11-{day} 09:00-12:00") for day in worked]
    shifts = [f"{day} 09:00-12:00" for day in days.split()]
    week = make_week(shifts, ["Ana"], around=around, rules=Rules(days_in_row=3))
    assert tell_ana(week) == expected


def test_days_in_a_row_have_no_limit_unless_the_rules_set_one() -> None:
    shifts = [f"{day} 09:00-12:00" for day in SHORT_NAMES]
    assert tell_ana(make_week(shifts, ["Ana"])) == []


EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
ONE_HOUR = timedelta(hours=1)
# What is about one person's shifts; the others are about seats.
SEATS = {Rule.UNKNOWN_PERSON, Rule.TWICE, Rule.HEADCOUNT, Rule.HELD, Rule.PIN}


def count_hours(span: Shift | Worked | Stretch) -> set[int]:
    first, last = (moment - EPOCH for moment in (span.starts_at, span.ends_at))
    return set(range(first // ONE_HOUR, last // ONE_HOUR))


def list_days(week: Week, hours: set[int]) -> set[date]:
    return {(EPOCH + hour * ONE_HOUR).astimezone(week.zone).date() for hour in hours}


def read_alone(week: Week, member: Member, shift: Shift) -> Iterator[Rule]:
    hours = count_hours(shift)
    if {shift.role} - {""} - member.roles:
        yield Rule.ROLE
    if shift.skills | member.skills != member.skills:
        yield Rule.SKILLS
    if member.name in week.availability:
        stretches = week.availability[member.name].stretches
        if hours - {hour for stretch in stretches for hour in count_hours(stretch)}:
            yield Rule.AVAILABILITY
    for leave in week.time_off:
        if leave.name == member.name:
            length = (leave.last_on - leave.first_on).days + 1
            days = {leave.first_on + timedelta(days=day) for day in range(length)}
            if days & list_days(week, hours):
                if leave.state is Leave.APPROVED:
                    yield Rule.TIME_OFF
                elif member.name not in shift.wishes:
                    yield Rule.PENDING


def read_pair(week: Week, shift: Shift, other: Shift | Worked) -> Iterator[Rule]:
    if count_hours(shift) & count_hours(other):
        yield Rule.OVERLAP
        return
    both = count_hours(shift) | count_hours(other)
    between = min(abs(a - b) for a in count_hours(shift) for b in count_hours(other)) - 1
    is_rested = between * HOUR >= week.rules.rest
    if not is_rested and len(list_days(week, both)) > 1:
        yield Rule.REST
    longest, is_split = week.rules.longest_day, not is_rested or not week.rules.rest
    length = (max(both) - min(both) + 1) * HOUR
    if longest and is_split and shift.day == other.day and length > longest:
        yield Rule.LONGEST_DAY


def read_together(week: Week, member: Member, theirs: list[Shift]) -> Iterator[Rule]:
    days = [shift.day for shift in theirs]
    if any(days.count(day) > week.rules.shifts_a_day for day in days):
        yield Rule.SHIFTS_A_DAY
    if sum(len(count_hours(shift)) for shift in theirs) * HOUR > member.cap:
        yield Rule.CAP
    most = week.rules.days_in_row
    all_days = {*days, *(worked.day for worked in week.around if worked.name == member.name)}
    if most is not None:
        for day in days:
            before, after = (
                next(n for n in range(100) if day + sign * timedelta(days=n + 1) not in all_days)
                for sign in (-1, 1)
            )
            if before + 1 + after > most:
                yield Rule.DAYS_IN_ROW


def read_slowly(week: Week, rota: Rota) -> Iterator[tuple[Rule, str]]:
    for member in week.members:
        theirs = [shift for shift in week.shifts if member.name in rota[shift.id]]
        around = [worked for worked in week.around if worked.name == member.name]
        for shift in theirs:
            yield from ((rule, member.name) for rule in read_alone(week, member, shift))
            others: list[Shift | Worked] = [another for another in theirs if another.id != shift.id]
            for other in (*others, *around):
                yield from ((rule, member.name) for rule in read_pair(week, shift, other))
        yield from ((rule, member.name) for rule in read_together(week, member, theirs))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.data())
def test_checker_finds_what_counting_on_fingers_finds(data: st.DataObject) -> None:
    week = data.draw(weeks())
    rota = data.draw(rotas(week))
    breaches = {(breach.rule, breach.name) for breach in check_rota(week, rota)}
    assert {breach for breach in breaches if breach[0] not in SEATS} == set(read_slowly(week, rota))


def tell(week: Week, rota: Rota) -> list[str]:
    return [
        " ".join(filter(None, (breach.rule, breach.name, breach.shift_id)))
        for breach in check_rota(week, rota)
    ]


def tell_ana(week: Week) -> list[str]:
    """What is wrong if Ana is given everything."""
    return tell(week, {shift.id: ("Ana",) for shift in week.shifts})
