"""Find, list, count and search controls, with where each stands today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.accounts.users import User
from belfry.controls.chains.moves import (
    Decision,
    Move,
    chain_of,
    decide_move,
    find_horizon,
    find_move,
    find_next_arrival,
    open_cycle_of,
)
from belfry.controls.chains.read_rules import FindRules
from belfry.controls.chains.rules import LONGEST_NAME, Rules
from belfry.controls.controls import (
    THE_LIST,
    Control,
    ControlSummary,
    TaskList,
    control_id,
    find_snoozed_until,
)
from belfry.controls.ports import Controls, list_pages
from belfry.controls.reminders.reminders import Recipient, find_line
from belfry.controls.repeats.cycles import MOST_SNOOZES
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.rulebook import find_nearest
from belfry.kernel.sheets import UTF_8, UTF_8_MARKED, Form, guard_cell, make_sheet, write_sheet
from belfry.kernel.texts import clean_text
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.workspace.people import FindStaff, Staff
from belfry.workspace.tables import Cache

# More would keep a page waiting; those left out are the last to come due.
MOST_COUNTED = 5000
PAGE = 500

L = TypeVar("L")
C = TypeVar("C", Control, ControlSummary)


@dataclass(frozen=True, slots=True)
class ControlLine:
    control: Control
    decision: Decision


@dataclass(frozen=True, slots=True)
class ControlPage(Generic[L]):
    """As many as were asked for; `following` is where the next page goes on, if there is one.

    `left_out` counts the controls before that which were read and are not shown.
    """

    today: date
    lines: tuple[L, ...]
    following: str = ""
    left_out: int = 0

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many controls stand where today: each is counted under one move.

    `done_lately` are those that were last done in these seven days.
    """

    on_track: int
    due_now: int
    overdue: int
    escalated: int
    done_lately: int


@dataclass(frozen=True, slots=True)
class ListControls:
    """Never reads more controls than it gives, but for one that tells whether there are more."""

    controls: Controls
    clock: Clock
    find_rules: FindRules
    zone: ZoneInfo

    def __call__(self, *, after: str = "", limit: int) -> ControlPage[ControlLine]:
        """By due date; `after` is the `following` of the page before."""
        today, rules = self.find_today(), self.find_rules()
        shown, following = self.list_page(after, limit)
        lines = tuple(
            ControlLine(control, decide_move(open_cycle_of(control, rules), today))
            for control in shown
        )
        return ControlPage(today, lines, following)

    def list_page(self, after: str, limit: int) -> tuple[Sequence[Control], str]:
        return _cut(self.controls.list_page(after=read_place(after), limit=limit + 1), limit)

    def count(self, rules: Rules | None = None) -> Counts:
        """Only those that may be due today are read; all others are on track."""
        today, rules = self.find_today(), rules or self.find_rules()
        near = self.controls.list_summaries(until=find_horizon(rules, today))
        moves = Counter(
            find_move(control.due_on, chain_of(control, rules).offsets, rules, today)
            for control in near
        )
        return Counts(
            on_track=moves[Move.ON_TRACK] + self.controls.count() - len(near),
            due_now=moves[Move.DUE_NOW],
            overdue=moves[Move.OVERDUE],
            escalated=moves[Move.ESCALATE],
            done_lately=self.controls.count(done_after=today - LATELY),
        )

    def find_today(self) -> date:
        return self.clock.now().astimezone(self.zone).date()


def _cut(matches: Sequence[C], limit: int) -> tuple[Sequence[C], str]:
    """The first `limit`, and where the next page goes on if there are more."""
    shown = matches[:limit]
    return shown, write_place(shown[-1]) if len(matches) > limit else ""


def write_place(control: Control | ControlSummary) -> str:
    """Where a page goes on that comes after this control."""
    return f"{control.due_on.isoformat()}/{control.id}"


def read_place(text: str) -> tuple[date, str] | None:
    """What `write_place` wrote; None for nothing."""
    if not text:
        return None
    day, _, control_id = text.partition("/")
    try:
        return date.fromisoformat(day), control_id
    except ValueError as error:
        raise InputError("expected the end of another page", field="after") from error


LATELY = timedelta(days=7)


class Shown(StrEnum):
    """Which controls: all, those with one move today, or those done lately."""

    ALL = "all"
    ESCALATED = "escalated"
    OVERDUE = "overdue"
    DUE = "due"
    ON_TRACK = "on-track"
    DONE = "done"


