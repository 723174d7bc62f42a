"""Whether a look at the sheets tells what is wrong there, and is short when nothing changed."""

from __future__ import annotations

import pytest
from tests.rota.crashing import crash_everywhere
from tests.rota.teams import (
    AVAILABILITY_FILE,
    FILES,
    RULES_FILE,
    STAFF_FILE,
    TEMPLATE_FILE,
    TIME_OFF_FILE,
    WEEK_FILE,
    Team,
)

from belfry.kernel.errors import Temporary
from belfry.rota.sheets.sync_rota import SyncedRota

SOMEDAY = "odd,Someday,09:00,17:00,barista,,1,,,"


def sync(team: Team, *, is_whole: bool = False) -> SyncedRota:
    return team.rota.drafts.sync(is_whole=is_whole)


def empty(team: Team) -> None:
    for name in FILES:
        if name.startswith("rota/"):
            team.remove(name)


def test_first_look_reads_everything(team: Team) -> None:
    assert sync(team) == SyncedRota(sheets=6)
    assert team.data_problems() == []


def test_look_at_the_same_sheets_is_short(team: Team) -> None:
    sync(team)
    team.go(minutes=15)
    assert sync(team) == SyncedRota(is_changed=False)
    assert sync(team, is_whole=True) == SyncedRota(sheets=6)


def test_every_version_of_a_sheet_is_kept(team: Team) -> None:
    sync(team)
    team.add(STAFF_FILE, "Eve Long,barista,8,,,,,")
    sync(team)
    numbers = [version.number for version in team.ports.versions.list(STAFF_FILE)]
    assert numbers == [2, 1]


def test_pending_time_off_that_is_over_is_named_and_asked_of_nobody(team: Team) -> None:
    team.add(TIME_OFF_FILE, "Ben Shaw,2026-11-05,2026-11-06,pending,")
    team.add(TIME_OFF_FILE, "Ben Shaw,2026-10-01,2026-10-02,pending,")
    sync(team)
    team.rota.requests.update()
    [(place, text)] = team.data_problems()
    assert place.startswith("rota/time_off.csv line ")
    assert text == (
        "Ben Shaw asked to be off until 2026-11-06, which is over, so nobody is asked about it; "
        "write approved or declined"
    )
    assert "2026-11-06" not in str(team.rota.requests.list().time_off)


@pytest.mark.parametrize("name", [STAFF_FILE, WEEK_FILE, AVAILABILITY_FILE, TIME_OFF_FILE])
def test_changed_sheet_is_read_again(team: Team, name: str) -> None:
    sync(team)
    team.add(name, ",,,,")
    assert sync(team).is_changed


def test_new_week_is_read_even_if_no_sheet_changed(team: Team) -> None:
    team.write_week(SOMEDAY, name="rota/week-2026-11-09.csv")
    sync(team)
    assert len(team.data_problems()) == 1
    team.go_to("2026-11-16 00:15")
    assert sync(team).is_changed
    assert team.data_problems() == []


def test_pattern_is_held_against_every_new_week(team: Team) -> None:
    """The clocks go forward on 28 March, and skip what is well in every other week."""
    team.remove(WEEK_FILE)
    team.write_week("clean,Sun,01:10,01:50,,,1,,,", name=TEMPLATE_FILE)
    team.go_to("2027-03-20 12:00")
    assert sync(team).problems == ()
    team.go_to("2027-03-22 00:15")
    sync(team)
    assert [place for place, _ in team.data_problems()] == [
        "rota/template.csv, line 2, column C (start)"
    ]


def test_what_is_wrong_stands_until_it_is_mended(team: Team) -> None:
    team.add(WEEK_FILE, SOMEDAY)
    team.add(AVAILABILITY_FILE, "Zoe,Mon,09:00,17:00")
    synced = sync(team)
    assert sorted(synced.problems) == team.data_problems()
    assert [place for place, _ in team.data_problems()] == [
        "rota/availability.csv, line 4, column A (name)",
        "rota/week-2026-11-16.csv, line 14, column B (day)",
    ]
    team.edit(WEEK_FILE, "Someday", "Sun")
    sync(team)
    assert [place for place, _ in team.data_problems()] == [
        "rota/availability.csv, line 4, column A (name)"
    ]


