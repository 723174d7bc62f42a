"""Who is away when, once the time-off sheet and what people asked Belfry are put together.

What a manager decided here counts before the sheet says so, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from belfry.rota.members import Leave, TimeOff
from belfry.rota.requests import Asked, TimeOffRequest
from belfry.rota.rosters import Roster

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
