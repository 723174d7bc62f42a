"""Wire the rota: drafts, publishing, requests, reports and what its pages read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.bootstrap.channels import list_reaching
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_requests import RequestServices, build_requests
from belfry.messaging.change_messages import ResendMessage
from belfry.messaging.ports import ComposerFactory
from belfry.rota.drafts.check_draft import CheckDraft
from belfry.rota.drafts.draft_week import (
    DiscardDraft,
    DraftNextWeek,
    DraftWeek,
    JudgeDraft,
    RedraftWeek,
    TakeFuller,
)
from belfry.rota.drafts.edit_draft import EditDraft
from belfry.rota.drafts.gather_facts import FindWorked, GatherFacts, RegatherFacts
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.drafts.remove_sample_weeks import RemoveSampleWeeks
from belfry.rota.drafts.save_draft import SaveDraft
from belfry.rota.drafts.show_week import ShowWeek
from belfry.rota.entries import ROTA
from belfry.rota.explaining.explain_week import ExplainWeek
from belfry.rota.messages.answer_choices import (
    AnswerDrafts,
    AnswerRequests,
    AnswerRota,
    AnswerWeeks,
    join_answers,
)
from belfry.rota.messages.compose_messages import WriteRota
from belfry.rota.messages.message_keys import ROOM
from belfry.rota.messages.message_links import FindLinks, MakeRotaLinks, OpenRotaLink
from belfry.rota.messages.write_for_managers import WriteForManagers, WriteReports
from belfry.rota.messages.write_requests import WriteRequests
from belfry.rota.messages.write_weeks import WriteWeeks
from belfry.rota.publishing.calendar_entries import FindTeamId
from belfry.rota.publishing.find_shifts import FindOwnLines, FindShift
from belfry.rota.publishing.notify_week import NotifyManagers, NotifyPeople, NotifyWeek
from belfry.rota.publishing.publish_week import ApproveDraft, OpenPublished
from belfry.rota.publishing.publishing_status import ResendWeek, ShowPublishing
from belfry.rota.publishing.shift_feeds import ShareShiftFeed, ShowShiftFeed
from belfry.rota.reports.send_digest import ArchiveWeeks, PlanDigest, SendDigest
from belfry.rota.reports.summarise_fairness import FindFairness, SummariseFairness
from belfry.rota.requests.follow_swaps import FindTaker, ListChains
from belfry.rota.requests.list_requests import ListPastRequests
from belfry.rota.requests.time_off import SaveTimeOff
from belfry.rota.rules.rules_doc import FindVoice, ReadRotaRules
from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets
from belfry.rota.sheets.copy_template import CopyTemplate
from belfry.rota.sheets.mirror_week import MirrorWeek, PutSheetsRight
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.sync_rota import SyncRota
from belfry.rota.sheets.take_time_off_rows import TakeTimeOffRows
from belfry.rota.team import FindDeciders, FindExclusion, FindTeamMember, FindTeamWays
from belfry.scheduler.kinds import CallKind, Kind
from belfry.scheduler.relay_outbox import Listener
from belfry.settings import Settings
from belfry.workspace.docs import ReadDoc
from belfry.workspace.mirrors import MirrorTable
from belfry.workspace.people import FindPeople, FindStaff
from belfry.workspace.tables import KeepDataProblems, ReadTable

if TYPE_CHECKING:
    from belfry.rota.drafting.search import Drafted
    from belfry.rota.rules.weeks import Week


@dataclass(frozen=True, kw_only=True)
class RotaRoom:
    """`listeners` handle outbox events by what they are about; `kinds` are scheduled workflows.

    `sync` reads the sheets that changed and follows requests; it answers in words.
    `composer_factories` compose its messages, by the room's name; `answers` takes those that are
    given by a message's choices.
    """

    drafts: DraftServices
    publishing: PublishingServices
    requests: RequestServices
    reports: ReportServices
    pages: PageServices
    answers: AnswerRota
    sync: Callable[[], str]
    listeners: Mapping[str, Listener] = field(default_factory=dict)
    composer_factories: Mapping[str, ComposerFactory] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)


def build_rota(settings: Settings, ports: Ports) -> RotaRoom:
    drafts = build_drafts(settings, ports)
    find_deciders = _build_deciders(settings, ports)
    publishing = build_publishing(settings, ports, drafts, find_deciders)
    requests = build_requests(settings, ports, drafts, find_deciders)
    reports = build_reports(settings, ports, drafts, publishing, find_deciders)
    pages = build_rota_pages(settings, ports, drafts, requests)

    def sync() -> str:
        return _join(drafts.sync(), requests.update(), publishing.put_right())

    return RotaRoom(
        drafts=drafts,
        publishing=publishing,
        requests=requests,
        reports=reports,
        pages=pages,
        answers=build_answers(ports, drafts, publishing, requests, pages),
        sync=sync,
        listeners={ROTA: publishing.notify, **requests.listeners},
        composer_factories={ROOM: publishing.write},
        kinds={
            "sync": CallKind(sync),
            "template-sync": CallKind(drafts.copy_template),
            "draft": CallKind(drafts.draft_next_week),
            **reports.kinds,
        },
    )


def build_answers(
    ports: Ports,
    drafts: DraftServices,
    publishing: PublishingServices,
    requests: RequestServices,
    pages: PageServices,
) -> AnswerRota:
    p, name_doer = ports, publishing.approve.name_doer
    of_drafts = AnswerDrafts(
        store=p.store,
        open_draft=drafts.open_draft,
        approve=publishing.approve,
        edit=publishing.edit,
        redraft=publishing.redraft,
        name_doer=name_doer,
        zone=drafts.gather.zone,
    )
    of_weeks = AnswerWeeks(
        p.store, p.clock, pages.find_lines, requests.request_swap, requests.ask_time_off
    )
    of_requests = AnswerRequests(
        store=p.store,
        answer_ask=requests.answer_ask,
        answer_swap=requests.answer_swap,
        answer_time_off=requests.answer_time_off,
        answer_clash=requests.answer_clash,
        find_member=pages.find_member,
        name_doer=name_doer,
    )
    return join_answers(p.messages, of_drafts, of_weeks, of_requests)


def _build_deciders(settings: Settings, ports: Ports) -> FindDeciders:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    find_people = FindPeople(read_table, settings.country)
    find_staff = FindStaff(
        find_people, p.users, settings.admin, list_reaching(settings, p.channels)
    )
    return FindDeciders(p.store, p.clock, find_staff, ZoneInfo(settings.timezone))


def build_exclusion(drafts: DraftServices, find_deciders: FindDeciders) -> FindExclusion:
    return FindExclusion(find_deciders.find_staff, drafts.read_sheets)


def _join(*answers: object) -> str:
    return "; ".join(text for answer in answers if (text := str(answer)))


@dataclass(frozen=True, kw_only=True)
class DraftServices:
    read_rules: ReadRotaRules
    read_sheets: ReadRotaSheets
    gather: GatherFacts
    judge: JudgeDraft
    save: SaveDraft
    open_draft: OpenDraft
    sync: SyncRota
    copy_template: CopyTemplate
    remove_sample_weeks: RemoveSampleWeeks
    draft_week: DraftWeek
    draft_next_week: DraftNextWeek
    open_published: OpenPublished
    show_week: ShowWeek
    explain_week: ExplainWeek


def build_drafts(settings: Settings, ports: Ports) -> DraftServices:
    p = ports
    gather = _build_gathering(settings, ports)
    read_rules, read_sheets = gather.read_rules, gather.read_sheets
    judge = JudgeDraft(_draft, p.prover)
    save = _build_saving(ports, read_sheets)
    open_draft = OpenDraft(p.store, p.rotas, p.blobs)
    open_published = OpenPublished(p.store, p.clock, open_draft, gather)
    regather = RegatherFacts(p.clock, open_draft, gather)
    draft_week = DraftWeek(store=p.store, rotas=p.rotas, regather=regather, judge=judge, save=save)
    copy_template = _build_copying(ports, gather)
    return DraftServices(
        read_rules=read_rules,
        read_sheets=read_sheets,
        gather=gather,
        judge=judge,
        save=save,
        open_draft=open_draft,
        sync=_build_sync(ports, read_rules, read_sheets),
        copy_template=copy_template,
        remove_sample_weeks=_build_removing(ports, open_draft, copy_template),
        draft_week=draft_week,
        draft_next_week=DraftNextWeek(
            store=p.store,
            name_doer=NameDoer(p.store, p.keys),
            clock=p.clock,
            folder=p.folder,
            copy_template=copy_template,
            draft_week=draft_week,
        ),
        open_published=open_published,
        show_week=ShowWeek(p.store, open_draft, open_published, read_sheets),
        explain_week=ExplainWeek(p.store, open_draft),
    )


def _build_saving(ports: Ports, read_sheets: ReadRotaSheets) -> SaveDraft:
    p, save = ports, SaveTimeOff(ports.store, ports.clock)
    return SaveDraft(
        store=p.store,
        rotas=p.rotas,
        blobs=p.blobs,
        clock=p.clock,
        crash_points=p.crash_points,
        take_time_off_rows=TakeTimeOffRows(p.store, p.requests, p.clock, read_sheets, save),
    )


def _build_removing(
    ports: Ports, open_draft: OpenDraft, copy_template: CopyTemplate
) -> RemoveSampleWeeks:
    p = ports
    return RemoveSampleWeeks(
        store=p.store,
        rotas=p.rotas,
        requests=p.requests,
        clock=p.clock,
        open_draft=open_draft,
        copy_template=copy_template,
    )


def _build_copying(ports: Ports, gather: GatherFacts) -> CopyTemplate:
    p = ports
    return CopyTemplate(
        store=p.store,
        requests=p.requests,
        clock=p.clock,
        crash_points=p.crash_points,
        folder=p.folder,
        gather=gather,
    )


def _build_gathering(settings: Settings, ports: Ports) -> GatherFacts:
    p, zone = ports, ZoneInfo(settings.timezone)
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_sheets = ReadRotaSheets(read_table=read_table, country=settings.country, zone=zone)
    return GatherFacts(
        rotas=p.rotas,
        requests=p.requests,
        read_rules=ReadRotaRules(ReadDoc(p.store, p.folder, p.clock)),
        read_sheets=read_sheets,
        find_worked=FindWorked(p.rotas, read_sheets),
        zone=zone,
    )


def _build_sync(ports: Ports, read_rules: ReadRotaRules, read_sheets: ReadRotaSheets) -> SyncRota:
    p = ports
    return SyncRota(
        store=p.store,
        clock=p.clock,
        crash_points=p.crash_points,
        folder=p.folder,
        read_rules=read_rules,
        find_voice=FindVoice(read_rules.read_doc),
        check_sheets=CheckRotaSheets(p.folder, read_sheets),
        keep_data_problems=KeepDataProblems(p.store, p.data_problems, p.clock),
    )


def _draft(week: Week) -> Drafted:
    """The search is imported when there is a week to draft."""
    from belfry.rota.drafting.search import draft_rota

    return draft_rota(week)


@dataclass(frozen=True, kw_only=True)
class PublishingServices:
    """`notify` handles outbox events of weeks; `write` composes every message of the room."""

    approve: ApproveDraft
    edit: EditDraft
    redraft: RedraftWeek
    take_fuller: TakeFuller
    discard: DiscardDraft
    notify: NotifyWeek
    mirror: MirrorWeek
    put_right: PutSheetsRight
    write: WriteRota
    resend: ResendWeek
    status: ShowPublishing


def build_publishing(
    settings: Settings, ports: Ports, drafts: DraftServices, deciders: FindDeciders
) -> PublishingServices:
    p = ports
    mirror = _build_mirror(settings, ports, drafts)
    write = _build_writer(settings, ports, drafts, deciders.find_staff)
    return PublishingServices(
        **_build_answers(ports, drafts, deciders),
        notify=_build_notifying(settings, ports, drafts, deciders, mirror),
        mirror=mirror,
        put_right=PutSheetsRight(p.rotas, p.clock, drafts.open_draft, mirror),
        write=write,
        resend=ResendWeek(p.rotas, deciders, ResendMessage(p.store, p.clock)),
        status=ShowPublishing(p.store, p.rotas),
    )


def _build_answers(ports: Ports, drafts: DraftServices, deciders: FindDeciders) -> dict[str, Any]:
    """What a manager can do with a draft, by the names in PublishingServices."""
    p, open_draft = ports, drafts.open_draft
    anew = RegatherFacts(p.clock, open_draft, drafts.gather)
    check_draft = CheckDraft(p.clock, anew)
    common: dict[str, Any] = {
        "store": p.store,
        "find_deciders": deciders,
        "judge": drafts.judge,
        "save": drafts.save,
    }
    return {
        "approve": ApproveDraft(
            store=p.store,
            clock=p.clock,
            crash_points=p.crash_points,
            open_draft=open_draft,
            check_draft=check_draft,
            find_deciders=deciders,
            name_doer=NameDoer(p.store, p.keys),
        ),
        "edit": EditDraft(open_draft=open_draft, check_draft=check_draft, **common),
        "redraft": RedraftWeek(regather=anew, **common),
        "take_fuller": TakeFuller(open_draft=open_draft, **common),
        "discard": DiscardDraft(store=p.store, clock=p.clock, find_deciders=deciders),
    }


def _build_mirror(settings: Settings, ports: Ports, drafts: DraftServices) -> MirrorWeek:
    p = ports
    mirror_table = MirrorTable(
        folder=p.folder, versions=p.versions, clock=p.clock, country=settings.country
    )
    keep_data_problems = KeepDataProblems(p.store, p.data_problems, p.clock)
    return MirrorWeek(
        rotas=p.rotas,
        data_problems=p.data_problems,
        clock=p.clock,
        crash_points=p.crash_points,
        read_sheets=drafts.read_sheets,
        mirror_table=mirror_table,
        keep_data_problems=keep_data_problems,
    )


def _build_notifying(
    settings: Settings,
    ports: Ports,
    drafts: DraftServices,
    deciders: FindDeciders,
    mirror: MirrorWeek,
) -> NotifyWeek:
    p, queue = ports, build_queue(ports)
    find_ways = FindTeamWays(deciders.find_staff, drafts.read_sheets)
    has_invites = bool(settings.mail.from_)
    return NotifyWeek(
        store=p.store,
        blobs=p.blobs,
        clock=p.clock,
        crash_points=p.crash_points,
        open_draft=drafts.open_draft,
        notify_managers=NotifyManagers(p.store, p.crash_points, queue, deciders),
        notify_people=NotifyPeople(p.store, p.rotas, p.crash_points, queue, find_ways, has_invites),
        mirror=mirror,
    )


def _build_writer(
    settings: Settings, ports: Ports, drafts: DraftServices, find_staff: FindStaff
) -> WriteRota:
    p, zone = ports, ZoneInfo(settings.timezone)
    find_links = FindLinks(p.store)
    find_shift = FindShift(p.store, p.rotas, drafts.read_sheets)
    find_taker = FindTaker(p.requests, find_staff, p.clock, zone)
    list_chains = ListChains(drafts.open_published, find_taker)
    return WriteRota(
        read_rules=drafts.read_rules,
        find_voice=FindVoice(ReadDoc(p.store, p.folder, p.clock)),
        find_ways=FindTeamWays(find_staff, drafts.read_sheets),
        find_team_id=FindTeamId(p.store, p.secrets),
        find_links=find_links,
        make_links=MakeRotaLinks(p.store, p.secrets),
        weeks=WriteWeeks(p.store, p.messages, drafts.open_published, settings.mail.from_),
        managers=WriteForManagers(
            p.store, drafts.open_draft, drafts.open_published, NameDoer(p.store, p.keys)
        ),
        reports=WriteReports(p.store, p.blobs, FindFairness(p.rotas, drafts.read_rules, zone)),
        requests=WriteRequests(
            find_links, find_shift, FindOwnLines(p.rotas, p.clock, zone), list_chains
        ),
        team=settings.name,
        zone=zone,
        public_url=settings.public_url or "",
    )


@dataclass(frozen=True, kw_only=True)
class ReportServices:
    """`kinds` are scheduled workflows."""

    archive: ArchiveWeeks
    send_digest: SendDigest
    find_fairness: FindFairness
    summarise: SummariseFairness
    share_feed: ShareShiftFeed
    show_feed: ShowShiftFeed

    @property
    def kinds(self) -> Mapping[str, Kind]:
        return {"digest": CallKind(self.send_digest), "summary": CallKind(self.summarise)}


def build_reports(
    settings: Settings,
    ports: Ports,
    drafts: DraftServices,
    publishing: PublishingServices,
    find_deciders: FindDeciders,
) -> ReportServices:
    p, zone = ports, ZoneInfo(settings.timezone)
    archive = ArchiveWeeks(p.store, p.rotas, p.clock, p.crash_points, zone, p.archive)
    find_fairness = publishing.write.reports.find_fairness
    return ReportServices(
        archive=archive,
        send_digest=_build_digest(ports, drafts, find_deciders, archive),
        find_fairness=find_fairness,
        summarise=SummariseFairness(
            clock=p.clock,
            crash_points=p.crash_points,
            find_fairness=find_fairness,
            find_deciders=find_deciders,
            queue_message=build_queue(ports),
            find_voice=publishing.write.find_voice,
            phrase=build_phrasing(settings, ports),
            zone=zone,
        ),
        share_feed=ShareShiftFeed(p.store, p.secrets, p.clock, drafts.read_sheets, find_deciders),
        show_feed=ShowShiftFeed(
            rotas=p.rotas,
            requests=p.requests,
            clock=p.clock,
            find_exclusion=build_exclusion(drafts, find_deciders),
            find_team_id=publishing.write.find_team_id,
            team=settings.name,
            zone=zone,
        ),
    )


def _build_digest(
    ports: Ports, drafts: DraftServices, find_deciders: FindDeciders, archive: ArchiveWeeks
) -> SendDigest:
    p = ports
    plan = PlanDigest(
        open_published=drafts.open_published,
        store=p.store,
        rotas=p.rotas,
        messages=p.messages,
        folder=p.folder,
        find_deciders=find_deciders,
        zone=archive.zone,
    )
    return SendDigest(
        store=p.store,
        clock=p.clock,
        crash_points=p.crash_points,
        plan=plan,
        queue_message=build_queue(ports),
        archive=archive,
    )


@dataclass(frozen=True, kw_only=True)
class PageServices:
    find_member: FindTeamMember
    find_lines: FindOwnLines
    find_shift: FindShift
    list_past: ListPastRequests
    open_link: OpenRotaLink


def build_rota_pages(
    settings: Settings, ports: Ports, drafts: DraftServices, requests: RequestServices
) -> PageServices:
    p, zone = ports, ZoneInfo(settings.timezone)
    return PageServices(
        find_member=FindTeamMember(drafts.read_sheets, requests.find_deciders),
        find_lines=FindOwnLines(p.rotas, p.clock, zone),
        find_shift=FindShift(p.store, p.rotas, drafts.read_sheets),
        list_past=ListPastRequests(p.rotas, p.requests, p.clock, zone),
        open_link=OpenRotaLink(p.store, p.clock, build_exclusion(drafts, requests.find_deciders)),
    )
