"""Wire what people ask of the rota: swaps, time off, clashes and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from belfry.accounts.change_users import NameDoer
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.ports import Ports
from belfry.rota.entries import CLASH, SWAP, TIME_OFF
from belfry.rota.notes.read_note import ReadNote, ReadNoteFile
from belfry.rota.notes.take_notes import TakeNotes
from belfry.rota.publishing.find_shifts import FindOwnLines
from belfry.rota.publishing.publish_week import OpenPublished, PublishChange
from belfry.rota.requests.answer_swap import AnswerAsk, AnswerSwap, WithdrawSwap
from belfry.rota.requests.follow_swaps import FindTaker, FollowSwaps, ListChains, SaveSwap
from belfry.rota.requests.list_requests import ListRequests
from belfry.rota.requests.notify_requests import NotifyRequests
from belfry.rota.requests.request_swap import OfferToTake, RequestSwap
from belfry.rota.requests.time_off import AnswerTimeOff, AskTimeOff, SaveTimeOff, WithdrawTimeOff
from belfry.rota.requests.update_requests import UpdateRequests
from belfry.rota.sheets.answer_clash import AnswerClash, MirrorClashes
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.rewrite_sheet import RewriteSheet
from belfry.rota.team import FindDeciders, FindSenders
from belfry.scheduler.relay_outbox import Listener
from belfry.settings import Settings
from belfry.workspace.tables import KeepDataProblems, ReadTable

if TYPE_CHECKING:
    from belfry.bootstrap.rota import DraftServices


@dataclass(frozen=True, kw_only=True)
class RequestServices:
    """`update` runs with every sync; `listeners` handle outbox events, by what they are about."""

    find_deciders: FindDeciders
    open_published: OpenPublished
    publish_change: PublishChange
    find_taker: FindTaker
    list_chains: ListChains
    request_swap: RequestSwap
    offer_to_take: OfferToTake
    answer_ask: AnswerAsk
    answer_swap: AnswerSwap
    withdraw_swap: WithdrawSwap
    follow_swaps: FollowSwaps
    ask_time_off: AskTimeOff
    withdraw_time_off: WithdrawTimeOff
    answer_time_off: AnswerTimeOff
    answer_clash: AnswerClash
    find_senders: FindSenders
    read_note: ReadNote
    read_note_file: ReadNoteFile
    take_notes: TakeNotes
    list: ListRequests
    update: UpdateRequests
    listeners: Mapping[str, Listener]


def build_requests(
    settings: Settings, ports: Ports, drafts: DraftServices, find_deciders: FindDeciders
) -> RequestServices:
    p, zone = ports, find_deciders.zone
    swaps = _build_swaps(ports, drafts, find_deciders)
    time_off = _build_time_off(ports, drafts, find_deciders)
    notes = _build_notes(settings, ports, drafts, find_deciders)
    mirror, take_rows = time_off["answer_time_off"].mirror, drafts.save.take_time_off_rows
    find_lines = FindOwnLines(p.rotas, p.clock, zone)
    notify = NotifyRequests(p.store, build_queue(ports), find_deciders, find_lines)
    return RequestServices(
        **swaps,
        **time_off,
        find_deciders=find_deciders,
        find_senders=notes.find_senders,
        read_note=notes.read_note,
        read_note_file=ReadNoteFile(p.clock, notes.find_senders, notes.read_note),
        take_notes=notes,
        list=ListRequests(p.requests, p.clock, zone),
        update=UpdateRequests(p.crash_points, notes, mirror, take_rows, swaps["follow_swaps"]),
        listeners=dict.fromkeys((SWAP, TIME_OFF, CLASH), notify),
    )


def _build_swaps(
    ports: Ports, drafts: DraftServices, find_deciders: FindDeciders
) -> dict[str, Any]:
    """The use cases about swaps, by their names in RequestServices."""
    p, save = ports, SaveSwap(ports.store, ports.clock)
    open_week = drafts.open_published
    find_taker = FindTaker(p.requests, find_deciders.find_staff, p.clock, find_deciders.zone)
    publish = PublishChange(p.store, p.clock, p.crash_points, find_deciders, drafts.save)
    follow = FollowSwaps(
        store=p.store,
        rotas=p.rotas,
        requests=p.requests,
        clock=p.clock,
        crash_points=p.crash_points,
        open_week=open_week,
        find_taker=find_taker,
        save=save,
    )
    common: dict[str, Any] = {
        "clock": p.clock,
        "open_week": open_week,
        "find_deciders": find_deciders,
        "name_doer": NameDoer(p.store, p.keys),
        "save": save,
    }
    beginning = {**common, "requests": p.requests}
    answering = {**common, "find_taker": find_taker, "follow": follow}
    return {
        "open_published": open_week,
        "publish_change": publish,
        "find_taker": find_taker,
        "list_chains": ListChains(open_week, find_taker),
        "request_swap": RequestSwap(find_taker=find_taker, **beginning),
        "offer_to_take": OfferToTake(**beginning),
        "answer_ask": AnswerAsk(**answering),
        "answer_swap": AnswerSwap(publish=publish, **answering),
        "withdraw_swap": WithdrawSwap(**answering),
        "follow_swaps": follow,
    }


def _build_time_off(
    ports: Ports, drafts: DraftServices, find_deciders: FindDeciders
) -> dict[str, Any]:
    """The use cases about time off and clashes, by their names in RequestServices."""
    p, zone, read_sheets = ports, find_deciders.zone, drafts.read_sheets
    save = SaveTimeOff(p.store, p.clock)
    rewrite = RewriteSheet(ReadTable(folder=p.folder, versions=p.versions, clock=p.clock))
    mirror = MirrorTimeOff(p.requests, p.clock, read_sheets, rewrite)
    common: dict[str, Any] = {
        "clock": p.clock,
        "read_sheets": read_sheets,
        "find_deciders": find_deciders,
    }
    answering = {**common, "crash_points": p.crash_points, "name_doer": NameDoer(p.store, p.keys)}
    return {
        "ask_time_off": AskTimeOff(
            requests=p.requests, numbers=p.numbers, save=save, zone=zone, **common
        ),
        "withdraw_time_off": WithdrawTimeOff(p.clock, p.crash_points, find_deciders, save, mirror),
        "answer_time_off": AnswerTimeOff(
            find_lines=FindOwnLines(p.rotas, p.clock, zone), save=save, mirror=mirror, **answering
        ),
        "answer_clash": AnswerClash(
            store=p.store,
            gather=drafts.gather,
            mirror=MirrorClashes(p.requests, read_sheets, rewrite),
            **answering,
        ),
    }


def _build_notes(
    settings: Settings, ports: Ports, drafts: DraftServices, find_deciders: FindDeciders
) -> TakeNotes:
    p, zone = ports, find_deciders.zone
    within = timedelta(seconds=settings.model.within_seconds)
    return TakeNotes(
        store=p.store,
        clock=p.clock,
        crash_points=p.crash_points,
        folder=p.folder,
        find_senders=FindSenders(find_deciders.find_staff, drafts.read_sheets),
        read_note=ReadNote(zone, settings.country, p.phraser, within),
        save=SaveTimeOff(p.store, p.clock),
        keep_data_problems=KeepDataProblems(p.store, p.data_problems, p.clock),
        zone=zone,
    )
