"""Which use cases the room of controls has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.bootstrap.channels import list_reaching
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.controls.answers.add_evidence import KeepEvidence
from belfry.controls.answers.answer_links import AnswerByLink, AnswerReminders, MakeAnswerLinks
from belfry.controls.answers.describe_evidence import DescribeEvidence
from belfry.controls.answers.mark_done import AnswerControls
from belfry.controls.chains.read_rules import FindRules, ReadRules
from belfry.controls.controls import DONE, EVIDENCE, SKIPPED, UNDONE
from belfry.controls.find_controls import ExportControls, FindControl, ListControls, SearchControls
from belfry.controls.packs.load_pack import LoadPack
from belfry.controls.reminders.queue_reminders import QueueReminders
from belfry.controls.reminders.tick_controls import TickControls
from belfry.controls.reminders.write_reminders import WriteReminders
from belfry.controls.reports.calendar_feed import CalendarFeed
from belfry.controls.reports.monthly_summary import (
    CountMonths,
    QueueSummary,
    SummariseControls,
    WriteSummary,
)
from belfry.controls.reports.show_year import ShowYear
from belfry.controls.show_board import ShowBoard
from belfry.controls.show_control import ShowControl
from belfry.controls.tasks.propose_controls import ProposeControls
from belfry.controls.tasks.sync_tasks import MirrorDone, SyncTasks
from belfry.kernel.errors import BelfryError
from belfry.ports.store import OutboxRow
from belfry.scheduler.relay_outbox import Gatherer
from belfry.settings import Settings
from belfry.workspace.docs import ReadDoc
from belfry.workspace.mirrors import MirrorTable
from belfry.workspace.people import FindPeople, FindStaff
from belfry.workspace.tables import KeepDataProblems, ReadTable

_ENDS = frozenset({DONE, SKIPPED, UNDONE})


@dataclass(frozen=True, kw_only=True)
class ControlsRoom:
    read_rules: ReadRules
    sync: SyncTasks
    tick: TickControls
    list_controls: ListControls
    search: SearchControls
    show: ShowControl
    show_board: ShowBoard
    show_year: ShowYear
    acts: AnswerControls
    evidence: KeepEvidence
    answer_by_link: AnswerByLink
    mirror_done: MirrorDone
    describe_evidence: DescribeEvidence
    queue_reminders: QueueReminders
    write_reminders: WriteReminders
    load_pack: LoadPack
    propose: ProposeControls
    feed: CalendarFeed
    export: ExportControls
    queue_summary: QueueSummary
    count_months: CountMonths
    hear_news: Gatherer

    @property
    def answers(self) -> AnswerReminders:
        """Takes those that are given by a reminder's choices."""
        write = self.write_reminders
        return AnswerReminders(self.acts, write.make_links, write.public_url)


def build_controls(settings: Settings, ports: Ports) -> ControlsRoom:
    p, zone, reaching = ports, ZoneInfo(settings.timezone), list_reaching(settings, ports.channels)
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_rules = ReadRules(ReadDoc(p.store, p.folder, p.clock), p.controls, settings.country)
    find_rules, find_people = read_rules.find, FindPeople(read_table, settings.country)
    find_staff = FindStaff(find_people, p.users, settings.admin, reaching)
    lister = ListControls(p.controls, p.clock, find_rules, zone)
    search = SearchControls(p.store, lister, find_rules, find_staff)
    acts = build_acts(ports, find_rules, zone)
    evidence = KeepEvidence(p.blobs, p.image_processor, acts)
    queue = QueueReminders(
        p.store, p.messages, p.clock, build_queue(p), read_rules, find_staff, zone
    )
    write = build_writer(settings, ports, read_rules, find_staff)
    sync = build_sync(ports, read_rules, read_table, zone)
    mirror, describe = build_mirror(settings, p, acts.name_doer), build_describing(settings, p)
    return ControlsRoom(
        read_rules=read_rules,
        sync=sync,
        tick=TickControls(p.store, p.controls, p.crash_points, sync),
        list_controls=lister,
        search=search,
        show=ShowControl(p.histories, p.messages, p.clock, acts.find_control, find_rules, zone),
        show_board=ShowBoard(p.controls, search),
        show_year=ShowYear(p.areas, p.histories, search),
        acts=acts,
        evidence=evidence,
        answer_by_link=AnswerByLink(acts, evidence, find_staff),
        mirror_done=mirror,
        describe_evidence=describe,
        queue_reminders=queue,
        write_reminders=write,
        load_pack=LoadPack(p.store, read_table),
        propose=ProposeControls(p.store, p.crash_points, find_staff, read_table),
        feed=build_feed(settings, ports, find_rules, find_staff),
        export=ExportControls(lister, acts.name_doer),
        queue_summary=build_summary(settings, ports, write, queue),
        count_months=CountMonths(p.figures, p.controls, p.clock, zone),
        hear_news=join_listeners(queue.gather, mirror, describe),
    )


