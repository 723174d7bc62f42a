"""What is known of a week once its sheets and the book are put together."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.rota.sheets.cells import list_readers, list_said, read_team
from tests.rota.weeks import LONDON, MONDAY, make_shift, make_time_off, make_week, make_worked

from belfry.rota.drafts.gather_facts import KnownFacts, build_week
from belfry.rota.rules.weeks import Availability, Member, Rules, Stretch, Week
from belfry.rota.sheets.availability_rows import (
    AVAILABILITY_COLUMNS,
    TIME_OFF_COLUMNS,
    read_availability,
    read_time_off,
)
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, read_shifts

STAFF = ("José Marín,chef,20,keys,,,,", "Ana Ruiz,barista,30,,,,,0")
SHIFTS = ("b,Tue,09:00,17:00,chef,,,jose,yes,", "a,Mon,09:00,17:00,barista,,,,,")
AVAILABLE = ("jose,Tue,08:00,13:00", "José Marín,Tue,13:00,18:00")
TIME_OFF = ("ana,2026-11-18,,yes,", "jose marin,2026-11-20,,,", "ana,2026-12-24,,yes,")


def build(
    staff: tuple[str, ...] = STAFF,
    shifts: tuple[str, ...] = SHIFTS,
    available: tuple[str, ...] = AVAILABLE,
    time_off: tuple[str, ...] = TIME_OFF,
) -> Week:
    """The whole way from the sheets' lines to the facts."""
    team = read_team(*staff)
    roster = team.roster
    week = read_shifts(
        list_readers(SHIFT_COLUMNS, shifts),
        monday=MONDAY,
        zone=LONDON,
        roster=roster,
        country="GB",
    )
    known = KnownFacts(
        availability=read_availability(
            list_readers(AVAILABILITY_COLUMNS, available), roster=roster, country="GB"
        ),
        time_off=read_time_off(
            list_readers(TIME_OFF_COLUMNS, time_off), roster=roster, country="GB"
        ).list_time_off(),
        below={"jose marin": 90, "Zed": 30},
        around=(
            make_worked("jose", "2026-11-15 14:00-22:00"),
            make_worked("Zed", "2026-11-15 09:00-10:00"),
        ),
        clashes={"a": "Ana has time off", "gone": "no matter"},
        kept={"a": ("ana", "Zed"), "b": ("Zed",), "gone": ("ana",)},
    )
    assert list_said([*team.problems, *week.problems, *known.availability.problems]) == []
    return build_week(
        starts_on=MONDAY, zone=LONDON, rules=Rules(), staff=team, shifts=week.rows, known=known
    )


def test_a_week_is_put_together_with_whole_names() -> None:
    day = [datetime(2026, 11, day, hour, tzinfo=UTC) for day in (17, 24) for hour in (8, 18)]
    jose = Availability(name="José Marín", stretches=(Stretch(*day[:2]), Stretch(*day[2:])))
    assert build() == make_week(
        [
            make_shift("Mon 09:00-17:00", id="a", role="barista"),
            make_shift("Tue 09:00-17:00", id="b", role="chef", pins=["José Marín"]),
        ],
        [
            Member(name="Ana Ruiz", roles=frozenset({"barista"}), target=1800, cap=0),
            Member(
                name="José Marín",
                roles=frozenset({"chef"}),
                skills=frozenset({"keys"}),
                target=1200,
                cap=2400,
                below=90,
            ),
        ],
        availability=[jose],
        time_off=[
            make_time_off("Ana Ruiz", "Wed"),
            make_time_off("José Marín", "Fri", is_pending=True),
        ],
        around=[make_worked("José Marín", "2026-11-15 14:00-22:00")],
        clashes={"a": "Ana has time off"},
        published={"a": ("Ana Ruiz",)},
    )


@given(*(st.permutations(rows) for rows in (STAFF, SHIFTS, AVAILABLE, TIME_OFF)))
def test_the_order_of_rows_makes_no_difference(
    staff: list[str], shifts: list[str], available: list[str], time_off: list[str]
) -> None:
    assert build(tuple(staff), tuple(shifts), tuple(available), tuple(time_off)) == build()


def test_time_off_counts_from_the_day_before_to_two_days_after() -> None:
    near = [make_time_off("Ana", "2026-11-01", "2026-11-15"), make_time_off("Ana", "2026-11-24")]
    far = [make_time_off("Ana", "2026-11-14"), make_time_off("Ana", "2026-11-25")]
    week = build_week(
        starts_on=MONDAY,
        zone=LONDON,
        rules=Rules(),
        staff=read_team("Ana"),
        shifts=(),
        known=KnownFacts(time_off=(*far, *near)),
    )
    assert week.time_off == tuple(near)


def test_a_request_that_was_granted_is_no_longer_pending() -> None:
    granted = make_time_off("Ana", "Wed", reason="a wedding")
    asked = make_time_off("ana", "Wed", is_pending=True)
    other = make_time_off("Ana", "Thu", is_pending=True)
    week = build_week(
        starts_on=MONDAY,
        zone=LONDON,
        rules=Rules(),
        staff=read_team("Ana"),
        shifts=(),
        known=KnownFacts(time_off=(other, asked, granted, granted)),
    )
    assert week.time_off == (granted, other)


def test_a_week_may_have_nothing_but_its_sheets() -> None:
    shift = make_shift("Mon 09:00-17:00")
    week = build_week(
        starts_on=MONDAY, zone=LONDON, rules=Rules(), staff=read_team("Ana"), shifts=[shift]
    )
    assert week == make_week([shift], [Member(name="Ana", target=2400, cap=2400)])
