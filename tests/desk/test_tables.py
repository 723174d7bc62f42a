"""How a team's table is read, compared with what it was, and brought back."""

from __future__ import annotations

import pytest
from tests.desk.desks import BY
from tests.desk.meddling import MeddledStore
from tests.desk.team_folders import TASKS, TeamFolder
from tests.samples import NOON

from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.records import read_plainly, write_plainly
from belfry.ports.files import digest_content
from belfry.workspace.restore_table import RestoreTable
from belfry.workspace.tables import TableHead

OLD = b"name;owner\r\nDoors;Ann\r\n"
NEW = b"name;owner\r\nDoors;Bob\r\nLift;Ann\r\n"


@pytest.fixture
def team() -> TeamFolder:
    return TeamFolder()


def test_table_is_read_with_its_columns_digest_and_version(team: TeamFolder) -> None:
    team.save(b"Owner,Shelf,NAME\nAnn,3,Doors\n")

    table = team.read_table(TASKS)

    assert [table.columns.cell(row, "name") for row in table.rows] == ["Doors"]
    assert table.columns.unknown == ("Shelf",)
    assert table.digest == digest_content(team.saved)
    assert (table.version.number, table.version.at) == (1, NOON)
    assert table.problems == ()


def test_row_with_a_problem_is_left_out_and_the_others_go_on(team: TeamFolder) -> None:
    team.save(b"name,owner\nDoors,Smith, Ann\nLift,Bob\n")

    table = team.read_table(TASKS)

    assert [row.cells for row in table.rows] == [("Lift", "Bob")]
    assert [problem.place for problem in table.problems] == ["controls/tasks.csv, line 2, column C"]


def test_version_is_kept_once_for_each_change(team: TeamFolder) -> None:
    for content in (OLD, OLD, NEW):
        team.save(content)
        team.read_table(TASKS)

    assert team.contents() == [OLD, NEW]


def test_sheet_that_cannot_be_read_is_refused_with_its_place_and_kept(team: TeamFolder) -> None:
    team.save(b'name,owner\nDoors,"Ann\n')

    with pytest.raises(
        InputError, match=r"controls/tasks.csv, line 2, column B \(owner\): a quote"
    ):
        team.read_table(TASKS)

    assert team.contents() == [team.saved]


def test_table_without_a_needed_column_is_refused(team: TeamFolder) -> None:
    team.save(b"task,owner\nDoors,Ann\n")

    with pytest.raises(InputError, match="no column for name; the headers are task, owner"):
        team.read_table(TASKS)


def test_file_that_is_being_saved_is_temporary(team: TeamFolder) -> None:
    team.save(OLD)
    team.folder.busy.add(TASKS.name)

    with pytest.raises(Temporary):
        team.read_table(TASKS)


def test_file_that_is_not_there_is_not_found(team: TeamFolder) -> None:
    with pytest.raises(NotFound, match="controls/tasks.csv"):
        team.read_table(TASKS)


def test_versions_are_compared_in_words(team: TeamFolder) -> None:
    for content in (OLD, NEW):
        team.save(content)
        team.read_table(TASKS)

    assert team.compare_versions(TASKS, 1, 2).words == (
        "Lift was added",
        "Doors: owner 'Ann' became 'Bob'",
    )


def test_restored_version_is_in_the_file_again_and_the_present_one_is_kept(
    team: TeamFolder,
) -> None:
    team.save(OLD)
    team.read_table(TASKS)
    team.save(NEW)

    version = team.restore_table(TASKS.name, 1, by=BY)

    assert team.saved == OLD
    assert team.contents() == [OLD, NEW, OLD]
    assert version.number == 3


def test_restore_is_in_the_trail_before_and_after(team: TeamFolder) -> None:
    for content in (OLD, NEW):
        team.save(content)
        team.read_table(TASKS)

    team.restore_table(TASKS.name, 1, by=BY)
    team.restore_table(TASKS.name, 2, by=BY)

    entries = team.desk.trail_of("table/controls/tasks.csv")
    told = [(entry.action, entry.by, entry.before, entry.after) for entry in entries]
    assert told == [
        ("restore-asked", BY, {"version": 2}, {"version": 1}),
        ("restored", BY, {"version": 2}, {"version": 1}),
        ("restore-asked", BY, {"version": 3}, {"version": 2}),
        ("restored", BY, {"version": 3}, {"version": 2}),
    ]
    head = team.desk.book.store.find(TableHead, TASKS.name)
    assert head is not None
    assert (head.restored_version, head.restored_at) == (2, NOON)


def test_file_that_was_deleted_is_restored(team: TeamFolder) -> None:
    team.save(OLD)
    team.read_table(TASKS)
    del team.folder.files[TASKS.name]

    team.restore_table(TASKS.name, 1, by=BY)

    assert team.saved == OLD


def test_restore_over_a_file_saved_meanwhile_is_a_conflict_and_not_called_done(
    team: TeamFolder,
) -> None:
    team.save(OLD)
    team.read_table(TASKS)
    team.folder.meddles.append(lambda: team.save(NEW))

    with pytest.raises(Conflict):
        team.restore_table(TASKS.name, 1, by=BY)

    assert team.saved == NEW
    assert team.desk.actions_on("table/controls/tasks.csv") == ["restore-asked"]


def test_restore_of_a_version_that_is_not_there_changes_and_notes_nothing(team: TeamFolder) -> None:
    team.save(OLD)

    with pytest.raises(NotFound):
        team.restore_table(TASKS.name, 7, by=BY)

    assert team.saved == OLD
    assert team.desk.book.store.find(TableHead, TASKS.name) is None


def test_two_restores_at_once_both_stand_in_the_trail(team: TeamFolder) -> None:
    team.save(OLD)
    team.read_table(TASKS)
    store = MeddledStore(
        team.desk.book.store, lambda: team.restore_table(TASKS.name, 1, by="user/2")
    )
    restore = RestoreTable(
        store=store, folder=team.folder, versions=team.versions, clock=team.desk.clock
    )

    restore(TASKS.name, 1, by=BY)

    by = [entry.by for entry in team.desk.trail_of("table/controls/tasks.csv")]
    assert by == ["user/2", "user/2", BY, BY]


def test_head_of_a_table_is_kept_plainly_unharmed() -> None:
    head = TableHead(name=TASKS.name, restored_version=3, restored_at=NOON, revision=2)

    assert read_plainly(TableHead, write_plainly(head)) == head
