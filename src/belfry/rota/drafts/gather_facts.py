"""Gather everything a draft of one week depends on, from the sheets and the database.

Time off granted and clashes answered after a sheet was saved count at once. Manual edits of drafts
survive; the sheet cannot tell them apart, because published names are written into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.ports.clock import Clock
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.ports import Requests, Rotas
from belfry.rota.requests.requests import Asked, TimeOffRequest
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.rules_doc import ReadRotaRules, RulesNow
from belfry.rota.rules.waivers import carry_waivers, drop_waivers
from belfry.rota.rules.weeks import (
    SEVEN_DAYS,
    Leave,
    Rota,
    Rules,
    Shift,
    TimeOff,
    Waiver,
    Week,
    Worked,
)
from belfry.rota.sheets.availability_rows import (
    DAYS_AFTER,
    DAYS_BEFORE,
    AvailabilityList,
    TimeOffList,
    expand_availability,
)
from belfry.rota.sheets.cells import DAY, Problem, SheetRows, list_places
from belfry.rota.sheets.mirror_time_off import make_row_id
from belfry.rota.sheets.read_rota_sheets import (
    STAFF,
    ReadRotaSheets,
    name_week_table,
)
from belfry.rota.sheets.shift_rows import ShiftList, ShiftRow
from belfry.rota.sheets.staff_rows import Roster, StaffList, make_member
from belfry.rota.sheets.template_plans import settle_clashes
from belfry.workspace.tables import Cache

T = TypeVar("T", TimeOff, Worked)

NO_AVAILABILITY = AvailabilityList(rows=())


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFacts:
    """What the database and the other sheets add to a week.

    `below` and `waited` are as in Member, by name; the rest is as in Week.
    """

    availability: AvailabilityList = NO_AVAILABILITY
    time_off: tuple[TimeOff, ...] = ()
    below: Mapping[str, int] = field(default_factory=dict)
    waited: Mapping[str, int] = field(default_factory=dict)
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
    known = known or KnownFacts()
    roster = staff.roster
    below, waited = (_find_by_name(count, roster) for count in (known.below, known.waited))
    listed = [row.shift if isinstance(row, ShiftRow) else row for row in shifts]
    ids = {shift.id for shift in listed}
    members = [
        make_member(row, rules, below=below.get(row.name, 0), waited=waited.get(row.name, 0))
        for row in staff.rows
    ]
    around = _with_names(known.around, roster)
    return Week(
        starts_on=starts_on,
        zone=zone,
        rules=rules,
        shifts=tuple(sorted(listed, key=lambda shift: (shift.starts_at, shift.id))),
        members=tuple(sorted(members, key=lambda member: member.name)),
        availability=expand_availability(known.availability, monday=starts_on, zone=zone),
        time_off=_choose_time_off(_with_names(known.time_off, roster), starts_on),
        around=tuple(
            sorted(around, key=lambda worked: (worked.starts_at, worked.name, worked.shift_id))
        ),
        clashes={id_: words for id_, words in known.clashes.items() if id_ in ids},
        kept=_rename_published(known.kept, ids, roster),
    )


def _find_by_name(counts: Mapping[str, int], roster: Roster) -> dict[str, int]:
    return {whole: value for name, value in counts.items() if (whole := roster.find(name))}


def _with_names(entries: Iterable[T], roster: Roster) -> list[T]:
    return [
        replace(entry, name=whole_name)
        for entry in entries
        if (whole_name := roster.find(entry.name))
    ]


def _choose_time_off(time_off: Iterable[TimeOff], monday: date) -> tuple[TimeOff, ...]:
    """The leaves around the week; a granted request is no longer pending."""
    first, last = monday - DAYS_BEFORE * DAY, monday + (6 + DAYS_AFTER) * DAY
    near = {leave for leave in time_off if leave.first_on <= last and first <= leave.last_on}
    granted = {_leave_key(leave) for leave in near if leave.state is Leave.APPROVED}
    left = [
        leave for leave in near if leave.state is Leave.APPROVED or _leave_key(leave) not in granted
    ]
    return tuple(sorted(left, key=lambda leave: (*_leave_key(leave), leave.state, leave.reason)))


def _rename_published(published: Rota, ids: set[str], roster: Roster) -> Rota:
    rota = {
        id_: tuple(dict.fromkeys(whole_name for name in names if (whole_name := roster.find(name))))
        for id_, names in published.items()
        if id_ in ids
    }
    return {id_: names for id_, names in rota.items() if names}


LOOKED_BACK = [step * SEVEN_DAYS for step in range(1, 5)]


@dataclass(frozen=True, slots=True)
class Gathered:
    """`problems` and `notes` are those of the sheets, as (place, text)."""

    week: Week
    staff: StaffList
    rules: RulesNow
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamFacts:
    """What the sheets say of the team today, whatever the week."""

    rules: RulesNow
    staff: StaffList
    availability: AvailabilityList
    time_off: TimeOffList


@dataclass(frozen=True, slots=True, kw_only=True)
class GatherFacts:
    rotas: Rotas
    requests: Requests
    read_rules: ReadRotaRules
    read_sheets: ReadRotaSheets
    find_worked: FindWorked
    zone: ZoneInfo
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, *, published: Rota | None = None) -> Gathered:
        """The facts of the week that begins on `monday`; `published` is the published rota, if any.

        Raises NotFound if the staff sheet or the week's sheet is missing, InputError if a sheet or
        the rules cannot be read.
        """
        if monday.weekday():
            raise InputError(f"{monday} is no Monday, and a week begins on one", field="week")
        team = self.read_team()
        shifts = self._read_week(monday, team.staff.roster)
        below, waited = self._count_below(monday)
        known = self._find_known(monday, team, published or {})
        sheets: tuple[SheetRows[Any], ...] = (team.staff, shifts, team.availability, team.time_off)
        problems = [problem for sheet in sheets for problem in sheet.problems]
        return Gathered(
            self._build(monday, team, shifts, replace(known, below=below, waited=waited)),
            team.staff,
            team.rules,
            problems=(*team.rules.problems, *list_places(problems)),
            notes=tuple(
                note for sheet in sheets for note in (*sheet.notes, *list_places(sheet.repairs))
            ),
        )

    def _count_below(self, monday: date) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Over the last four weeks, and that with what the last one, two and three add to it."""
        weeks = [(monday - back).isoformat() for back in LOOKED_BACK]
        counts = [self.rotas.count_below(weeks[: number + 1]) for number in range(len(weeks))]
        waited: Counter[str] = Counter()
        for count in counts:
            waited.update(count)
        return counts[-1], dict(waited)

    def read_team(self) -> TeamFacts:
        """Raises as a call does, but for the week's sheet, which is not read."""
        rules, staff = self.read_rules(), self._read_staff()
        available = self.read_sheets.availability(staff.roster)
        return TeamFacts(rules, staff, available, self.read_sheets.time_off(staff.roster))

    def update(self, week: Week, team: TeamFacts, *, published: Rota) -> Week:
        """The facts of a published week with those of the team today.

        Its shifts and how people stood before it are those with which it was published.
        """
        known = replace(
            self._find_known(week.starts_on, team, published),
            below={member.name: member.below for member in week.members},
            waited={member.name: member.waited for member in week.members},
        )

        def build() -> Week:
            facts = build_week(
                starts_on=week.starts_on,
                zone=self.zone,
                rules=team.rules.rules,
                staff=team.staff,
                shifts=week.shifts,
                known=known,
            )
            return replace(facts, clashes=week.clashes, waivers=week.waivers)

        return self.cache(("published", week.starts_on), (week, team, known), build)

    def _find_known(self, monday: date, team: TeamFacts, published: Rota) -> KnownFacts:
        """Without how people stood before the week."""
        roster = team.staff.roster
        return KnownFacts(
            availability=team.availability,
            time_off=self.list_time_off(monday, team.time_off, roster),
            around=self.find_worked(monday, team.rules.rules, roster),
            kept=published,
        )

    def list_time_off(
        self, monday: date, listed: TimeOffList, roster: Roster
    ) -> tuple[TimeOff, ...]:
        """All time off around a week, from the sheet and from requests."""
        asked = self.requests.list_time_off(TELLING, since=monday - SEVEN_DAYS)
        return join_leaves(listed.list_time_off(), asked, roster)

    def _build(self, monday: date, team: TeamFacts, listed: ShiftList, known: KnownFacts) -> Week:
        clashes = tuple(self.requests.list_clashes(monday.isoformat()))

        def build() -> Week:
            shifts, held = settle_clashes(
                (row.shift for row in listed.rows),
                clashes,
                known.time_off,
                zone=self.zone,
                roster=team.staff.roster,
            )
            return build_week(
                starts_on=monday,
                zone=self.zone,
                rules=team.rules.rules,
                staff=team.staff,
                shifts=shifts,
                known=replace(known, clashes=held),
            )

        return self.cache(monday, (team, listed, known, clashes), build)

    def _read_staff(self) -> StaffList:
        try:
            return self.read_sheets.staff()
        except NotFound as error:
            text = f"there is no {STAFF.name}: nobody can be given a shift"
            raise NotFound(text) from error

    def _read_week(self, monday: date, roster: Roster) -> ShiftList:
        try:
            return self.read_sheets.week(monday, roster)
        except NotFound as error:
            name = name_week_table(monday).name
            text = f"there is no {name}: nobody has said which shifts that week has"
            text += f" (belfry rota template --week {monday} copies the standing pattern)"
            raise NotFound(text) from error


