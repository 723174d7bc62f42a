"""A team's folder in which tables may be tabs of `team.xlsx`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from threading import RLock
from typing import Protocol

from belfry.adapters.excel.packages import MOST_BYTES
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.sheets import SheetError, SheetProblem
from belfry.kernel.sheets.grids import CellEdit, Grid, parse_grid, plan_cell_edits, render_grid
from belfry.ports.files import (
    WORKBOOK,
    FileContent,
    Folder,
    Workbook,
    check_file_name,
    check_size,
    digest_content,
)

# Beside a workbook while it is open in Excel or LibreOffice.
LOCKS = (f"~${WORKBOOK}", f".~lock.{WORKBOOK}#")


class EditableWorkbook(Workbook, Protocol):
    """A workbook that gives the bytes of itself with cells written, or with one more tab."""

    def write_cells(self, title: str, edits: Sequence[CellEdit]) -> bytes: ...

    def add_tab(self, title: str, rows: Grid, *, like: str | None = None) -> bytes: ...


OpenWorkbook = Callable[[bytes, str], EditableWorkbook]


@dataclass(frozen=True, slots=True)
class Tabs:
    """Which tabs hold tables: titles by the table's name. Of a workbook that cannot be read,
    `fault` says why, and every table may be in it.
    """

    titles: Mapping[str, tuple[str, ...]]
    fault: str = ""

    def holds(self, name: str) -> bool:
        return name in self.titles


class ExcelFolder:
    """The files of `folder`, which lies at `top`; a table that is a tab is read and written there.

    `find_table` gives the table's name that a tab's title stands for; `tables` are those that may
    be asked for. A table that is a tab and a file, or two tabs, is neither read nor written. A new
    table becomes a tab if another one of its folder is one.
    """

    def __init__(
        self,
        folder: Folder,
        top: Path,
        tables: Sequence[str],
        find_table: Callable[[str], str | None],
        open_workbook: OpenWorkbook,
    ) -> None:
        self._folder = folder
        self._top = top
        self._tables = tables
        self._find_table = find_table
        self._open_workbook = open_workbook
        self._lock = RLock()
        self._book: tuple[str, EditableWorkbook] | None = None
        self._tabs: tuple[str, Tabs] | None = None

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        tabs = self._find_tabs(name)
        if not tabs.holds(name):
            return self._folder.read(name, most=most)
        title = self._find_title(name, tabs)
        with self._lock:
            content = self._render(name, self._open()[1], title)
        check_size(len(content), most)
        return FileContent(content, digest_content(content), _name_tab(title))

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        tabs = self._find_tabs(name)
        if not tabs.holds(name) and not self._belongs(name, tabs):
            return self._folder.replace(name, content, expected_digest)
        self._check_unlocked()
        if tabs.holds(name):
            return self._write(name, self._find_title(name, tabs), content, expected_digest)
        return self._add(name, content, expected_digest, tabs)

    def exists(self, name: str) -> bool:
        return self._folder.exists(name) or self._find_tabs(name).holds(name)

    def list(self, under: str = "") -> Sequence[str]:
        return list(self._with_tabs(dict.fromkeys(self._folder.list(under), ""), under))

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]:
        """A tab's stamp is that of its workbook."""
        stamps = self._folder.stamps(under, is_deep=is_deep)
        return self._with_tabs(stamps, under, is_deep=is_deep)

    def list_tabs(self) -> Mapping[str, str]:
        """The title of the tab that each table is in; InputError if the workbook is unreadable."""
        tabs = self._find_all_tabs()
        if tabs.fault:
            raise InputError(tabs.fault)
        return {name: " and ".join(titles) for name, titles in sorted(tabs.titles.items())}

    def _write(
        self, name: str, title: str, content: bytes, expected_digest: str | None
    ) -> FileContent:
        """The content as the tab then holds it: rows may stand in another order there."""
        with self._lock:
            digest, book = self._open()
            present = self._render(name, book, title)
            if digest_content(present) != expected_digest:
                raise Conflict(f"{name} was changed meanwhile")
            edits = plan_cell_edits(parse_grid(present, name=name), parse_grid(content, name=name))
            if not edits:
                return FileContent(present, digest_content(present), _name_tab(title))
            workbook = book.write_cells(title, edits)
            return self._save(name, title, workbook, digest)

    def _add(
        self, name: str, content: bytes, expected_digest: str | None, tabs: Tabs
    ) -> FileContent:
        with self._lock:
            digest, book = self._open()
            title = PurePosixPath(name).stem
            if expected_digest is not None or title.casefold() in map(str.casefold, book.titles):
                raise Conflict(f"{name} was changed meanwhile")
            workbook = book.add_tab(
                title, parse_grid(content, name=name), like=_find_like(name, tabs)
            )
            return self._save(name, title, workbook, digest)

    def _save(self, name: str, title: str, workbook: bytes, digest: str) -> FileContent:
        saved = self._folder.replace(WORKBOOK, workbook, digest)
        book = self._open_workbook(workbook, WORKBOOK)
        self._book = (saved.digest, book)
        content = self._render(name, book, title)
        return FileContent(content, digest_content(content), _name_tab(title))

    def _render(self, name: str, book: EditableWorkbook, title: str) -> bytes:
        try:
            return render_grid(book.read_tab(title))
        except SheetError:
            raise
        except InputError as error:
            problem = SheetProblem(name, str(error), tab=_name_tab(title))
            raise SheetError(problem) from error

    def _open(self) -> tuple[str, EditableWorkbook]:
        """The workbook as it is now, with its digest; read again only if it changed."""
        file = self._folder.read(WORKBOOK, most=MOST_BYTES)
        if self._book is None or self._book[0] != file.digest:
            self._book = (file.digest, self._open_workbook(file.content, WORKBOOK))
        return self._book

    def _find_tabs(self, name: str) -> Tabs:
        """The tabs, if this could be the name of a table; a name that is none costs nothing."""
        check_file_name(name)
        if not name.endswith(".csv"):
            return Tabs({})
        return self._find_all_tabs()

    def _find_all_tabs(self) -> Tabs:
        if not self._folder.exists(WORKBOOK):
            return Tabs({})
        stamp = self._folder.stamps(is_deep=False).get(WORKBOOK, "")
        with self._lock:
            if self._tabs is None or self._tabs[0] != stamp:
                self._tabs = (stamp, self._read_tabs())
            return self._tabs[1]

    def _read_tabs(self) -> Tabs:
        try:
            titles = self._open()[1].titles
        except NotFound:
            return Tabs({})
        except InputError as error:
            return Tabs(dict.fromkeys(self._tables, ()), str(error))
        by_name: dict[str, tuple[str, ...]] = {}
        for title in titles:
            if (name := self._find_table(title)) is not None:
                by_name[name] = (*by_name.get(name, ()), title)
        return Tabs(by_name)

    def _find_title(self, name: str, tabs: Tabs) -> str:
        """The one tab that holds the table; SheetError if there is another place, too."""
        if tabs.fault:
            raise SheetError(SheetProblem(name, tabs.fault))
        places = [f"the tab {title} of {WORKBOOK}" for title in tabs.titles[name]]
        if self._folder.exists(name):
            places.insert(0, f"the file {name}")
        if len(places) > 1:
            what = f"this table is in two places, {' and '.join(places)}: neither counts until"
            raise SheetError(SheetProblem(name, f"{what} you rename or remove one"))
        return tabs.titles[name][0]

    def _belongs(self, name: str, tabs: Tabs) -> bool:
        """Whether a table that is nowhere yet becomes a tab."""
        is_table = self._find_table(PurePosixPath(name).stem) == name
        is_new = is_table and not tabs.fault and not self._folder.exists(name)
        return is_new and _find_like(name, tabs) is not None

    def _with_tabs(
        self, files: Mapping[str, str], under: str, *, is_deep: bool = True
    ) -> Mapping[str, str]:
        """The files and tables by name; the workbook itself is not listed, its tables are."""
        tabs = self._find_all_tabs()
        if not tabs.titles and WORKBOOK not in files:
            return files
        stamp = self._folder.stamps(is_deep=False).get(WORKBOOK, "")
        top, depth = (f"{under}/", under.count("/") + 1) if under else ("", 0)
        names = [
            name
            for name in tabs.titles
            if name.startswith(top) and (is_deep or name.count("/") == depth)
        ]
        others = {name: own for name, own in files.items() if name != WORKBOOK}
        return dict(sorted({**others, **dict.fromkeys(names, stamp)}.items()))

    def _check_unlocked(self) -> None:
        lock = next((name for name in LOCKS if (self._top / name).exists()), None)
        if lock is not None:
            raise Temporary(
                f"{WORKBOOK} is open in a spreadsheet program: close it there, and it is written; "
                f"if it is not open, remove the file {lock}"
            )


def _find_like(name: str, tabs: Tabs) -> str | None:
    """The tab after which a new one is formatted: a week after the template, or another one."""
    folder = PurePosixPath(name).parent
    siblings = [known for known in sorted(tabs.titles) if PurePosixPath(known).parent == folder]
    siblings.sort(key=lambda known: "template" not in known)
    return tabs.titles[siblings[0]][0] if siblings and tabs.titles[siblings[0]] else None


def _name_tab(title: str) -> str:
    return f"{title} of {WORKBOOK}"
