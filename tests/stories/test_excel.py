"""A team that lives in Excel: its board, its controls and its rota are tabs of `team.xlsx`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.styles import Font, PatternFill
from tests.adapters.excel.workbooks import Rows
from tests.stories.benches import CALM, COLUMNS, MAYA, TEAM, TOM, Bench, london, set_up

from belfry.adapters.system.clock import VirtualClock

STARTED = (
    "Work on your iPhone screen repair is now in progress. "
    "We expect it to be ready to collect by Thursday afternoon. - The Repair Bench"
)
TABS: dict[str, Rows] = {
    "Board": [list(COLUMNS), [*MAYA, "received"], [*TOM, "received"]],
    "Tasks": [
        ["name", "area", "repeat", "owner", "first_due", "last_done", "done_by", "days"],
        ["Fire exits", "Safety", "monthly", "Maria Lopez", "2026-11-17", None, None, "=TODAY()-E2"],
    ],
    "People": [["name", "email", "role"], ["Maria Lopez", "maria@example.com", "manager"]],
    "Staff": [["name", "role", "hours_target", "email"], ["Ana", "barista", "16", "ana@test.test"]],
    "Time off": [["name", "start_date", "end_date", "status"]],
    "Template": [
        ["shift_id", "day", "start", "end", "role", "assigned_to", "our note"],
        ["mon", "Mon", "09:00", "17:00", "barista", "Ana", "open the till"],
        ["tue", "Tue", "09:00", "17:00", "barista", None, None],
    ],
}
YELLOW = PatternFill("solid", fgColor="FFFFE699")


@dataclass
class ExcelBench(Bench):
    @contextmanager
    def edit(self) -> Iterator[Any]:
        """A person opens the workbook, changes something and saves it."""
        book = load_workbook(self.workbook)
        yield book
        book.save(self.workbook)

    @property
    def workbook(self) -> Path:
        return self.folder / "team.xlsx"

    def read_column(self, title: str, header: str) -> list[object]:
        head, *rows = load_workbook(self.workbook)[title].iter_rows(values_only=True)
        return [row[head.index(header)] for row in rows]


def make_book() -> Workbook:
    """Bold headers, first columns that are wide, and yellow second rows."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in TABS.items():
        tab = book.create_sheet(title)
        for row in rows:
            tab.append(list(row))
        for head in tab[1]:
            head.font = Font(bold=True)
        for cell in tab[2]:
            cell.fill = YELLOW
        tab.column_dimensions["A"].width = 31.5
    return book


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[ExcelBench]:
    set_up(tmp_path, toml=TEAM + CALM)
    bench = ExcelBench(tmp_path, VirtualClock(london("2026-11-17T08:30")))
    make_book().save(bench.workbook)
    bench.start()
    yield bench
    bench.stop()


def list_formats(tab: Any) -> list[tuple[str, bool, object]]:
    """Each cell's place, whether it is bold, and its colour."""
    return [
        (cell.coordinate, cell.font.bold, cell.fill.fgColor.rgb)
        for row in tab.iter_rows()
        for cell in row
    ]


def test_job_moved_in_a_workbook_becomes_a_text(bench: ExcelBench) -> None:
    bench.go_to("2026-11-17T09:45")
    with bench.edit() as book:
        book["Board"]["F2"] = "in progress"
    bench.go_to("2026-11-17T10:30")
    assert [text for _, text in bench.told] == [STARTED]
    assert bench.job("J-2042").stage == "in progress"
    assert bench.services.ports.data_problems.list() == []


def test_done_is_written_into_the_tab_and_all_else_stays(bench: ExcelBench) -> None:
    before = load_workbook(bench.workbook)
    bench.go_to("2026-11-17T09:45")
    bench.services.controls.acts.mark_done("Fire exits", by="Maria Lopez")
    bench.go_to("2026-11-17T10:30")
    assert bench.read_column("Tasks", "last_done") == ["2026-11-17"]
    assert bench.read_column("Tasks", "done_by") == ["Maria Lopez"]
    assert bench.read_column("Tasks", "days") == ["=TODAY()-E2"]
    after = load_workbook(bench.workbook)
    for title in TABS:
        assert list_formats(after[title]) == list_formats(before[title])
        assert after[title].column_dimensions["A"].width == 31.5


def test_tab_of_next_week_is_made_from_the_template_and_formatted_like_it(
    bench: ExcelBench,
) -> None:
    bench.go_to("2026-11-19T10:05")
    week = load_workbook(bench.workbook)["week-2026-11-23"]
    assert bench.read_column("week-2026-11-23", "day") == ["2026-11-23", "2026-11-24"]
    assert bench.read_column("week-2026-11-23", "assigned_to") == ["Ana", None]
    assert bench.read_column("week-2026-11-23", "our note") == ["open the till", None]
    assert (week["A1"].font.bold, week["A2"].fill.fgColor.rgb) == (True, YELLOW.fgColor.rgb)
    assert week.column_dimensions["A"].width == 31.5
