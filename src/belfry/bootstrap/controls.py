"""Which use cases the room of controls has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.controls.answers.add_evidence import AddEvidence, ShowEvidence
from belfry.controls.answers.answer_links import AnswerByLink, MakeAnswerLinks, OpenAnswerLink
from belfry.controls.answers.describe_evidence import DescribeEvidence
from belfry.controls.answers.mark_done import (
    ChangeControl,
    MarkDone,
    SkipCycle,
    SnoozeControl,
    UndoDone,
)
from belfry.controls.answers.mirror_done import MirrorDone
from belfry.controls.chains.read_rules import FindRules, ReadRules
from belfry.controls.controls import DONE, EVIDENCE, SKIPPED, UNDONE
from belfry.controls.find_controls import ExportControls, FindControl, ListControls, SearchControls
from belfry.controls.packs.load_pack import LoadPack
from belfry.controls.reminders.queue_reminders import QueueReminders, RemindNextInLine
from belfry.controls.reminders.tick_controls import TickControls
from belfry.controls.reminders.write_reminders import WriteReminders
from belfry.controls.reports.calendar_feed import ShareFeed, ShowFeed
from belfry.controls.reports.monthly_summary import QueueSummary, SummariseControls, WriteSummary
from belfry.controls.reports.show_year import ShowYear
from belfry.controls.show_board import ShowBoard
from belfry.controls.show_control import ShowControl
from belfry.controls.tasks.sync_tasks import CheckNames, CloseMissing, SyncTasks
from belfry.kernel.errors import BelfryError
from belfry.ports.store import OutboxRow
from belfry.scheduler.relay_outbox import Gatherer, Listener
from belfry.settings import Settings
from belfry.workspace.data_problems import KeepDataProblems
from belfry.workspace.docs import ReadDoc
from belfry.workspace.mirrors import MirrorTable
from belfry.workspace.people import FindPeople, FindStaff
from belfry.workspace.tables import ReadTable


@dataclass(frozen=True, kw_only=True)
class ControlsRoom:
    read_rules: ReadRules
    sync: SyncTasks
    tick: TickControls
    close_missing: CloseMissing
    reminders: OfReminders
    acts: OfActs
    pages: OfPages
    extras: OfExtras
    hear_news: Gatherer


def build_controls(settings: Settings, ports: Ports) -> ControlsRoom:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_rules = ReadRules(ReadDoc(p.store, p.folder, p.clock), p.controls, settings.country)
    sync = SyncTasks(
        store=p.store,
        controls=p.controls,
        histories=p.histories,
        clock=p.clock,
        crash_points=p.crash_points,
        folder=p.folder,
        read_rules=read_rules,
        read_table=read_table,
        check_names=CheckNames(read_table, settings.country),
        keep_data_problems=KeepDataProblems(p.store, p.data_problems, p.clock),
        zone=ZoneInfo(settings.timezone),
        country=settings.country,
    )
    reminders = build_reminders(settings, ports, read_rules, read_table)
    acts = build_acts(settings, ports, read_rules)
    return ControlsRoom(
        read_rules=read_rules,
        sync=sync,
        tick=TickControls(p.store, p.controls, p.crash_points, sync),
        close_missing=CloseMissing(p.store, p.controls, p.clock, read_table),
        reminders=reminders,
        acts=acts,
        pages=build_control_pages(ports, read_rules, acts, reminders),
        extras=build_extras(settings, ports, read_rules, read_table, acts, reminders),
        hear_news=join_hearers(reminders.tell, acts),
    )


@dataclass(frozen=True, kw_only=True)
class OfPages:
    search: SearchControls
    show_board: ShowBoard
    show_year: ShowYear
    answer: AnswerByLink


def build_control_pages(
    ports: Ports, read_rules: ReadRules, acts: OfActs, reminders: OfReminders
) -> OfPages:
    p = ports
    find_rules, find_staff = FindRules(read_rules), reminders.write.find_staff
    search = SearchControls(p.store, acts.list_controls, find_rules, find_staff)
    return OfPages(
        search=search,
        show_board=ShowBoard(p.controls, search),
        show_year=ShowYear(p.areas, p.histories, search),
        answer=AnswerByLink(
            store=p.store,
            histories=p.histories,
            open_link=reminders.open_answer_link,
            name_doer=NameDoer(p.store),
            mark_done=acts.mark_done,
            snooze_control=acts.snooze,
            add_evidence=acts.add_evidence,
        ),
    )


@dataclass(frozen=True, kw_only=True)
class OfExtras:
    load_pack: LoadPack
    share_feed: ShareFeed
    show_feed: ShowFeed
    export: ExportControls
    summarise: SummariseControls
    tell_summary: QueueSummary


def build_extras(
    settings: Settings,
    ports: Ports,
    read_rules: ReadRules,
    read_table: ReadTable,
    acts: OfActs,
    reminders: OfReminders,
) -> OfExtras:
    p = ports
    find_staff, summarise = reminders.write.find_staff, reminders.write.write_summary.summarise
    return OfExtras(
        load_pack=LoadPack(p.store, read_table),
        share_feed=ShareFeed(p.store, p.secrets, p.clock),
        show_feed=ShowFeed(
            p.store, p.controls, p.clock, FindRules(read_rules), find_staff, settings.name
        ),
        export=ExportControls(acts.list_controls, NameDoer(p.store)),
        summarise=summarise,
        tell_summary=QueueSummary(
            summarise, find_staff, build_queue(ports), build_phrasing(settings, ports)
        ),
    )


@dataclass(frozen=True, kw_only=True)
class OfReminders:
    tell: QueueReminders
    write: WriteReminders
    remind_next_in_line: RemindNextInLine
    open_answer_link: OpenAnswerLink


def build_reminders(
    settings: Settings, ports: Ports, read_rules: ReadRules, read_table: ReadTable
) -> OfReminders:
    p = ports
    zone = ZoneInfo(settings.timezone)
    find_people = FindPeople(read_table, settings.country)
    find_staff = FindStaff(find_people, settings.admin, p.channels)
    queue = build_queue(ports)
    make_links = MakeAnswerLinks(p.store, p.secrets, zone)
    summarise = SummariseControls(p.controls, p.histories, p.clock, zone)
    write_summary = WriteSummary(summarise, p.blobs)
    public_url = settings.public_url or ""
    return OfReminders(
        tell=QueueReminders(p.store, p.clock, queue, read_rules, find_staff, zone),
        write=WriteReminders(
            p.store,
            p.messages,
            read_rules,
            find_staff,
            make_links,
            write_summary,
            zone,
            public_url,
        ),
        remind_next_in_line=RemindNextInLine(
            p.store, p.messages, p.clock, queue, read_rules, find_staff, zone
        ),
        open_answer_link=OpenAnswerLink(p.store, p.clock),
    )


_ENDS = frozenset({DONE, SKIPPED, UNDONE})


@dataclass(frozen=True, kw_only=True)
class OfActs:
    find: FindControl
    show: ShowControl
    list_controls: ListControls
    mark_done: MarkDone
    undo_done: UndoDone
    skip: SkipCycle
    snooze: SnoozeControl
    add_evidence: AddEvidence
    show_evidence: ShowEvidence
    mirror_done: MirrorDone
    describe_evidence: DescribeEvidence


def build_acts(settings: Settings, ports: Ports, read_rules: ReadRules) -> OfActs:
    p = ports
    zone = ZoneInfo(settings.timezone)
    find, find_rules = FindControl(p.store, p.controls), FindRules(read_rules)
    name_doer = NameDoer(p.store)
    change = ChangeControl(
        p.store, p.histories, p.clock, p.crash_points, find, find_rules, name_doer, zone
    )
    mirror_table = MirrorTable(
        folder=p.folder, versions=p.versions, clock=p.clock, country=settings.country
    )
    return OfActs(
        find=find,
        show=ShowControl(p.histories, p.messages, p.clock, find, find_rules, zone),
        list_controls=ListControls(p.controls, p.clock, find_rules, zone),
        mark_done=MarkDone(p.histories, change),
        undo_done=UndoDone(p.histories, change),
        skip=SkipCycle(p.histories, change),
        snooze=SnoozeControl(p.crash_points, change),
        add_evidence=AddEvidence(p.histories, p.blobs, p.image_processor, p.crash_points, change),
        show_evidence=ShowEvidence(p.store, p.blobs),
        mirror_done=MirrorDone(p.controls, p.crash_points, mirror_table, name_doer),
        describe_evidence=_build_describing(settings, ports),
    )


def _build_describing(settings: Settings, ports: Ports) -> DescribeEvidence:
    p = ports
    within = timedelta(seconds=settings.model.within_seconds)
    return DescribeEvidence(p.store, p.blobs, p.clock, p.crash_points, p.describer, within)


def join_hearers(tell: Listener, acts: OfActs) -> Gatherer:
    """What happened to controls goes to those who are reminded, and into the list.

    A model looks at evidence last of all: nothing else waits for it.
    """

    def hear(rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        ends = [row for row in rows if row.op in _ENDS]
        given = [row for row in rows if row.op == EVIDENCE]
        rest = [row for row in rows if row.op not in {*_ENDS, EVIDENCE}]
        data_problems = {**_tell_each(tell, rest), **_gather(acts.mirror_done, ends)}
        return {**data_problems, **_gather(acts.describe_evidence, given)}

    return hear


def _gather(hear: Gatherer, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
    try:
        return hear(rows) if rows else {}
    except BelfryError as error:
        return {row.id: error for row in rows}


def _tell_each(tell: Listener, rows: Sequence[OutboxRow]) -> dict[int, BelfryError]:
    data_problems: dict[int, BelfryError] = {}
    for row in rows:
        try:
            tell(row)
        except BelfryError as error:
            data_problems[row.id] = error
    return data_problems
