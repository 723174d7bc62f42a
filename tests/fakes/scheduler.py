"""A scheduler that keeps its schedules in memory and never fires, for tests.

It refuses what EventBridge refuses, and fails as scripted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from threading import RLock
from typing import TYPE_CHECKING

from belfry.kernel.errors import Permanent
from belfry.kernel.eventbridge import Schedule
from belfry.kernel.eventbridge.schedules import find_fault, find_minute, write_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from belfry.ports.clock import Clock


@dataclass(frozen=True, slots=True)
class Lost:
    """It is done, and the answer never comes."""

    error: BaseException


Fault = BaseException | Lost | None


class MemoryScheduler:
    """`answer_with` sets what each of the next calls meets, `refuse` what one name always meets.

    `meddle` is called with a call's verb and name before anything happens; `calls` counts them.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = RLock()
        self._schedules: dict[str, Schedule] = {}
        self._once: dict[str, datetime] = {}
        self._faults: list[Fault] = []
        self._refused: dict[str, BaseException] = {}
        self.calls: Counter[tuple[str, str]] = Counter()
        self.meddle: Callable[[str, str], object] = lambda verb, name: None

    def answer_with(self, *faults: Fault) -> None:
        self._faults += faults

    def refuse(self, name: str, error: BaseException) -> None:
        self._refused[name] = error

    def forgive(self) -> None:
        """No more faults, of either sort."""
        self._faults.clear()
        self._refused.clear()

    def put(self, name: str, schedule: Schedule) -> None:
        def apply() -> None:
            self._check(name, schedule)
            self._once.pop(name, None)
            self._schedules[name] = schedule

        self._call("put", name, apply)

    def put_once(self, name: str, at: datetime, handed_on: str) -> None:
        def apply() -> None:
            minute = find_minute(at, now=self._clock.now())
            schedule = Schedule(write_at(minute), "UTC", handed_on)
            self._check(name, schedule)
            self._schedules[name] = schedule
            self._once[name] = minute

        self._call("put_once", name, apply)

    def remove(self, name: str) -> None:
        def apply() -> None:
            self._once.pop(name, None)
            self._schedules.pop(name, None)

        self._call("remove", name, apply)

    def list(self) -> Mapping[str, Schedule]:
        self._call("list", "", lambda: None)
        now = self._clock.now()
        with self._lock:
            for name in [name for name, minute in self._once.items() if minute < now]:
                del self._once[name], self._schedules[name]
            return dict(self._schedules)

    def _check(self, name: str, schedule: Schedule) -> None:
        if fault := find_fault(name, schedule, now=self._clock.now()):
            raise Permanent(fault)

    def _call(self, verb: str, name: str, apply: Callable[[], None]) -> None:
        self.meddle(verb, name)
        with self._lock:
            self.calls[verb, name] += 1
            fault = self._refused.get(name) or (self._faults.pop(0) if self._faults else None)
            if isinstance(fault, BaseException):
                raise fault
            apply()
        if fault:
            raise fault.error