@pytest.mark.parametrize("name", [AVAILABILITY_FILE, TIME_OFF_FILE, TEMPLATE_FILE, WEEK_FILE])
def test_sheet_that_is_no_good_does_not_stop_the_others(team: Team, name: str) -> None:
    team.add(STAFF_FILE, "Eve Long,barista,much,,,,,")
    team.write(name, "something,else\n1,2\n")
    sync(team)
    files = [place.partition(",")[0] for place, _ in team.data_problems()]
    assert files == sorted([STAFF_FILE, name])


def test_skill_that_nobody_has_is_told_until_somebody_has_it(team: Team) -> None:
    team.add(WEEK_FILE, "dive,Sun,09:00,17:00,,diving,1,,,")
    assert sync(team).problems == ()
    assert [text for _, text in team.data_problems()] == [
        "nobody in the staff sheet has the skill 'diving'"
    ]
    team.add(STAFF_FILE, "Eve Long,,8,diving,,,,")
    sync(team)
    assert team.data_problems() == []


def test_words_with_a_mistake_are_told(team: Team) -> None:
    team.write("rota/voice.txt", "Friendly.\nSay when week publshed: Hi {name}\n")
    team.run("sync")
    [(place, problem)] = team.data_problems()
    assert place == "rota/voice.txt line 2, column 10"
    assert "did you mean week published" in problem

    team.write("rota/voice.txt", "Friendly.\nSay when week published: Hi {name}\n")
    team.run("sync")
    assert team.data_problems() == []


def test_rules_with_a_mistake_are_told(team: Team) -> None:
    team.write(RULES_FILE, "Rest gap: a while\n")
    sync(team)
    assert [place for place, _ in team.data_problems()] == ["rota/rules.txt line 1, column 11"]


def test_missing_sheets_that_nobody_needs_are_fine(team: Team) -> None:
    for name in (AVAILABILITY_FILE, TIME_OFF_FILE, TEMPLATE_FILE, WEEK_FILE, RULES_FILE):
        team.remove(name)
    assert sync(team) == SyncedRota(sheets=1)


def test_missing_staff_is_told(team: Team) -> None:
    team.remove(STAFF_FILE)
    sync(team)
    assert team.data_problems() == [
        (STAFF_FILE, "the file is missing: nobody can be given a shift")
    ]


def test_staff_that_cannot_be_read_is_told_alone(team: Team) -> None:
    team.write(STAFF_FILE, "who knows\nAna\n")
    sync(team)
    assert [place.partition(",")[0] for place, _ in team.data_problems()] == [STAFF_FILE]


def test_week_that_begins_on_another_day_is_told_its_name(team: Team) -> None:
    team.write_week("tue,Tue,09:00,17:00,,,1,,,", name="rota/week-2026-11-17.csv")
    sync(team)
    assert team.data_problems() == [
        (
            "rota/week-2026-11-17.csv",
            "2026-11-17 is no Monday, and a week begins on one: expected rota/week-2026-11-16.csv",
        )
    ]


def test_weeks_that_are_over_are_left_alone(team: Team) -> None:
    team.write_week(SOMEDAY, name="rota/week-2026-11-02.csv")
    team.write("rota/week-one.csv", "what\n")
    assert sync(team) == SyncedRota(sheets=6)


def test_team_without_a_rota_is_not_spoken_of(team: Team) -> None:
    empty(team)
    assert sync(team) == SyncedRota(is_kept=False)
    assert team.run("sync") == "no rota is kept"


def test_rota_that_vanished_is_told(team: Team) -> None:
    sync(team)
    empty(team)
    sync(team)
    assert [place for place, _ in team.data_problems()] == [RULES_FILE, STAFF_FILE]


def test_file_that_is_being_saved_is_read_the_next_time(team: Team) -> None:
    team.folder.busy.add(WEEK_FILE)
    with pytest.raises(Temporary):
        sync(team)
    team.folder.busy.clear()
    assert sync(team) == SyncedRota(sheets=6)


def test_look_that_was_cut_short_is_made_again() -> None:
    def prepare(team: Team) -> None:
        team.add(WEEK_FILE, SOMEDAY)

    for step, team in crash_everywhere(sync, prepare):
        sync(team)
        assert len(team.data_problems()) == 1, step
        team.edit(WEEK_FILE, "Someday", "Sun")
        assert sync(team).is_changed, step
        assert team.data_problems() == [], step


def test_clock_tells_how_it_went(team: Team) -> None:
    assert team.run("sync") == "6 files read, 0 problems"
    assert team.run("sync") == "nothing changed"