def build_sync(
    ports: Ports, read_rules: ReadRules, read_table: ReadTable, zone: ZoneInfo
) -> SyncTasks:
    p = ports
    return SyncTasks(
        p.store,
        p.controls,
        p.histories,
        p.clock,
        p.crash_points,
        read_rules,
        read_table,
        KeepDataProblems(p.store, p.data_problems, p.clock),
        zone,
    )


def build_acts(ports: Ports, find_rules: FindRules, zone: ZoneInfo) -> AnswerControls:
    p = ports
    find, name_doer = FindControl(p.store, p.controls), NameDoer(p.store, p.keys)
    return AnswerControls(
        p.store, p.histories, p.clock, p.crash_points, find, find_rules, name_doer, zone
    )


def build_mirror(settings: Settings, ports: Ports, name_doer: NameDoer) -> MirrorDone:
    p = ports
    mirror_table = MirrorTable(
        folder=p.folder, versions=p.versions, clock=p.clock, country=settings.country
    )
    return MirrorDone(p.controls, p.crash_points, mirror_table, name_doer)


def build_writer(
    settings: Settings, ports: Ports, read_rules: ReadRules, find_staff: FindStaff
) -> WriteReminders:
    p, zone = ports, ZoneInfo(settings.timezone)
    links = MakeAnswerLinks(p.store, p.secrets, zone)
    summary = WriteSummary(SummariseControls(p.controls, p.histories, p.clock, zone), p.blobs)
    public_url = settings.public_url or ""
    return WriteReminders(
        p.store, p.messages, read_rules, find_staff, links, summary, zone, public_url
    )


def build_summary(
    settings: Settings, ports: Ports, write: WriteReminders, queue: QueueReminders
) -> QueueSummary:
    phrase, summarise = build_phrasing(settings, ports), write.write_summary.summarise
    return QueueSummary(summarise, write.find_staff, queue.queue_message, phrase)


def build_feed(
    settings: Settings, ports: Ports, find_rules: FindRules, find_staff: FindStaff
) -> CalendarFeed:
    p = ports
    return CalendarFeed(
        p.store, p.secrets, p.controls, p.clock, find_rules, find_staff, settings.name
    )


def build_describing(settings: Settings, ports: Ports) -> DescribeEvidence:
    p = ports
    within = timedelta(seconds=settings.model.within_seconds)
    return DescribeEvidence(
        p.store, p.histories, p.blobs, p.clock, p.crash_points, p.describer, within
    )


def join_listeners(queue: Gatherer, mirror_done: Gatherer, describe_evidence: Gatherer) -> Gatherer:
    """Events of controls queue reminders and are written into the list.

    A model looks at evidence last of all: nothing else waits for it.
    """

    def listen(rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        ends = [row for row in rows if row.op in _ENDS]
        evidence_rows = [row for row in rows if row.op == EVIDENCE]
        rest = [row for row in rows if row.op not in {*_ENDS, EVIDENCE}]
        failures = {**_gather(queue, rest), **_gather(mirror_done, ends)}
        return {**failures, **_gather(describe_evidence, evidence_rows)}

    return listen


def _gather(gatherer: Gatherer, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
    try:
        return gatherer(rows) if rows else {}
    except BelfryError as error:
        return {row.id: error for row in rows}
