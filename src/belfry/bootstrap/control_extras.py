"""What else a team can do with its controls: packs, calendars, spreadsheets, a look back."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.control_acts import OfActs
from belfry.bootstrap.delivery import build_queue
from belfry.bootstrap.phrasers import build_phrasing
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.reminders import OfReminders
from belfry.controls.export_controls import ExportControls
from belfry.controls.find_rules import FindRules
from belfry.controls.load_pack import LoadPack
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.share_feed import ShareFeed
from belfry.controls.show_feed import ShowFeed
from belfry.controls.summarise_controls import SummariseControls
from belfry.controls.tell_summary import TellSummary
from belfry.desk.name_doer import NameDoer
from belfry.desk.read_table import ReadTable
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class OfExtras:
    load_pack: LoadPack
    share_feed: ShareFeed
    show_feed: ShowFeed
    export: ExportControls
    summarise: SummariseControls
    tell_summary: TellSummary


def build_extras(
    settings: Settings,
    ports: Ports,
    read_rules: ReadRules,
    read_table: ReadTable,
    acts: OfActs,
    reminders: OfReminders,
) -> OfExtras:
    p = ports
    find_staff, summarise = reminders.write.find_staff, reminders.write.write_summary.summarise
    return OfExtras(
        load_pack=LoadPack(p.store, read_table),
        share_feed=ShareFeed(p.store, p.secrets, p.clock),
        show_feed=ShowFeed(
            p.store, p.controls, p.clock, FindRules(read_rules), find_staff, settings.name
        ),
        export=ExportControls(acts.list_controls, NameDoer(p.store)),
        summarise=summarise,
        tell_summary=TellSummary(
            summarise, find_staff, build_queue(ports), build_phrasing(settings, ports)
        ),
    )
