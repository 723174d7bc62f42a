"""Teams that live in Google: a shop's board in a spreadsheet, a café's rota in its tabs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import pytest
from tests.pictures import make_picture
from tests.services.google_api import (
    BROKEN,
    SPREADSHEET,
    LocalGoogle,
    LocalPicture,
    serving_google,
)
from tests.stories.benches import COLUMNS, MAYA, SETTINGS, TEAM, TOM, Bench, london, set_up

from belfry.adapters.system.clock import VirtualClock

SETTINGS_DOC, PHOTOS = "settings-1", "photos-1"
GOOGLE = """[google]
spreadsheet = "{spreadsheet}"
tables = {tables}
credentials_file = "google.json"
sheets_url = "{url}"
drive_url = "{url}"
"""
STARTED = (
    "Work on your iPhone screen repair is now in progress. "
    "We expect it to be ready to collect by Thursday afternoon. - The Repair Bench"
)


@dataclass
class GoogleBench(Bench):
    """The shop, whose board is the tab `board`."""

    google: LocalGoogle = field(default_factory=LocalGoogle)

    def save(self) -> None:
        rows = [[*job, stage] for job, stage in self.rows.values()]
        self.google.save_tab("board", [list(COLUMNS), *rows])

    def list_problems(self) -> list[tuple[str, str]]:
        problems = self.services.ports.data_problems.list()
        return [(problem.place, problem.text) for problem in problems]


@pytest.fixture
def google() -> Iterator[LocalGoogle]:
    with serving_google() as google:
        yield google


def connect(folder: Path, google: LocalGoogle, tables: str, more: str = "") -> str:
    """The team's settings; its key lies in the folder."""
    (folder / "google.json").write_text(google.key)
    section = GOOGLE.format(spreadsheet=SPREADSHEET, tables=tables, url=google.url)
    return TEAM + section + more


@pytest.fixture
def bench(tmp_path: Path, google: LocalGoogle) -> Iterator[GoogleBench]:
    more = f'photos = "{PHOTOS}"\n[google.docs]\njobs_settings = "{SETTINGS_DOC}"\n'
    set_up(tmp_path, toml=connect(tmp_path, google, '["board"]', more))
    (tmp_path / "jobs" / "settings.txt").unlink()
    google.save_doc(SETTINGS_DOC, SETTINGS.read_text(encoding="utf-8").replace('"', "\u201d"))
    google.shared.add(PHOTOS)
    bench = GoogleBench(tmp_path, VirtualClock(london("2026-11-17T09:30")), google=google)
    bench.save()
    bench.start()
    yield bench
    bench.stop()


def test_job_moved_in_a_google_sheet_becomes_a_text_within_minutes(bench: GoogleBench) -> None:
    bench.put(MAYA, "received")
    bench.go_to("2026-11-17T09:58")
    bench.put(MAYA, "in progress")
    bench.go_to("2026-11-17T10:30")
    assert bench.told == [("Tue 17 Nov 10:01", STARTED)]
    assert bench.list_problems() == []


def test_what_goes_wrong_in_google_is_told_and_the_rest_goes_on(bench: GoogleBench) -> None:
    bench.put(MAYA, "received")
    bench.put(TOM, "received")
    bench.go_to("2026-11-17T09:40")
    bench.put(TOM, "#REF!")
    bench.put(MAYA, "in progress")
    bench.go_to("2026-11-17T09:50")
    [(place, text)] = bench.list_problems()
    assert place == "jobs/board.csv, tab board of Google Sheets, F3 (stage)"
    assert text.startswith("the formula here gives #REF!")
    assert [text for _, text in bench.told] == [STARTED]

    bench.put(TOM, "received")
    head = bench.google.tabs["board"].cells[0]
    head[head.index("stage")] = "Stgae"
    bench.google.touch(SPREADSHEET)
    bench.go_to("2026-11-17T09:52")
    [(at, text)] = bench.list_problems()
    assert at == "jobs/board.csv, tab board of Google Sheets, F1 (Stgae)"
    assert "did you mean 'stage'" in text
    assert bench.job("J-2051").is_open
    head[head.index("Stgae")] = "stage"
    bench.google.touch(SPREADSHEET)
    bench.go_to("2026-11-17T09:55")
    bench.google.tabs["Jobs"] = bench.google.tabs.pop("board")
    bench.google.touch(SPREADSHEET)
    bench.go_to("2026-11-17T10:00")
    assert [place for place, _ in bench.list_problems()] == ["jobs/board.csv"]
    assert bench.job("J-2051").is_open

    bench.google.tabs["board"] = bench.google.tabs.pop("Jobs")
    bench.google.touch(SPREADSHEET)
    bench.google.acts = [BROKEN] * 3
    bench.go_to("2026-11-17T10:10")
    assert bench.list_problems() == []
    assert bench.job("J-2042").stage == "in progress"


