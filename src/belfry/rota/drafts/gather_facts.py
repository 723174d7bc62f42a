"""Gather everything that a draft of one week depends on, from the team's sheets and the book.

What Belfry was told since a sheet was saved counts at once: time off that a manager has granted,
and clashes that somebody has answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import chain
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.drafts.rosters import Roster
from belfry.rota.drafts.week_facts import KnownFacts, build_week
from belfry.rota.ports import Requests, Rotas
from belfry.rota.reports.find_worked import FindWorked
from belfry.rota.requests.requests import Asked, TimeOffRequest
from belfry.rota.rules.members import Leave, TimeOff
from belfry.rota.rules.read_rota_rules import ReadRotaRules, RulesNow
from belfry.rota.rules.rules import Rules
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.sheets.clash_effects import settle_clashes
from belfry.rota.sheets.read_rota_sheets import (
    STAFF,
    Problem,
    ReadRotaSheets,
    SheetRead,
    name_week_table,
)
from belfry.rota.sheets.shift_rows import ShiftList
from belfry.rota.sheets.staff_rows import StaffList
from belfry.rota.week_days import SEVEN_DAYS
from belfry.workspace.tables.cache import Cache

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
        *(one for one in listed if one.state is Leave.APPROVED or _key(one) not in answered),
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


def _key(leave: TimeOff) -> Key:
    return leave.name, leave.first_on, leave.last_on
