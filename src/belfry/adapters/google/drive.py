"""What a team keeps in Google Drive, and its folder over that."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from belfry.kernel.errors import Conflict, InputError, Permanent, PortError
from belfry.kernel.sheets.grids import (
    apply_cell_edits,
    level_grid,
    parse_grid,
    plan_cell_edits,
    render_grid,
)
from belfry.kernel.texts import digest_of
from belfry.ports.files import FileContent, Folder, check_file_name
from belfry.ports.image_processor import MOST_BYTES
from belfry.workspace.sync_drive import Fetched, OnlinePicture, Problem, find_file

if TYPE_CHECKING:
    from belfry.adapters.google.client import GoogleClient
    from belfry.adapters.google.sheets import GoogleSheets, OpenTab

SHEETS, PHOTOS = "Google Sheets", "Google Drive"
PHOTO_FOLDER = "jobs/photos"
FOLDERS_AT_ONCE = 40
_FOLDER_TYPE = "application/vnd.google-apps.folder"
_LINE_ENDS = re.compile(r"\r\n?|\x0b|\u2028|\u2029")


@dataclass(frozen=True, slots=True)
class Checked:
    """A file of the team, what it is in Google, and what is wrong with it."""

    name: str
    what: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleDrive:
    """`docs` are the ids of documents by the names of their files.

    `connect` gives the same client each time; Refused while there is no key.
    """

    connect: Callable[[], GoogleClient]
    sheets: GoogleSheets
    docs: Mapping[str, str] = field(default_factory=dict)
    photos: str = ""

    @property
    def client(self) -> GoogleClient:
        return self.connect()

    def list_sources(self, under: str = "") -> Sequence[str]:
        tables = [name for name in self.sheets.tabs.list_files() if name.startswith(under)]
        docs = [name for name in self.docs if name.startswith(under)]
        photos = [PHOTOS] if self.photos and PHOTO_FOLDER.startswith(under) else []
        return [*([SHEETS] if tables else ()), *docs, *photos]

    def find_stamp(self, source: str) -> str:
        if source == PHOTOS:
            pictures, problems = self._list_pictures()
            return digest_of(str((pictures, problems)))
        what, file_id = self._find_file(source)
        file = self.client.ask_drive(file_id, what, fields="version,modifiedTime,trashed")
        if file.get("trashed"):
            raise Permanent(f"{what} is in the bin of Google Drive: restore it, or set another id")
        return f"{file.get('version')} {file.get('modifiedTime')}"

    def fetch(self, source: str) -> Fetched:
        if source == PHOTOS:
            pictures, problems = self._list_pictures()
            return Fetched(pictures=pictures, problems=problems)
        if source == SHEETS:
            return self.sheets.fetch()
        what, file_id = self._find_file(source)
        content = self.client.download(f"{file_id}/export", what, mimeType="text/plain")
        return Fetched({source: level_text(content)})

    def read_picture(self, picture: OnlinePicture) -> bytes:
        return self.client.download(picture.id, picture.name, alt="media", supportsAllDrives="true")

    def find_doc_url(self, name: str) -> str | None:
        """Where the document is edited; None if it is no Google Doc."""
        file_id = self.docs.get(name)
        return f"https://docs.google.com/document/d/{file_id}/edit" if file_id else None

    def check(self) -> Iterator[Checked]:
        """What Belfry finds in Google, file by file; nothing is written."""
        for source in self.list_sources():
            try:
                if source == SHEETS:
                    yield from self._check_tables()
                elif source == PHOTOS:
                    pictures, problems = self._list_pictures()
                    yield Checked(PHOTO_FOLDER, f"{len(pictures)} photos")
                    yield from (Checked(name, problem=problem) for name, problem in problems)
                else:
                    what, file_id = self._find_file(source)
                    file = self.client.ask_drive(file_id, what, fields="name")
                    yield Checked(source, f"the document {file.get('name')}")
            except Permanent as error:
                yield Checked(source, problem=str(error))

    def _check_tables(self) -> Iterator[Checked]:
        spreadsheet, tabs = self.sheets.read_spreadsheet(), self.sheets.tabs
        for name, title in tabs.titles.items():
            tab = spreadsheet.find(title)
            if tab is None:
                yield Checked(name, problem=self.sheets.say_missing(name, spreadsheet))
                continue
            parts = ", ".join(tab.protected)
            unlock = f"let {self.client.account} edit it, or Belfry writes nothing there"
            problem = f"{parts} of the tab is protected: {unlock}" if parts else ""
            yield Checked(name, f"the tab {tab.title} of {spreadsheet.title}", problem)
        weeks = [tab.title for tab in spreadsheet.tabs if tabs.find_week_file(tab.title)]
        if tabs.week:
            yield Checked(tabs.week_file, ", ".join(weeks) or "no tab yet")
        asked = {"fields": "capabilities(canEdit)"}
        file = self.client.ask_drive(self.sheets.spreadsheet, "the spreadsheet", **asked)
        if not file.get("capabilities", {}).get("canEdit"):
            problem = f"Belfry may only read it: share it with {self.client.account} as an editor"
            yield Checked(SHEETS, f"the spreadsheet {spreadsheet.title}", problem)

    def _find_file(self, source: str) -> tuple[str, str]:
        """A source's name for people, and its id."""
        if source == SHEETS:
            return "the spreadsheet", self.sheets.spreadsheet
        return f"the document for {source}", self.docs[source]

    def _list_pictures(self) -> tuple[tuple[OnlinePicture, ...], tuple[Problem, ...]]:
        """The pictures in the subfolders, of two of the same name the newer one."""
        folders = {
            file["id"]: str(file["name"])
            for file in self._list_files([self.photos], f"mimeType = '{_FOLDER_TYPE}'")
        }
        ids = sorted(folders)
        pictures: dict[str, OnlinePicture] = {}
        problems: dict[str, str] = {}
        for start in range(0, len(ids), FOLDERS_AT_ONCE):
            batch = ids[start : start + FOLDERS_AT_ONCE]
            files = self._list_files(batch, "mimeType contains 'image/'")
            for file in sorted(files, key=lambda file: str(file.get("modifiedTime"))):
                folder = next((folders[up] for up in file["parents"] if up in folders), "")
                name = f"{PHOTO_FOLDER}/{folder}/{file['name']}"
                if problem := _find_picture_problem(name, file):
                    problems[name] = problem
                    continue
                stamp = str(file.get("md5Checksum") or file.get("modifiedTime"))
                pictures[name] = OnlinePicture(name, file["id"], stamp)
        listed = tuple(pictures[name] for name in sorted(pictures))
        return listed, tuple(sorted(problems.items()))

    def _list_files(self, folders: Sequence[str], kind: str) -> Iterator[dict[str, Any]]:
        within = " or ".join(f"'{folder}' in parents" for folder in folders)
        query = {
            "q": f"({within}) and {kind} and trashed = false",
            "fields": "nextPageToken,files(id,name,parents,md5Checksum,modifiedTime,size)",
            "pageSize": 1000,
            "includeItemsFromAllDrives": "true",
        }
        while True:
            answer = self.client.ask_drive("", "the folder of photos", **query)
            yield from answer.get("files", ())
            token = answer.get("nextPageToken")
            if not token:
                return
            query["pageToken"] = token


