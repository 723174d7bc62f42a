"""What somebody's shift is as an entry of their calendar, however it gets there.

Times are in UTC: a shift is one real stretch, programs disagree about time zones that come with a
file, and where a country changes its clocks the shift's moments change, and it is told anew.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from belfry.kernel.icals import make_uid, open_event
from belfry.rota.publishing.own_shifts import OwnShift, name_shift

if TYPE_CHECKING:
    from icalendar import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Whose shifts they are: one person of one team.

    `mark` is what the team is known by for good; its name may change.
    """

    mark: str
    team: str
    person: str
    zone: ZoneInfo


def find_uid(holder: Holder, week: date, shift_id: str) -> str:
    """Equal for one person's shift of one week, whatever becomes of its time and its role."""
    return make_uid(json.dumps(["rota", holder.mark, week.isoformat(), shift_id, holder.person]))


def render_entry(
    shift: OwnShift, holder: Holder, *, week: date, sequence: int, stamped_at: datetime
) -> Event:
    """The entry, without saying to whom it is told."""
    name = name_shift(shift, holder.zone)
    event = open_event(
        uid=find_uid(holder, week, shift.id),
        summary=f"{name} \u00b7 {holder.team}" if holder.team else name,
        sequence=sequence,
        stamped_at=stamped_at,
    )
    event.add("dtstart", shift.starts_at.astimezone(UTC))
    event.add("dtend", shift.ends_at.astimezone(UTC))
    return event
