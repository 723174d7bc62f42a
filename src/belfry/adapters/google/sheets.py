"""A team's tables as the tabs of one Google spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import count
from typing import TYPE_CHECKING, Any

from belfry.kernel.errors import NotFound
from belfry.kernel.sheets.columns import name_letter, plain_header
from belfry.kernel.sheets.grids import CellEdit, render_grid
from belfry.workspace.sync_drive import Fetched

if TYPE_CHECKING:
    from belfry.adapters.google.client import GoogleClient

DATE = "{date}"
# The newest: a request for more tabs has too long an address.
MOST_WEEKS = 60
SPARE_ROWS = 50
_SHEET_FIELDS = (
    "properties(title,locale),sheets(properties(sheetId,title,sheetType,gridProperties),"
    "protectedRanges(range,warningOnly,requestingUserCanEdit))"
)


@dataclass(frozen=True, slots=True)
class Tabs:
    """The tabs by the names of their files; `week` and `week_file` have a date in them."""

    titles: Mapping[str, str]
    week: str = ""
    week_file: str = "rota/week-{date}.csv"
    template: str = "rota/template.csv"

    def find_title(self, name: str) -> str | None:
        """The title of the tab that a file is kept in; None if it is not kept in one."""
        if self.week and (day := _find_date(name, self.week_file)):
            return self.week.replace(DATE, day)
        return self.titles.get(name)

    def find_week_file(self, title: str) -> str | None:
        day = _find_date(title, self.week) if self.week else None
        return self.week_file.replace(DATE, day) if day else None

    def list_files(self) -> list[str]:
        return [*self.titles, *([self.week_file] if self.week else ())]


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab as the API describes it."""

    id: int
    title: str
    rows: int
    columns: int
    protected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTab:
    """A tab and its cells, as they were a moment ago."""

    tab: Tab
    cells: list[list[str]]


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """`ids` are those of all its sheets; charts are no tabs."""

    title: str
    locale: str
    tabs: tuple[Tab, ...]
    ids: frozenset[int] = frozenset()

    def find(self, title: str) -> Tab | None:
        """By its title as it is, or as a person would take it for the same: `Time off`."""
        for alike in (str.casefold, plain_header):
            for tab in self.tabs:
                if alike(tab.title) == alike(title):
                    return tab
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleSheets:
    """`connect` gives the same client each time; Refused while there is no key."""

    connect: Callable[[], GoogleClient]
    spreadsheet: str = ""
    tabs: Tabs = field(default_factory=lambda: Tabs({}))

    @property
    def client(self) -> GoogleClient:
        return self.connect()

    def fetch(self) -> Fetched:
        spreadsheet = self.read_spreadsheet()
        tabs = {
            name: tab
            for name, title in self.tabs.titles.items()
            if (tab := spreadsheet.find(title))
        }
        weeks = {
            name: tab for tab in spreadsheet.tabs if (name := self.tabs.find_week_file(tab.title))
        }
        tabs |= {name: weeks[name] for name in sorted(weeks)[-MOST_WEEKS:]}
        grids = self._read_cells(list(tabs.values())) if tabs else []
        files = {name: render_grid(cells) for name, cells in zip(tabs, grids, strict=True)}
        missing = self.tabs.titles.keys() - tabs.keys()
        problems = tuple((name, self.say_missing(name, spreadsheet)) for name in sorted(missing))
        return Fetched(files, problems=problems)

    def say_missing(self, name: str, spreadsheet: Spreadsheet) -> str:
        """Why a file cannot be copied or written: its tab was renamed or removed."""
        titles = ", ".join(tab.title for tab in spreadsheet.tabs)
        advice = "give it its name again, or set [google.tabs] in belfry.toml"
        return f"the spreadsheet has no tab {self.get_title(name)!r}, only {titles}: {advice}"

    def read_spreadsheet(self) -> Spreadsheet:
        answer = self.client.ask_sheets(self.spreadsheet, "the spreadsheet", fields=_SHEET_FIELDS)
        properties = answer.get("properties", {})
        tabs = [_read_tab(sheet) for sheet in answer.get("sheets", ())]
        title, locale = str(properties.get("title", "")), str(properties.get("locale", ""))
        ids = frozenset(tab.id for tab in tabs)
        return Spreadsheet(title, locale, tuple(tab for tab in tabs if tab.rows), ids)

    def open_tab(self, name: str) -> OpenTab | None:
        """The tab that the file is kept in, as it is now; None if there is no such tab."""
        title = self.get_title(name)
        tab = self.read_spreadsheet().find(title)
        return OpenTab(tab, self._read_cells([tab])[0]) if tab else None

    def get_title(self, name: str) -> str:
        title = self.tabs.find_title(name)
        if title is None:
            raise NotFound(f"{name} is not kept in Google Sheets")
        return title

    def write_cells(self, tab: Tab, edits: Sequence[CellEdit]) -> None:
        """Write these cells and no others; the tab grows where it must."""
        if not edits:
            return
        self._grow(tab, edits)
        data = [
            {"range": f"{quote_title(tab.title)}!{place}", "values": [values]}
            for place, values in _list_runs(edits)
        ]
        # RAW: nothing that a customer typed becomes a formula, and a day stays as it is written.
        body = {"valueInputOption": "RAW", "data": data}
        what = f"the tab {tab.title}"
        self.client.change_sheets(f"{self.spreadsheet}/values:batchUpdate", what, body)

    def create_tab(self, name: str, cells: Sequence[Sequence[str]]) -> None:
        """Add the tab with these cells, at once; a week's is a copy of the standing pattern's.

        Conflict if there is a tab of that name.
        """
        title, spreadsheet = self.get_title(name), self.read_spreadsheet()
        pattern = spreadsheet.find(self.tabs.titles.get(self.tabs.template, ""))
        height, width = len(cells) + SPARE_ROWS, max(map(len, cells), default=0) + 1
        new_id = next(number for number in count(1) if number not in spreadsheet.ids)
        if self.tabs.find_week_file(title) and pattern:
            copy = {"sourceSheetId": pattern.id, "newSheetId": new_id, "newSheetName": title}
            requests = [{"duplicateSheet": copy}, *_plan_growth(pattern, height, width, new_id)]
            height, width = max(height, pattern.rows), max(width, pattern.columns)
        else:
            size = {"rowCount": height, "columnCount": width}
            new = {"sheetId": new_id, "title": title, "gridProperties": size}
            requests = [{"addSheet": {"properties": new}}]
        requests.append(_update_all(new_id, cells, height, width))
        body = {"requests": requests}
        self.client.change_sheets(f"{self.spreadsheet}:batchUpdate", f"the tab {title}", body)

    def _read_cells(self, tabs: Sequence[Tab]) -> list[list[list[str]]]:
        """The cells of each tab as people see them; blank ones at the ends are left out."""
        answer = self.client.ask_sheets(
            f"{self.spreadsheet}/values:batchGet",
            "the spreadsheet",
            ranges=[quote_title(tab.title) for tab in tabs],
            valueRenderOption="FORMATTED_VALUE",
        )
        # A formatted value is a text.
        return [part.get("values", []) for part in answer.get("valueRanges", ())]

    def _grow(self, tab: Tab, edits: Sequence[CellEdit]) -> None:
        height = 1 + max(edit.row for edit in edits)
        width = 1 + max(edit.column for edit in edits)
        if requests := _plan_growth(tab, height, width, tab.id):
            path, what = f"{self.spreadsheet}:batchUpdate", f"the tab {tab.title}"
            self.client.change_sheets(path, what, {"requests": requests})


