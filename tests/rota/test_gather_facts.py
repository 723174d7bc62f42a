"""What a draft of a week is made from: the sheets, and what the book knows besides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from tests.rota.teams import (
    AVAILABILITY_FILE,
    MONDAY,
    RULES_FILE,
    STAFF_FILE,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    Team,
    memory_team,
)
from tests.rota.weeks import make_time_off
from tests.samples import NOON

from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.rota.drafts.drafted_weeks import DraftLine, Outcome, RotaWeek
from belfry.rota.drafts.gather_facts import Gathered, join_leaves
from belfry.rota.publishing.own_shifts import PersonWeek
from belfry.rota.requests.requests import Asked, Clash, ClashState, Source, TimeOffRequest
from belfry.rota.rules.weeks import HOUR, Leave, TimeOff, Worked
from belfry.rota.sheets.staff_rows import make_roster

LAST_WEEK = "2026-11-09"


def gather(team: Team) -> Gathered:
    return team.rota.drafts.gather(MONDAY)


def publish(team: Team, week: str, day: date, people: str) -> None:
    """A week that people know, with one late shift."""
    head = team.find_head(week) or RotaWeek(id=week)
    number = head.draft + 1
    line = DraftLine(
        week=week,
        draft=number,
        shift_id="late",
        day=day,
        starts="14:00",
        ends="22:00",
        starts_at=datetime(day.year, day.month, day.day, 14, tzinfo=UTC),
        ends_at=datetime(day.year, day.month, day.day, 22, tzinfo=UTC),
        assigned=people,
        outcome=Outcome.FILLED,
    )
    head = replace(head, draft=number, published=number, edition=head.edition + 1)
    team.ports.store.commit([Put(head), Append(line)])


def list_worked(worked: Iterable[Worked]) -> list[tuple[str, str, date]]:
    return [(stretch.name, stretch.shift_id, stretch.day) for stretch in worked]


def test_facts_come_from_all_the_sheets(team: Team) -> None:
    gathered = gather(team)
    week = gathered.week
    assert (gathered.problems, gathered.notes) == ((), ())
    assert (week.starts_on, week.zone.key, week.rules) == (
        MONDAY,
        "Europe/London",
        team.rota.drafts.read_rules().rules,
    )
    assert len(week.shifts) == 12
    assert [member.name for member in week.members] == [
        "Ana Diaz",
        "Ben Shaw",
        "Cara Woods",
        "Dev Patel",
    ]
    assert list(week.availability) == ["Ben Shaw"]
    assert [(leave.name, leave.state) for leave in week.time_off] == [
        ("Cara Woods", Leave.APPROVED)
    ]
    assert (week.around, dict(week.clashes), dict(week.kept)) == ((), {}, {})


@pytest.mark.parametrize("name", [AVAILABILITY_FILE, TIME_OFF_FILE, RULES_FILE])
def test_team_may_do_without_some_sheets(team: Team, name: str) -> None:
    team.remove(name)
    gathered = gather(team)
    assert (len(gathered.week.shifts), gathered.problems) == (12, ())


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (STAFF_FILE, "there is no rota/staff.csv: nobody can be given a shift"),
        (WEEK_FILE, "there is no rota/week-2026-11-16.csv: nobody has said which shifts"),
    ],
)
def test_facts_cannot_be_gathered_without_a_sheet(team: Team, name: str, expected: str) -> None:
    team.remove(name)
    with pytest.raises(NotFound, match=expected):
        gather(team)


@pytest.mark.parametrize("name", [STAFF_FILE, WEEK_FILE, AVAILABILITY_FILE, TIME_OFF_FILE])
def test_sheet_that_cannot_be_read_at_all_is_refused(team: Team, name: str) -> None:
    team.write(name, "something,else\n1,2\n")
    with pytest.raises(InputError, match=name):
        gather(team)


def test_sheet_that_is_being_saved_is_worth_another_try(team: Team) -> None:
    team.folder.busy.add(TIME_OFF_FILE)
    with pytest.raises(Temporary):
        gather(team)


def test_week_begins_on_a_monday(team: Team) -> None:
    with pytest.raises(InputError, match="2026-11-17 is no Monday"):
        team.rota.drafts.gather(date(2026, 11, 17))


def test_problems_of_every_sheet_are_told_and_the_rest_counts(team: Team) -> None:
    team.add(STAFF_FILE, "Eve Long,barista,much,,,,,")
    team.add(WEEK_FILE, "odd,Someday,09:00,17:00,barista,,1,,,")
    team.add(AVAILABILITY_FILE, "Zoe,Mon,09:00,17:00")
    team.add(TIME_OFF_FILE, "Ana Diaz,2026-11-30,2026-11-01,approved,")
    gathered = gather(team)
    assert [place.partition(",")[0] for place, _ in gathered.problems] == [
        STAFF_FILE,
        WEEK_FILE,
        AVAILABILITY_FILE,
        TIME_OFF_FILE,
    ]
    assert (len(gathered.week.shifts), len(gathered.week.members)) == (12, 5)


def test_mistake_in_the_rules_is_told_while_the_last_ones_go_on(team: Team) -> None:
    gather(team)
    team.write(RULES_FILE, "Rest gap: a while\n")
    gathered = gather(team)
    assert [place for place, _ in gathered.problems] == ["rota/rules.txt line 1, column 11"]
    assert gathered.week.rules.rest == 11 * HOUR


def test_time_off_of_the_book_counts(team: Team) -> None:
    request = TimeOffRequest(
        id="r1",
        person="Ana Diaz",
        source=Source.PAGE,
        state=Asked.APPROVED,
        first_on=MONDAY,
        last_on=MONDAY,
        asked_at=NOON,
    )
    team.put(request)
    assert [leave.name for leave in gather(team).week.time_off] == ["Ana Diaz", "Cara Woods"]


def test_shifts_of_the_weeks_around_count_as_they_were_published(team: Team) -> None:
    publish(team, LAST_WEEK, date(2026, 11, 15), "Ana Diaz;Ben Shaw")
    publish(team, "2026-11-23", date(2026, 11, 23), "Cara Woods")
    publish(team, "2026-11-30", date(2026, 11, 30), "Dev Patel")
    assert list_worked(gather(team).week.around) == [
        ("Ana Diaz", "late", date(2026, 11, 15)),
        ("Ben Shaw", "late", date(2026, 11, 15)),
        ("Cara Woods", "late", date(2026, 11, 23)),
    ]


def test_week_around_counts_anew_once_it_is_published_anew(team: Team) -> None:
    sunday = date(2026, 11, 15)
    for name in ("Ben Shaw", "Ana Diaz"):
        publish(team, LAST_WEEK, sunday, name)
        assert list_worked(gather(team).week.around) == [(name, "late", sunday)]


def test_long_rows_of_days_reach_further_back(team: Team) -> None:
    publish(team, "2026-11-02", date(2026, 11, 8), "Ana Diaz")
    assert gather(team).week.around == ()
    team.add(RULES_FILE, "Days in a row: 10")
    assert list_worked(gather(team).week.around) == [("Ana Diaz", "late", date(2026, 11, 8))]


def test_week_before_that_was_made_by_hand_counts_by_its_sheet(team: Team) -> None:
    team.write_week("sun,Sun,14:00,22:00,barista,,1,Ana,,", name=f"rota/week-{LAST_WEEK}.csv")
    assert list_worked(gather(team).week.around) == [("Ana Diaz", "sun", date(2026, 11, 15))]


def test_published_week_counts_before_its_sheet(team: Team) -> None:
    team.write_week("sun,Sun,14:00,22:00,barista,,1,Ana,,", name=f"rota/week-{LAST_WEEK}.csv")
    publish(team, LAST_WEEK, date(2026, 11, 15), "Ben Shaw")
    assert list_worked(gather(team).week.around) == [("Ben Shaw", "late", date(2026, 11, 15))]


def test_wishes_for_a_week_to_come_do_not_count(team: Team) -> None:
    team.write_week("mon,Mon,06:00,14:00,barista,,1,Ana,,", name="rota/week-2026-11-23.csv")
    assert gather(team).week.around == ()


def test_sheet_of_the_week_before_that_cannot_be_read_stops_nothing(team: Team) -> None:
    team.write(f"rota/week-{LAST_WEEK}.csv", "nothing\nat all\n")
    assert gather(team).week.around == ()


def test_hours_below_target_are_those_of_four_weeks(team: Team) -> None:
    weeks = {"2026-10-12": 30, "2026-10-19": 20, "2026-11-02": 40, LAST_WEEK: 30}
    for week, placed in weeks.items():
        team.put(
            PersonWeek(
                person="Ana Diaz",
                week=week,
                placed=placed * HOUR,
                target=32 * HOUR,
                cap=40 * HOUR,
            )
        )
    below = {member.name: member.below for member in gather(team).week.members}
    assert below == {
        "Ana Diaz": (12 - 8 + 2) * HOUR,
        "Ben Shaw": 0,
        "Cara Woods": 0,
        "Dev Patel": 0,
    }


def test_open_clash_holds_its_shift(team: Team) -> None:
    team.edit(
        WEEK_FILE,
        "wed-early,Wed,07:00,15:00,barista,,1,,",
        "wed-early,Wed,07:00,15:00,barista,,1,Cara,",
    )
    clash = Clash(week=WEEK, shift_id="wed-early", person="Cara Woods", words="off", found_at=NOON)
    team.put(clash)
    assert dict(gather(team).week.clashes) == {
        "wed-early": "Cara Woods has time off on Wed 18 November"
    }


def test_freed_clash_frees_its_shift(team: Team) -> None:
    team.edit(
        WEEK_FILE,
        "wed-early,Wed,07:00,15:00,barista,,1,,",
        "wed-early,Wed,07:00,15:00,barista,,1,Cara,",
    )
    clash = Clash(
        week=WEEK,
        shift_id="wed-early",
        person="Cara Woods",
        words="off",
        state=ClashState.FREED,
        instead="Ana Diaz",
        found_at=NOON,
        answered_at=NOON,
    )
    team.put(clash)
    week = gather(team).week
    assert dict(week.clashes) == {}
    assert {shift.id: shift.wishes for shift in week.shifts if shift.wishes} == {
        "wed-early": ("Ana Diaz",)
    }


def test_rota_that_people_know_is_part_of_the_facts(team: Team) -> None:
    gathered = team.rota.drafts.gather(
        MONDAY, published={"mon-late": ("Ben Shaw",), "gone": ("Ana Diaz",)}
    )
    assert gathered.week.kept == {"mon-late": ("Ben Shaw",)}


ROSTER = make_roster(["Ana Diaz", "Ben Shaw"])
TUESDAY = date(2026, 11, 17)


def ask(state: Asked, person: str = "ana diaz", day: date | None = TUESDAY) -> TimeOffRequest:
    return TimeOffRequest(
        id="r1",
        person=person,
        source=Source.PAGE,
        state=state,
        first_on=day,
        last_on=day,
        reason="a wedding",
        asked_at=NOON,
    )


def show(leaves: tuple[TimeOff, ...]) -> list[tuple[str, str]]:
    return [(leave.name, leave.state.value) for leave in leaves]


def test_granted_request_counts_before_the_sheet_says_so() -> None:
    assert join_leaves([], [ask(Asked.APPROVED)], ROSTER) == (
        TimeOff(
            name="Ana Diaz",
            first_on=TUESDAY,
            last_on=TUESDAY,
            state=Leave.APPROVED,
            reason="a wedding",
        ),
    )


def test_request_that_waits_is_pending() -> None:
    assert show(join_leaves([], [ask(Asked.PENDING)], ROSTER)) == [("Ana Diaz", "pending")]


@pytest.mark.parametrize("state", [Asked.DECLINED, Asked.WITHDRAWN])
def test_pending_row_that_was_turned_down_here_no_longer_counts(state: Asked) -> None:
    row = make_time_off("Ana Diaz", "Tue", is_pending=True)
    assert join_leaves([row], [ask(state)], ROSTER) == ()


def test_row_of_other_days_is_not_answered_by_the_request() -> None:
    row = make_time_off("Ana Diaz", "Wed", is_pending=True)
    assert show(join_leaves([row], [ask(Asked.DECLINED)], ROSTER)) == [("Ana Diaz", "pending")]


def test_row_that_the_sheet_grants_stays_granted() -> None:
    row = make_time_off("Ana Diaz", "Tue")
    assert show(join_leaves([row], [ask(Asked.DECLINED)], ROSTER)) == [("Ana Diaz", "approved")]


def test_answered_row_gives_way_to_the_answer() -> None:
    row = make_time_off("Ana Diaz", "Tue", is_pending=True)
    assert show(join_leaves([row], [ask(Asked.APPROVED)], ROSTER)) == [("Ana Diaz", "approved")]


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param(ask(Asked.APPROVED, person="Zoe"), id="of somebody who is not on the staff"),
        pytest.param(ask(Asked.APPROVED, day=None), id="without days"),
        pytest.param(ask(Asked.UNREAD), id="that nobody could read"),
    ],
)
def test_request_keeps_nobody_away(request_: TimeOffRequest) -> None:
    assert join_leaves([], [request_], ROSTER) == ()


def test_dated_row_alone_is_noted_and_also_adds_to_the_usual_times() -> None:
    team = memory_team()
    team.add(AVAILABILITY_FILE, "Dev Patel,2026-11-20,10:00,18:00")
    gathered = team.rota.drafts.gather(MONDAY)
    [(place, text)] = gathered.notes
    assert place == "rota/availability.csv line 4, column day"
    assert text.startswith("Dev Patel gets shifts on 2026-11-20 only, and at no other time")
    assert text.endswith('write "also 2026-11-20"')
    assert len(gathered.week.availability["Dev Patel"].stretches) == 1
    team.edit(AVAILABILITY_FILE, "Dev Patel,2026", "Dev Patel,also 2026")
    team.add(AVAILABILITY_FILE, "Ben Shaw,also 2026-11-16,07:00,12:00")
    gathered = team.rota.drafts.gather(MONDAY)
    assert gathered.notes == ()
    assert "Dev Patel" not in gathered.week.availability
    first = gathered.week.availability["Ben Shaw"].stretches[0]
    assert (first.starts_at.hour, (first.ends_at - first.starts_at).total_seconds()) == (7, 61200)
