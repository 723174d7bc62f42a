"""What the pages about the rota ask, beyond what is drafted, published and requested."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts
from belfry.bootstrap.rota_requests import OfRequests
from belfry.rota.find_own_lines import FindOwnLines
from belfry.rota.find_shift import FindShift
from belfry.rota.find_team_member import FindTeamMember
from belfry.rota.list_past_requests import ListPastRequests
from belfry.rota.open_rota_link import OpenRotaLink
from belfry.settings import Settings


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
