"""A person's shifts as calendar entries and invitations (RFC 5546).

One shift to a file, with a UID that never changes and a SEQUENCE that grows with every change, so
that a late e-mail never undoes a newer one. Times are in UTC. Only the team and the person are
named.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.icals import (
    make_uid,
    open_calendar,
    open_event,
    tidy_words,
    write_calendar,
)
from belfry.kernel.records import Claim
from belfry.messaging.ports import Attachment
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store
from belfry.rota.publishing.own_shifts import OwnShift, name_shift

if TYPE_CHECKING:
    from icalendar import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """One person of one team.

    `team_id` never changes, unlike the name of the `team`.
    """

    team_id: str
    team: str
    person: str
    zone: ZoneInfo


def find_uid(holder: Holder, week: date, shift_id: str) -> str:
    """The same for a person's shift of a week, whatever its time and role become."""
    return make_uid(json.dumps(["rota", holder.team_id, week.isoformat(), shift_id, holder.person]))


def render_entry(
    shift: OwnShift, holder: Holder, *, week: date, sequence: int, stamped_at: datetime
) -> Event:
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


_ADDRESS = re.compile(r"[^\s@<>\"\\,:;\x00-\x1f]+@[^\s@<>\"\\,:;/?#%\x00-\x1f]+")
# What has a meaning of its own in a mailto link (RFC 6068).
_RESERVED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%?#&=/[]{}|^`"})
# What some programs take for the beginning of something else in a name (RFC 6868, and habit).
_DISPUTED = str.maketrans({'"': "'", "^": " ", "\\": " "})


class Method(StrEnum):
    REQUEST = "REQUEST"
    CANCEL = "CANCEL"


@dataclass(frozen=True, slots=True)
class Invite:
    """The larger `sequence` about the same shift is the newer one."""

    method: Method
    shift: OwnShift
    sequence: int


class Addresses(NamedTuple):
    """Sender and recipient of invitations."""

    team: str
    person: str


def write_invite(
    invite: Invite, holder: Holder, addresses: Addresses, *, week: date, at: datetime
) -> Attachment:
    """The invitation or cancellation as a file; InputError for an invalid address."""
    shift, is_off = invite.shift, invite.method is Method.CANCEL
    calendar = open_calendar("Rota", method=invite.method)
    event = render_entry(
        shift, holder, week=week, sequence=invite.sequence, stamped_at=at.astimezone(UTC)
    )
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    # Some programs go on showing a cancelled entry: it must not count as busy time.
    event.add("transp", "TRANSPARENT" if is_off else "OPAQUE")
    us = {"CN": _tidy_name(holder.team)} if holder.team else {}
    event.add("organizer", _write_address(addresses.team), parameters=us)
    # They have the shift already: no reply is asked for.
    them = {"CN": _tidy_name(holder.person), "PARTSTAT": "NEEDS-ACTION", "RSVP": "FALSE"}
    event.add("attendee", _write_address(addresses.person), parameters=them)
    calendar.add_component(event)
    starts = shift.starts_at.astimezone(holder.zone)
    name = f"{'cancelled' if is_off else 'shift'}-{starts:%Y-%m-%d-%H%M}.ics"
    media_type = f"text/calendar; method={invite.method}; charset=utf-8"
    return Attachment(name, media_type, write_calendar(calendar))


def _tidy_name(name: str) -> str:
    return tidy_words(name.translate(_DISPUTED))


def _write_address(address: str) -> str:
    if not _ADDRESS.fullmatch(address):
        raise InputError("an e-mail address looks like name@example.com", field="address")
    return f"mailto:{address.translate(_RESERVED)}"


TEAM_ID_CLAIM = "rota/mark"


TEAM_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class FindTeamId:
    store: Store
    secrets: Secrets

    def __call__(self) -> str:
        """The team's permanent id in calendars, made on first use."""
        while (known := self.store.find(Claim, TEAM_ID_CLAIM)) is None:
            try:
                self.store.commit([Put(Claim(TEAM_ID_CLAIM, self.secrets.token(TEAM_ID_BYTES)))])
            except Conflict:  # another process made it first
                continue
        return known.owner