def quote_title(title: str) -> str:
    """A tab's title in a range of A1 notation."""
    return "'" + title.replace("'", "''") + "'"


def _find_date(text: str, pattern: str) -> str | None:
    """The date in a text like `pattern`, as it is written there."""
    before, _, after = pattern.partition(DATE)
    place = re.compile(
        rf"\s*{re.escape(before)}([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}){re.escape(after)}\s*",
        re.IGNORECASE,
    )
    match = place.fullmatch(text)
    try:
        return date.fromisoformat(match[1]).isoformat() if match else None
    except ValueError:
        return None


def _read_tab(sheet: Mapping[str, Any]) -> Tab:
    """A tab; one of no rows is a chart."""
    properties = sheet.get("properties", {})
    size = properties.get("gridProperties", {})
    protected = tuple(
        _name_range(part.get("range", {}))
        for part in sheet.get("protectedRanges", ())
        if not part.get("warningOnly") and not part.get("requestingUserCanEdit")
    )
    return Tab(
        int(properties.get("sheetId", 0)),
        str(properties.get("title", "")),
        int(size.get("rowCount", 0)),
        int(size.get("columnCount", 0)),
        protected,
    )


def _name_range(part: Mapping[str, Any]) -> str:
    """A range of the API as people write it; its ends are open where the API names none."""
    columns, rows = ("startColumnIndex", "endColumnIndex"), ("startRowIndex", "endRowIndex")
    if not part.keys() & {*columns, *rows}:
        return "all of it"
    first = name_letter(part.get(columns[0], 0)) + str(part.get(rows[0], 0) + 1)
    last_column = name_letter(part[columns[1]] - 1) if columns[1] in part else ""
    last = f"{last_column}{part.get(rows[1], '')}"
    return first if last in (first, "") else f"{first}:{last}"


def _plan_growth(tab: Tab, height: int, width: int, tab_id: int) -> list[dict[str, Any]]:
    """What makes a tab of this size large enough."""
    missing = {"ROWS": height - tab.rows, "COLUMNS": width - tab.columns}
    return [
        {"appendDimension": {"sheetId": tab_id, "dimension": dimension, "length": length}}
        for dimension, length in missing.items()
        if length > 0
    ]


def _list_runs(edits: Sequence[CellEdit]) -> Iterator[tuple[str, list[str]]]:
    """Cells side by side are written as one range: the place of the first, and all values."""
    start, values = CellEdit(-1, -1, ""), list[str]()
    for edit in sorted(edits):
        if values and (edit.row, edit.column) == (start.row, start.column + len(values)):
            values.append(edit.value)
            continue
        if values:
            yield name_cell(start.row, start.column), values
        start, values = edit, [edit.value]
    if values:
        yield name_cell(start.row, start.column), values


def name_cell(row: int, column: int) -> str:
    return f"{name_letter(column)}{row + 1}"


def _update_all(
    tab_id: int, cells: Sequence[Sequence[str]], height: int, width: int
) -> dict[str, Any]:
    """Write every cell of a tab of this size."""
    blank: list[str] = []
    rows = [
        {"values": [_write_cell(row[place] if place < len(row) else "") for place in range(width)]}
        for row in [*cells, *([blank] * (height - len(cells)))]
    ]
    start = {"sheetId": tab_id, "rowIndex": 0, "columnIndex": 0}
    return {"updateCells": {"start": start, "rows": rows, "fields": "userEnteredValue"}}


def _write_cell(value: str) -> dict[str, Any]:
    return {"userEnteredValue": {"stringValue": value}} if value else {}
