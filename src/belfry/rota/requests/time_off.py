"""Request time off, answer a request, or withdraw it.

What is granted counts for every draft from then on and is written into the time-off sheet.
Published shifts stay with the person until they are covered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from belfry.accounts.change_users import NameDoer
from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import make_storable, plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Numbers, Store
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.entries import (
    BELFRY,
    TIME_OFF,
    TIME_OFF_ANSWERED,
    TIME_OFF_ASKED,
    announce,
    record,
)
from belfry.rota.notes.readings import MOST_DAYS, judge_days
from belfry.rota.ports import Requests
from belfry.rota.publishing.find_shifts import FindOwnLines
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.sheets.availability_rows import LONGEST_REASON
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.team import FindDeciders


@dataclass(frozen=True, slots=True)
class SaveTimeOff:
    store: Store
    clock: Clock

    def get(self, request_id: str) -> TimeOffRequest:
        request = self.store.find(TimeOffRequest, request_id)
        if request is None:
            raise NotFound(f"there is no request {request_id}")
        return request

    def __call__(
        self, before: TimeOffRequest | None, after: TimeOffRequest, *, action: str, by: str = BELFRY
    ) -> TimeOffRequest:
        """The stored request; Conflict if `before` is outdated."""
        self.store.commit(self.plan(before, after, action=action, by=by))
        return self.get(after.id)

    def plan(
        self, before: TimeOffRequest | None, after: TimeOffRequest, *, action: str, by: str = BELFRY
    ) -> list[Change]:
        now = self.clock.now()
        payload: dict[str, Any] = {"state": after.state.value}
        if before and (before.first_on, before.last_on) != (after.first_on, after.last_on):
            payload["asked"] = _write_days(before)
        changes = record(
            after,
            action=f"time_off.{action}",
            at=now,
            by=by,
            before=_describe(before) if before else None,
            after=_describe(after),
        )
        op = TIME_OFF_ASKED if after.is_open else TIME_OFF_ANSWERED
        return [*changes, announce(TIME_OFF, after.id, op, payload, at=now)]


def _describe(request: TimeOffRequest) -> Mapping[str, Any]:
    """Without the person's reason and note."""
    return {
        "state": request.state.value,
        "person": request.person,
        "days": _write_days(request),
        "source": request.source.value,
    }


def _write_days(request: TimeOffRequest) -> list[str]:
    days = (request.first_on, request.last_on)
    return [day.isoformat() for day in days if day]


NUMBERS = "time-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTimeOff:
    requests: Requests
    numbers: Numbers
    clock: Clock
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders
    save: SaveTimeOff
    zone: ZoneInfo

    def __call__(
        self, person: str, first_on: date, last_on: date, *, by: str, reason: str = ""
    ) -> TimeOffRequest:
        """A new request; Conflict if the person has asked for these days already."""
        name = self.read_sheets.staff().roster.get(person)
        self.find_deciders.check_self(by, name)
        now = self.clock.now()
        today = now.astimezone(self.zone).date()
        if wrong := judge_days(first_on, last_on, today):
            raise InputError(wrong.why, field="days")
        for earlier in self.requests.list_time_off((Asked.PENDING, Asked.APPROVED), since=today):
            is_theirs = plain_name(earlier.person) == plain_name(name)
            if is_theirs and (earlier.first_on, earlier.last_on) == (first_on, last_on):
                state = "is granted" if earlier.state is Asked.APPROVED else "waits for an answer"
                raise Conflict(f"{name} asked for these days already, and that {state}")
        request = TimeOffRequest(
            id=f"asked-{self.numbers.next(NUMBERS)}",
            person=name,
            source=Source.PAGE,
            state=Asked.PENDING,
            first_on=first_on,
            last_on=last_on,
            reason=make_storable(" ".join(reason.split()), most=LONGEST_REASON),
            asked_at=now,
        )
        return self.save(None, request, action="asked", by=by)


