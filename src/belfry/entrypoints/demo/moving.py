"""What it means to move the demo clock: everything between then and the new hour happens.

Fires, drafts, reminders, held messages and what the people of the shop do come each at its own
moment and in order; only the waiting is left out. While nobody moves the clock, the same worker
goes by it as it ticks.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from belfry.cron.vigils import Vigil
from belfry.entrypoints.demo.agenda import Agenda
from belfry.entrypoints.demo.chores import Chores
from belfry.entrypoints.demo.staying import stay_signed_in
from belfry.entrypoints.worker.driver import LOOK_AGAIN_AFTER, Driver
from belfry.kernel.changes import Put
from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from belfry.bootstrap import Services
    from belfry.cron.runs import Run
    from belfry.entrypoints.demo.agenda import ListDeeds
    from belfry.ports.clock import DemoClock

log = logging.getLogger(__name__)

TICK_EVERY = timedelta(milliseconds=500)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Moved:
    """A move of the clock: the how-manieth it was, and from when to when."""

    number: int
    began: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class Ahead:
    """The next moment at which anything happens, and the next at which a bell rings."""

    at: datetime
    ring: datetime


class Mover:
    """The demo's one worker, in moved time and in real time; `hear` is told of each run's end.

    `list_deeds` gives what the people of the shop do after one moment and up to another; they begin
    with the first move, or when the clock is let go.
    """

    def __init__(
        self,
        services: Services,
        clock: DemoClock,
        *,
        list_deeds: ListDeeds = lambda since, until: (),
        hear: Callable[[Run], None] = lambda run: None,
    ) -> None:
        self._services = services
        self._clock = clock
        self._list_deeds = list_deeds
        self._hear = hear
        # Whoever holds it is the only one who works and the only one who moves the clock.
        self._turn = Lock()
        self._is_loose = False
        self.latest: Moved | None = None

    def move_to(self, moment: datetime, *, after: int | None = None) -> Moved:
        """Live up to `moment`; one who asks again `after` the same move is told how it went."""
        with self._turn:
            if self.latest and after is not None and after < self.latest.number:
                return self.latest
            self._clock.hold()
            began = self._clock.now()
            try:
                self._move(max(moment, began))
            finally:
                if self._is_loose:
                    self._clock.let_go()
            number = self.latest.number + 1 if self.latest else 1
            self.latest = Moved(number, began, max(moment, began))
            return self.latest

    def live(self, stop: Event) -> None:
        """Let the clock go, and do what is due as it ticks, until `stop`."""
        with self._turn:
            self._is_loose = True
            self._clock.let_go()
        while not stop.is_set():
            self._tick()
            stop.wait(TICK_EVERY.total_seconds())
        for worker in self._services.ports.lookout.list_workers():
            self._services.keep_worker.sign_off(worker.id)

    @cached_property
    def _driver(self) -> Driver:
        return Driver(self._services, self._clock, self._hear)

    @cached_property
    def _agenda(self) -> Agenda:
        return Agenda(self._list_deeds, self._clock.now())

    def _tick(self) -> None:
        """The edge: nothing that goes wrong once may stop the demo."""
        with self._turn:
            try:
                self._agenda.do_due(self._services, self._clock.now())
                self._driver.settle()
            except BelfryError as error:
                log.warning("demo.tick_failed", extra={"error": str(error)})
            except Exception:
                log.exception("demo.tick_raised")

    def _move(self, until: datetime) -> None:
        stay_signed_in(self._services, until)
        chores = Chores(self._services, until=until)
        self._driver.settle()
        while (ahead := self._look_ahead(chores, until)).at <= until:
            self._clock.advance_to(ahead.at)
            self._live_moment(chores, is_ringing=ahead.ring <= ahead.at)
        self._clock.advance_to(until)
        self._keep_vigil()

    def _live_moment(self, chores: Chores, *, is_ringing: bool) -> None:
        """What people do comes first, then the chores, whose bells would ring before others."""
        now = self._clock.now()
        if self._agenda.do_due(self._services, now):
            chores.stir(now)
        chores.do_due(now)
        if is_ringing:
            self._driver.settle()
            chores.hear_rung(now)

    def _look_ahead(self, chores: Chores, until: datetime) -> Ahead:
        ports, now = self._services.ports, self._clock.now()
        ring = min(ports.bells.earliest() or NEVER, ports.runs.earliest() or NEVER)
        # What is due and was not done is left for a moment: it waits for a run under way.
        ring = ring if ring > now else now + LOOK_AGAIN_AFTER
        deed = self._agenda.find_next(until) or NEVER
        return Ahead(at=min(ring, chores.next_at or NEVER, deed), ring=ring)

    def _keep_vigil(self) -> None:
        """Nobody was away: the clock was moved."""
        store = self._services.ports.store
        if vigil := store.find(Vigil, "clock"):
            store.commit([Put(replace(vigil, seen_at=self._clock.now()))])
