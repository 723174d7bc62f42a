"""How a week is drafted, shown and explained, and how the team's sheets get there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from belfry.bootstrap.ports import Ports
from belfry.rota.drafts.draft_next_week import DraftNextWeek
from belfry.rota.drafts.draft_week import DraftWeek
from belfry.rota.drafts.gather_anew import GatherAnew
from belfry.rota.drafts.gather_facts import GatherFacts
from belfry.rota.drafts.judge_draft import JudgeDraft
from belfry.rota.drafts.open_draft import OpenDraft
from belfry.rota.drafts.save_draft import KeepDraft
from belfry.rota.drafts.show_week import ShowWeek
from belfry.rota.explaining.explain_week import ExplainWeek
from belfry.rota.reports.find_worked import FindWorked
from belfry.rota.rules.find_voice import FindVoice
from belfry.rota.rules.read_rota_rules import ReadRotaRules
from belfry.rota.sheets.check_rota_sheets import CheckRotaSheets
from belfry.rota.sheets.copy_template import CopyTemplate
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.sync_rota import SyncRota
from belfry.settings import Settings
from belfry.workspace.docs.read_doc import ReadDoc
from belfry.workspace.keep_data_problems import KeepDataProblems
from belfry.workspace.tables.read_table import ReadTable

if TYPE_CHECKING:
    from belfry.rota.drafting.drafts import Drafted
    from belfry.rota.rules.weeks import Week


@dataclass(frozen=True, kw_only=True)
class OfDrafts:
    read_rules: ReadRotaRules
    read_sheets: ReadRotaSheets
    gather: GatherFacts
    judge: JudgeDraft
    keep: KeepDraft
    open_draft: OpenDraft
    sync: SyncRota
    copy_template: CopyTemplate
    draft_week: DraftWeek
    draft_next_week: DraftNextWeek
    show_week: ShowWeek
    explain_week: ExplainWeek


def build_drafts(settings: Settings, ports: Ports) -> OfDrafts:
    p = ports
    gather = _build_gathering(settings, ports)
    read_rules, read_sheets = gather.read_rules, gather.read_sheets
    judge = JudgeDraft(_draft, p.prover)
    keep = KeepDraft(
        store=p.store, rotas=p.rotas, blobs=p.blobs, clock=p.clock, crash_points=p.crash_points
    )
    open_draft = OpenDraft(p.store, p.rotas, p.blobs)
    gather_anew = GatherAnew(p.clock, open_draft, gather)
    draft_week = DraftWeek(
        store=p.store,
        rotas=p.rotas,
        gather=gather,
        gather_anew=gather_anew,
        judge=judge,
        keep=keep,
    )
    copy_template = _build_copying(ports, gather)
    return OfDrafts(
        read_rules=read_rules,
        read_sheets=read_sheets,
        gather=gather,
        judge=judge,
        keep=keep,
        open_draft=open_draft,
        sync=_build_sync(ports, read_rules, read_sheets),
        copy_template=copy_template,
        draft_week=draft_week,
        draft_next_week=_build_next(ports, copy_template, draft_week),
        show_week=ShowWeek(p.store, open_draft),
        explain_week=ExplainWeek(p.store, open_draft),
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
        zone=read_sheets.zone,
    )


def _build_copying(ports: Ports, gather: GatherFacts) -> CopyTemplate:
    p = ports
    return CopyTemplate(
        store=p.store,
        requests=p.requests,
        clock=p.clock,
        crash_points=p.crash_points,
        folder=p.folder,
        read_sheets=gather.read_sheets,
        gather=gather,
        zone=gather.zone,
    )


def _build_next(ports: Ports, copy_template: CopyTemplate, draft_week: DraftWeek) -> DraftNextWeek:
    p = ports
    return DraftNextWeek(
        store=p.store,
        clock=p.clock,
        folder=p.folder,
        copy_template=copy_template,
        draft_week=draft_week,
        zone=copy_template.zone,
    )


def _draft(week: Week) -> Drafted:
    """The search is loaded when there is a week to draft."""
    from belfry.rota.drafting.drafts import draft_rota

    return draft_rota(week)
