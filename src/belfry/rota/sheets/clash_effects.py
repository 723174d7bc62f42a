"""Where the standing pattern clashes with somebody's time off, and what that means for a draft.

While nobody has answered it, or a manager sees to it, the shift is held. Once it is freed, whoever
is away is no longer wished for, and whoever was named instead is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.rota.drafts.drafted_weeks import join_names, split_names
from belfry.rota.drafts.rosters import Roster
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.rules.members import Leave, TimeOff
from belfry.rota.sheets.template_plans import find_clashes, overlaps_leave
from belfry.rota.shifts import Shift


@dataclass(frozen=True, slots=True)
class Settled:
    """The shifts as they stand now, and by id why some of them wait for a person."""

    shifts: tuple[Shift, ...]
    held: Mapping[str, str]


def list_clashes(
    monday: date,
    shifts: Sequence[Shift],
    time_off: Sequence[TimeOff],
    *,
    zone: ZoneInfo,
    at: datetime,
) -> Iterator[Clash]:
    """One for each shift that names somebody who is away; all of them if several are."""
    words = find_clashes(shifts, time_off, zone=zone)
    for shift in shifts:
        if shift.id in words:
            yield Clash(
                week=monday.isoformat(),
                shift_id=shift.id,
                person=join_names(_list_away(shift, time_off, zone)),
                words=words[shift.id],
                found_at=at,
            )


def settle_clashes(
    shifts: Iterable[Shift],
    clashes: Iterable[Clash],
    time_off: Iterable[TimeOff],
    *,
    zone: ZoneInfo,
    roster: Roster,
) -> Settled:
    """A clash that the sheet or the time off was changed to undo holds nothing up."""
    known = {clash.shift_id: clash for clash in clashes}
    now = [_free(shift, known.get(shift.id), roster) for shift in shifts]
    standing = find_clashes(now, time_off, zone=zone)
    return Settled(
        tuple(now),
        {
            shift_id: words
            for shift_id, words in standing.items()
            if shift_id in known and known[shift_id].state is not ClashState.FREED
        },
    )


def _free(shift: Shift, clash: Clash | None, roster: Roster) -> Shift:
    if clash is None or clash.state is not ClashState.FREED:
        return shift
    away = [name for name in split_names(clash.person) if name in shift.wishes]
    if not away:
        return shift
    instead = roster.find(clash.instead) if clash.instead else None
    left = [name for name in shift.wishes if name not in away]
    wishes = tuple(dict.fromkeys([*left, *([instead] if instead else [])]))
    return replace(shift, wishes=wishes, is_pinned=shift.is_pinned and bool(wishes))


def _list_away(shift: Shift, time_off: Sequence[TimeOff], zone: ZoneInfo) -> tuple[str, ...]:
    away = {
        leave.name
        for leave in time_off
        if leave.state is Leave.APPROVED and overlaps_leave(shift, leave, zone)
    }
    return tuple(name for name in shift.wishes if name in away)
