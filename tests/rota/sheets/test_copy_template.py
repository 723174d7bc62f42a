"""Whether the standing pattern gets into next week's sheet once, and clashes are asked about."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.teams import (
    MONDAY,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK,
    WEEK_FILE,
    Team,
)
from tests.samples import NOON

from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.requests.requests import Asked, Clash, ClashState, Source, TimeOffRequest

CARA = "wed-early,Wed,07:00,15:00,barista,,1,Cara,,"
BEN = "thu-late,Thu,14:00,22:00,barista,till,1,Ben,yes,"


@pytest.fixture
def pattern(team: Team) -> Team:
    """The team has a pattern of two shifts, and no sheet of next week yet."""
    prepare(team)
    return team


def prepare(team: Team) -> None:
    team.remove(WEEK_FILE)
    team.write_week(CARA, BEN, name=TEMPLATE_FILE)


def copy(team: Team) -> str:
    return team.run("template-sync")


def list_clashes(team: Team) -> list[tuple[str, str, str]]:
    clashes = team.ports.requests.list_clashes(WEEK)
    return [(clash.shift_id, clash.person, clash.words) for clash in clashes]


def test_sheet_of_next_week_is_made_with_its_dates(pattern: Team) -> None:
    assert copy(pattern) == f"{WEEK_FILE} made from the template, 1 new clash"
    assert pattern.read(WEEK_FILE) == (
        "shift_id,day,start,end,role,skills,headcount,assigned_to,pinned,hold\n"
        "wed-early,2026-11-18,07:00,15:00,barista,,1,Cara,,\n"
        "thu-late,2026-11-19,14:00,22:00,barista,till,1,Ben,yes,\n"
    )
    assert pattern.head().template_at == pattern.app.clock.now()


def test_sheet_is_written_the_way_the_template_is(pattern: Team) -> None:
    pattern.folder.files[TEMPLATE_FILE] = (
        "\ufeffday;start;end;note\r\nFri;9:00;17:00;caf\u00e9\r\n".encode()
    )
    copy(pattern)
    assert (
        pattern.folder.files[WEEK_FILE]
        == (
            "\ufeffshift_id;day;start;end;note\r\n"
            "2026-11-20-0900-1700;2026-11-20;09:00;17:00;caf\u00e9\r\n"
        ).encode()
    )


def test_sheet_that_is_there_stays_as_it_is(team: Team) -> None:
    before = team.read(WEEK_FILE)
    assert copy(team) == f"{WEEK_FILE} is there already, 0 new clashes"
    assert team.read(WEEK_FILE) == before
    assert team.find_head() is None


def test_clash_with_approved_time_off_is_asked_about(pattern: Team) -> None:
    copy(pattern)
    assert list_clashes(pattern) == [
        ("wed-early", "Cara Woods", "Cara Woods has time off on Wed 18 November")
    ]
    [row] = pattern.waiting()
    assert (row.aggregate_type, row.op, row.aggregate_id, dict(row.payload)) == (
        "clash",
        "clash.found",
        "2026-11-16/wed-early",
        {"week": WEEK, "shift_id": "wed-early"},
    )


def test_pending_time_off_is_no_clash(pattern: Team) -> None:
    pattern.edit(TIME_OFF_FILE, "approved", "pending")
    copy(pattern)
    assert list_clashes(pattern) == []


def test_time_off_that_only_the_book_knows_clashes(pattern: Team) -> None:
    request = TimeOffRequest(
        id="r1",
        person="Ben Shaw",
        source=Source.NOTE,
        state=Asked.APPROVED,
        first_on=date(2026, 11, 19),
        last_on=date(2026, 11, 20),
        asked_at=NOON,
    )
    pattern.put(request)
    copy(pattern)
    assert [shift_id for shift_id, *_ in list_clashes(pattern)] == ["thu-late", "wed-early"]


def test_copying_again_changes_nothing(pattern: Team) -> None:
    copy(pattern)
    pattern.edit(WEEK_FILE, "Cara", "Ana")
    sheet, head, events = pattern.read(WEEK_FILE), pattern.head(), pattern.announced()
    copy(pattern)
    assert (pattern.read(WEEK_FILE), pattern.head(), pattern.announced()) == (sheet, head, events)


def test_answered_clash_is_not_asked_about_again(pattern: Team) -> None:
    copy(pattern)
    [clash] = pattern.ports.requests.list_clashes(WEEK)
    answered = Clash(
        week=clash.week,
        shift_id=clash.shift_id,
        person=clash.person,
        words=clash.words,
        state=ClashState.FREED,
        found_at=clash.found_at,
        answered_at=NOON,
        revision=clash.revision,
    )
    pattern.put(answered)
    assert copy(pattern) == f"{WEEK_FILE} is there already, 0 new clashes"


def test_clash_that_comes_up_later_is_asked_about_then(pattern: Team) -> None:
    copy(pattern)
    pattern.add(TIME_OFF_FILE, "Ben Shaw,2026-11-19,2026-11-19,approved,")
    assert copy(pattern) == f"{WEEK_FILE} is there already, 1 new clash"


def test_rows_that_cannot_be_read_are_not_copied(pattern: Team) -> None:
    pattern.add(TEMPLATE_FILE, "odd,Someday,09:00,17:00,,,1,,,")
    report = copy(pattern)
    assert len(pattern.read(WEEK_FILE).splitlines()) == 3
    assert report == (
        f"{WEEK_FILE} made from the template, 1 new clash; 1 problem in {TEMPLATE_FILE}"
    )
    assert copy(pattern) == f"{WEEK_FILE} is there already, 0 new clashes"


@pytest.mark.parametrize("name", [TEMPLATE_FILE, STAFF_FILE])
def test_nothing_is_copied_without_a_file(pattern: Team, name: str) -> None:
    pattern.remove(name)
    assert copy(pattern) == f"no pattern is copied: there is no {name}"
    assert WEEK_FILE not in pattern.folder.files


def test_empty_template_makes_no_sheet(pattern: Team) -> None:
    pattern.write_week(name=TEMPLATE_FILE)
    assert copy(pattern) == f"no pattern is copied: {TEMPLATE_FILE} has no shift that can be read"
    assert WEEK_FILE not in pattern.folder.files


def test_published_week_is_left_alone(pattern: Team) -> None:
    pattern.put(RotaWeek(id=WEEK, draft=1, published=1))
    assert copy(pattern) == "the week of 2026-11-16 is published"
    assert WEEK_FILE not in pattern.folder.files


def test_next_week_is_that_of_the_team_s_own_clock(pattern: Team) -> None:
    pattern.go_to("2026-11-16 00:30")
    copied = pattern.rota.drafts.copy_template()
    assert copied.monday == date(2026, 11, 23)


def test_copying_that_was_cut_short_anywhere_is_taken_up_again() -> None:
    for step, team in crash_everywhere(copy, prepare):
        copy(team)
        assert team.rota.drafts.gather(MONDAY).week.clashes.keys() == {"wed-early"}, step
        assert team.announced() == [("clash.found", "2026-11-16/wed-early")], step
        assert team.head().template_at is not None, step
