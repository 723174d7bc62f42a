"""Which use cases the room of the rota has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts, build_drafts
from belfry.bootstrap.rota_publishing import OfPublishing, build_publishing
from belfry.bootstrap.rota_requests import OfRequests, build_requests
from belfry.messaging.ports import ComposerFactory
from belfry.rota.entries import ROTA
from belfry.rota.find_team_member import FindTeamMember
from belfry.rota.messages.message_keys import ROOM
from belfry.rota.publishing.archive_weeks import ArchiveWeeks
from belfry.rota.publishing.find_own_lines import FindOwnLines
from belfry.rota.publishing.find_shifts import FindShift
from belfry.rota.publishing.shift_feeds import ShareShiftFeed
from belfry.rota.publishing.show_shift_feed import ShowShiftFeed
from belfry.rota.reports.find_fairness import FindFairness
from belfry.rota.reports.plan_digest import PlanDigest
from belfry.rota.reports.send_digest import SendDigest
from belfry.rota.reports.summarise_fairness import SummariseFairness
from belfry.rota.requests.list_past_requests import ListPastRequests
from belfry.rota.requests.open_rota_link import OpenRotaLink
from belfry.rota.team import FindDeciders
from belfry.scheduler.kinds import CallKind, Kind
from belfry.scheduler.publishing.relay_outbox import Listener
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class RotaRoom:
    """`listeners` hear the room's news, by what it is about; `kinds` are what the clock starts.

    `writers` write its messages, by the room's name.
    """

    drafts: OfDrafts
    publishing: OfPublishing
    requests: OfRequests
    reports: OfReports
    pages: OfPages
    listeners: Mapping[str, Listener] = field(default_factory=dict)
    composer_factories: Mapping[str, ComposerFactory] = field(default_factory=dict)
    kinds: Mapping[str, Kind] = field(default_factory=dict)


def build_rota(settings: Settings, ports: Ports) -> RotaRoom:
    drafts = build_drafts(settings, ports)
    publishing = build_publishing(settings, ports, drafts)
    requests = build_requests(settings, ports, drafts)
    reports = build_reports(settings, ports, drafts, publishing, requests.find_deciders)
    return RotaRoom(
        drafts=drafts,
        publishing=publishing,
        requests=requests,
        reports=reports,
        pages=build_rota_pages(settings, ports, drafts, requests),
        listeners={ROTA: publishing.tell, **requests.listeners},
        composer_factories={ROOM: publishing.write},
        kinds={
            "sync": CallKind(
                lambda: _join(drafts.sync(), requests.look_after(), publishing.put_right())
            ),
            "template-sync": CallKind(drafts.copy_template),
            "draft": CallKind(drafts.draft_next_week),
            **reports.kinds,
        },
    )


def _join(*answers: object) -> str:
    return "; ".join(said for answer in answers if (said := str(answer)))


@dataclass(frozen=True, kw_only=True)
class OfPages:
    find_member: FindTeamMember
    find_lines: FindOwnLines
    find_shift: FindShift
    list_past: ListPastRequests
    open_link: OpenRotaLink


def build_rota_pages(
    settings: Settings, ports: Ports, drafts: OfDrafts, requests: OfRequests
) -> OfPages:
    p, zone = ports, ZoneInfo(settings.timezone)
    return OfPages(
        find_member=FindTeamMember(drafts.read_sheets, requests.find_deciders),
        find_lines=FindOwnLines(p.rotas, p.clock, zone),
        find_shift=FindShift(p.store, p.rotas, drafts.read_sheets),
        list_past=ListPastRequests(p.rotas, p.requests, p.clock, zone),
        open_link=OpenRotaLink(p.store, p.clock),
    )


@dataclass(frozen=True, kw_only=True)
class OfReports:
    """`kinds` are what the clock starts."""

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
    drafts: OfDrafts,
    publishing: OfPublishing,
    find_deciders: FindDeciders,
) -> OfReports:
    p, zone = ports, ZoneInfo(settings.timezone)
    archive = ArchiveWeeks(p.store, p.rotas, p.clock, p.crash_points, zone)
    find_fairness = publishing.write.reports.find_fairness
    return OfReports(
        archive=archive,
        send_digest=_build_digest(ports, find_deciders, archive),
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
            find_mark=publishing.find_mark,
            team=settings.name,
            zone=zone,
        ),
    )


def _build_digest(ports: Ports, find_deciders: FindDeciders, archive: ArchiveWeeks) -> SendDigest:
    p = ports
    plan = PlanDigest(
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
