"""Whoever is signed in when the demo clock is moved stays signed in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from belfry.desk.sessions import IDLE, Session
from belfry.desk.sign_in_links import SignInLink
from belfry.kernel.changes import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services

FOREVER = datetime(9999, 1, 1, tzinfo=UTC)
MOST = 1000
TRIES = 3


def stay_signed_in(services: Services, until: datetime) -> None:
    """Sessions and links that are good now are so at `until`: for people hardly any time goes by.

    A browser may be seen at the very same moment; it is then looked at again.
    """
    now = services.ports.clock.now()
    for _ in range(TRIES):
        kept = [*_keep_sessions(services, now, until), *_keep_links(services, now, until)]
        if all(services.ports.store.commit_each([[put] for put in kept])):
            return


def _keep_sessions(services: Services, now: datetime, until: datetime) -> Iterator[Put]:
    for session in services.ports.leftovers.list_expired(Session, now=FOREVER, limit=MOST):
        is_good = session.ended_at is None and now < min(session.expires_at, session.seen_at + IDLE)
        if is_good and session.seen_at < until:
            longer = session.expires_at + (until - now)
            yield Put(replace(session, seen_at=until, expires_at=longer))


def _keep_links(services: Services, now: datetime, until: datetime) -> Iterator[Put]:
    for link in services.ports.leftovers.list_expired(SignInLink, now=until, limit=MOST):
        if link.used_at is None and now < link.expires_at:
            yield Put(replace(link, expires_at=link.expires_at + (until - now)))
