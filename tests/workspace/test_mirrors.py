"""How what Belfry decided gets into the team's own table, and what a person knew better."""

from __future__ import annotations

from datetime import date

import pytest
from tests.workspace.team_folders import TASKS, TeamFolder

from belfry.kernel.errors import Temporary
from belfry.workspace.mirrors import Compare, Decided, News, Unplaced, Written

SHEET = b'\xef\xbb\xbfName;"Done";Shelf\r\nDoors;2026-11-01; 7\r\n\r\n"Alarm";"";x\r\n'


@pytest.fixture
def team() -> TeamFolder:
    return TeamFolder()


def done(name: str, day: str) -> Decided:
    return Decided((("name", name),), "last_done", day, Compare.LATEST_DAY)


def test_older_and_blank_cells_are_written_and_all_else_stays(team: TeamFolder) -> None:
    team.save(SHEET)
    doors, alarm = done("doors", "2026-11-15"), done(" ALARM ", "2026-11-14")

    mirrored = team.mirror_table(TASKS, [doors, alarm])

    assert team.saved == (
        b'\xef\xbb\xbfName;"Done";Shelf\r\nDoors;2026-11-15; 7\r\n\r\n"Alarm";"2026-11-14";x\r\n'
    )
    assert mirrored.written == (Written(doors, 2, "2026-11-01"), Written(alarm, 4, ""))
    assert mirrored.overwritten == (Written(doors, 2, "2026-11-01"),)
    assert (mirrored.news, mirrored.unplaced) == ((), ())


def test_both_states_of_the_file_are_kept(team: TeamFolder) -> None:
    team.save(SHEET)

    mirrored = team.mirror_table(TASKS, [done("Doors", "2026-11-15")])

    assert team.contents() == [SHEET, team.saved]
    assert mirrored.version.number == 2