# The requests that say something about who is away.
TELLING = (Asked.PENDING, Asked.APPROVED, Asked.DECLINED, Asked.WITHDRAWN)
_LEAVES = {Asked.PENDING: Leave.PENDING, Asked.APPROVED: Leave.APPROVED}
Key = tuple[str | None, date | None, date | None]


def join_leaves(
    listed: Iterable[TimeOff], requests: Iterable[TimeOffRequest], roster: Roster
) -> tuple[TimeOff, ...]:
    """Every leave that is granted or pending; names that are not on the staff are left out."""
    asked = [
        (request, (roster.find(request.person), request.first_on, request.last_on))
        for request in requests
    ]
    over = [(request, key) for request, key in asked if not request.is_open]
    answered = {key for _, key in over}
    # Other days may have been granted than the row of the sheet has.
    answered_rows = {request.id for request, _ in over}
    return (
        *(
            leave
            for leave in listed
            if leave.state is Leave.APPROVED
            or not (_leave_key(leave) in answered or make_row_id(leave) in answered_rows)
        ),
        *(leave for request, _ in asked if (leave := _make_leave(request, roster))),
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
class Regathered:
    """`known` is the published draft, else the newest.

    `begun` are the shifts, with their people, that can no longer be changed.
    """

    gathered: Gathered
    known: OpenedDraft
    begun: Rota


@dataclass(frozen=True, slots=True)
class RegatherFacts:
    clock: Clock
    open_draft: OpenDraft
    gather: GatherFacts

    def __call__(self, head: RotaWeek, newest: OpenedDraft | None = None) -> Regathered:
        """Gather the facts again, with the manual edits of earlier drafts.

        `newest` is the newest draft if the caller has opened it. Raises NotFound if the week was
        never drafted, otherwise as GatherFacts does.
        """
        newest = newest or self.open_draft(head.id, head.draft)
        is_known = head.published in (0, newest.draft.number)
        known = newest if is_known else self.open_draft(head.id, head.published)
        gathered = self.gather(head.starts_on, published=known.placed.rota)
        week, is_announced = gathered.week, self._is_announced(head)
        if head.published and not is_announced:
            week = forget_unwritten(week, known.placed)
        if head.published:
            week = forget_mirrored(week, known.placed)
        published = known.placed.week if is_announced else None
        week = carry_edits(week, newest.placed.week, published)
        week = carry_waivers(week, _list_carried(head, newest))
        now, lines = self.clock.now(), known.lines if head.published else ()
        begun = {line.shift_id: line.people for line in lines if line.starts_at <= now}
        fixed = fix_begun(week, known.placed, begun)
        return Regathered(replace(gathered, week=fixed), known, begun)

    def _is_announced(self, head: RotaWeek) -> bool:
        """Whether the newest edition was announced, and so written into the sheet."""
        hours = self.open_draft.rotas.list_hours(head.id) if head.published else ()
        return bool(hours) and all(row.edition >= head.edition for row in hours)


def _list_carried(head: RotaWeek, newest: OpenedDraft) -> list[Waiver]:
    """The waivers of the newest draft, before it is published only those of pinned shifts.

    A change that the next draft may undo takes its waiver with it.
    """
    placed = newest.placed
    return [
        waiver
        for waiver in placed.week.waivers
        if head.published or placed.shifts[waiver.shift_id].pinned_by
    ]


@dataclass(frozen=True, slots=True)
class FindWorked:
    rotas: Rotas
    read_sheets: ReadRotaSheets
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def __call__(self, monday: date, rules: Rules, roster: Roster) -> tuple[Worked, ...]:
        """The shifts in the weeks around `monday`, as far as a row of days may reach."""
        weeks = -(-max(7, rules.days_in_row or 0) // 7)
        first, last = monday - weeks * SEVEN_DAYS, monday + weeks * SEVEN_DAYS
        known = {head.starts_on: head for head in self.rotas.list_weeks(first, last)}
        days = [monday + step * SEVEN_DAYS for step in range(-weeks, weeks + 1) if step]
        worked: list[Worked] = []
        for day in days:
            head = known.get(day)
            if head and head.published:
                worked += self._list_published(head)
            elif day < monday:
                worked += self._list_typed(day, roster)
        return tuple(worked)

    def _list_published(self, head: RotaWeek) -> Sequence[Worked]:
        """Cached until the week changes: the lines of a draft never do."""

        def read() -> Sequence[Worked]:
            lines = self.rotas.list_lines(head.id, head.published)
            return [
                work for line in lines for work in _list_worked(line, line.shift_id, line.people)
            ]

        return self.cache(head.id, head, read)

    def _list_typed(self, monday: date, roster: Roster) -> Iterator[Worked]:
        """A week that was never published here may have been made by hand in its sheet."""
        try:
            rows = self.read_sheets.week(monday, roster).rows
        except (NotFound, InputError):
            return
        for row in rows:
            yield from _list_worked(row.shift, row.shift.id, row.shift.wishes)


def _list_worked(
    shift: Shift | DraftLine, shift_id: str, people: Sequence[str]
) -> Iterator[Worked]:
    for name in people:
        yield Worked(
            name=name,
            shift_id=shift_id,
            day=shift.day,
            starts_at=shift.starts_at,
            ends_at=shift.ends_at,
        )


def take_up_edits(week: Week, edits: Rota, *, by: str, is_pinned: bool = True) -> Week:
    """The facts with these people on these shifts.

    A shift that is left empty is held, and the search leaves it empty. Waivers of those who
    are taken off end.
    """
    week = drop_waivers(week, edits)
    shifts = [
        _edit(shift, edits[shift.id], by, is_pinned=is_pinned) if shift.id in edits else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, edits))


def carry_edits(week: Week, before: Week, published: Week | None = None) -> Week:
    """The facts with the manual edits of a draft made from `before`.

    A pin that was put into the sheet later wins. `published` are the facts of the published draft,
    which was written into the sheet.
    """
    known = {shift.id: shift for shift in before.shifts if shift.pinned_by}
    by_id = {shift.id: shift for shift in published.shifts} if published else {}
    carried = {
        shift.id: known[shift.id]
        for shift in week.shifts
        if shift.id in known and not _is_newer(shift, known[shift.id], by_id.get(shift.id))
    }
    if not carried:
        return week
    shifts = [
        _carry(shift, carried[shift.id]) if shift.id in carried else shift for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts), clashes=_leave_out(week.clashes, carried))


