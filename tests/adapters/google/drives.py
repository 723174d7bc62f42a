"""A team whose tables, documents and photos are in a local Google, over a folder in memory."""

from __future__ import annotations

from functools import lru_cache

from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder, MemoryVersions
from tests.fakes.store import MemoryStore
from tests.samples import NOON
from tests.services.google_api import SPREADSHEET, LocalGoogle

from belfry.adapters.google.client import GoogleClient
from belfry.adapters.google.drive import GoogleDrive, GoogleFolder
from belfry.adapters.google.sheets import GoogleSheets, Tabs
from belfry.adapters.plain.accounts import PlainDataProblems
from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.sheets.grids import parse_grid
from belfry.workspace.sync_drive import SyncDrive
from belfry.workspace.tables import KeepDataProblems

BOARD, PEOPLE, RULES = "jobs/board.csv", "people.csv", "rota/rules.txt"
DOC, PHOTOS = "doc-1", "photos-1"
TITLES = {
    BOARD: "board",
    PEOPLE: "people",
    "rota/staff.csv": "staff",
    "rota/template.csv": "template",
}


class GoogleTeam:
    """`copies` is the folder that everything is copied into."""

    def __init__(self, google: LocalGoogle) -> None:
        self.google = google
        self.copies, self.versions = MemoryFolder(), MemoryVersions()
        self.store, self.clock = MemoryStore(CrashingPoints()), VirtualClock(NOON)
        self.data_problems = PlainDataProblems(self.store)
        self.drive = self.open_drive(TITLES)
        self.folder = GoogleFolder(self.copies, self.drive)
        self.sync = self.build_sync(self.drive)

    def open_drive(
        self, titles: dict[str, str], *, docs: bool = True, photos: str = ""
    ) -> GoogleDrive:
        connect, tabs = lru_cache(maxsize=1)(self._connect), Tabs(titles, "week of {date}")
        sheets = GoogleSheets(connect=connect, spreadsheet=SPREADSHEET, tabs=tabs)
        own = {RULES: DOC} if docs else {}
        return GoogleDrive(connect=connect, sheets=sheets, docs=own, photos=photos)

    def build_sync(self, drive: GoogleDrive) -> SyncDrive:
        return SyncDrive(
            drive=drive,
            folder=self.copies,
            versions=self.versions,
            store=self.store,
            clock=self.clock,
            keep_data_problems=KeepDataProblems(self.store, self.data_problems, self.clock),
        )

    def _connect(self) -> GoogleClient:
        return GoogleClient(self.google.key, sheets_url=self.google.url, drive_url=self.google.url)

    def save(self, name: str, content: bytes) -> None:
        """A person changes the tab, and the next sync finds it."""
        if name in TITLES:
            self.google.save_tab(TITLES[name], parse_grid(content))
            self.sync()
        else:
            self.copies.files[name] = content

    def list_problems(self) -> list[tuple[str, str]]:
        return [(problem.place, problem.text) for problem in self.data_problems.list()]
