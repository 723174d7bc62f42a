"""Tables that are tabs of the team's workbook."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.adapters.excel.workbooks import Rows, make_rich_workbook, make_workbook
from tests.fakes.files import MemoryVersions
from tests.samples import NOON

from belfry.adapters.excel.folder import ExcelFolder
from belfry.adapters.files.folder import FileFolder
from belfry.adapters.system.clock import NoCrashPoints, VirtualClock
from belfry.bootstrap.workbooks import TABLES, find_table, open_excel_folder, open_team_folder
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.kernel.errors import Conflict, InputError, Permanent, Temporary
from belfry.kernel.sheets import SheetError
from belfry.workspace.mirrors import Compare, Decided, MirrorTable
from belfry.workspace.tables import ReadTable

BOARD: Rows = [["job_id", "customer", "stage"], ["J-1", "Ann", "received"], ["J-2", "Ben", "ready"]]


@pytest.fixture
def folder(tmp_path: Path) -> ExcelFolder:
    return open_excel_folder(tmp_path, FileFolder(tmp_path, NoCrashPoints()))


def save(top: Path, tabs: dict[str, Rows]) -> None:
    (top / "team.xlsx").write_bytes(make_workbook(tabs))


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("staff", "rota/staff.csv"),
        ("Time off", "rota/time_off.csv"),
        (" BOARD ", "jobs/board.csv"),
        ("Week 2026-11-16", "rota/week-2026-11-16.csv"),
        ("week of 2026 11 16", "rota/week-2026-11-16.csv"),
        ("week-2026-13-16", None),
        ("Notes", None),
    ],
)
def test_title_of_a_tab_is_matched_kindly(title: str, name: str | None) -> None:
    assert find_table(title) == name


def test_tab_is_read_as_csv_and_other_files_as_they_are(
    folder: ExcelFolder, tmp_path: Path
) -> None:
    save(tmp_path, {"Board": BOARD, "Notes": [["x"]]})
    (tmp_path / "people.csv").write_bytes(b"name;email\r\n")

    file = folder.read("jobs/board.csv")
    assert file.content == b"job_id,customer,stage\nJ-1,Ann,received\nJ-2,Ben,ready\n"
    assert file.tab == "Board of team.xlsx"
    assert folder.read("people.csv").content == b"name;email\r\n"
    assert folder.list() == ["jobs/board.csv", "people.csv"]
    assert folder.list_tabs() == {"jobs/board.csv": "Board"}


def test_replace_writes_the_cells_that_changed(folder: ExcelFolder, tmp_path: Path) -> None:
    save(tmp_path, {"Board": BOARD})
    file = folder.read("jobs/board.csv")
    content = b"job_id,customer,stage\nJ-2,Ben,collected\nJ-3,Cat,received\n"

    written = folder.replace("jobs/board.csv", content, file.digest)

    tab = load_workbook(tmp_path / "team.xlsx")["Board"]
    assert [[cell.value for cell in row] for row in tab.iter_rows(min_row=2)] == [
        [None, None, None],
        ["J-2", "Ben", "collected"],
        ["J-3", "Cat", "received"],
    ]
    assert folder.read("jobs/board.csv") == written
    with pytest.raises(Conflict):
        folder.replace("jobs/board.csv", content, file.digest)


def test_table_in_two_places_counts_in_neither(folder: ExcelFolder, tmp_path: Path) -> None:
    save(tmp_path, {"Staff": [["name"]], "Time off": [["name"]], "time_off": [["name"]]})
    (tmp_path / "rota").mkdir()
    (tmp_path / "rota/staff.csv").write_bytes(b"name\n")
    both = "the file rota/staff.csv and the tab Staff of team.xlsx: neither counts until you"
    with pytest.raises(SheetError, match=both):
        folder.read("rota/staff.csv")
    with pytest.raises(SheetError, match="the tab Time off of team.xlsx and the tab time_off of"):
        folder.read("rota/time_off.csv")


@pytest.mark.parametrize("lock", ["~$team.xlsx", ".~lock.team.xlsx#"])
def test_workbook_that_is_open_elsewhere_is_read_and_not_written(
    folder: ExcelFolder, tmp_path: Path, lock: str
) -> None:
    save(tmp_path, {"Board": BOARD})
    (tmp_path / lock).write_bytes(b"Ann")
    file = folder.read("jobs/board.csv")
    with pytest.raises(Temporary, match="team.xlsx is open in a spreadsheet program: close it"):
        folder.replace("jobs/board.csv", b"job_id\n", file.digest)
    assert folder.read("jobs/board.csv") == file


def test_read_only_workbook_is_not_written(folder: ExcelFolder, tmp_path: Path) -> None:
    save(tmp_path, {"Board": BOARD})
    (tmp_path / "team.xlsx").chmod(0o444)
    digest = folder.read("jobs/board.csv").digest
    with pytest.raises(Permanent, match=r"team\.xlsx is read-only"):
        folder.replace("jobs/board.csv", b"job_id\n", digest)


def test_unreadable_workbook_is_told_by_every_table(folder: ExcelFolder, tmp_path: Path) -> None:
    (tmp_path / "team.xlsx").write_bytes(b"PK\x03\x04 half")
    assert folder.exists("jobs/board.csv")
    assert set(folder.stamps()) == set(TABLES)
    with pytest.raises(SheetError, match=r"^jobs/board\.csv: team\.xlsx is damaged"):
        folder.read("jobs/board.csv")
    with pytest.raises(InputError, match=r"team\.xlsx is damaged"):
        folder.list_tabs()
    save(tmp_path, {"Board": BOARD})
    assert folder.list() == ["jobs/board.csv"]


def test_new_table_becomes_a_tab_beside_those_of_its_folder(
    folder: ExcelFolder, tmp_path: Path
) -> None:
    save(tmp_path, {"Template": [["day", "start"], ["Mon", "09:00"]], "Notes": [["x"]]})
    name, content = "rota/week-2026-11-16.csv", b"day,start\n2026-11-16,09:00\n"

    folder.replace(name, content, None)
    folder.replace("people.csv", b"name\n", None)

    assert load_workbook(tmp_path / "team.xlsx").sheetnames == [
        "Template",
        "Notes",
        "week-2026-11-16",
    ]
    assert folder.read(name).content == content
    assert (tmp_path / "people.csv").read_bytes() == b"name\n"
    with pytest.raises(Conflict):
        folder.replace(name, content, None)


def test_what_was_decided_is_mirrored_into_the_tab(folder: ExcelFolder, tmp_path: Path) -> None:
    rows: Rows = [
        ["name", "repeat", "last_done"],
        ["Doors", "weekly", date(2026, 11, 2)],
        ["Lift", "monthly", "#REF!"],
    ]
    (tmp_path / "team.xlsx").write_bytes(make_rich_workbook(rows))
    versions, clock = MemoryVersions(), VirtualClock(NOON)
    read = ReadTable(folder=folder, versions=versions, clock=clock)
    place = "controls/tasks.csv, tab Tasks of team.xlsx, C3 (last_done)"
    assert [problem.place for problem in read(TASKS).problems] == [place]

    mirror = MirrorTable(folder=folder, versions=versions, clock=clock, country="GB")
    done = Decided((("name", "Doors"),), "last_done", "2026-11-09", Compare.LATEST_DAY)
    mirrored = mirror(TASKS, [done])

    assert len(mirrored.written) == 1
    assert mirror(TASKS, [done]).written == ()
    tab = load_workbook(tmp_path / "team.xlsx")["Tasks"]
    assert tab["C2"].value.date() == date(2026, 11, 9)
    assert tab["A2"].fill.fgColor.rgb == "00FFFF00"
    assert [version.number for version in versions.list(TASKS.name)] == [2, 1]


def test_workbook_may_come_and_go(tmp_path: Path) -> None:
    folder = open_team_folder(tmp_path, NoCrashPoints())
    assert not folder.exists("jobs/board.csv")
    save(tmp_path, {"Board": BOARD})
    assert folder.read("jobs/board.csv").tab == "Board of team.xlsx"
    assert folder.list() == list(folder.stamps()) == ["jobs/board.csv"]
    (tmp_path / "team.xlsx").unlink()
    folder.replace("jobs/board.csv", b"job_id\n", None)
    assert (tmp_path / "jobs/board.csv").read_bytes() == b"job_id\n"