_MOVES = {
    Shown.ESCALATED: Move.ESCALATE,
    Shown.OVERDUE: Move.OVERDUE,
    Shown.DUE: Move.DUE_NOW,
    Shown.ON_TRACK: Move.ON_TRACK,
}


@dataclass(frozen=True, slots=True)
class Search:
    """`words` are a part of a name, an area or an owner."""

    shown: Shown = Shown.ALL
    words: str = ""

    @property
    def wants_all(self) -> bool:
        return self.shown is Shown.ALL and not self.words

    @property
    def move(self) -> Move | None:
        """The one that a control must have today; None if any will do."""
        return _MOVES.get(self.shown)

    def is_met_by(
        self, control: ControlSummary, find_move: Callable[[ControlSummary], Move]
    ) -> bool:
        """Whether its words and its move are those wanted; `find_move` tells today's."""
        words = self.words.casefold()
        if not any(
            words in text.casefold() for text in (control.name, control.area, control.owner)
        ):
            return False
        return self.move is None or find_move(control) is self.move


# A page shows the same controls as the page before, and few of them have anything new.
MOST_CACHED = 512


@dataclass(frozen=True, slots=True)
class ControlView:
    """`owner` is who is reminded first; `next_on` when the next message arrives, `next_to` whom."""

    control: Control
    decision: Decision
    owner: str
    next_on: date | None
    next_to: tuple[str, ...] = ()
    snoozed_until: date | None = None

    @property
    def may_snooze(self) -> bool:
        """Not once it is escalated, nor too often."""
        is_escalated = self.decision.move is Move.ESCALATE
        return not is_escalated and len(self.control.snoozes) < MOST_SNOOZES

    @property
    def is_pressing(self) -> bool:
        if self.decision.move is Move.ESCALATE:
            return True
        return self.decision.move is Move.OVERDUE and self.snoozed_until is None


