"""Put a pack of ready-made controls into the team's list, to start from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from belfry.controls.chains.rules import fold_section
from belfry.controls.tasks.judge_tasks import COLUMNS
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.kernel.changes import put_audited
from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.kernel.rulebook import find_nearest
from belfry.kernel.sheets import (
    Sheet,
    add_column,
    add_row,
    make_sheet,
    match_columns,
    read_sheet,
    write_sheet,
)
from belfry.ports.store import Store, retry_on_conflict
from belfry.workspace.docs import TableHead
from belfry.workspace.tables import ReadTable, Table

TRIES = 3
_ENDING = ".csv"
_PACKS = files("belfry.controls") / "packs"


def list_packs() -> list[Pack]:
    names = sorted(file.name for file in _PACKS.iterdir() if file.name.endswith(_ENDING))
    return [_read_pack(name.removesuffix(_ENDING)) for name in names]


def get_pack(typed_name: str) -> Pack:
    """The pack of that name; NotFound says which there are."""
    packs = {pack.name: pack for pack in list_packs()}
    name = typed_name.strip().casefold()
    if name in packs:
        return packs[name]
    nearest = find_nearest(name, packs)
    hint = f"did you mean {nearest}?" if nearest else f"there are {', '.join(packs)}"
    raise NotFound(f"there is no pack {typed_name.strip()[:40]!r}; {hint}")


@dataclass(frozen=True, slots=True)
class LoadPack:
    """A list that was saved meanwhile is read again before rows are added.

    The file and the audit log cannot be written in one commit. The request is recorded first: the
    list may stay unchanged after that, but it never changes without an audit entry.
    """

    store: Store
    read_table: ReadTable

    def __call__(self, name: str, *, by: str) -> Loading:
        """What was added; nothing, if all of it is there. SheetError for a list that is no good."""
        pack = get_pack(name)
        for _ in range(TRIES):
            try:
                return self._load(pack, by)
            except Conflict as error:
                last = error
        raise Temporary(f"{TASKS.name} is being changed again and again") from last

    def _load(self, pack: Pack, by: str) -> Loading:
        table, sheet = find_list(self.read_table)
        loading = plan_loading(sheet, pack)
        if loading.added:
            self._note("pack-asked", pack, loading, by)
            write_list(self.read_table, loading, table)
            self._note("pack-loaded", pack, loading, by)
        return loading

    def _note(self, action: str, pack: Pack, loading: Loading, by: str) -> None:
        after = {"pack": pack.name, "controls": list(loading.added)}

        def write() -> None:
            head = self.store.find(TableHead, TASKS.name) or TableHead(name=TASKS.name)
            at = self.read_table.clock.now()
            self.store.commit(put_audited(head, action=action, by=by, at=at, after=after))

        retry_on_conflict(write)


def find_list(read_table: ReadTable) -> tuple[Table | None, Sheet]:
    """The team's list as it is; an empty one if there is none."""
    try:
        table = read_table(TASKS)
    except NotFound:
        return None, make_sheet(TASKS.name, HEADER)
    return table, table.sheet


def write_list(read: ReadTable, loading: Loading, table: Table | None) -> None:
    """Conflict if the list was saved since `table` was read."""
    content = write_sheet(loading.sheet)
    read.folder.replace(TASKS.name, content, table.digest if table else None)
    read.versions.keep(TASKS.name, content, read.clock.now())


def _read_pack(name: str) -> Pack:
    file = f"{name}{_ENDING}"
    sheet = read_sheet((_PACKS / file).read_bytes(), name=file)
    rows = (dict(zip(sheet.header, row.cells, strict=True)) for row in sheet.rows)
    return Pack(name, tuple(rows))


# The columns of a list that Belfry makes; done_by is added with the first answer.
HEADER = tuple(column.name for column in COLUMNS if column.name != "done_by")


@dataclass(frozen=True, slots=True)
class Pack:
    """Ready-made controls for one kind of work; each row is its cells by their headers."""

    name: str
    rows: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class Loading:
    """The list with what a pack brought; `kept` are the controls that it had already."""

    pack: str
    sheet: Sheet
    added: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def plan_loading(sheet: Sheet, pack: Pack) -> Loading:
    """Raises SheetError for a list whose headers cannot be read."""
    place = match_columns(sheet, COLUMNS).places["name"]
    known = {fold_section(row.cells[place]) for row in sheet.rows}
    lacking = [row for row in pack.rows if fold_section(row["name"]) not in known]
    present = tuple(row["name"] for row in pack.rows if row not in lacking)
    if not lacking:
        return Loading(pack.name, sheet, kept=present)
    filled = _add_rows(_add_columns(sheet, lacking), lacking)
    return Loading(pack.name, filled, tuple(row["name"] for row in lacking), present)


def _add_columns(sheet: Sheet, rows: Iterable[Mapping[str, str]]) -> Sheet:
    """Columns that the list does without, for what the rows say in them."""
    if sheet.problems:
        # A new header would stand over what slipped out of its column in those rows.
        return sheet
    places = match_columns(sheet, COLUMNS).places
    filled = dict.fromkeys(name for row in rows for name, cell in row.items() if cell)
    for name in filled:
        if name not in places:
            sheet = add_column(sheet, name)
    return sheet


def _add_rows(sheet: Sheet, rows: Sequence[Mapping[str, str]]) -> Sheet:
    places = match_columns(sheet, COLUMNS).places
    for row in rows:
        cells = [""] * len(sheet.header)
        for name, cell in row.items():
            if name in places:
                cells[places[name]] = cell
        sheet = add_row(sheet, cells)
    return sheet
