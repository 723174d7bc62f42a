"""What the pages about controls ask, and what people answer who follow a link."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.control_acts import OfActs
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.reminders import OfReminders
from belfry.controls.answer_by_link import AnswerByLink
from belfry.controls.describe_controls import DescribeControls
from belfry.controls.find_rules import FindRules
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.search_controls import SearchControls
from belfry.desk.find_people import FindPeople
from belfry.desk.find_staff import FindStaff
from belfry.desk.name_doer import NameDoer
from belfry.desk.read_table import ReadTable
from belfry.settings import Settings


@dataclass(frozen=True, kw_only=True)
class OfPages:
    describe: DescribeControls
    search: SearchControls
    answer: AnswerByLink


def build_control_pages(
    settings: Settings,
    ports: Ports,
    read_rules: ReadRules,
    read_table: ReadTable,
    acts: OfActs,
    reminders: OfReminders,
) -> OfPages:
    p = ports
    find_people = FindPeople(read_table, settings.country)
    find_staff = FindStaff(find_people, settings.admin, "sms" in p.channels)
    describe = DescribeControls(p.store, FindRules(read_rules), find_staff)
    return OfPages(
        describe=describe,
        search=SearchControls(acts.list_controls, describe),
        answer=AnswerByLink(
            store=p.store,
            histories=p.histories,
            open_link=reminders.open_answer_link,
            name_doer=NameDoer(p.store),
            mark_done=acts.mark_done,
            snooze_control=acts.snooze,
            add_evidence=acts.add_evidence,
        ),
    )
