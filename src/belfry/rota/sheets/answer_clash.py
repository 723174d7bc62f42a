"""Decide a clash: a shift of the template whose person is away.

The shift is freed, given to a named person instead, or held. The decision counts for the next draft
and is written into the week's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from belfry.accounts.change_users import NameDoer
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import Sheet
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.rota.drafts.drafted_weeks import RotaWeek, split_names
from belfry.rota.drafts.gather_facts import GatherFacts
from belfry.rota.entries import CLASH, CLASH_ANSWERED, announce, record
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Clash, ClashState, clash_key
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Shift
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets, name_week_table
from belfry.rota.sheets.rewrite_sheet import Cells, RewriteSheet, try_now, write_cells
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, ShiftRow, read_shifts
from belfry.rota.sheets.staff_rows import Roster
from belfry.rota.sheets.template_plans import find_freed_wishes
from belfry.rota.team import FindDeciders
from belfry.workspace.tables import Table


@dataclass(frozen=True, slots=True)
class AnsweredClash:
    """Not `is_mirrored` if the sheet could not be written now; the decision counts anyway."""

    clash: Clash
    is_mirrored: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerClash:
    """NotAllowed for who does not decide, Conflict once it is answered or the week is known."""

    store: Store
    clock: Clock
    crash_points: CrashPoints
    read_sheets: ReadRotaSheets
    gather: GatherFacts
    find_deciders: FindDeciders
    name_doer: NameDoer
    mirror: MirrorClashes

    def free(self, week: str, shift_id: str, *, by: str, instead: str = "") -> AnsweredClash:
        """Drop the wish for the person who is away, and wish for `instead` if given."""
        clash = self._open(week, shift_id, by)
        name = self.read_sheets.staff().roster.get(instead) if instead.strip() else ""
        if name and name in split_names(clash.person):
            raise InputError(f"{name} is away then: {clash.words}", field="instead")
        if name and (why := self._find_rule_against(clash, name)):
            raise Conflict(f"the rules speak against it: {name} {why}")
        return self._keep(replace(clash, state=ClashState.FREED, instead=name), by)

    def _find_rule_against(self, clash: Clash, name: str) -> str:
        """Why a person cannot have the shift whatever else they work; empty if they can.

        The next draft judges again, so sheets that cannot be read now do not stop the answer.
        """
        try:
            week = self.gather(date.fromisoformat(clash.week)).week
        except (NotFound, InputError):
            return ""
        placed = Placed(week, {})
        shift, member = placed.shifts.get(clash.shift_id), placed.members.get(name)
        return render_blocks(list_blocks(placed, member, shift)) if shift and member else ""

    def hold(self, week: str, shift_id: str, *, by: str) -> AnsweredClash:
        """Leave the shift to a manager: drafts keep it empty."""
        return self._keep(replace(self._open(week, shift_id, by), state=ClashState.HELD), by)

    def _open(self, week: str, shift_id: str, by: str) -> Clash:
        clash = self._get(week, shift_id)
        self.find_deciders.check(by)
        if clash.answered_at:
            raise self._refuse(clash)
        head = self.store.find(RotaWeek, week)
        if head and head.published:
            raise Conflict(f"the week of {week} is published: change it there")
        return clash

    def _keep(self, clash: Clash, by: str) -> AnsweredClash:
        now = self.clock.now()
        answered = replace(clash, answered_at=now, answered_by=by)
        after = {"state": answered.state.value, "instead": answered.instead}
        try:
            changes = record(answered, action=f"clash.{answered.state}", at=now, by=by, after=after)
            event = announce(CLASH, clash.key, CLASH_ANSWERED, {}, at=now)
            self.store.commit([*changes, event])
        except Conflict as error:
            raise self._refuse(self._get(clash.week, clash.shift_id)) from error
        self.crash_points.reached("rota.clash_kept")
        week = clash.week
        is_mirrored = try_now(lambda: self.mirror(week), "clash.not_mirrored", week=week)
        return AnsweredClash(self._get(clash.week, clash.shift_id), is_mirrored)

    def _get(self, week: str, shift_id: str) -> Clash:
        clash = self.store.find(Clash, clash_key(week, shift_id))
        if clash is None:
            raise NotFound(f"there is no clash about the shift {shift_id} of the week {week}")
        return clash

    def _refuse(self, clash: Clash) -> Conflict:
        by = self.name_doer(clash.answered_by)
        return Conflict(f"{by} has decided this already: the shift is {clash.state}")


@dataclass(frozen=True, slots=True)
class MirrorClashes:
    requests: Requests
    read_sheets: ReadRotaSheets
    rewrite: RewriteSheet

    def __call__(self, week: str) -> bool:
        """Whether anything was written; Temporary if the file never stood still."""
        clashes = self.requests.list_clashes(week)
        decided = [clash for clash in clashes if clash.state is not ClashState.OPEN]
        if not decided:
            return False
        monday = date.fromisoformat(week)
        roster = self.read_sheets.staff().roster
        kind = name_week_table(monday)
        return self.rewrite(kind, lambda table: self._plan(table, monday, roster, decided))

    def _plan(
        self, table: Table | None, monday: date, roster: Roster, decided: Sequence[Clash]
    ) -> Sheet | None:
        if table is None:
            return None
        zone, country = self.read_sheets.zone, self.read_sheets.country
        shifts = read_shifts(
            table.readers(), monday=monday, zone=zone, roster=roster, country=country
        )
        edits = plan_cells(shifts.rows, decided, roster)
        return write_cells(table.sheet, SHIFT_COLUMNS, edits) if edits else None


def plan_cells(
    rows: Iterable[ShiftRow], clashes: Iterable[Clash], roster: Roster
) -> dict[int, Cells]:
    """By line: who is wished for once a shift is freed, or that a manager sees to it."""
    decided = {clash.shift_id: clash for clash in clashes}
    plans = {
        row.line: _plan_row(row.shift, decided[row.shift.id], roster)
        for row in rows
        if row.shift.id in decided
    }
    return {line: cells for line, cells in plans.items() if cells}


def _plan_row(shift: Shift, clash: Clash, roster: Roster) -> Cells:
    names = find_freed_wishes(shift, clash, roster)
    if names == shift.wishes:  # changed in the sheet by hand, or written before
        return {}
    if clash.state is ClashState.HELD:
        return {} if shift.held else {"hold": clash.words}
    cells = {"assigned_to": ";".join(names)}
    return cells if names or not shift.is_pinned else {**cells, "pinned": ""}
