"""When people can come, as the availability sheet has it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.sheets.cells import TEAM, list_readers, list_said
from tests.rota.weeks import LONDON, MONDAY

from belfry.rota.rules.weeks import Availability, Stretch
from belfry.rota.sheets.availability_rows import (
    AVAILABILITY_COLUMNS,
    AvailabilityList,
    AvailabilityRow,
    expand_availability,
    merge_stretches,
    read_availability,
)

# The Sunday before the week, and the end of the Tuesday after it.
FIRST = datetime(2026, 11, 15, tzinfo=UTC)
LAST = datetime(2026, 11, 25, tzinfo=UTC)
NIGHT = timedelta(hours=8)


def read(*lines: str, header: str | None = None) -> AvailabilityList:
    readers = list_readers(AVAILABILITY_COLUMNS, lines, header)
    return read_availability(readers, roster=TEAM, country="GB")


def expand(*lines: str, monday: date = MONDAY, zone: ZoneInfo = LONDON) -> tuple[Stretch, ...]:
    """When Ana can come, if these are her rows."""
    sheet = read(*(f"Ana,{line}" for line in lines))
    assert list_said(sheet.problems) == []
    return expand_availability(sheet, monday=monday, zone=zone)["Ana Ruiz"].stretches


def november(day: int, hour: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, tzinfo=UTC)


def test_rows_are_read_whole() -> None:
    lines = ("ana,Mon-Fri,09:00,17:00", "Jose Marin,2026-11-17,22:00,06:00", "Ana Ruiz,Sat,,")
    assert replace(read(*lines), notes=()) == AvailabilityList(
        rows=(
            AvailabilityRow(
                name="Ana Ruiz", weekdays=(0, 1, 2, 3, 4), first=540, last=1020, line=2
            ),
            AvailabilityRow(
                name="José Marín", on=date(2026, 11, 17), first=1320, last=1800, line=3
            ),
            AvailabilityRow(name="Ana Ruiz", weekdays=(5,), first=0, last=1440, line=4),
        ),
        named=frozenset({"Ana Ruiz", "José Marín"}),
        problems=(),
        repairs=(),
    )


def test_nobody_without_a_row_is_in_the_facts() -> None:
    availability = expand_availability(read("Ana,Tue,09:00,17:00"), monday=MONDAY, zone=LONDON)
    assert availability == {
        "Ana Ruiz": Availability(
            name="Ana Ruiz",
            stretches=(
                Stretch(november(17, 9), november(17, 17)),
                Stretch(november(24, 9), november(24, 17)),
            ),
        )
    }


@pytest.mark.parametrize(
    "lines, spans",
    [
        pytest.param(["Wed,,"], [(18, 0, 19, 0)], id="blank times are the whole day"),
        pytest.param(["Wed,12:00,"], [(18, 12, 19, 0)], id="a blank end is the end of the day"),
        pytest.param(["Wed,,12:00"], [(18, 0, 18, 12)], id="a blank start is its beginning"),
        pytest.param(["Wed,18:00,24:00"], [(18, 18, 19, 0)], id="24:00 ends the day"),
        pytest.param(["Wed,18:00,00:00"], [(18, 18, 19, 0)], id="midnight ends the day"),
        pytest.param(["Wed,20:00,04:00"], [(18, 20, 19, 4)], id="a row goes over midnight"),
        pytest.param(
            ["Wed,09:00,13:00", "Wed,13:00,17:00"], [(18, 9, 18, 17)], id="adjoining rows are one"
        ),
        pytest.param(
            ["Wed,09:00,14:00", "Wed,12:00,17:00"], [(18, 9, 18, 17)], id="overlapping rows are one"
        ),
        pytest.param(
            ["Wed,09:00,12:00", "Wed,13:00,17:00"],
            [(18, 9, 18, 12), (18, 13, 18, 17)],
            id="a break is a break",
        ),
        pytest.param(
            ["Wed,18:00,24:00", "Thu,00:00,06:00"],
            [(18, 18, 19, 6)],
            id="rows that adjoin over midnight are one",
        ),
        pytest.param(
            ["Wed,09:00,17:00", "2026-11-18,12:00,14:00"],
            [(18, 12, 18, 14)],
            id="a date takes the place of its weekday",
        ),
        pytest.param(
            ["Wed,09:00,17:00", "2026-11-18,12:00,14:00", "2026-11-18,16:00,18:00"],
            [(18, 12, 18, 14), (18, 16, 18, 18)],
            id="several rows of a date all count",
        ),
        pytest.param(
            ["Wed,20:00,04:00", "2026-11-19,12:00,14:00"],
            [(18, 20, 19, 4), (19, 12, 19, 14)],
            id="a night before a date stays whole",
        ),
        pytest.param(["2026-12-24,,"], [], id="a date far away leaves the week without any"),
    ],
)
def test_rows_become_stretches(lines: list[str], spans: list[tuple[int, ...]]) -> None:
    assert expand(*lines) == tuple(
        Stretch(november(day, hour), november(until, end)) for day, hour, until, end in spans
    )


def test_every_day_is_one_stretch_around_the_week() -> None:
    assert expand("daily,,") == (Stretch(FIRST, LAST),)


def test_nights_reach_into_the_days_around_the_week() -> None:
    nights = [november(day, 22) for day in range(15, 25)]
    assert expand("daily,22:00,06:00") == (
        Stretch(FIRST, november(15, 6)),
        *(Stretch(at, min(at + NIGHT, LAST)) for at in nights),
    )


@pytest.mark.parametrize(
    "zone, monday, hours",
    [
        pytest.param("Europe/London", date(2026, 3, 23), 7, id="spring in London"),
        pytest.param("Europe/London", date(2026, 10, 19), 9, id="autumn in London"),
        pytest.param("Australia/Sydney", date(2026, 9, 28), 7, id="spring in Sydney"),
        pytest.param("Australia/Sydney", date(2026, 3, 30), 9, id="autumn in Sydney"),
    ],
)
def test_a_night_over_a_clock_change_is_as_long_as_it_is(
    zone: str, monday: date, hours: int
) -> None:
    *_, night = expand("Sat,22:00,06:00", monday=monday, zone=ZoneInfo(zone))
    assert night.ends_at - night.starts_at == timedelta(hours=hours)


@pytest.mark.parametrize(
    "row, expected",
    [
        pytest.param(
            "Ann Ruis,Mon,,",
            "column A (name): there is nobody called 'Ann Ruis' in the staff sheet;"
            " did you mean Ana Ruiz?",
            id="an unknown person",
        ),
        pytest.param(
            "Cy Young,Mon,,",
            "column A (name): the row of 'Cy Young' in the staff sheet cannot be believed",
            id="somebody left out of the staff",
        ),
        pytest.param(
            ",Mon,,",
            "column A (name): expected a name, and found nothing: this row is left out",
            id="no name",
        ),
        pytest.param(
            "Ana,Someday,,",
            "column B (day): expected a day such as Mon, or a date like 2026-11-17, not 'Someday'",
            id="no day",
        ),
        pytest.param(
            "Ana,,09:00,17:00",
            "column B (day): expected a value for day, and found nothing",
            id="a blank day",
        ),
        pytest.param(
            "Ana,Mon,early,",
            "column C (start): expected a time like 09:00, not 'early'",
            id="no time",
        ),
        pytest.param(
            "Ana,Mon,09:00,09:00",
            "column D (end): 09:00 is when it starts, so it is no time at all;"
            " leave both blank for the whole day",
            id="an end that is the start",
        ),
        pytest.param(
            "Ana,Mon,2026-11-16 09:00,17:00",
            "column C (start): expected a time alone, not one on 2026-11-16: see the day",
            id="a time with a date",
        ),
    ],
)
def test_a_row_that_cannot_be_read_is_told_and_stops_no_other(row: str, expected: str) -> None:
    sheet = read(row, "Jose Marin,Tue,,")
    assert [entry.line for entry in sheet.rows] == [3]
    assert list_said(sheet.problems) == [f"rota/availability.csv, line 2, {expected}"]


def test_somebody_whose_only_row_cannot_be_read_is_not_always_there() -> None:
    availability = expand_availability(read("Ana,Mon,early,late"), monday=MONDAY, zone=LONDON)
    assert availability == {"Ana Ruiz": Availability(name="Ana Ruiz", stretches=())}


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 30)), max_size=12))
def test_merging_keeps_every_minute_and_leaves_gaps_between(pairs: list[tuple[int, int]]) -> None:
    spans = [(start, start + length) for start, length in pairs]
    at = [november(16) + timedelta(minutes=minute) for minute in range(100)]
    merged = merge_stretches(Stretch(at[start], at[end]) for start, end in spans)
    covered = {m for m in range(100) if any(start <= m < end for start, end in spans)}
    minutes = {m for m in range(100) if any(s.starts_at <= at[m] < s.ends_at for s in merged)}
    assert minutes == covered
    gaps = zip(merged, merged[1:], strict=False)
    assert all(earlier.ends_at < other.starts_at for earlier, other in gaps)


DATES = [(MONDAY + timedelta(days=day)).isoformat() for day in range(7)]
ROWS = st.tuples(
    st.sampled_from(["Ana", "Ben", "Cleo"]),
    st.sampled_from(["", "also "]),
    st.sampled_from(["Mon", "Sat-Sun", *DATES]),
)


@given(st.lists(ROWS, max_size=8))
def test_nobody_is_kept_from_ordinary_weeks_without_a_note(
    rows: list[tuple[str, str, str]],
) -> None:
    listed = read(*(f"{name},{also}{day},," for name, also, day in rows))
    later = expand_availability(listed, monday=MONDAY + timedelta(weeks=5), zone=LONDON)
    kept_away = {name for name, entry in later.items() if not entry.stretches}
    noted = {name for name in listed.named for _, text in listed.notes if text.startswith(name)}
    assert kept_away == noted
