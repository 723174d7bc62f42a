"""How a team's table is read, compared with what it was, and brought back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from tests.accounts.meddling import MeddledStore
from tests.accounts.rig import BY
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.samples import NOON
from tests.workspace.team_folders import TASKS, TeamFolder

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.records import read_plainly, write_plainly
from belfry.ports.files import digest_content
from belfry.workspace.docs import TableHead
from belfry.workspace.people import PEOPLE, FindPeople
from belfry.workspace.tables import MOST_CACHED, Cache, ReadTable, RestoreTable

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


def test_row_with_a_formula_error_in_a_column_that_is_read_is_left_out(team: TeamFolder) -> None:
    team.save(b"name,shelf,owner\nDoors,#REF!,Ann\nLift,3,#n/a\nRoof,4,#1 Bob\n")

    table = team.read_table(TASKS)

    assert [row.cells[0] for row in table.rows] == ["Doors", "Roof"]
    assert [str(problem) for problem in table.problems] == [
        "controls/tasks.csv, line 3, column C (owner): the formula here gives #n/a: correct it; "
        "until then the row is left out"
    ]


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


def test_restore_is_in_the_audit_log_before_and_after(team: TeamFolder) -> None:
    for content in (OLD, NEW):
        team.save(content)
        team.read_table(TASKS)

    team.restore_table(TASKS.name, 1, by=BY)
    team.restore_table(TASKS.name, 2, by=BY)

    entries = team.rig.audit_log_of("table/controls/tasks.csv")
    recorded = [(entry.action, entry.by, entry.before, entry.after) for entry in entries]
    assert recorded == [
        ("restore-asked", BY, {"version": 2}, {"version": 1}),
        ("restored", BY, {"version": 2}, {"version": 1}),
        ("restore-asked", BY, {"version": 3}, {"version": 2}),
        ("restored", BY, {"version": 3}, {"version": 2}),
    ]
    head = team.rig.book.store.find(TableHead, TASKS.name)
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
    assert team.rig.actions_on("table/controls/tasks.csv") == ["restore-asked"]


def test_restore_of_a_version_that_is_not_there_changes_and_notes_nothing(team: TeamFolder) -> None:
    team.save(OLD)

    with pytest.raises(NotFound):
        team.restore_table(TASKS.name, 7, by=BY)

    assert team.saved == OLD
    assert team.rig.book.store.find(TableHead, TASKS.name) is None


def test_concurrent_restores_are_both_in_the_audit_log(team: TeamFolder) -> None:
    team.save(OLD)
    team.read_table(TASKS)
    store = MeddledStore(
        team.rig.book.store, lambda: team.restore_table(TASKS.name, 1, by="user/2")
    )
    restore = RestoreTable(
        store=store, folder=team.folder, versions=team.versions, clock=team.rig.clock
    )

    restore(TASKS.name, 1, by=BY)

    by = [entry.by for entry in team.rig.audit_log_of("table/controls/tasks.csv")]
    assert by == ["user/2", "user/2", BY, BY]


def test_head_of_a_table_is_kept_plainly_unharmed() -> None:
    head = TableHead(name=TASKS.name, restored_version=3, restored_at=NOON, revision=2)

    assert read_plainly(TableHead, write_plainly(head)) == head


class Team:
    """A list of people that is read again and again."""

    def __init__(self, *names: str) -> None:
        self.clock = VirtualClock(NOON)
        self.folder = MemoryFolder()
        self.versions = MemoryVersions()
        read = ReadTable(folder=self.folder, versions=self.versions, clock=self.clock)
        self.find_people = FindPeople(read, "GB")
        self.write(*names)

    def write(self, *names: str) -> None:
        content = "".join(f"{line}\n" for line in ("name", *names)).encode()
        known = self.folder.read("people.csv").digest if self.folder.exists("people.csv") else None
        self.folder.replace("people.csv", content, known)

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.find_people().everybody]


def counting(values: list[int]) -> Callable[[], int]:
    def work_out() -> int:
        values.append(len(values) + 1)
        return values[-1]

    return work_out


def test_what_was_made_from_the_same_is_made_once() -> None:
    cache, calls = Cache(), list[int]()
    values = [cache("staff", digest, counting(calls)) for digest in ("a", "a", "b", "b", "a")]
    assert values == [1, 1, 2, 2, 3]


def test_names_do_not_share_what_they_remember() -> None:
    cache, calls = Cache(), list[int]()
    assert [cache(name, "a", counting(calls)) for name in ("staff", "week", "staff")] == [1, 2, 1]


def test_of_many_names_the_newest_are_remembered() -> None:
    cache, calls = Cache(most=2), list[int]()
    values = [cache(name, "a", counting(calls)) for name in ("one", "two", "three", "three", "one")]
    assert values == [1, 2, 3, 3, 4]


def test_an_error_is_not_remembered() -> None:
    cache, calls = Cache(), list[int]()

    def fail() -> int:
        raise NotFound("nothing there")

    with pytest.raises(NotFound):
        cache("staff", "a", fail)
    assert cache("staff", "a", counting(calls)) == 1


def test_a_change_of_the_file_is_seen_at_once() -> None:
    team = Team("Ana", "Ben")
    seen = [team.names]
    for names in (("Ana",), ("Ana", "Cho"), ("Ana", "Ben")):
        team.write(*names)
        seen.append(team.names)
    assert seen == [["Ana", "Ben"], ["Ana"], ["Ana", "Cho"], ["Ana", "Ben"]]


def test_every_state_of_the_file_is_kept_also_one_that_comes_back() -> None:
    team = Team("Ana")
    for name in ("Ben", "Ana", "Ana"):
        team.write(name)
        team.clock.advance_to(team.clock.now() + timedelta(minutes=1))
        assert team.names == [name]
    assert [version.number for version in team.versions.list("people.csv")] == [2, 1]


def test_two_teams_do_not_share_what_they_remember() -> None:
    first, other = Team("Ana"), Team("Ben")
    assert (first.names, other.names, first.names) == (["Ana"], ["Ben"], ["Ana"])
    assert first.find_people() is first.find_people()
    assert first.find_people() is not Team("Ana").find_people()


@pytest.mark.parametrize(
    "count, is_remembered",
    [
        pytest.param(9, True, id="the same nine people"),
        pytest.param(MOST_CACHED // 14 + 1, False, id="a list that would fill the memory"),
    ],
)
def test_only_a_file_that_is_not_too_long_is_remembered(count: int, is_remembered: bool) -> None:
    team = Team(*(f"Person {number:06}" for number in range(count)))
    read = team.find_people.read_table
    first, second = read(PEOPLE), read(PEOPLE)
    assert first == second
    assert (first.sheet is second.sheet) is is_remembered
