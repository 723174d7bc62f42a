"""What people can do with controls, and how it gets into the team's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.bootstrap.ports import Ports
from belfry.controls.add_evidence import AddEvidence
from belfry.controls.change_control import ChangeControl
from belfry.controls.describe_evidence import DescribeEvidence
from belfry.controls.entries import DONE, EVIDENCE, SKIPPED, UNDONE
from belfry.controls.find_control import FindControl
from belfry.controls.find_rules import FindRules
from belfry.controls.list_controls import ListControls
from belfry.controls.mark_done import MarkDone
from belfry.controls.mirror_done import MirrorDone
from belfry.controls.read_rules_doc import ReadRules
from belfry.controls.show_control import ShowControl
from belfry.controls.show_evidence import ShowEvidence
from belfry.controls.skip_cycle import SkipCycle
from belfry.controls.snooze_control import SnoozeControl
from belfry.controls.undo_done import UndoDone
from belfry.cron.relay_outbox import Gatherer, Listener
from belfry.desk.mirror_table import MirrorTable
from belfry.desk.name_doer import NameDoer
from belfry.kernel.errors import BelfryError
from belfry.ports.outbox import OutboxRow
from belfry.settings import Settings

_ENDS = frozenset({DONE, SKIPPED, UNDONE})


@dataclass(frozen=True, kw_only=True)
class OfActs:
    find: FindControl
    show: ShowControl
    list_controls: ListControls
    mark_done: MarkDone
    undo_done: UndoDone
    skip: SkipCycle
    snooze: SnoozeControl
    add_evidence: AddEvidence
    show_evidence: ShowEvidence
    mirror_done: MirrorDone
    describe_evidence: DescribeEvidence


def build_acts(settings: Settings, ports: Ports, read_rules: ReadRules) -> OfActs:
    p = ports
    zone = ZoneInfo(settings.timezone)
    find, find_rules = FindControl(p.store, p.controls), FindRules(read_rules)
    name_doer = NameDoer(p.store)
    change = ChangeControl(
        p.store, p.histories, p.clock, p.steps, find, find_rules, name_doer, zone
    )
    mirror_table = MirrorTable(
        folder=p.folder, versions=p.versions, clock=p.clock, country=settings.country
    )
    return OfActs(
        find=find,
        show=ShowControl(p.histories, p.messages, p.clock, find, find_rules, zone),
        list_controls=ListControls(p.controls, p.clock, find_rules, zone),
        mark_done=MarkDone(p.histories, change),
        undo_done=UndoDone(p.histories, change),
        skip=SkipCycle(p.histories, change),
        snooze=SnoozeControl(p.steps, change),
        add_evidence=AddEvidence(p.histories, p.shelf, p.darkroom, p.steps, change),
        show_evidence=ShowEvidence(p.store, p.shelf),
        mirror_done=MirrorDone(p.controls, p.steps, mirror_table, name_doer),
        describe_evidence=_build_describing(settings, ports),
    )


def _build_describing(settings: Settings, ports: Ports) -> DescribeEvidence:
    p = ports
    within = timedelta(seconds=settings.model.within_seconds)
    return DescribeEvidence(p.store, p.shelf, p.clock, p.steps, p.describer, within)


def join_hearers(tell: Listener, acts: OfActs) -> Gatherer:
    """What happened to controls goes to those who are reminded, and into the list.

    A model looks at evidence last of all: nothing else waits for it.
    """

    def hear(rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        ends = [row for row in rows if row.op in _ENDS]
        given = [row for row in rows if row.op == EVIDENCE]
        rest = [row for row in rows if row.op not in {*_ENDS, EVIDENCE}]
        troubles = {**_tell_each(tell, rest), **_gather(acts.mirror_done, ends)}
        return {**troubles, **_gather(acts.describe_evidence, given)}

    return hear


def _gather(hear: Gatherer, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
    try:
        return hear(rows) if rows else {}
    except BelfryError as error:
        return {row.id: error for row in rows}


def _tell_each(tell: Listener, rows: Sequence[OutboxRow]) -> dict[int, BelfryError]:
    troubles: dict[int, BelfryError] = {}
    for row in rows:
        try:
            tell(row)
        except BelfryError as error:
            troubles[row.id] = error
    return troubles
