"""What it costs to read a Google sheet of 10,000 rows and to see that its copy says the same.

Both sides begin with the bodies that Google's API answers with. Belfry also makes the table's CSV
of them and compares it with the copy in the team's folder: once where nothing in the tab changed,
and once where one cell did. Its time is the mean of both.
"""

from __future__ import annotations

import json
import time
from functools import partial
from typing import Any

from bench.rounds import find_best
from bench.targets import TARGETS, Figure

from belfry.adapters.google.sheets import GoogleSheets, Tabs
from belfry.workspace.sync_drive import is_same_content

ROUNDS, ROWS = 7, 10_000
BOARD = "jobs/board.csv"
HEADER = ["job_id", "customer", "contact", "channel", "item", "stage"]
STAGES = ("received", "diagnosing", "in progress", "awaiting parts", "ready", "collected")


class Bodies:
    """A client that has the bodies already, and parses them as the session does."""

    def __init__(self, about: bytes, values: bytes) -> None:
        self.about, self.values = about, values

    def ask_sheets(self, path: str, what: str, **query: Any) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.values if "values" in path else self.about)
        return body


def measure(*, is_quick: bool) -> list[Figure]:
    rows = [write_row(number) for number in range(1000 if is_quick else ROWS)]
    changed = [*rows[:-1], [*rows[-1][:-1], "another stage"]]
    bodies = [_write_bodies(cells) for cells in (rows, changed)]
    copy = _open(bodies[0]).fetch().files[BOARD]
    sides = [partial(_time_belfry, bodies, copy), partial(_time_json, bodies)]
    ours, theirs = find_best(sides, 1 if is_quick else ROUNDS)
    (target,) = TARGETS["google_sheet"]
    return [Figure(target, f"{1e3 / ours:.1f} ms", f"{1e3 / theirs:.1f} ms", theirs / ours)]


def write_row(number: int) -> list[str]:
    contact = f"+44 7700 9{number:05}" if number % 3 else f"customer{number}@example.com"
    channel = "text" if number % 3 else "email"
    item = "kettle, dented" if number % 10 == 0 else "iPhone screen repair"
    return [f"J-{number}", f"Customer {number}", contact, channel, item, STAGES[number % 6]]


def _write_bodies(rows: list[list[str]]) -> Bodies:
    size = {"rowCount": len(rows) + 1, "columnCount": len(HEADER)}
    tab = {"properties": {"sheetId": 1, "title": "board", "gridProperties": size}}
    values = {"range": "board!A1:F", "majorDimension": "ROWS", "values": [HEADER, *rows]}
    about = json.dumps({"properties": {}, "sheets": [tab]}, indent=2)
    return Bodies(about.encode(), json.dumps({"valueRanges": [values]}, indent=2).encode())


def _open(bodies: Bodies) -> GoogleSheets:
    connect: Any = lambda: bodies  # noqa: E731
    return GoogleSheets(connect=connect, spreadsheet="sheet", tabs=Tabs({BOARD: "board"}))


def _time_belfry(bodies: list[Bodies], copy: bytes) -> float:
    began = time.process_time()
    same = [is_same_content(BOARD, copy, _open(body).fetch().files[BOARD]) for body in bodies]
    spent = time.process_time() - began
    if same != [True, False]:
        raise AssertionError(f"the comparison says {same}")
    return len(bodies) / spent


def _time_json(bodies: list[Bodies]) -> float:
    began = time.process_time()
    for body in bodies:
        json.loads(body.values)
    return len(bodies) / (time.process_time() - began)
