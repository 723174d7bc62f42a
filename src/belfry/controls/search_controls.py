"""Find the controls that somebody wants to see, with what they want to know of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from itertools import islice

from belfry.controls.answers.snoozes import MOST_SNOOZES
from belfry.controls.chains.find_rules import FindRules
from belfry.controls.chains.moves import Decision, Move, decide_move, record_decision
from belfry.controls.chains.rules import Rules
from belfry.controls.control_states import chain_of, standing_of
from belfry.controls.controls import Control
from belfry.controls.list_controls import (
    MOST_COUNTED,
    ListControls,
    read_place,
    write_place,
)
from belfry.controls.looks import find_look_day
from belfry.controls.reminders.next_in_line import name_owner
from belfry.controls.reports.glimpses import Glimpse, find_horizon, find_move
from belfry.controls.reports.histories import THE_LIST, TaskList
from belfry.controls.searches import LATELY, Search, Shown
from belfry.controls.standings import Standing, find_snoozed_until
from belfry.ports.store import Store
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.staff import Staff
from belfry.workspace.tables.cache import Cache

# A page shows the same controls as the page before, and few of them have anything new.
MOST_RECALLED = 512


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
    cache: Cache = field(default_factory=partial(Cache, MOST_RECALLED), repr=False, compare=False)

    def __call__(
        self, search: Search, *, after: str = "", limit: int, rules: Rules | None = None
    ) -> Found:
        """By due date; `after` is the `following` of the page before."""
        today, rules = self.list_controls.find_today(), rules or self.find_rules()
        if search.wants_all:
            return self._leaf(after, limit, today, rules)
        found = self._look_through(search, after, limit, today, rules)
        shown = self.fetch([one.id for one in found[:limit]])
        following = write_place(found[limit - 1]) if len(found) > limit else ""
        return Found(today, tuple(self.describe(shown, today, rules)), following)

    def _leaf(self, after: str, limit: int, today: date, rules: Rules) -> Found:
        """A page of all there are."""
        found = self.list_controls.controls.list_page(after=read_place(after), limit=limit + 1)
        shown = found[:limit]
        following = write_place(shown[-1]) if len(found) > limit else ""
        return Found(today, tuple(self.describe(shown, today, rules)), following)

    def list_pressing(self, *, limit: int) -> Found:
        """Those that should have been done by now, as far as nobody asked for more time."""
        found: list[Described] = []
        today = self.list_controls.find_today()
        for late in self._list_late(today, 2 * limit):
            found += [one for one in self.describe(late, today) if one.is_pressing]
            if len(found) > limit:
                break
        following = write_place(found[limit - 1].control) if len(found) > limit else ""
        return Found(today, tuple(found[:limit]), following)

    def describe(
        self,
        controls: Iterable[Control],
        today: date,
        rules: Rules | None = None,
        staff: Staff | None = None,
    ) -> list[Described]:
        """In the order given; the rules and the people are looked up once for all of them."""
        rules, staff = rules or self.find_rules(), staff or self.find_staff()
        shared = (rules, staff, today, self._find_next_tick(today))
        return [
            self.cache(one.id, (one, *shared), partial(_describe, one, *shared)) for one in controls
        ]

    def _look_through(
        self, search: Search, after: str, limit: int, today: date, rules: Rules
    ) -> list[Glimpse]:
        """One more than are wanted tells that there are more."""
        place = read_place(after)
        is_near = search.move not in (None, Move.ON_TRACK)
        glimpses = self.list_controls.controls.list_glimpses(
            until=find_horizon(rules, today) if is_near else None,
            done_after=today - LATELY if search.shown is Shown.DONE else None,
        )

        def find(one: Glimpse) -> Move:
            return find_move(one.due_on, chain_of(one, rules).offsets, today)

        ahead = (one for one in glimpses if place is None or (one.due_on, one.id) > place)
        return list(islice((one for one in ahead if search.is_met_by(one, find)), limit + 1))

    def fetch(self, ids: Sequence[str]) -> list[Control]:
        """The whole records of these, in the same order; nothing of one that is gone meanwhile."""
        found = {one.id: one for one in self.list_controls.controls.list_by_id(ids)}
        return [found[one] for one in ids if one in found]

    def _find_next_tick(self, today: date) -> date:
        """Today, unless today's tick is over."""
        known = self.store.find(TaskList, THE_LIST)
        is_over = known is not None and known.ticked_on is not None and known.ticked_on >= today
        return today + timedelta(days=1) if is_over else today

    def _list_late(self, today: date, size: int) -> Iterator[Sequence[Control]]:
        """Page by page, those due before today; never all of a very long list at once."""
        after: tuple[date, str] | None = None
        for _ in range(MOST_COUNTED // size):
            page = self.list_controls.controls.list_page(after=after, before=today, limit=size)
            if page:
                yield page
            if len(page) < size:
                return
            after = (page[-1].due_on, page[-1].id)


def _describe(
    control: Control, rules: Rules, staff: Staff, today: date, from_on: date
) -> Described:
    """`from_on` is the day of the next tick."""
    standing = standing_of(control, chain_of(control, rules).offsets)
    return Described(
        control=control,
        decision=decide_move(standing, today),
        owner=name_owner(control, rules, staff),
        next_on=find_next_reminder(standing, from_on),
        snoozed_until=find_snoozed_until(standing.snoozes, today),
    )


def find_next_reminder(standing: Standing, from_on: date) -> date | None:
    """The first day, `from_on` or later, on which a tick would send something.

    None if the cycle is done. Windows that are passed over meanwhile are looked through.
    """
    day = from_on
    for _ in range(len(standing.chain) + 2):
        day = find_look_day(standing, day)
        decision = decide_move(standing, day)
        if decision.sends:
            return day
        standing = record_decision(standing, decision, day)
    return None
