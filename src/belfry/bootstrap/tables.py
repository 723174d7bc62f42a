"""Which tables the team keeps, and how each is checked while somebody edits it."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from belfry.bootstrap.ports import Ports
from belfry.controls.sync_tasks import TASKS
from belfry.controls.tasks import read_tasks
from belfry.desk.docs import DocKind
from belfry.desk.list_tables import ListTables, TableDoc
from belfry.desk.people_sheet import PEOPLE, read_people
from belfry.desk.read_doc import ReadDoc
from belfry.desk.table_docs import Check, hear_table
from belfry.desk.tables import TableKind
from belfry.jobs.check_board import CheckBoard
from belfry.jobs.read_shop import ReadShop
from belfry.jobs.watch_board import BOARD
from belfry.rota.check_table import CheckTable
from belfry.rota.read_rota_sheets import (
    AVAILABILITY,
    FOLDER,
    STAFF,
    TEMPLATE,
    TIME_OFF,
    find_week,
    name_week_table,
)
from belfry.settings import Settings

MOST_WEEKS = 8
_ROTA = (
    (STAFF, "Staff", "Who can be given shifts, and how many hours each should have."),
    (AVAILABILITY, "Availability", "When people can come; without a row they always can."),
    (TIME_OFF, "Time off", "When people are away, and whether that is agreed."),
    (TEMPLATE, "Standing week", "The shifts that every week begins with."),
)


def build_tables(settings: Settings, ports: Ports) -> ListTables:
    known = {table.doc.name: table for table in _list_known(settings, ports)}
    check = CheckTable(ports.folder, ports.clock, settings.country, ZoneInfo(settings.timezone))

    def list_names() -> Sequence[str]:
        names = ports.folder.list(FOLDER) if known else ()
        weeks = sorted((name for name in names if find_week(name)), reverse=True)
        return [*known, *weeks[:MOST_WEEKS]]

    def find(name: str) -> TableDoc | None:
        monday = find_week(name)
        if monday is None:
            return known.get(name)
        about = "The shifts of one week, and who has them."
        return _make(name_week_table(monday), f"Week of {monday.day} {monday:%B %Y}", about, check)

    return ListTables(ports.folder, ports.troubles, list_names, find)


def _list_known(settings: Settings, ports: Ports) -> Sequence[TableDoc]:
    p, country = ports, settings.country
    zone = ZoneInfo(settings.timezone)
    read_shop = ReadShop(ReadDoc(p.store, p.folder, p.clock), zone, country)
    check_rota = CheckTable(p.folder, p.clock, country, zone)
    return (
        _make(
            PEOPLE,
            "People",
            "Everybody on the team, and how each is reached.",
            lambda table: read_people(table, country=country).problems,
        ),
        _make(
            BOARD,
            "The board",
            "Every job, its customer, and where it stands.",
            CheckBoard(read_shop, country),
        ),
        _make(
            TASKS,
            "The list of controls",
            "What has to be checked, how often, and by whom.",
            lambda table: read_tasks(table.readers(), country=country).problems,
        ),
        *(_make(kind, title, about, check_rota) for kind, title, about in _ROTA),
    )


def _make(kind: TableKind, title: str, about: str, check: Check) -> TableDoc:
    read = hear_table(kind, check)
    doc = DocKind(kind.name, title, about, read, is_rule=False, is_private=True)
    return TableDoc(doc, kind)
