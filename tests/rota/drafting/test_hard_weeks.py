"""What becomes of weeks that ask too much, or the impossible: every shift has an outcome."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.rota.drafting.planted import plant, plant_week, random_week
from tests.rota.teams import (
    AVAILABILITY_FILE,
    MONDAY,
    STAFF_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
    Team,
    memory_team,
    sql_team,
)

from belfry.kernel.errors import NotFound
from belfry.rota.drafts.draft_week import DraftedWeek
from belfry.rota.drafts.show_week import WeekView
from belfry.rota.explaining.explain_week import WeekExplanation
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import HOUR

SPRING = date(2027, 3, 22)
AUTUMN = date(2026, 10, 19)


@pytest.fixture
def team() -> Team:
    """What becomes of a week does not depend on where it is kept."""
    return memory_team()


def draft(team: Team, monday: date = MONDAY) -> DraftedWeek:
    return team.rota.drafts.draft_week(monday)


def list_outcomes(drafted: DraftedWeek) -> dict[str, str]:
    return {line.shift_id: line.outcome.value for line in drafted.lines}


def count_filled(drafted: DraftedWeek) -> int:
    assert drafted.draft is not None
    return drafted.draft.filled


def test_everybody_is_off(team: Team) -> None:
    everybody = ("Ana Diaz", "Ben Shaw", "Cara Woods", "Dev Patel")
    rows = [f"{name},2026-11-16,2026-11-22,approved," for name in everybody]
    team.add(TIME_OFF_FILE, *rows)
    drafted = draft(team)
    assert set(list_outcomes(drafted).values()) == {"short-staffed"}
    assert (count_filled(drafted), drafted.problems) == (0, ())
    assert len(team.announced()) == 1 + 12


def test_everybody_has_asked_to_be_off(team: Team) -> None:
    rows = [f"{name},2026-11-16,2026-11-22,pending," for name in ("Ana", "Ben", "Cara", "Dev")]
    team.add(TIME_OFF_FILE, *rows)
    outcomes = list_outcomes(draft(team))
    assert outcomes["mon-late"] == "held"
    assert set(outcomes.values()) <= {"held", "short-staffed"}


def test_skill_that_nobody_has(team: Team) -> None:
    team.add(WEEK_FILE, "sun-dive,Sun,09:00,17:00,,diving,1,,,")
    drafted = draft(team)
    [line] = [candidate for candidate in drafted.lines if candidate.shift_id == "sun-dive"]
    assert (line.outcome.value, line.people) == ("short-staffed", ())
    assert line.why == "nobody may take it: 4 people lack diving"
    note = "nobody in the staff sheet has the skill 'diving'"
    where = "rota/week-2026-11-16.csv, line 14, column F (skills)"
    assert (drafted.problems, drafted.notes) == ((), ((where, note),))
    assert count_filled(drafted) == 13


def test_cap_of_nothing(team: Team) -> None:
    team.edit(
        STAFF_FILE,
        "Dev Patel,cook,24,opening,,dev@example.com,,",
        "Dev Patel,cook,24,opening,,dev@example.com,,0",
    )
    drafted = draft(team)
    people = {person.name: (person.placed, person.cap) for person in drafted.people}
    assert people["Dev Patel"] == (0, 0)
    assert list_outcomes(drafted)["wed-kitchen"] == "short-staffed"


def test_week_without_shifts(team: Team) -> None:
    team.write_week()
    drafted = draft(team)
    assert (drafted.lines, [person.placed for person in drafted.people]) == ((), [0, 0, 0, 0])


def test_staff_of_nobody(team: Team) -> None:
    team.write_staff()
    drafted = draft(team)
    assert set(list_outcomes(drafted).values()) == {"short-staffed"}
    assert drafted.people == ()


def test_no_staff_file(team: Team) -> None:
    team.remove(STAFF_FILE)
    with pytest.raises(NotFound, match="there is no rota/staff.csv"):
        draft(team)
    assert team.find_head() is None


def test_unknown_person_is_told_and_the_rest_is_drafted(team: Team) -> None:
    team.add(AVAILABILITY_FILE, "Anna Diaz,Mon,09:00,17:00")
    team.add(WEEK_FILE, "sun,Sun,09:00,17:00,,,1,Zoe,,")
    drafted = draft(team)
    assert [text for _, text in drafted.problems] == [
        "there is nobody called 'Zoe' in the staff sheet",
        "there is nobody called 'Anna Diaz' in the staff sheet; did you mean Ana Diaz?",
    ]
    assert count_filled(drafted) == 14


@pytest.mark.parametrize(
    ("monday", "day", "hours"),
    [
        pytest.param(AUTUMN, "Sat", 9, id="the night the clocks go back"),
        pytest.param(SPRING, "Sat", 7, id="the night the clocks go forward"),
        pytest.param(MONDAY, "Sat", 8, id="any other night"),
    ],
)
def test_night_counts_its_real_hours(team: Team, monday: date, day: str, hours: int) -> None:
    team.write_week(f"night,{day},22:00,06:00,,,1,,,", name=f"rota/week-{monday}.csv")
    team.write_staff("Ana Diaz,,40,,,,,")
    drafted = draft(team, monday)
    assert [person.placed for person in drafted.people] == [hours * HOUR]


@pytest.mark.parametrize(
    ("cap", "outcome"), [("8", "short-staffed"), ("9", "filled")], ids=["too small", "enough"]
)
def test_cap_counts_the_hour_that_the_clocks_give(team: Team, cap: str, outcome: str) -> None:
    team.write_week("night,Sat,22:00,06:00,,,1,,,", name=f"rota/week-{AUTUMN}.csv")
    team.write_staff(f"Ana Diaz,,8,,,,{cap},")
    assert list_outcomes(draft(team, AUTUMN)) == {"night": outcome}


def test_rest_over_the_night_the_clocks_go_forward_is_real(team: Team) -> None:
    """From 20:00 to 07:00 are ten hours that night, and eleven are needed."""
    team.write_week(
        "sat,Sat,12:00,20:00,,,1,,,",
        "sun,Sun,07:00,15:00,,,1,,,",
        name=f"rota/week-{SPRING}.csv",
    )
    team.write_staff("Ana Diaz,,40,,,,,")
    assert sorted(list_outcomes(draft(team, SPRING)).values()) == ["filled", "short-staffed"]


def test_shifts_that_are_no_shifts_are_told_and_left_out(team: Team) -> None:
    team.add(
        WEEK_FILE,
        "none,Sun,09:00,09:00,,,1,,,",
        "long,Sun,2026-11-22 09:00,2026-11-23 15:00,,,1,,,",
        "back,Sun,2026-11-22 09:00,2026-11-21 15:00,,,1,,,",
    )
    drafted = draft(team)
    assert len(drafted.problems) == 3
    assert len(drafted.lines) == 12


def test_two_people_with_one_name_are_told_and_left_out(team: Team) -> None:
    team.add(STAFF_FILE, "ana  DIAZ,barista,8,,,,,")
    drafted = draft(team)
    assert len(drafted.problems) == 2
    assert "Ana Diaz" not in {person.name for person in drafted.people}


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
    minutes_given = {member.name: 0 for member in planted.week.members}
    for shift_id, names in planted.rota.items():
        for name in names:
            minutes_given[name] += minutes[shift_id]
    assert all(
        abs(member.target - minutes_given[member.name]) <= 60 for member in planted.week.members
    )
    assert all(minutes_given[member.name] <= member.cap for member in planted.week.members)


def test_same_seed_gives_the_same_week() -> None:
    assert plant(12, 3) == plant(12, 3)
    assert random_week(12, 70, 3) == random_week(12, 70, 3)
    assert plant_week(12, 3) != plant_week(12, 4)


def test_random_week_has_the_shifts_that_were_asked_for() -> None:
    week = random_week(15, 80, 0)
    assert (len(week.members), len(week.shifts)) == (15, 80)


def live(team: Team) -> tuple[list[str], WeekView, WeekExplanation, list[tuple[str, str]]]:
    """Thursday: the sheets are looked at, the pattern copied, the week drafted."""
    team.add(WEEK_FILE, "dive,Sun,09:00,17:00,,diving,2,Ana,,")
    reports = [team.run(kind) for kind in ("sync", "template-sync", "draft")]
    drafts = team.rota.drafts
    explained = drafts.explain_week(MONDAY).explanation
    return reports, drafts.show_week(MONDAY), explained, team.announced()


def test_week_is_the_same_on_every_database(tmp_path: Path, postgres_url: str) -> None:
    expected = live(memory_team())
    with sql_team(None, tmp_path / "sqlite") as team:
        assert live(team) == expected
    with sql_team(postgres_url, tmp_path / "postgres") as team:
        assert live(team) == expected