def test_later_day_typed_by_hand_is_news_and_stays(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,16/11/2026\n")
    doors = done("Doors", "2026-11-15")

    mirrored = team.mirror_table(TASKS, [doors])

    assert team.saved == b"name,last_done\nDoors,16/11/2026\n"
    assert mirrored.news == (News(doors, 2, date(2026, 11, 16)),)
    assert mirrored.written == ()


@pytest.mark.parametrize(
    "cell, decided",
    [
        pytest.param("15/11/2026", done("Doors", "2026-11-15"), id="the same day in another form"),
        pytest.param(
            " bob  SMITH",
            Decided((("name", "Doors"),), "last_done", "Bob Smith"),
            id="another case",
        ),
        pytest.param(
            "Bob; Ann",
            Decided((("name", "Doors"),), "last_done", "Ann;Bob", Compare.NAMES),
            id="names in another order",
        ),
        pytest.param(
            "TRUE",
            Decided((("name", "Doors"),), "last_done", "yes", Compare.YES_NO),
            id="another word for yes",
        ),
    ],
)
def test_cell_that_says_the_same_is_left_alone(
    team: TeamFolder, cell: str, decided: Decided
) -> None:
    before = f"name,last_done\nDoors,{cell}\n".encode()
    team.save(before)

    mirrored = team.mirror_table(TASKS, [decided])

    assert team.saved == before
    assert mirrored.written == ()
    assert mirrored.version.number == 1


def test_value_changed_by_hand_is_written_again_and_reported(team: TeamFolder) -> None:
    team.save(b"name,owner\nDoors,Cy\n")
    owner = Decided((("name", "Doors"),), "owner", "Ann")

    mirrored = team.mirror_table(TASKS, [owner])

    assert team.saved == b"name,owner\nDoors,Ann\n"
    assert mirrored.overwritten == (Written(owner, 2, "Cy"),)


def test_day_that_was_undone_is_cleared(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,2026-11-15\n")

    team.mirror_table(TASKS, [done("Doors", "")])

    assert team.saved == b"name,last_done\nDoors,\n"


BEFORE = date(2026, 11, 1)
TAKEN_BACK = date(2026, 11, 15)


def taken_back(day: str) -> Decided:
    return Decided((("name", "Doors"),), "last_done", day, Compare.LATEST_DAY, TAKEN_BACK)


@pytest.mark.parametrize("day", [BEFORE.isoformat(), ""], ids=["an earlier day", "no day"])
def test_day_that_was_taken_back_gives_way_to(team: TeamFolder, day: str) -> None:
    team.save(b"name,last_done\nDoors,15/11/2026\n")

    mirrored = team.mirror_table(TASKS, [taken_back(day)])

    assert team.saved == f"name,last_done\nDoors,{day}\n".encode()
    assert mirrored.overwritten == (Written(taken_back(day), 2, "15/11/2026"),)


@pytest.mark.parametrize("day", [BEFORE.isoformat(), ""], ids=["an earlier day", "no day"])
def test_another_day_than_the_one_taken_back_is_news_to(team: TeamFolder, day: str) -> None:
    team.save(b"name,last_done\nDoors,2026-11-16\n")

    mirrored = team.mirror_table(TASKS, [taken_back(day)])

    assert team.saved == b"name,last_done\nDoors,2026-11-16\n"
    assert mirrored.news == (News(taken_back(day), 2, date(2026, 11, 16)),)


def test_what_else_was_decided_of_a_row_with_news_is_left(team: TeamFolder) -> None:
    team.save(b"name,last_done,owner\nDoors,2026-11-16,Cy\nAlarm,,Cy\n")
    by = [Decided((("name", name),), "owner", "Ann") for name in ("Doors", "Alarm")]

    team.mirror_table(TASKS, [done("Doors", "2026-11-15"), done("Alarm", "2026-11-15"), *by])

    assert team.saved == b"name,last_done,owner\nDoors,2026-11-16,Cy\nAlarm,2026-11-15,Ann\n"


def test_column_that_is_missing_is_added(team: TeamFolder) -> None:
    team.save(b"name,owner\nDoors,Ann\nAlarm,Bob\n")

    team.mirror_table(TASKS, [done("Alarm", "2026-11-15")])

    assert team.saved == b"name,owner,last_done\nDoors,Ann\nAlarm,Bob,2026-11-15\n"


def test_row_goes_by_several_cells_where_one_is_not_enough(team: TeamFolder) -> None:
    team.save(b"name,owner,room\nDoors,Ann,\nDoors,Bob,\n")

    team.mirror_table(TASKS, [Decided((("name", "doors"), ("owner", "bob")), "room", "2")])

    assert team.saved == b"name,owner,room\nDoors,Ann,\nDoors,Bob,2\n"


@pytest.mark.parametrize(
    "content, decided, why",
    [
        pytest.param(
            b"name,last_done\nAlarm,\n",
            done("Doors", "2026-11-15"),
            "there is no row for name Doors",
            id="the row is gone",
        ),
        pytest.param(
            b"name,last_done\nDoors,\nx,\ndoors,\n",
            done("Doors", "2026-11-15"),
            "there are several rows for name Doors: lines 2 and 4",
            id="there are two such rows",
        ),
        pytest.param(
            b"name,last_done\nDoors,,Smith\n",
            done("Doors", "2026-11-15"),
            "there is no row for name Doors",
            id="the row has a problem of its own",
        ),
        pytest.param(
            b"name,last_done\nDoors,last week\n",
            done("Doors", "2026-11-15"),
            "line 2 has 'last week', which is no day we can read",
            id="nobody can read what is there",
        ),
        pytest.param(
            "name,owner\nDoors,Zoë\n".encode("cp1252"),
            Decided((("name", "Doors"),), "owner", "Łukasz"),
            "'Łukasz' cannot be written in Windows-1252: save the file as UTF-8",
            id="the file has no such letters",
        ),
        pytest.param(
            b"name,owner\nDoors,Ann\nLift,Smith,Bob\n",
            done("Doors", "2026-11-15"),
            "there is no column last_done, and some rows have cells without a header",
            id="a new column would stand over something else",
        ),
    ],
)
def test_value_that_finds_no_place_is_reported_and_the_file_left_alone(
    team: TeamFolder, content: bytes, decided: Decided, why: str
) -> None:
    team.save(content)

    mirrored = team.mirror_table(TASKS, [decided])

    assert team.saved == content
    assert mirrored.unplaced == (Unplaced(decided, why),)


def test_value_without_a_place_does_not_stop_the_others(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,\n")

    mirrored = team.mirror_table(TASKS, [done("Lift", "2026-11-15"), done("Doors", "2026-11-15")])

    assert team.saved == b"name,last_done\nDoors,2026-11-15\n"
    assert [unplaced.decided.where for unplaced in mirrored.unplaced] == [(("name", "Lift"),)]


def test_file_saved_meanwhile_is_read_again_and_kept_as_they_left_it(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,\n")
    team.folder.meddles = [lambda: team.save(b"name,last_done\nNew row,\nDoors,\n")] * 2

    team.mirror_table(TASKS, [done("Doors", "2026-11-15")])

    assert team.saved == b"name,last_done\nNew row,\nDoors,2026-11-15\n"


def test_file_saved_right_after_it_was_read_is_kept_as_they_left_it(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,\n")
    team.folder.after_reads.append(lambda: team.save(b"name,last_done\nNew row,\nDoors,\n"))

    team.mirror_table(TASKS, [done("Doors", "2026-11-15")])

    assert team.saved == b"name,last_done\nNew row,\nDoors,2026-11-15\n"


def test_file_that_never_stands_still_is_temporary(team: TeamFolder) -> None:
    team.save(b"name,last_done\nDoors,\n")
    saves = [f"name,last_done\nDoors,\nRow {number},\n".encode() for number in range(4)]
    team.folder.meddles = [lambda content=content: team.save(content) for content in saves]  # type: ignore[misc]

    with pytest.raises(Temporary, match="controls/tasks.csv is being changed again and again"):
        team.mirror_table(TASKS, [done("Doors", "2026-11-15")])

    assert team.saved == saves[2]
