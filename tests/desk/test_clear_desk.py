"""What has had its time is thrown away, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from tests.desk.desks import Desk
from tests.desk.samples import a_link, a_session, a_throttle
from tests.samples import NOON

from belfry.accounts.ports import Expiring
from belfry.accounts.sessions import Session
from belfry.accounts.sign_in import Throttle
from belfry.accounts.sign_in_links import SignInLink
from belfry.kernel.changes import Put

HOUR = timedelta(hours=1)


class StaleLeftovers:
    """Gives records as they were before somebody used them once more."""

    def __init__(self, desk: Desk, used: Throttle) -> None:
        self._leftovers = desk.book.leftovers
        self._used = used

    def list_expired(
        self, kind: type[Expiring], *, now: datetime, limit: int
    ) -> Sequence[Expiring]:
        stale: list[Any] = [record for record in (self._used,) if isinstance(record, kind)]
        return [*stale, *self._leftovers.list_expired(kind, now=now, limit=limit)]


def keep(desk: Desk, *records: Session | SignInLink | Throttle) -> None:
    for record in records:
        desk.book.store.commit([Put(record)])


def left(desk: Desk, kind: type[Expiring]) -> list[datetime]:
    found = desk.book.leftovers.list_expired(kind, now=NOON + 2 * HOUR, limit=10)
    return [record.expires_at for record in found]


def test_what_has_expired_is_thrown_away_and_the_rest_stays(desk: Desk) -> None:
    old, young = NOON - HOUR, NOON + HOUR
    for name, expires_at in (("old", old), ("now", NOON), ("young", young)):
        keep(
            desk,
            a_session(name, expires_at=expires_at),
            a_link(name, expires_at=expires_at),
            a_throttle(name, expires_at=expires_at),
        )

    assert desk.remove_expired() == 6

    assert (left(desk, Session), left(desk, SignInLink), left(desk, Throttle)) == (
        [young],
        [young],
        [young],
    )
    assert desk.remove_expired() == 0


def test_however_many_there_are_all_are_thrown_away(desk: Desk) -> None:
    keep(desk, *(a_throttle(f"{number}") for number in range(220)))

    assert desk.remove_expired() == 220


def test_a_record_used_once_more_is_left_alone_and_stops_no_other(desk: Desk) -> None:
    keep(desk, a_throttle("used"), a_throttle("idle"))
    stale = replace(a_throttle("used"), revision=1)
    keep(desk, replace(stale, expires_at=NOON + HOUR))

    remove_expired = replace(desk.remove_expired, leftovers=StaleLeftovers(desk, stale))

    assert remove_expired() == 1
    assert desk.book.store.find(Throttle, "used") is not None
    assert desk.book.store.find(Throttle, "idle") is None
