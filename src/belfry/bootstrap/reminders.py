"""Who is told of controls, and what answers they can give."""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.bootstrap.delivery import build_queue
from belfry.bootstrap.ports import Ports
from belfry.controls.make_answer_links import MakeAnswerLinks
from belfry.controls.open_answer_link import OpenAnswerLink
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.summarise_controls import SummariseControls
from belfry.controls.tell_next_in_line import TellNextInLine
from belfry.controls.tell_reminders import TellReminders
from belfry.controls.write_reminders import WriteReminders
from belfry.controls.write_summary import WriteSummary
from belfry.desk.find_people import FindPeople
from belfry.desk.find_staff import FindStaff
from belfry.desk.read_table import ReadTable
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class OfReminders:
    tell: TellReminders
    write: WriteReminders
    tell_next_in_line: TellNextInLine
    open_answer_link: OpenAnswerLink


def build_reminders(
    settings: Settings, ports: Ports, read_rules: ReadRules, read_table: ReadTable
) -> OfReminders:
    p = ports
    zone = ZoneInfo(settings.timezone)
    find_people = FindPeople(read_table, settings.country)
    find_staff = FindStaff(find_people, settings.admin, "sms" in p.channels)
    queue = build_queue(ports)
    make_links = MakeAnswerLinks(p.store, p.secrets, zone)
    summarise = SummariseControls(p.controls, p.histories, p.clock, zone)
    write_summary = WriteSummary(summarise, p.shelf)
    public_url = settings.public_url or ""
    return OfReminders(
        tell=TellReminders(p.store, p.clock, queue, read_rules, find_staff, zone),
        write=WriteReminders(
            p.store,
            p.messages,
            read_rules,
            find_staff,
            make_links,
            write_summary,
            zone,
            public_url,
        ),
        tell_next_in_line=TellNextInLine(
            p.store, p.messages, p.clock, queue, read_rules, find_staff, zone
        ),
        open_answer_link=OpenAnswerLink(p.store, p.clock),
    )