def forget_mirrored(week: Week, known: Placed) -> Week:
    """The facts without names that are in the sheet only because they were published."""
    return replace(week, shifts=tuple(_forget(shift, known) for shift in week.shifts))


def forget_unwritten(week: Week, known: Placed) -> Week:
    """The facts without people who were taken off a shift but are still in the sheet."""
    old = {shift.id: shift for shift in known.week.shifts if shift.instead_of}
    shifts = [
        replace(shift, wishes=old[shift.id].wishes, is_pinned=old[shift.id].is_pinned)
        if shift.id in old and set(shift.wishes) == set(old[shift.id].instead_of)
        else shift
        for shift in week.shifts
    ]
    return replace(week, shifts=tuple(shifts))


def fix_begun(week: Week, known: Placed, begun: Collection[str]) -> Week:
    """The facts with the shifts that have begun fixed as they are, even if the sheet lost them."""
    if not begun:
        return week
    ids = {shift.id for shift in week.shifts}
    gone = [shift for shift in known.week.shifts if shift.id in begun and shift.id not in ids]
    shifts = [
        replace(shift, wishes=known.rota[shift.id], is_pinned=True, held="")
        if shift.id in begun and known.rota.get(shift.id)
        else shift
        for shift in (*week.shifts, *gone)
    ]
    in_order = tuple(sorted(shifts, key=lambda shift: (shift.starts_at, shift.id)))
    return replace(week, shifts=in_order, clashes=_leave_out(week.clashes, begun))


