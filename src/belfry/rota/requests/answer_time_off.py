"""Take a manager's decision about time off: once, as it was asked or with other days.

What is granted counts for every draft from then on, and is written into the time-off sheet. The
shifts that people know already stay whose they are: they are told, so that cover can be asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from belfry.accounts.users.name_doer import NameDoer
from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.notes.readings import MOST_DAYS
from belfry.rota.publishing.find_own_lines import FindOwnLines
from belfry.rota.requests.ask_time_off import find_member
from belfry.rota.requests.requests import Asked, TimeOffRequest
from belfry.rota.requests.time_off import KeepTimeOff
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.team import FindDeciders

LONGEST_ANSWER = 500


@dataclass(frozen=True, slots=True)
class AnsweredTimeOff:
    """`shifts` are those the person has on the granted days and for which cover is needed.

    Not `is_mirrored` if the sheet could not be written now: it will be.
    """

    request: TimeOffRequest
    shifts: tuple[DraftLine, ...] = ()
    is_mirrored: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTimeOff:
    """NotAllowed for who does not decide about it, Conflict once somebody has answered."""

    clock: Clock
    crash_points: CrashPoints
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders
    name_doer: NameDoer
    find_lines: FindOwnLines
    keep: KeepTimeOff
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
        """As it was asked, or with other days; a note that nobody could read needs both."""
        request = self._open(request_id, by)
        name = find_member(self.read_sheets, person or self._need(request.person, "person"))
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
        """Also how a note that asks for nothing is put away."""
        request = self._open(request_id, by)
        return self._answer(request, request, Asked.DECLINED, by=by, why=why)

    def _open(self, request_id: str, by: str) -> TimeOffRequest:
        request = self.keep.get(request_id)
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
            kept = self.keep(before, answered, action=state.value, by=by)
        except Conflict as error:
            raise self._refuse(self.keep.get(before.id)) from error
        self.crash_points.reached("rota.time_off_kept")
        return AnsweredTimeOff(kept, self._list_shifts(kept), self.mirror.try_now())

    def _list_shifts(self, request: TimeOffRequest) -> tuple[DraftLine, ...]:
        if request.state is not Asked.APPROVED or not request.first_on or not request.last_on:
            return ()
        return self.find_lines(request.person, request.first_on, request.last_on)

    def _refuse(self, request: TimeOffRequest) -> Conflict:
        by = self.name_doer(request.answered_by)
        return Conflict(f"the request is {request.state} already, by {by}")

    def _need(self, person: str, field: str) -> str:
        if not person:
            raise InputError("expected a name: nobody knows who wrote this", field=field)
        return person
