"""Tell of a control what its people want to know: whose it is, and when it is next spoken of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from belfry.controls.control_states import chain_of, read_snoozes, standing_of
from belfry.controls.controls import Control
from belfry.controls.find_rules import FindRules
from belfry.controls.histories import THE_LIST, TaskList
from belfry.controls.moves import Decision, Move, decide_move
from belfry.controls.next_in_line import find_line
from belfry.controls.next_reminders import find_next_reminder
from belfry.controls.snoozes import MOST_SNOOZES
from belfry.controls.standings import find_snoozed_until
from belfry.desk.find_staff import FindStaff
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class Described:
    """`owner` is whoever is reminded first; `next_on` when somebody hears of it again."""

    control: Control
    decision: Decision
    owner: str
    next_on: date | None
    snoozed_until: date | None = None

    @property
    def may_snooze(self) -> bool:
        """Not once it is escalated, and not for ever."""
        is_escalated = self.decision.move is Move.ESCALATE
        return not is_escalated and len(self.control.snoozes) < MOST_SNOOZES

    @property
    def is_pressing(self) -> bool:
        """Whether its day is past, and nobody has asked for a few days more."""
        is_late = self.decision.move in (Move.OVERDUE, Move.ESCALATE)
        is_resting = self.snoozed_until is not None and self.decision.move is Move.OVERDUE
        return is_late and not is_resting


@dataclass(frozen=True, slots=True)
class DescribeControls:
    store: Store
    find_rules: FindRules
    find_staff: FindStaff

    def __call__(self, controls: Iterable[Control], today: date) -> list[Described]:
        """In the order given; the rules and the people are looked up once for all of them."""
        rules, staff = self.find_rules(), self.find_staff()
        from_on = self._find_next_tick(today)
        told = []
        for control in controls:
            standing = standing_of(control, chain_of(control, rules).offsets)
            told.append(
                Described(
                    control=control,
                    decision=decide_move(standing, today),
                    owner=find_line(control, rules, staff).owner,
                    next_on=find_next_reminder(standing, from_on),
                    snoozed_until=find_snoozed_until(read_snoozes(control.snoozes), today),
                )
            )
        return told

    def _find_next_tick(self, today: date) -> date:
        """Today, unless today's tick is over."""
        known = self.store.find(TaskList, THE_LIST)
        is_over = known is not None and known.ticked_on is not None and known.ticked_on >= today
        return today + timedelta(days=1) if is_over else today
