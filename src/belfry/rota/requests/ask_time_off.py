"""Ask for time off, or take such a request back: by the person, or by a manager for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import make_storable, plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Numbers
from belfry.rota.drafts.rosters import explain_unknown
from belfry.rota.notes.readings import judge_days
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Asked, Source, TimeOffRequest
from belfry.rota.requests.time_off import KeepTimeOff
from belfry.rota.sheets.mirror_time_off import MirrorTimeOff
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.time_off_rows import LONGEST_REASON
from belfry.rota.team import FindDeciders

NUMBERS = "time-off"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTimeOff:
    requests: Requests
    numbers: Numbers
    clock: Clock
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders
    keep: KeepTimeOff
    zone: ZoneInfo

    def __call__(
        self, person: str, first_on: date, last_on: date, *, by: str, reason: str = ""
    ) -> TimeOffRequest:
        """A request that waits for a manager; Conflict if these days were asked for already."""
        name = find_member(self.read_sheets, person)
        self.find_deciders.check_self(by, name)
        now = self.clock.now()
        today = now.astimezone(self.zone).date()
        if wrong := judge_days(first_on, last_on, today):
            raise InputError(wrong.why, field="days")
        self._refuse_second(name, first_on, last_on, today)
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
        return self.keep(None, request, action="asked", by=by)

    def _refuse_second(self, name: str, first_on: date, last_on: date, today: date) -> None:
        asked = self.requests.list_time_off((Asked.PENDING, Asked.APPROVED), since=today)
        for one in asked:
            is_theirs = plain_name(one.person) == plain_name(name)
            if is_theirs and (one.first_on, one.last_on) == (first_on, last_on):
                said = "is granted" if one.state is Asked.APPROVED else "waits for an answer"
                raise Conflict(f"{name} asked for these days already, and that {said}")


@dataclass(frozen=True, slots=True)
class WithdrawTimeOff:
    clock: Clock
    crash_points: CrashPoints
    find_deciders: FindDeciders
    keep: KeepTimeOff
    mirror: MirrorTimeOff

    def __call__(self, request_id: str, *, by: str) -> TimeOffRequest:
        """It is not needed after all, also if it was granted; Conflict if it was declined."""
        request = self.keep.get(request_id)
        self.find_deciders.check_self(by, request.person)
        if request.state in (Asked.DECLINED, Asked.WITHDRAWN):
            raise Conflict(f"the request is {request.state} already")
        over = replace(request, state=Asked.WITHDRAWN, answered_at=self.clock.now(), answered_by=by)
        kept = self.keep(request, over, action="withdrawn", by=by)
        self.crash_points.reached("rota.time_off_kept")
        self.mirror.try_now()
        return kept


def find_member(read_sheets: ReadRotaSheets, said: str) -> str:
    """Somebody's whole name, as the staff sheet has it; NotFound if it means nobody there."""
    roster = read_sheets.staff().found.make_roster()
    name = roster.find(said)
    if name is None:
        raise NotFound(explain_unknown(said, roster))
    return name
