"""Put a notice away: somebody has read it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.kernel.changes import Put
from belfry.kernel.errors import NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.scheduler.watching.notices import Notice


@dataclass(frozen=True, slots=True)
class DismissNotice:
    store: Store
    clock: Clock

    def __call__(self, notice_id: str, *, by: str) -> None:
        notice = self.store.find(Notice, notice_id)
        if notice is None:
            raise NotFound(f"there is no notice {notice_id}")
        if notice.dismissed_at is None:
            away = replace(notice, dismissed_at=self.clock.now(), dismissed_by=by)
            self.store.commit([Put(away)])
