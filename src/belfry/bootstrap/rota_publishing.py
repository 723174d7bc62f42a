"""How drafts are answered, and how a published week reaches everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from belfry.accounts.users.name_doer import NameDoer
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts
from belfry.messaging.resend_message import ResendMessage
from belfry.rota.drafts.edit_draft import EditDraft
from belfry.rota.drafts.gather_anew import GatherAnew
from belfry.rota.drafts.redraft_week import RedraftWeek
from belfry.rota.drafts.take_fuller import TakeFuller
from belfry.rota.drafts.tell_draft import TellDraft
from belfry.rota.find_team_mark import FindTeamMark
from belfry.rota.find_team_ways import FindTeamWays
from belfry.rota.messages.compose_messages import WriteRota
from belfry.rota.messages.message_links import MakeRotaLinks
from belfry.rota.messages.write_for_managers import WriteForManagers
from belfry.rota.messages.write_requests import WriteRequests
from belfry.rota.messages.write_weeks import WriteWeeks
from belfry.rota.publishing.find_links import FindLinks
from belfry.rota.publishing.find_own_lines import FindOwnLines
from belfry.rota.publishing.find_shifts import FindShift
from belfry.rota.publishing.notify_week import TellWeek
from belfry.rota.publishing.publish_week import ApproveDraft
from belfry.rota.publishing.publishing_status import FollowPublishing
from belfry.rota.publishing.resend_week import ResendWeek
from belfry.rota.publishing.tell_shifts import TellShifts
from belfry.rota.reports.find_fairness import FindFairness
from belfry.rota.reports.write_reports import WriteReports
from belfry.rota.requests.find_standing import FindStanding
from belfry.rota.rules.find_voice import FindVoice
from belfry.rota.sheets.mirror_week import MirrorWeek
from belfry.rota.sheets.put_sheets_right import PutSheetsRight
from belfry.rota.team import FindDeciders
from belfry.settings import Settings
from belfry.workspace.docs.read_doc import ReadDoc
from belfry.workspace.keep_data_problems import KeepDataProblems
from belfry.workspace.people.find_people import FindPeople
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.tables.mirror_table import MirrorTable
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, kw_only=True)
class OfPublishing:
    """`tell` hears the news of weeks; `write` writes every message of the room."""

    approve: ApproveDraft
    edit: EditDraft
    redraft: RedraftWeek
    take_fuller: TakeFuller
    tell: TellWeek
    mirror: MirrorWeek
    put_right: PutSheetsRight
    write: WriteRota
    resend: ResendWeek
    follow: FollowPublishing
    find_mark: FindTeamMark
    find_ways: FindTeamWays


def build_publishing(settings: Settings, ports: Ports, drafts: OfDrafts) -> OfPublishing:
    p = ports
    find_staff = build_find_staff(settings, ports)
    deciders = FindDeciders(p.store, p.clock, find_staff, ZoneInfo(settings.timezone))
    mirror = _build_mirror(settings, ports, drafts)
    write = _build_writer(settings, ports, drafts, find_staff)
    return OfPublishing(
        **_build_answers(ports, drafts, deciders),
        tell=_build_telling(ports, drafts, deciders, mirror),
        mirror=mirror,
        put_right=PutSheetsRight(p.rotas, p.clock, drafts.open_draft, mirror, drafts.gather.zone),
        write=write,
        resend=ResendWeek(p.rotas, deciders, ResendMessage(p.store, p.clock)),
        follow=FollowPublishing(p.store, p.rotas),
        find_mark=write.find_mark,
        find_ways=write.find_ways,
    )


def build_find_staff(settings: Settings, ports: Ports) -> FindStaff:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    find_people = FindPeople(read_table, settings.country)
    return FindStaff(find_people, settings.admin, "sms" in p.channels)


def _build_answers(ports: Ports, drafts: OfDrafts, deciders: FindDeciders) -> dict[str, Any]:
    """What those who decide can do with a draft, by the names it has in the room."""
    p = ports
    anew = GatherAnew(p.clock, drafts.open_draft, drafts.gather)
    standing = FindStanding(p.clock, anew)
    return {
        "approve": ApproveDraft(
            store=p.store,
            clock=p.clock,
            crash_points=p.crash_points,
            open_draft=drafts.open_draft,
            find_standing=standing,
            find_deciders=deciders,
            name_doer=NameDoer(p.store),
        ),
        "edit": EditDraft(
            store=p.store,
            open_draft=drafts.open_draft,
            find_standing=standing,
            find_deciders=deciders,
            judge=drafts.judge,
            keep=drafts.keep,
        ),
        "redraft": RedraftWeek(
            store=p.store,
            gather_anew=anew,
            find_deciders=deciders,
            judge=drafts.judge,
            keep=drafts.keep,
        ),
        "take_fuller": TakeFuller(
            store=p.store,
            open_draft=drafts.open_draft,
            find_deciders=deciders,
            judge=drafts.judge,
            keep=drafts.keep,
        ),
    }


def _build_mirror(settings: Settings, ports: Ports, drafts: OfDrafts) -> MirrorWeek:
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


def _build_telling(
    ports: Ports, drafts: OfDrafts, deciders: FindDeciders, mirror: MirrorWeek
) -> TellWeek:
    p, queue = ports, build_queue(ports)
    return TellWeek(
        store=p.store,
        blobs=p.blobs,
        clock=p.clock,
        crash_points=p.crash_points,
        open_draft=drafts.open_draft,
        tell_draft=TellDraft(p.store, p.crash_points, queue, deciders),
        tell_shifts=TellShifts(p.store, p.rotas, p.crash_points, queue),
        mirror=mirror,
    )


def _build_writer(
    settings: Settings, ports: Ports, drafts: OfDrafts, find_staff: FindStaff
) -> WriteRota:
    p, zone = ports, ZoneInfo(settings.timezone)
    find_links = FindLinks(p.store)
    find_shift = FindShift(p.store, p.rotas, drafts.read_sheets)
    return WriteRota(
        read_rules=drafts.read_rules,
        find_voice=FindVoice(ReadDoc(p.store, p.folder, p.clock)),
        find_ways=FindTeamWays(find_staff, drafts.read_sheets),
        find_mark=FindTeamMark(p.store, p.secrets),
        find_links=find_links,
        make_links=MakeRotaLinks(p.store, p.secrets),
        weeks=WriteWeeks(p.store, p.messages, settings.mail.from_),
        managers=WriteForManagers(p.store, drafts.open_draft, NameDoer(p.store)),
        reports=WriteReports(p.store, p.blobs, FindFairness(p.rotas, drafts.read_rules, zone)),
        requests=WriteRequests(find_links, find_shift, FindOwnLines(p.rotas, p.clock, zone)),
        team=settings.name,
        zone=zone,
        public_url=settings.public_url or "",
    )
