"""Which use cases the room of the rota has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts, build_drafts
from belfry.bootstrap.rota_pages import OfPages, build_rota_pages
from belfry.bootstrap.rota_publishing import OfPublishing, build_publishing
from belfry.bootstrap.rota_reports import OfReports, build_reports
from belfry.bootstrap.rota_requests import OfRequests, build_requests
from belfry.cron.kinds import CallKind, Kind
from belfry.cron.relay_outbox import Listener
from belfry.delivery.ports import Writer
from belfry.rota.entries import ROTA
from belfry.rota.message_keys import ROOM
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
    writers: Mapping[str, Writer] = field(default_factory=dict)
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
        writers={ROOM: publishing.write},
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
