"""Which use cases the room of controls has."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.control_acts import OfActs, build_acts, join_hearers
from belfry.bootstrap.control_extras import OfExtras, build_extras
from belfry.bootstrap.control_pages import OfPages, build_control_pages
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.reminders import OfReminders, build_reminders
from belfry.controls.check_names import CheckNames
from belfry.controls.close_missing import CloseMissing
from belfry.controls.put_away_tasks import PutAwayTasks
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.sync_tasks import SyncTasks
from belfry.controls.take_up_tasks import TakeUpTasks
from belfry.controls.tick_controls import TickControls
from belfry.cron.relay_outbox import Gatherer
from belfry.desk.keep_troubles import KeepTroubles
from belfry.desk.read_doc import ReadDoc
from belfry.desk.read_table import ReadTable
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class ControlsRoom:
    read_rules: ReadRules
    sync: SyncTasks
    tick: TickControls
    close_missing: CloseMissing
    reminders: OfReminders
    acts: OfActs
    pages: OfPages
    extras: OfExtras
    hear_news: Gatherer


def build_controls(settings: Settings, ports: Ports) -> ControlsRoom:
    p = ports
    read_table = ReadTable(folder=p.folder, versions=p.versions, clock=p.clock)
    read_rules = ReadRules(ReadDoc(p.store, p.folder, p.clock), p.controls, settings.country)
    sync = SyncTasks(
        store=p.store,
        controls=p.controls,
        clock=p.clock,
        steps=p.steps,
        folder=p.folder,
        read_rules=read_rules,
        read_table=read_table,
        take_up=TakeUpTasks(p.store, p.controls, p.histories, settings.country),
        put_away=PutAwayTasks(p.store, p.controls),
        check_names=CheckNames(read_table, settings.country),
        keep_troubles=KeepTroubles(p.store, p.troubles, p.clock),
        zone=ZoneInfo(settings.timezone),
    )
    reminders = build_reminders(settings, ports, read_rules, read_table)
    acts = build_acts(settings, ports, read_rules)
    return ControlsRoom(
        read_rules=read_rules,
        sync=sync,
        tick=TickControls(p.store, p.controls, p.steps, sync),
        close_missing=CloseMissing(p.store, p.controls, p.clock, read_table),
        reminders=reminders,
        acts=acts,
        pages=build_control_pages(ports, read_rules, acts, reminders),
        extras=build_extras(settings, ports, read_rules, read_table, acts, reminders),
        hear_news=join_hearers(reminders.tell, acts),
    )
