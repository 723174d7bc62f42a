"""Take up requests from the time-off sheet, and answers typed there by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from belfry.kernel.changes import Change
from belfry.kernel.errors import NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import Store, commit_in_batches
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.requests.time_off import SaveTimeOff
from belfry.rota.rules.weeks import Leave
from belfry.rota.sheets.availability_rows import TimeOffRow
from belfry.rota.sheets.mirror_time_off import THE_SHEET, make_row_id
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets

Key = tuple[str, date | None, date | None]
_STATES = {
    Leave.APPROVED: Asked.APPROVED,
    Leave.PENDING: Asked.PENDING,
    None: Asked.DECLINED,
}


@dataclass(frozen=True, slots=True)
class TakeTimeOffRows:
    store: Store
    requests: Requests
    clock: Clock
    read_sheets: ReadRotaSheets
    save: SaveTimeOff

    def __call__(self) -> int:
        """How many requests are new or answered; InputError if a sheet cannot be read."""
        try:
            roster = self.read_sheets.staff().roster
        except NotFound:
            return 0
        read = self.read_sheets.time_off(roster)
        if read.sheet is None:  # a missing sheet withdraws nothing
            return 0
        now = self.clock.now()
        today = now.astimezone(self.read_sheets.zone).date()
        known = self.requests.list_time_off(tuple(Asked), since=today)
        rows = [row for row in read.rows if row.last_on >= today]
        changes = [
            *self._list_new(rows, known, now),
            *self._list_answered(rows, known, now),
            *self._list_gone(rows, known, now),
        ]
        return sum(commit_in_batches(self.store, changes))

    def _list_new(
        self, rows: Sequence[TimeOffRow], known: Sequence[TimeOffRequest], now: datetime
    ) -> Iterator[list[Change]]:
        asked = {_key_of(request) for request in known if not _is_gone(request)}
        gone = {request.id: request for request in known if _is_gone(request)}
        ids = {request.id for request in known} - gone.keys()
        pending = {_key(row): row for row in rows if row.state is Leave.PENDING}
        for key, row in pending.items():
            made = TimeOffRequest(
                id=make_row_id(row),
                person=row.name,
                source=Source.SHEET,
                state=Asked.PENDING,
                first_on=row.first_on,
                last_on=row.last_on,
                reason=row.reason,
                asked_at=now,
            )
            # A request whose days a manager changed is found by id.
            if key in asked or made.id in ids:
                continue
            before = gone.get(made.id)
            if before:
                made = replace(
                    made,
                    revision=before.revision,
                    audit_seq=before.audit_seq,
                    audit_hash=before.audit_hash,
                )
            yield self.save.plan(before, made, action="asked", by=THE_SHEET)

    def _list_answered(
        self, rows: Sequence[TimeOffRow], known: Sequence[TimeOffRequest], now: datetime
    ) -> Iterator[list[Change]]:
        """Answers typed into the sheet for requests that were not answered here."""
        typed = {_key(row): _STATES[row.state] for row in rows}
        for request in known:
            state = typed.get(_key_of(request), request.state)
            if not _is_the_sheets(request) or state is request.state:
                continue
            is_open = state is Asked.PENDING
            after = replace(
                request,
                state=state,
                answered_at=None if is_open else now,
                answered_by="" if is_open else THE_SHEET,
            )
            yield self.save.plan(request, after, action=state.value, by=THE_SHEET)

    def _list_gone(
        self, rows: Sequence[TimeOffRow], known: Sequence[TimeOffRequest], now: datetime
    ) -> Iterator[list[Change]]:
        row_ids = {make_row_id(row) for row in rows}
        for request in known:
            is_ours = request.source is Source.SHEET and _is_the_sheets(request)
            if is_ours and request.id not in row_ids:
                gone = replace(
                    request, state=Asked.WITHDRAWN, answered_at=now, answered_by=THE_SHEET
                )
                yield self.save.plan(request, gone, action="withdrawn", by=THE_SHEET)


def _key(row: TimeOffRow) -> Key:
    return plain_name(row.name), row.first_on, row.last_on


def _key_of(request: TimeOffRequest) -> Key:
    return plain_name(request.person), request.first_on, request.last_on


def _is_the_sheets(request: TimeOffRequest) -> bool:
    """Whether the sheet decides: not answered here, and the row was not removed."""
    is_typed = request.answered_by == THE_SHEET and request.state is not Asked.WITHDRAWN
    return request.state is Asked.PENDING or is_typed


def _is_gone(request: TimeOffRequest) -> bool:
    """Whether its row was removed from the sheet; it may come back."""
    return request.state is Asked.WITHDRAWN and request.answered_by == THE_SHEET
