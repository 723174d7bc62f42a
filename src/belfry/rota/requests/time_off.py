"""Keep a request for time off and what became of it, with its trail, and have it told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.changes import Change
from belfry.kernel.errors import NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.entries import (
    BELFRY,
    TIME_OFF,
    TIME_OFF_ANSWERED,
    TIME_OFF_ASKED,
    announce,
    record,
)
from belfry.rota.requests.requests import TimeOffRequest


@dataclass(frozen=True, slots=True)
class KeepTimeOff:
    store: Store
    clock: Clock

    def get(self, request_id: str) -> TimeOffRequest:
        found = self.store.find(TimeOffRequest, request_id)
        if found is None:
            raise NotFound(f"there is no request {request_id}")
        return found

    def __call__(
        self, before: TimeOffRequest | None, after: TimeOffRequest, *, action: str, by: str = BELFRY
    ) -> TimeOffRequest:
        """The request as it is stored; Conflict if it is not what `before` says any more."""
        self.store.commit(self.plan(before, after, action=action, by=by))
        return self.get(after.id)

    def plan(
        self, before: TimeOffRequest | None, after: TimeOffRequest, *, action: str, by: str = BELFRY
    ) -> list[Change]:
        now = self.clock.now()
        said: dict[str, Any] = {"state": after.state.value}
        if before and (before.first_on, before.last_on) != (after.first_on, after.last_on):
            said["asked"] = _write_days(before)
        changes = record(
            after,
            action=f"time_off.{action}",
            at=now,
            by=by,
            before=_describe(before) if before else None,
            after=_describe(after),
        )
        op = TIME_OFF_ASKED if after.is_open else TIME_OFF_ANSWERED
        return [*changes, announce(TIME_OFF, after.id, op, said, at=now)]


def _describe(request: TimeOffRequest) -> Mapping[str, Any]:
    """Without why somebody wants to be away, and without what they wrote."""
    return {
        "state": request.state.value,
        "person": request.person,
        "days": _write_days(request),
        "source": request.source.value,
    }


def _write_days(request: TimeOffRequest) -> list[str]:
    days = (request.first_on, request.last_on)
    return [day.isoformat() for day in days if day]
