"""What the pages about controls ask, and what people answer who follow a link."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.bootstrap.control_acts import OfActs
from belfry.bootstrap.ports import Ports
from belfry.bootstrap.reminders import OfReminders
from belfry.controls.answer_by_link import AnswerByLink
from belfry.controls.find_rules import FindRules
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.search_controls import SearchControls
from belfry.controls.show_board import ShowBoard
from belfry.controls.show_year import ShowYear
from belfry.desk.name_doer import NameDoer


@dataclass(frozen=True, kw_only=True)
class OfPages:
    search: SearchControls
    show_board: ShowBoard
    show_year: ShowYear
    answer: AnswerByLink


def build_control_pages(
    ports: Ports, read_rules: ReadRules, acts: OfActs, reminders: OfReminders
) -> OfPages:
    p = ports
    find_rules, find_staff = FindRules(read_rules), reminders.write.find_staff
    search = SearchControls(p.store, acts.list_controls, find_rules, find_staff)
    return OfPages(
        search=search,
        show_board=ShowBoard(p.controls, search),
        show_year=ShowYear(p.areas, p.histories, search),
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
