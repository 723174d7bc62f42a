"""What looks ahead and back: the digest, the summary of hours, weeks put away, and calendars."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.delivery import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts
from belfry.bootstrap.rota_publishing import OfPublishing
from belfry.cron.kinds import CallKind, Kind
from belfry.rota.archive_weeks import ArchiveWeeks
from belfry.rota.find_deciders import FindDeciders
from belfry.rota.find_fairness import FindFairness
from belfry.rota.plan_digest import PlanDigest
from belfry.rota.send_digest import SendDigest
from belfry.rota.share_shift_feed import ShareShiftFeed
from belfry.rota.show_shift_feed import ShowShiftFeed
from belfry.rota.summarise_fairness import SummariseFairness
from belfry.settings import Settings


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
    archive = ArchiveWeeks(p.store, p.rotas, p.clock, p.steps, zone)
    find_fairness = publishing.write.reports.find_fairness
    return OfReports(
        archive=archive,
        send_digest=_build_digest(ports, find_deciders, archive),
        find_fairness=find_fairness,
        summarise=SummariseFairness(
            clock=p.clock,
            steps=p.steps,
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
        steps=p.steps,
        plan=plan,
        queue_message=build_queue(ports),
        archive=archive,
    )
