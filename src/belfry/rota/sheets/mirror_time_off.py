"""Write decided time off into the time-off sheet.

A row for the same days gets the answer; otherwise approved time off gets a row of its own. A
decision counts at once; a sheet that cannot be written now is written later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from belfry.kernel.sheets import Sheet, make_sheet
from belfry.kernel.texts import digest_of, plain_name
from belfry.ports.clock import Clock
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.rules.weeks import Leave, TimeOff
from belfry.rota.sheets.availability_rows import TIME_OFF_COLUMNS, TimeOffRow, read_time_off
from belfry.rota.sheets.read_rota_sheets import TIME_OFF, ReadRotaSheets
from belfry.rota.sheets.rewrite_sheet import Cells, RewriteSheet, add_rows, try_now, write_cells
from belfry.workspace.tables import Table


@dataclass(frozen=True, slots=True)
class MirrorTimeOff:
    requests: Requests
    clock: Clock
    read_sheets: ReadRotaSheets
    rewrite: RewriteSheet

    def __call__(self) -> bool:
        """Whether anything was written. Temporary if the file is locked or never stands still.

        NotFound if the team has no staff sheet; InputError if a sheet cannot be read.
        """
        today = self.clock.now().astimezone(self.read_sheets.zone).date()
        answered = self.requests.list_time_off(ANSWERED, since=today)
        if not answered:
            return False
        latest = sorted(
            answered, key=lambda request: (request.answered_at or request.asked_at, request.id)
        )
        roster = self.read_sheets.staff().roster

        def plan(table: Table | None) -> Sheet | None:
            readers = table.readers() if table else ()
            rows = read_time_off(readers, roster=roster, country=self.read_sheets.country).rows
            changes = plan_sheet(rows, latest)
            sheet = table.sheet if table else None
            return carry_out(sheet, TIME_OFF.name, changes) if changes else None

        return self.rewrite(TIME_OFF, plan)

    def try_now(self) -> bool:
        return try_now(self, "time_off.not_mirrored")


# `answered_by` of an answer that was typed into the sheet and needs no writing.
THE_SHEET = "the time-off sheet"
ANSWERED = (Asked.APPROVED, Asked.DECLINED, Asked.WITHDRAWN)
_HEADER = ("name", "start_date", "end_date", "status", "reason")


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """`edits` by line, and `rows` to be added."""

    edits: dict[int, Cells] = field(default_factory=dict)
    rows: list[Cells] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.edits or self.rows)


def make_row_id(row: TimeOffRow | TimeOff) -> str:
    """The id of the request that a row makes: equal for the same person and days."""
    return f"sheet-{digest_of(f'{plain_name(row.name)}/{row.first_on}/{row.last_on}')[:24]}"


def plan_sheet(rows: Sequence[TimeOffRow], requests: Iterable[TimeOffRequest]) -> SheetPlan:
    """The fewest cells to write; of several requests for the same days the last one counts."""
    plan = SheetPlan()
    latest = {
        (plain_name(request.person), request.first_on, request.last_on): request
        for request in requests
        if request.state in ANSWERED and request.answered_by != THE_SHEET
    }
    for (_, first_on, last_on), request in latest.items():
        if first_on and last_on:
            days = {"start_date": first_on.isoformat(), "end_date": last_on.isoformat()}
            _plan_request(plan, rows, request, days)
    return plan


def carry_out(sheet: Sheet | None, name: str, plan: SheetPlan) -> Sheet:
    """The sheet with the plan carried out; a new one if there was none."""
    if sheet is None:
        sheet = make_sheet(name, _HEADER)
    else:
        sheet = write_cells(sheet, TIME_OFF_COLUMNS, plan.edits)
    return add_rows(sheet, TIME_OFF_COLUMNS, plan.rows)


def _plan_request(
    plan: SheetPlan, rows: Sequence[TimeOffRow], request: TimeOffRequest, days: Cells
) -> None:
    is_sheet = request.source is Source.SHEET
    own = [row for row in rows if is_sheet and make_row_id(row) == request.id]
    same = [row for row in rows if _is_same(row, request)]
    for row in own or same[:1]:
        if _disagrees(row, request) or not _is_same(row, request):
            plan.edits[row.line] = {**days, "status": request.state.value}
    if not own and not same and request.state is Asked.APPROVED:
        status = {"status": request.state.value, "reason": request.reason}
        plan.rows.append({"name": request.person, **days, **status})


def _disagrees(row: TimeOffRow, request: TimeOffRequest) -> bool:
    """An approval in the sheet stands even if the request was declined here."""
    match request.state:
        case Asked.APPROVED:
            return row.state is not Leave.APPROVED
        case Asked.DECLINED:
            return row.state is Leave.PENDING
        case _:
            return row.state is not None


def _is_same(row: TimeOffRow, request: TimeOffRequest) -> bool:
    is_theirs = plain_name(row.name) == plain_name(request.person)
    return is_theirs and (row.first_on, row.last_on) == (request.first_on, request.last_on)