@dataclass(frozen=True, slots=True)
class SearchControls:
    store: Store
    list_controls: ListControls
    find_rules: FindRules
    find_staff: FindStaff
    cache: Cache = field(default_factory=partial(Cache, MOST_CACHED), repr=False, compare=False)

    def __call__(
        self, search: Search, *, after: str = "", limit: int, rules: Rules | None = None
    ) -> ControlPage[ControlView]:
        """By due date; `after` is the `following` of the page before."""
        today, rules = self.list_controls.find_today(), rules or self.find_rules()
        if search.wants_all:
            shown, following = self.list_controls.list_page(after, limit)
        else:
            matches, following = _cut(self._search(search, after, limit, today, rules), limit)
            shown = self.fetch([control.id for control in matches])
        return ControlPage(today, tuple(self.describe(shown, today, rules)), following)

    def list_pressing(self, *, limit: int) -> ControlPage[ControlView]:
        """Those past their day, without the snoozed ones, which are counted as left out."""
        matches: list[ControlView] = []
        today, read = self.list_controls.find_today(), 0
        size = 2 * limit
        pages = list_pages(self.list_controls.controls, size, before=today)
        for late in islice(pages, MOST_COUNTED // size):
            matches += [view for view in self.describe(late, today) if view.is_pressing]
            read += len(late)
            if len(matches) > limit:
                break
        following = write_place(matches[limit - 1].control) if len(matches) > limit else ""
        return ControlPage(today, tuple(matches[:limit]), following, read - len(matches))

    def describe(
        self,
        controls: Iterable[Control],
        today: date,
        rules: Rules | None = None,
        staff: Staff | None = None,
    ) -> list[ControlView]:
        """In the order given; the rules and the people are looked up once for all of them."""
        rules, staff = rules or self.find_rules(), staff or self.find_staff()
        shared = (rules, staff, today, self._find_next_tick(today))
        return [
            self.cache(control.id, (control, *shared), partial(_describe, control, *shared))
            for control in controls
        ]

    def _search(
        self, search: Search, after: str, limit: int, today: date, rules: Rules
    ) -> list[ControlSummary]:
        """One more than are wanted tells that there are more."""
        place = read_place(after)
        is_near = search.move not in (None, Move.ON_TRACK)
        summaries = self.list_controls.controls.list_summaries(
            until=find_horizon(rules, today) if is_near else None,
            done_after=today - LATELY if search.shown is Shown.DONE else None,
        )

        def find(control: ControlSummary) -> Move:
            return find_move(control.due_on, chain_of(control, rules).offsets, rules, today)

        ahead = (
            control
            for control in summaries
            if place is None or (control.due_on, control.id) > place
        )
        return list(
            islice((control for control in ahead if search.is_met_by(control, find)), limit + 1)
        )

    def fetch(self, ids: Sequence[str]) -> list[Control]:
        """The whole records in the same order, without those gone meanwhile."""
        by_id = {control.id: control for control in self.list_controls.controls.list_by_id(ids)}
        return [by_id[key] for key in ids if key in by_id]

    def is_theirs(self, name: str, user: User) -> bool:
        """Whether a control is for that user to answer; not if there is none of that name."""
        control = self.store.find(Control, name) or self.store.find(Control, control_id(name))
        if control is None:
            return False
        staff = self.find_staff()
        line = find_line(control, self.find_rules(), staff)
        return line.has(staff.name_user(user), self.list_controls.find_today())

    def _find_next_tick(self, today: date) -> date:
        """Today, unless today's tick is over."""
        known = self.store.find(TaskList, THE_LIST)
        is_over = known is not None and known.ticked_on is not None and known.ticked_on >= today
        return today + timedelta(days=1) if is_over else today


def _describe(
    control: Control, rules: Rules, staff: Staff, today: date, from_on: date
) -> ControlView:
    """`from_on` is the day of the next tick."""
    cycle = open_cycle_of(control, rules)
    line, next_on = find_line(control, rules, staff), find_next_arrival(cycle, today, from_on)
    recipients: Sequence[Recipient] = ()
    if next_on:
        is_escalation = next_on >= cycle.escalates_on
        recipients = line.list_recipients(next_on, is_escalation=is_escalation)
    return ControlView(
        control=control,
        decision=decide_move(cycle, today),
        owner=line.owner,
        next_on=next_on,
        next_to=tuple(recipient.name for recipient in recipients),
        snoozed_until=find_snoozed_until(cycle.snoozes, today),
    )


# Enough for a hint; a long list would be searched for seconds.
MOST_COMPARED = 2000


@dataclass(frozen=True, slots=True)
class FindControl:
    store: Store
    controls: Controls

    def __call__(self, text: str) -> Control:
        """By its id or its name, however that is spelt; NotFound names the nearest one."""
        name = clean_text(text, field="name", most=LONGEST_NAME, least=1)
        for key in (name, control_id(name)):
            if control := self.store.find(Control, key):
                return control
        pages = list_pages(self.controls, PAGE)
        names = (control.name for page in pages for control in page)
        nearest = find_nearest(name, islice(names, MOST_COMPARED))
        hint = f'; did you mean "{nearest}"?' if nearest else ""
        raise NotFound(f'no control "{name}" is on the list{hint}')


NAME = "controls.csv"


@dataclass(frozen=True, slots=True)
class ExportControls:
    list_controls: ListControls
    name_doer: NameDoer
    at_once: int = 1000

    def __call__(self, *, is_marked: bool = False) -> bytes:
        """A CSV in UTF-8; `is_marked` at its front, for spreadsheets that expect older letters."""
        rows = [
            write_row(line.control, line.decision, done_by=self.name_doer(line.control.done_by))
            for line in self._list()
        ]
        form = Form(coding=UTF_8_MARKED if is_marked else UTF_8, line_end="\r\n")
        return write_sheet(make_sheet(NAME, HEADER, rows, form=form))

    def _list(self) -> Iterator[ControlLine]:
        page = self.list_controls(limit=self.at_once)
        yield from page.lines
        while page.following:
            page = self.list_controls(after=page.following, limit=self.at_once)
            yield from page.lines


HEADER = (
    *("name", "area", "repeat", "owner", "proof", "due_on", "move", "why"),
    *("last_done", "done_by", "requires_evidence", "notes"),
)


def write_row(control: Control, decision: Decision, *, done_by: str) -> list[str]:
    """Its cells, none of which a spreadsheet works out; `done_by` is a name."""
    done_on = control.last_done_on
    cells = (
        *(control.name, control.area, control.repeat, control.owner, control.proof),
        *(control.due_on.isoformat(), decision.move.value, decision.why),
        *(done_on.isoformat() if done_on else "", done_by),
        *("yes" if control.requires_evidence else "", control.notes),
    )
    return [guard_cell(cell) for cell in cells]