def test_quiet_minutes_cost_google_three_requests_each(bench: GoogleBench) -> None:
    bench.put(MAYA, "received")
    bench.go_to("2026-11-17T10:01")
    bench.google.calls.clear()
    bench.go_to("2026-11-17T10:11")
    assert len(bench.google.calls) == 30
    assert not [path for path in bench.google.asked if "spreadsheets" in path]


def test_photo_in_the_jobs_folder_of_drive_is_the_jobs(bench: GoogleBench) -> None:
    bench.put(MAYA, "received")
    bench.google.folders = {"f1": "J-2042"}
    bench.google.pictures = {"p1": LocalPicture("f1", "received.jpg", make_picture())}
    bench.go_to("2026-11-17T09:40")
    [photo] = bench.services.ports.photos.list("J-2042")
    assert (photo.stage, photo.source) == ("received", "jobs/photos/J-2042/received.jpg")


ROTA = """[workflows.poll]
enabled = false
[workflows.backup]
enabled = false
"""
PEOPLE = [["name", "email", "role"], ["Maria", "maria@example.com", "manager"]]
STAFF = [
    ["name", "role", "hours_target", "email"],
    ["Ana", "barista", "16", "ana@example.com"],
    ["Ben", "barista", "16", "ben@example.com"],
]
TEMPLATE = [
    ["shift_id", "day", "start", "end", "role", "assigned_to", "our note"],
    ["mon", "Mon", "09:00", "17:00", "barista", "Ana", "open the till"],
    ["tue", "Tue", "09:00", "17:00", "barista", "Ben", ""],
]


def read_column(google: LocalGoogle, title: str, header: str) -> list[str]:
    head, *rows = google.tabs[title].cells
    place = head.index(header)
    return [row[place] for row in rows if any(row)]


def test_week_is_made_drafted_and_written_back_in_a_google_sheet(
    tmp_path: Path, google: LocalGoogle
) -> None:
    tables = '["people", "staff", "template", "week", "time_off"]'
    set_up(tmp_path, toml=connect(tmp_path, google, tables, ROTA))
    tabs = {"people": PEOPLE, "staff": STAFF, "Template": TEMPLATE}
    for title, rows in tabs.items():
        google.save_tab(title, rows)
    google.save_tab("Time off", [["name", "start_date", "end_date", "status"]])
    bench = GoogleBench(tmp_path, VirtualClock(london("2026-11-19T09:50")), google=google)
    bench.start()
    bench.go_to("2026-11-19T10:05")
    week = "week of 2026-11-23"
    assert read_column(google, week, "our note")[0] == "open the till"
    assert read_column(google, week, "day") == ["2026-11-23", "2026-11-24"]

    # Ben swaps with Ana in the sheet, and the draft keeps to that.
    google.tabs[week].cells[2][5] = "Ana"
    google.tabs[week].cells[1][5] = "Ben"
    google.touch(SPREADSHEET)
    bench.go_to("2026-11-19T14:05")
    monday = date(2026, 11, 23)
    bench.services.rota.publishing.approve(monday, None, by="Maria")
    # A person changes a row of the tab meanwhile; only the names are written.
    google.tabs[week].cells[1][6] = "close it, too"
    google.tabs[week].cells[1][5] = ""
    google.touch(SPREADSHEET)
    bench.go_to("2026-11-19T14:35")
    assert read_column(google, week, "assigned_to") == ["Ben", "Ana"]
    assert read_column(google, week, "our note")[0] == "close it, too"
    bench.stop()