@dataclass(frozen=True, slots=True)
class WithdrawTimeOff:
    clock: Clock
    crash_points: CrashPoints
    find_deciders: FindDeciders
    save: SaveTimeOff
    mirror: MirrorTimeOff

    def __call__(self, request_id: str, *, by: str) -> TimeOffRequest:
        """Also if it was granted; Conflict if it was declined."""
        request = self.save.get(request_id)
        self.find_deciders.check_self(by, request.person)
        if request.state in (Asked.DECLINED, Asked.WITHDRAWN):
            raise Conflict(f"the request is {request.state} already")
        over = replace(request, state=Asked.WITHDRAWN, answered_at=self.clock.now(), answered_by=by)
        saved = self.save(request, over, action="withdrawn", by=by)
        self.crash_points.reached("rota.time_off_kept")
        self.mirror.try_now()
        return saved


LONGEST_ANSWER = 500


@dataclass(frozen=True, slots=True)
class AnsweredTimeOff:
    """`shifts` are the person's on the granted days, for which cover is needed.

    Not `is_mirrored` if the sheet could not be written yet.
    """

    request: TimeOffRequest
    shifts: tuple[DraftLine, ...] = ()
    is_mirrored: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTimeOff:
    """Raises NotAllowed for a person who does not decide, Conflict if it was answered."""

    clock: Clock
    crash_points: CrashPoints
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders
    name_doer: NameDoer
    find_lines: FindOwnLines
    save: SaveTimeOff
    mirror: MirrorTimeOff

    def approve(
        self,
        request_id: str,
        *,
        by: str,
        person: str = "",
        first_on: date | None = None,
        last_on: date | None = None,
        why: str = "",
    ) -> AnsweredTimeOff:
        """As asked, or with other days; an unread note needs both days."""
        request = self._open(request_id, by)
        if not person and not request.person:
            raise InputError("expected a name: the sender is unknown", field="person")
        name = self.read_sheets.staff().roster.get(person or request.person)
        first = first_on or request.first_on
        last = last_on or (first_on if first_on and request.last_on is None else request.last_on)
        if first is None or last is None:
            raise InputError(
                "expected the first and the last day: the note names none", field="days"
            )
        if last < first or (last - first).days >= MOST_DAYS:
            raise InputError(
                f"expected at most {MOST_DAYS} days, the first one first", field="days"
            )
        granted = replace(request, person=name, first_on=first, last_on=last)
        return self._answer(request, granted, Asked.APPROVED, by=by, why=why)

    def decline(self, request_id: str, *, by: str, why: str = "") -> AnsweredTimeOff:
        """Also dismisses a note that asks for nothing."""
        request = self._open(request_id, by)
        return self._answer(request, request, Asked.DECLINED, by=by, why=why)

    def _open(self, request_id: str, by: str) -> TimeOffRequest:
        request = self.save.get(request_id)
        self.find_deciders.check(by, request.person)
        if not request.is_open:
            raise self._refuse(request)
        return request

    def _answer(
        self, before: TimeOffRequest, after: TimeOffRequest, state: Asked, *, by: str, why: str
    ) -> AnsweredTimeOff:
        answered = replace(
            after,
            state=state,
            answered_at=self.clock.now(),
            answered_by=by,
            answer=make_storable(" ".join(why.split()), most=LONGEST_ANSWER),
        )
        try:
            saved = self.save(before, answered, action=state.value, by=by)
        except Conflict as error:
            raise self._refuse(self.save.get(before.id)) from error
        self.crash_points.reached("rota.time_off_kept")
        lines: tuple[DraftLine, ...] = ()
        if saved.state is Asked.APPROVED and saved.first_on and saved.last_on:
            lines = self.find_lines(saved.person, saved.first_on, saved.last_on)
        return AnsweredTimeOff(saved, lines, self.mirror.try_now())

    def _refuse(self, request: TimeOffRequest) -> Conflict:
        by = self.name_doer(request.answered_by)
        return Conflict(f"the request is {request.state} already, by {by}")
