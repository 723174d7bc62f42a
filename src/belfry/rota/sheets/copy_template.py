"""Copy the template into next week's sheet, and record a clash for each person who is away.

An existing sheet is never overwritten. An interrupted run is completed by the next one, and nothing
is copied or recorded twice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.sheets import make_sheet, write_sheet
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import CrashPoints, Store, commit_in_batches, retry_on_conflict
from belfry.rota.drafts.drafted_weeks import RotaWeek
from belfry.rota.drafts.gather_facts import GatherFacts
from belfry.rota.entries import CLASH, CLASH_FOUND, announce, record
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Clash
from belfry.rota.rules.weeks import find_next_monday
from belfry.rota.sheets.cells import Problem, list_places
from belfry.rota.sheets.read_rota_sheets import (
    STAFF,
    TEMPLATE,
    name_week_table,
)
from belfry.rota.sheets.staff_rows import Roster
from belfry.rota.sheets.template_plans import list_clashes, plan_week_sheet


@dataclass(frozen=True, slots=True)
class CopiedTemplate:
    """`is_made` if the sheet was made now; `clashes` are the new ones; `why` nothing was done.

    `problems` as (place, text) are those of the template: what is told there is not copied.
    """

    monday: date
    is_made: bool = False
    clashes: tuple[Clash, ...] = ()
    why: str = ""
    problems: tuple[Problem, ...] = ()

    def __str__(self) -> str:
        if self.why:
            return self.why
        name = name_week_table(self.monday).name
        made = f"{name} made from the template" if self.is_made else f"{name} is there already"
        summary = f"{made}, {_count(len(self.clashes), 'new clash', 'new clashes')}"
        if not self.problems:
            return summary
        return f"{summary}; {_count(len(self.problems), 'problem', 'problems')} in {TEMPLATE.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyTemplate:
    store: Store
    requests: Requests
    clock: Clock
    crash_points: CrashPoints
    folder: Folder
    gather: GatherFacts

    def __call__(self, monday: date | None = None) -> CopiedTemplate:
        """The week that begins on `monday`; next week unless told."""
        now = self.clock.now()
        monday = monday or find_next_monday(now, self.gather.zone)
        for name in (TEMPLATE.name, STAFF.name):
            if not self.folder.exists(name):
                return CopiedTemplate(monday, why=f"no pattern is copied: there is no {name}")
        head = self.store.find(RotaWeek, monday.isoformat())
        if head and (head.published or head.archived_at):
            return CopiedTemplate(monday, why=f"the week of {monday} is published")
        roster = self.gather.read_sheets.staff().roster
        content, problems = self._plan(monday, roster)
        if content is None:
            why = f"no pattern is copied: {TEMPLATE.name} has no shift that can be read"
            return CopiedTemplate(monday, why=why, problems=problems)
        name, is_made = name_week_table(monday).name, True
        try:
            self.folder.replace(name, content, self._find_empty(monday))
        except Conflict:  # there is one
            is_made = False
        self.crash_points.reached("rota.sheet_made")
        clashes = self._ask(monday, roster, now)
        self.crash_points.reached("rota.clashes_asked")
        # The sheet may still be as an interrupted run copied it.
        if is_made or self.folder.read(name).content == content:
            self._stamp(monday, now)
        new_problems = problems if is_made else ()
        return CopiedTemplate(monday, is_made=is_made, clashes=clashes, problems=new_problems)

    def empty(self, monday: date) -> bool:
        """Whether the week's sheet is as it was copied from the template; then its rows go."""
        kind, read_sheets = name_week_table(monday), self.gather.read_sheets
        staff = read_sheets.find_staff()
        if staff is None or not self.folder.exists(kind.name):
            return False
        content, _ = self._plan(monday, staff.roster)
        file, sheet = self.folder.read(kind.name), read_sheets.read_table(kind).sheet
        if content is None or file.content != content:
            return False
        header = write_sheet(make_sheet(kind.name, sheet.header, (), form=sheet.form))
        self.folder.replace(kind.name, header, file.digest)
        return True

    def _find_empty(self, monday: date) -> str | None:
        """The digest of the week's sheet, if it is there and has no row at all."""
        kind = name_week_table(monday)
        try:
            file, table = self.folder.read(kind.name), self.gather.read_sheets.read_table(kind)
        except (NotFound, InputError):
            return None
        return None if table.sheet.rows else file.digest

    def _plan(self, monday: date, roster: Roster) -> tuple[bytes | None, tuple[Problem, ...]]:
        """The content of the new sheet; None if the template has no shift to copy."""
        table = self.gather.read_sheets.read_table(TEMPLATE)
        plan = plan_week_sheet(
            table.sheet.header,
            table.columns,
            table.readers(),
            monday=monday,
            zone=self.gather.zone,
            roster=roster,
            country=self.gather.read_sheets.country,
        )
        problems = list_places((*table.problems, *plan.listed.problems))
        if not plan.rows:
            return None, problems
        made = make_sheet(
            name_week_table(monday).name, plan.header, plan.rows, form=table.sheet.form
        )
        return write_sheet(made), problems

    def _ask(self, monday: date, roster: Roster, now: datetime) -> tuple[Clash, ...]:
        """A clash for each shift of the sheet whose person is away, unless it is known."""
        shifts = [row.shift for row in self.gather.read_sheets.week(monday, roster).rows]
        listed = self.gather.read_sheets.time_off(roster)
        time_off = self.gather.list_time_off(monday, listed, roster)
        known = {clash.shift_id for clash in self.requests.list_clashes(monday.isoformat())}
        clashes = [
            clash
            for clash in list_clashes(monday, shifts, time_off, zone=self.gather.zone, at=now)
            if clash.shift_id not in known
        ]
        written = commit_in_batches(self.store, [_write(clash, now) for clash in clashes])
        return tuple(clash for clash, is_new in zip(clashes, written, strict=True) if is_new)

    def _stamp(self, monday: date, now: datetime) -> None:
        def stamp() -> None:
            head = self.store.find(RotaWeek, monday.isoformat()) or RotaWeek(id=monday.isoformat())
            if not head.template_at:
                stamped = replace(head, template_at=now)
                self.store.commit(record(stamped, action="rota.template_copied", at=now))

        retry_on_conflict(stamp)


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


def _write(clash: Clash, now: datetime) -> list[Change]:
    facts = {"week": clash.week, "shift_id": clash.shift_id}
    return [
        *record(clash, action="clash.found", at=now, after={"person": clash.person}),
        announce(CLASH, clash.key, CLASH_FOUND, facts, at=now),
    ]
