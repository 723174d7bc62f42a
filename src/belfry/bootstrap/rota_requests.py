"""What people ask of the rota, who decides about it, and what is done then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from belfry.accounts.users.name_doer import NameDoer
from belfry.bootstrap.messaging import build_queue
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.rota_drafts import OfDrafts
from belfry.bootstrap.rota_publishing import build_find_staff
from belfry.rota.entries import CLASH, SWAP, TIME_OFF
from belfry.rota.find_senders import FindSenders
from belfry.rota.notes.read_note import ReadNote
from belfry.rota.notes.read_note_file import ReadNoteFile
from belfry.rota.notes.take_notes import TakeNotes
from belfry.rota.publishing.find_own_lines import FindOwnLines
from belfry.rota.publishing.open_published import OpenPublished
from belfry.rota.publishing.publish_change import PublishChange
from belfry.rota.requests.answer_ask import AnswerAsk
from belfry.rota.requests.answer_swap import AnswerSwap
from belfry.rota.requests.answer_time_off import AnswerTimeOff
from belfry.rota.requests.ask_time_off import AskTimeOff, WithdrawTimeOff
from belfry.rota.requests.begin_swap import BeginSwap
from belfry.rota.requests.find_taker import FindTaker
from belfry.rota.requests.follow_swaps import FollowSwaps
from belfry.rota.requests.keep_swap import KeepSwap
from belfry.rota.requests.list_requests import ListRequests
from belfry.rota.requests.notify_requests import TellRequests
from belfry.rota.requests.offer_to_take import OfferToTake
from belfry.rota.requests.request_swap import RequestSwap
from belfry.rota.requests.time_off import KeepTimeOff
from belfry.rota.requests.update_requests import LookAfterRequests
from belfry.rota.requests.withdraw_swap import WithdrawSwap
from belfry.rota.sheets.answer_clash import AnswerClash
from belfry.rota.sheets.mirror_clashes import MirrorClashes
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.rewrite_sheet import RewriteSheet
from belfry.rota.sheets.take_time_off_rows import TakeTimeOffRows
from belfry.rota.team import FindDeciders
from belfry.scheduler.publishing.relay_outbox import Listener
from belfry.settings import Settings
from belfry.workspace.keep_data_problems import KeepDataProblems
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, kw_only=True)
class OfRequests:
    """`look_after` belongs to every look at the sheets; `listeners` hear what is to be told."""

    find_deciders: FindDeciders
    open_published: OpenPublished
    publish_change: PublishChange
    find_taker: FindTaker
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
    look_after: LookAfterRequests
    listeners: Mapping[str, Listener]


def build_requests(settings: Settings, ports: Ports, drafts: OfDrafts) -> OfRequests:
    p, zone = ports, ZoneInfo(settings.timezone)
    find_deciders = build_deciders(settings, ports)
    tell = TellRequests(p.store, build_queue(ports), find_deciders)
    swaps = _build_swaps(ports, drafts, find_deciders)
    leaves = _build_time_off(ports, drafts, find_deciders)
    notes = _build_notes(settings, ports, drafts, find_deciders)
    take_rows = TakeTimeOffRows(
        p.store, p.requests, p.clock, drafts.read_sheets, leaves.answer.keep, zone
    )
    return OfRequests(
        find_deciders=find_deciders,
        open_published=swaps.follow.open_week,
        publish_change=swaps.answer.publish,
        find_taker=swaps.follow.find_taker,
        request_swap=swaps.request,
        offer_to_take=swaps.offer,
        answer_ask=swaps.answer_ask,
        answer_swap=swaps.answer,
        withdraw_swap=swaps.withdraw,
        follow_swaps=swaps.follow,
        ask_time_off=leaves.ask,
        withdraw_time_off=leaves.withdraw,
        answer_time_off=leaves.answer,
        answer_clash=leaves.answer_clash,
        find_senders=notes.find_senders,
        read_note=notes.read_note,
        read_note_file=ReadNoteFile(p.clock, notes.find_senders, notes.read_note),
        take_notes=notes,
        list=ListRequests(p.requests, p.clock, zone),
        look_after=LookAfterRequests(
            p.crash_points, notes, leaves.answer.mirror, take_rows, swaps.follow
        ),
        listeners=dict.fromkeys((SWAP, TIME_OFF, CLASH), tell),
    )


def build_deciders(settings: Settings, ports: Ports) -> FindDeciders:
    find_staff = build_find_staff(settings, ports)
    return FindDeciders(ports.store, ports.clock, find_staff, ZoneInfo(settings.timezone))


@dataclass(frozen=True, kw_only=True)
class _Swaps:
    request: RequestSwap
    offer: OfferToTake
    answer_ask: AnswerAsk
    answer: AnswerSwap
    withdraw: WithdrawSwap
    follow: FollowSwaps


def _build_swaps(ports: Ports, drafts: OfDrafts, find_deciders: FindDeciders) -> _Swaps:
    p = ports
    following: dict[str, Any] = {
        "open_week": OpenPublished(p.store, drafts.open_draft, drafts.gather),
        "find_taker": FindTaker(p.requests, find_deciders.find_staff, p.clock, find_deciders.zone),
        "keep": KeepSwap(p.store, p.clock),
    }
    follow = FollowSwaps(
        store=p.store,
        rotas=p.rotas,
        requests=p.requests,
        clock=p.clock,
        crash_points=p.crash_points,
        **following,
    )
    asking: dict[str, Any] = {
        **following,
        "find_deciders": find_deciders,
        "name_doer": NameDoer(p.store),
    }
    beginning: dict[str, Any] = {
        "clock": p.clock,
        "open_week": following["open_week"],
        "find_deciders": find_deciders,
        "begin": BeginSwap(p.requests, asking["name_doer"], following["keep"]),
    }
    return _Swaps(
        request=RequestSwap(find_taker=following["find_taker"], **beginning),
        offer=OfferToTake(**beginning),
        answer_ask=AnswerAsk(follow=follow, **asking),
        answer=AnswerSwap(
            clock=p.clock,
            follow=follow,
            publish=PublishChange(p.store, p.clock, p.crash_points, drafts.keep),
            **asking,
        ),
        withdraw=WithdrawSwap(clock=p.clock, follow=follow, **asking),
        follow=follow,
    )


@dataclass(frozen=True, kw_only=True)
class _TimeOff:
    ask: AskTimeOff
    withdraw: WithdrawTimeOff
    answer: AnswerTimeOff
    answer_clash: AnswerClash


def _build_time_off(ports: Ports, drafts: OfDrafts, find_deciders: FindDeciders) -> _TimeOff:
    p, zone, read_sheets = ports, find_deciders.zone, drafts.read_sheets
    keep, name_doer = KeepTimeOff(p.store, p.clock), NameDoer(p.store)
    rewrite = RewriteSheet(ReadTable(folder=p.folder, versions=p.versions, clock=p.clock))
    mirror = MirrorTimeOff(p.requests, p.clock, read_sheets, rewrite, zone)
    return _TimeOff(
        ask=AskTimeOff(
            requests=p.requests,
            numbers=p.numbers,
            clock=p.clock,
            read_sheets=read_sheets,
            find_deciders=find_deciders,
            keep=keep,
            zone=zone,
        ),
        withdraw=WithdrawTimeOff(p.clock, p.crash_points, find_deciders, keep, mirror),
        answer=AnswerTimeOff(
            clock=p.clock,
            crash_points=p.crash_points,
            read_sheets=read_sheets,
            find_deciders=find_deciders,
            name_doer=name_doer,
            find_lines=FindOwnLines(p.rotas, p.clock, zone),
            keep=keep,
            mirror=mirror,
        ),
        answer_clash=AnswerClash(
            store=p.store,
            clock=p.clock,
            crash_points=p.crash_points,
            read_sheets=read_sheets,
            find_deciders=find_deciders,
            name_doer=name_doer,
            mirror=MirrorClashes(p.requests, read_sheets, rewrite),
        ),
    )


def _build_notes(
    settings: Settings, ports: Ports, drafts: OfDrafts, find_deciders: FindDeciders
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
        keep=KeepTimeOff(p.store, p.clock),
        keep_data_problems=KeepDataProblems(p.store, p.data_problems, p.clock),
        zone=zone,
    )
