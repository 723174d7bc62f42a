"""Which documents the team writes, and the use cases about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from zoneinfo import ZoneInfo

from belfry.bootstrap.google import build_sync_drive
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.previews import build_samples
from belfry.bootstrap.workbooks import find_table, open_workbook
from belfry.controls.chains.explain_rules import SayRulesDoc
from belfry.controls.chains.rules import RULES_DOC as CONTROL_RULES
from belfry.controls.chains.rules import SETTINGS as CONTROL_SETTINGS
from belfry.controls.tasks.judge_tasks import read_tasks
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.jobs.board.edit_jobs import CheckBoard
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.settings.explain_settings import say_settings
from belfry.jobs.settings.read_shop import SETTINGS_DOC, ReadShop
from belfry.jobs.settings.shop import SETTINGS as SHOP_SETTINGS
from belfry.kernel.rulebook.reading import DocSaid
from belfry.rota.rules.rules_doc import RULES_DOC as ROTA_RULES
from belfry.rota.rules.rules_doc import SETTINGS as ROTA_SETTINGS
from belfry.rota.rules.rules_doc import say_rules, say_voice
from belfry.rota.rules.voice import SETTINGS as VOICE_SETTINGS
from belfry.rota.rules.voice import VOICE_DOC
from belfry.rota.sheets.check_rota_sheets import CheckTable
from belfry.rota.sheets.read_rota_sheets import (
    AVAILABILITY,
    FOLDER,
    STAFF,
    TEMPLATE,
    TIME_OFF,
    find_week,
    name_week_table,
)
from belfry.settings import Settings
from belfry.workspace.docs import DocKind, EditDoc, ListDocs, OpenDoc, ReadDoc
from belfry.workspace.people import PEOPLE, read_people
from belfry.workspace.read_upload import ReadUpload
from belfry.workspace.samples import ChangeSamples, FindSamples
from belfry.workspace.sync_drive import SyncDrive
from belfry.workspace.tables import Check, ListTables, TableDoc, TableKind, hear_table

MOST_KEPT = 4


@dataclass(frozen=True, kw_only=True)
class OfDocs:
    list_docs: ListDocs
    open_doc: OpenDoc
    edit_doc: EditDoc
    list_tables: ListTables
    find_samples: FindSamples
    samples: ChangeSamples
    sync_drive: SyncDrive | None
    read_upload: ReadUpload


def build_docs(settings: Settings, ports: Ports) -> OfDocs:
    p = ports
    open_doc = OpenDoc(p.folder, p.versions, p.audit_log, p.clock)
    read_doc = ReadDoc(p.store, p.folder, p.clock)
    kinds = {kind.name: kind for kind in list_kinds(settings, ports)}
    edit_doc = EditDoc(p.store, p.folder, p.versions, p.clock, open_doc, read_doc)
    tables, find_samples = build_tables(settings, ports), build_samples(p.folder)
    rules = [kinds[CONTROL_RULES]]
    return OfDocs(
        list_docs=ListDocs(p.store, open_doc, kinds),
        open_doc=open_doc,
        edit_doc=edit_doc,
        list_tables=tables,
        find_samples=find_samples,
        samples=ChangeSamples(find_samples, open_doc, edit_doc, tables.find, rules),
        sync_drive=build_sync_drive(ports),
        read_upload=ReadUpload(open_doc, open_workbook, find_table),
    )


def list_kinds(settings: Settings, ports: Ports) -> tuple[DocKind[DocSaid], ...]:
    """The same text is read once, unless what it means depends on another file."""
    remember = lru_cache(maxsize=MOST_KEPT)
    country = settings.country
    return (
        DocKind(
            SETTINGS_DOC,
            "Settings of the jobs",
            "Stages, typical times, opening hours, and what customers are told.",
            remember(partial(say_settings, country=country)),
            may_be_missing=False,
            settings=SHOP_SETTINGS,
        ),
        DocKind(
            ROTA_RULES,
            "Rules of the rota",
            "How long people work, how they rest, and how evenly shifts are shared.",
            remember(say_rules),
            settings=ROTA_SETTINGS,
        ),
        DocKind(
            VOICE_DOC,
            "Words of the rota",
            "How people are spoken to about their shifts.",
            remember(say_voice),
            settings=VOICE_SETTINGS,
        ),
        DocKind(
            CONTROL_RULES,
            "Rules of the controls",
            "When reminders go out, who sees to what, and who is told if nothing happens.",
            SayRulesDoc(ports.folder, country),
            settings=CONTROL_SETTINGS,
        ),
    )


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

    return ListTables(ports.folder, ports.data_problems, list_names, find)


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
