"""Gather everything that a draft of one week depends on, from the team's sheets and the book.

What Belfry was told since a sheet was saved counts at once: time off that a manager has granted,
and clashes that somebody has answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from typing import TypeVar
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.drafts.hand_edits import carry_edits, fix_begun, forget_mirrored, forget_unwritten
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.drafts.rosters import Roster
from belfry.rota.ports import Requests, Rotas
from belfry.rota.requests.requests import Asked, TimeOffRequest
from belfry.rota.rules.members import Leave, TimeOff, Worked
from belfry.rota.rules.read_rota_rules import ReadRotaRules, RulesNow
from belfry.rota.rules.rules import Rules
from belfry.rota.rules.weeks import SEVEN_DAYS, Rota, Week
from belfry.rota.sheets.availability_rows import (
    DAYS_AFTER,
    DAYS_BEFORE,
    AvailabilityList,
    expand_availability,
)
from belfry.rota.sheets.cells import DAY
from belfry.rota.sheets.read_rota_sheets import (
    STAFF,
    Problem,
    ReadRotaSheets,
    SheetRead,
    name_week_table,
)
from belfry.rota.sheets.shift_rows import ShiftList, ShiftRow
from belfry.rota.sheets.staff_rows import StaffList, make_member
from belfry.rota.sheets.template_plans import settle_clashes
from belfry.rota.shifts import Shift
from belfry.workspace.tables import Cache

T = TypeVar("T", TimeOff, Worked)

NO_AVAILABILITY = AvailabilityList((), frozenset(), (), ())


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFacts:
    """What the book and the other sheets add to a week.

    `below` is by name how many minutes people stayed below their target; the others are as in Week.
    """

    availability: AvailabilityList = NO_AVAILABILITY
    time_off: tuple[TimeOff, ...] = ()
    below: Mapping[str, int] = field(default_factory=dict)
    around: tuple[Worked, ...] = ()
    clashes: Mapping[str, str] = field(default_factory=dict)
    kept: Rota = field(default_factory=dict)


def build_week(
    *,
    starts_on: date,
    zone: ZoneInfo,
    rules: Rules,
    staff: StaffList,
    shifts: Iterable[ShiftRow | Shift],
    known: KnownFacts | None = None,
) -> Week:
    """The facts of the week that begins on `starts_on`, a Monday."""
    known = known or KnownFacts()
    roster = staff.make_roster()
    below = _rename(known.below, roster)
    listed = [one.shift if isinstance(one, ShiftRow) else one for one in shifts]
    ids = {shift.id for shift in listed}
    members = [make_member(row, rules, below=below.get(row.name, 0)) for row in staff.rows]
    around = _with_names(known.around, roster)
    return Week(
        starts_on=starts_on,
        zone=zone,
        rules=rules,
        shifts=tuple(sorted(listed, key=lambda shift: (shift.starts_at, shift.id))),
        members=tuple(sorted(members, key=lambda member: member.name)),
        availability=expand_availability(known.availability, monday=starts_on, zone=zone),
        time_off=_choose_time_off(_with_names(known.time_off, roster), starts_on),
        around=tuple(sorted(around, key=lambda one: (one.starts_at, one.name, one.shift_id))),
        clashes={id_: said for id_, said in known.clashes.items() if id_ in ids},
        kept=_keep(known.kept, ids, roster),
    )


def _rename(by_name: Mapping[str, int], roster: Roster) -> dict[str, int]:
    return {found: value for name, value in by_name.items() if (found := roster.find(name))}


def _with_names(things: Iterable[T], roster: Roster) -> list[T]:
    return [replace(one, name=found) for one in things if (found := roster.find(one.name))]


def _choose_time_off(time_off: Iterable[TimeOff], monday: date) -> tuple[TimeOff, ...]:
    """What touches the week or the days around it; a request that was granted is asked no more."""
    first, last = monday - DAYS_BEFORE * DAY, monday + (6 + DAYS_AFTER) * DAY
    near = {one for one in time_off if one.first_on <= last and first <= one.last_on}
    granted = {_leave_key(one) for one in near if one.state is Leave.APPROVED}
    left = [one for one in near if one.state is Leave.APPROVED or _leave_key(one) not in granted]
    return tuple(sorted(left, key=lambda one: (*_leave_key(one), one.state, one.reason)))


def _keep(kept: Rota, ids: set[str], roster: Roster) -> Rota:
    found = {
        id_: tuple(dict.fromkeys(one for name in names if (one := roster.find(name))))
        for id_, names in kept.items()
        if id_ in ids
    }
    return {id_: names for id_, names in found.items() if names}


LOOKED_BACK = [step * SEVEN_DAYS for step in range(1, 5)]


@dataclass(frozen=True, slots=True)
class Gathered:
    """The facts of a week; `problems` and `notes` as (place, text) are those of the sheets."""

    week: Week
    staff: StaffList
    rules: RulesNow
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherFacts:
    rotas: Rotas
    requests: Requests
    read_rules: ReadRotaRules
    read_sheets: ReadRotaSheets
    find_worked: FindWorked
    zone: ZoneInfo
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, *, kept: Rota | None = None) -> Gathered:
        """The facts of the week that begins on `monday`; `kept` is the rota that people know.

        NotFound if the team has no staff sheet or the week none; InputError if a sheet or the rules
        cannot be read at all.
        """
        if monday.weekday():
            raise InputError(f"{monday} is no Monday, and a week begins on one", field="week")
        rules, staff = self.read_rules(), self._read_staff()
        roster = staff.found.make_roster()
        shifts = self._read_week(monday, roster)
        available, away = self.read_sheets.availability(roster), self.read_sheets.time_off(roster)
        known = KnownFacts(
            availability=available.found,
            time_off=self._join_leaves(away.found.list_time_off(), monday, roster),
            below=self.rotas.count_below([(monday - back).isoformat() for back in LOOKED_BACK]),
            around=self.find_worked(monday, rules.rules, roster),
            kept=kept or {},
        )
        read = (staff, shifts, available, away)
        return Gathered(
            self._build(monday, rules.rules, staff.found, shifts.found, known),
            staff.found,
            rules,
            problems=(*rules.problems, *chain.from_iterable(one.problems for one in read)),
            notes=tuple(chain.from_iterable((*one.notes, *one.repairs) for one in read)),
        )

    def list_time_off(self, monday: date, roster: Roster) -> tuple[TimeOff, ...]:
        """Who is away around a week, as far as anybody has said or asked so."""
        away = self.read_sheets.time_off(roster)
        return self._join_leaves(away.found.list_time_off(), monday, roster)

    def _build(
        self, monday: date, rules: Rules, staff: StaffList, listed: ShiftList, known: KnownFacts
    ) -> Week:
        clashes = tuple(self.requests.list_clashes(monday.isoformat()))

        def build() -> Week:
            settled = settle_clashes(
                (row.shift for row in listed.rows),
                clashes,
                known.time_off,
                zone=self.zone,
                roster=staff.make_roster(),
            )
            return build_week(
                starts_on=monday,
                zone=self.zone,
                rules=rules,
                staff=staff,
                shifts=settled.shifts,
                known=replace(known, clashes=settled.held),
            )

        return self.cache(monday, (rules, staff, listed, known, clashes), build)

    def _read_staff(self) -> SheetRead[StaffList]:
        try:
            return self.read_sheets.staff()
        except NotFound as error:
            said = f"there is no {STAFF.name}: nobody can be given a shift"
            raise NotFound(said) from error

    def _read_week(self, monday: date, roster: Roster) -> SheetRead[ShiftList]:
        try:
            return self.read_sheets.week(monday, roster)
        except NotFound as error:
            name = name_week_table(monday).name
            said = f"there is no {name}: nobody has said which shifts that week has"
            said += f" (belfry rota template --week {monday} copies the standing pattern)"
            raise NotFound(said) from error

    def _join_leaves(
        self, listed: tuple[TimeOff, ...], monday: date, roster: Roster
    ) -> tuple[TimeOff, ...]:
        asked = self.requests.list_time_off(TELLING, since=monday - SEVEN_DAYS)
        return join_leaves(listed, asked, roster)


# The requests that say something about who is away.
TELLING = (Asked.PENDING, Asked.APPROVED, Asked.DECLINED, Asked.WITHDRAWN)
_LEAVES = {Asked.PENDING: Leave.PENDING, Asked.APPROVED: Leave.APPROVED}
Key = tuple[str | None, date | None, date | None]


def join_leaves(
    listed: Iterable[TimeOff], requests: Iterable[TimeOffRequest], roster: Roster
) -> tuple[TimeOff, ...]:
    """Every leave that was granted or is undecided; a name that the staff do not have has none."""
    asked = [(one, (roster.find(one.person), one.first_on, one.last_on)) for one in requests]
    answered = {key for one, key in asked if one.state not in (Asked.PENDING, Asked.UNREAD)}
    return (
        *(one for one in listed if one.state is Leave.APPROVED or _leave_key(one) not in answered),
        *(leave for one, _ in asked if (leave := _make_leave(one, roster))),
    )


def _make_leave(request: TimeOffRequest, roster: Roster) -> TimeOff | None:
    name, state = roster.find(request.person), _LEAVES.get(request.state)
    if name is None or state is None or request.first_on is None or request.last_on is None:
        return None
    return TimeOff(
        name=name,
        first_on=request.first_on,
        last_on=request.last_on,
        state=state,
        reason=request.reason,
    )


def _leave_key(leave: TimeOff) -> tuple[str, date, date]:
    return leave.name, leave.first_on, leave.last_on


@dataclass(frozen=True, slots=True)
class GatheredAnew:
    """`known` is the draft that people, or those who decide, had before them.

    `begun` are the shifts, with their people, that cannot be changed any more.
    """

    gathered: Gathered
    known: OpenedDraft
    begun: Rota


@dataclass(frozen=True, slots=True)
class GatherAnew:
    clock: Clock
    open_draft: OpenDraft
    gather: GatherFacts

    def __call__(self, head: RotaWeek, newest: OpenedDraft | None = None) -> GatheredAnew:
        """`newest` is the newest draft, for whoever has it open already.

        NotFound if the week was never drafted; NotFound and InputError as in gathering.
        """
        newest = newest or self.open_draft(head.id, head.draft)
        known = self._find_known(head, newest)
        gathered = self.gather(head.starts_on, kept=known.placed.rota)
        week = self._take_out(head, gathered.week, known)
        told = known.placed.week if self._is_told(head) else None
        week = carry_edits(week, newest.placed.week, told)
        begun = self._list_begun(known) if head.published else {}
        fixed = fix_begun(week, known.placed, begun)
        return GatheredAnew(replace(gathered, week=fixed), known, begun)

    def _take_out(self, head: RotaWeek, week: Week, known: OpenedDraft) -> Week:
        """Without what stands in the sheet only because people were told so."""
        if not head.published:
            return week
        if not self._is_told(head):
            week = forget_unwritten(week, known.placed)
        return forget_mirrored(week, known.placed)

    def _is_told(self, head: RotaWeek) -> bool:
        """Whether the newest edition was taken up; with that it is written into the sheet."""
        hours = self.open_draft.rotas.list_hours(head.id) if head.published else ()
        return bool(hours) and all(one.edition >= head.edition for one in hours)

    def _find_known(self, head: RotaWeek, newest: OpenedDraft) -> OpenedDraft:
        if head.published in (0, newest.draft.number):
            return newest
        return self.open_draft(head.id, head.published)

    def _list_begun(self, known: OpenedDraft) -> Rota:
        now = self.clock.now()
        return {line.shift_id: line.people for line in known.lines if line.starts_at <= now}


@dataclass(frozen=True, slots=True)
class FindWorked:
    rotas: Rotas
    read_sheets: ReadRotaSheets
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, rules: Rules, roster: Roster) -> tuple[Worked, ...]:
        """As far off as a row of days may reach, before the week and after it."""
        weeks = -(-max(7, rules.days_in_row or 0) // 7)
        first, last = monday - weeks * SEVEN_DAYS, monday + weeks * SEVEN_DAYS
        known = {head.starts_on: head for head in self.rotas.list_weeks(first, last)}
        days = [monday + step * SEVEN_DAYS for step in range(-weeks, weeks + 1) if step]
        found: list[Worked] = []
        for day in days:
            head = known.get(day)
            if head and head.published:
                found += self._list_published(head)
            elif day < monday:
                found += self._list_typed(day, roster)
        return tuple(found)

    def _list_published(self, head: RotaWeek) -> Sequence[Worked]:
        """Read anew once the week changes: no line of a draft ever does."""

        def read() -> Sequence[Worked]:
            return tuple(_list_each(self.rotas.list_lines(head.id, head.published)))

        return self.cache(head.id, head, read)

    def _list_typed(self, monday: date, roster: Roster) -> Iterator[Worked]:
        """A week that was never published here may have been made by hand: its sheet tells."""
        try:
            listed = self.read_sheets.week(monday, roster).found.rows
        except (NotFound, InputError):
            return
        for shift in (row.shift for row in listed):
            for name in shift.wishes:
                yield Worked(
                    name=name,
                    shift_id=shift.id,
                    day=shift.day,
                    starts_at=shift.starts_at,
                    ends_at=shift.ends_at,
                )


def _list_each(lines: Iterable[DraftLine]) -> Iterator[Worked]:
    """Every shift as each of its people has it."""
    for line in lines:
        for name in line.people:
            yield Worked(
                name=name,
                shift_id=line.shift_id,
                day=line.day,
                starts_at=line.starts_at,
                ends_at=line.ends_at,
            )