def _edit(shift: Shift, names: tuple[str, ...], by: str, *, is_pinned: bool) -> Shift:
    if not is_pinned:
        loose = replace(shift, held="", pinned_by="", instead_of=())
        return replace(loose, wishes=(), is_pinned=False) if shift.pinned_by else loose
    return replace(
        shift,
        wishes=names,
        is_pinned=bool(names),
        held="" if names else "left open by hand",
        pinned_by=by,
        # Those pinned by the sheet; after an edit, those it pinned before.
        instead_of=shift.instead_of if shift.pinned_by else shift.wishes if shift.is_pinned else (),
    )


def _is_newer(shift: Shift, edited: Shift, published: Shift | None) -> bool:
    """Whether the sheet's pin is newer than the edit."""
    if not shift.is_pinned:
        return False
    is_published = (
        published is not None and bool(published.pinned_by) and published.wishes == edited.wishes
    )
    return is_published or set(shift.wishes) != set(edited.instead_of)


def _carry(shift: Shift, old: Shift) -> Shift:
    return replace(
        shift,
        wishes=old.wishes,
        is_pinned=old.is_pinned,
        held=old.held,
        pinned_by=old.pinned_by,
        instead_of=old.instead_of,
    )


def _forget(shift: Shift, known: Placed) -> Shift:
    old = known.shifts.get(shift.id)
    if old is None or set(shift.wishes) != set(known.rota[shift.id]):
        return shift
    was_pinned = old.is_pinned and not old.pinned_by
    if shift.is_pinned and not was_pinned:
        return shift
    return replace(shift, wishes=() if old.pinned_by else old.wishes)


def _leave_out(clashes: Mapping[str, str], decided: Collection[str]) -> dict[str, str]:
    return {shift_id: words for shift_id, words in clashes.items() if shift_id not in decided}
