"""Find the controls that somebody wants to see, with what they want to know of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from belfry.controls.control_states import chain_of, read_snoozes, standing_of
from belfry.controls.controls import Control
from belfry.controls.find_rules import FindRules
from belfry.controls.histories import THE_LIST, TaskList
from belfry.controls.list_controls import (
    MOST_COUNTED,
    PAGE,
    ControlPage,
    ListControls,
    write_place,
)
from belfry.controls.moves import Decision, Move, decide_move
from belfry.controls.next_in_line import find_line
from belfry.controls.next_reminders import find_next_reminder
from belfry.controls.searches import Search
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
        if self.decision.move is Move.ESCALATE:
            return True
        return self.decision.move is Move.OVERDUE and self.snoozed_until is None


@dataclass(frozen=True, slots=True)
class Found:
    """As many as were asked for; `following` is where the next page goes on, if there is one."""

    today: date
    lines: tuple[Described, ...]
    following: str = ""

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, slots=True)
class SearchControls:
    store: Store
    list_controls: ListControls
    find_rules: FindRules
    find_staff: FindStaff

    def __call__(self, search: Search, *, after: str = "", limit: int) -> Found:
        """By due date; `after` is the `following` of the page before."""
        found: list[Control] = []
        for page in self._list_pages(after):
            found += [
                line.control
                for line in page.lines
                if search.is_met_by(line.control, line.decision, page.today)
            ]
            if len(found) > limit:
                break
        following = write_place(found[limit - 1]) if len(found) > limit else page.following
        return Found(page.today, tuple(self.describe(found[:limit], page.today)), following)

    def list_pressing(self, *, limit: int) -> Found:
        """Those that should have been done by now, as far as nobody asked for more time."""
        found: list[Described] = []
        for page in self._list_pages(""):
            late = [line.control for line in page.lines if line.control.due_on < page.today]
            found += [one for one in self.describe(late, page.today) if one.is_pressing]
            if len(found) > limit or len(late) < len(page.lines):
                break
        following = write_place(found[limit - 1].control) if len(found) > limit else ""
        return Found(page.today, tuple(found[:limit]), following)

    def describe(self, controls: Iterable[Control], today: date) -> list[Described]:
        """In the order given; the rules and the people are looked up once for all of them."""
        rules, staff, from_on = self.find_rules(), self.find_staff(), self._find_next_tick(today)
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

    def _list_pages(self, after: str) -> Iterator[ControlPage]:
        """Never all of a very long list at once."""
        for _ in range(MOST_COUNTED // PAGE):
            page = self.list_controls(after=after, limit=PAGE)
            yield page
            if not page.following:
                return
            after = page.following