def level_text(content: bytes) -> bytes:
    """A document's text as a person would type it into a file."""
    text = content.decode("utf-8-sig", "replace").replace("\xa0", " ")
    return _LINE_ENDS.sub("\n", text).rstrip("\n").encode() + b"\n"


def _find_picture_problem(name: str, file: Mapping[str, Any]) -> str | None:
    if int(file.get("size", 0)) > MOST_BYTES:
        return f"the picture in Google Drive has more than {MOST_BYTES:,} bytes"
    try:
        check_file_name(name)
    except InputError:
        return "the picture in Google Drive has a name that no file can have: rename it"
    return None


class GoogleFolder:
    """The team's folder, in which some tables are tabs of a spreadsheet.

    `beneath` has a copy of every file, and all files that are not kept in Google. Files are read
    from there; what is written goes to Google too, after a fresh look: its API has no way to write
    only if nothing has changed.
    """

    def __init__(self, beneath: Folder, drive: GoogleDrive) -> None:
        self._beneath = beneath
        self._drive, self._sheets = drive, drive.sheets
        self._lock = Lock()

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        return self._name_tab(name, self._beneath.read(name, most=most))

    def exists(self, name: str) -> bool:
        return self._beneath.exists(name)

    def list(self, under: str = "") -> Sequence[str]:
        return self._beneath.list(under)

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        return self._beneath.stamps(under, is_deep=is_deep)

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        if url := self._drive.find_doc_url(name):
            raise Permanent(f"{name} is read-only here: it is a Google Doc, edit it at {url}")
        if self._sheets.tabs.find_title(name) is None:
            return self._beneath.replace(name, content, expected_digest)
        with self._lock:
            written = self._replace_table(name, content, expected_digest)
        return self._name_tab(name, written)

    def _name_tab(self, name: str, file: FileContent) -> FileContent:
        title = self._sheets.tabs.find_title(name)
        return replace(file, tab=f"{title} of Google Sheets") if title else file

    def _replace_table(self, name: str, content: bytes, expected: str | None) -> FileContent:
        current = find_file(self._beneath, name)
        if (current.digest if current else None) != expected:
            raise Conflict(f"{name} was changed meanwhile")
        opened = self._sheets.open_tab(name)
        if opened is None:
            return self._create(name, content, current)
        copied = parse_grid(current.content, name=name) if current else []
        if level_grid(opened.cells) != level_grid(copied):
            # The caller reads again, and finds what is in the tab now.
            self._beneath.replace(name, render_grid(opened.cells), expected)
            raise Conflict(f"{name} was changed in Google Sheets meanwhile")
        return self._write(name, content, current, opened)

    def _create(self, name: str, content: bytes, current: FileContent | None) -> FileContent:
        if current:
            raise Permanent(self._sheets.say_missing(name, self._sheets.read_spreadsheet()))
        self._sheets.create_tab(name, parse_grid(content, name=name))
        return self._beneath.replace(name, content, None)

    def _write(
        self, name: str, content: bytes, current: FileContent | None, opened: OpenTab
    ) -> FileContent:
        """The copy first: of two processes that write, one meets a Conflict there."""
        wanted = parse_grid(content, name=name)
        edits = plan_cell_edits(opened.cells, wanted)
        outcome = apply_cell_edits(opened.cells, edits)
        # Rows that are gone leave blank ones in the tab, and new rows stand below the others.
        copy = content if outcome == wanted else render_grid(outcome)
        written = self._beneath.replace(name, copy, current.digest if current else None)
        try:
            self._sheets.write_cells(opened.tab, edits)
        except PortError:
            before = current.content if current else render_grid(opened.cells)
            with suppress(Conflict):  # a sync has copied the tab meanwhile
                self._beneath.replace(name, before, written.digest)
            raise
        return written
