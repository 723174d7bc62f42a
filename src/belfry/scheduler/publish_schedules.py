"""Publish changed schedules to the external scheduler.

The present state is published, not the changes: of ten edits only the last counts. A lease for each
workflow keeps two publishers apart; before giving it back the publisher reads again, so that what
changed meanwhile is published too. A publisher that outlives its lease leaves its rows for a retry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import BelfryError, InputError, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.ports.clock import Clock
from belfry.ports.scheduler import Scheduler
from belfry.ports.store import CrashPoints, OutboxRow, Store
from belfry.scheduler.ports import Publications
from belfry.scheduler.publications import (
    HELD_FOR,
    Publication,
    PublishedSchedule,
    Standing,
    Unreadable,
    begin,
    find_published_schedule,
    find_wait,
    give_back,
    give_up,
    hold,
    render_schedules,
)

AGGREGATE = "workflow"
LAST_CALL = timedelta(minutes=1)
"""No call begins so shortly before the end of the lease that it could outlast it."""
HIGHEST_NUMBER = 2**31 - 1
LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
MOST_ROUNDS = 5
MOST_SILENCES = 3


@dataclass(frozen=True, slots=True)
class Rendering:
    """The schedules to publish for one workflow at this revision."""

    revision: int
    published: PublishedSchedule | None
    schedules: Mapping[str, Schedule]


@dataclass(slots=True)
class Batch:
    """Workflows published together: leases, what was published and what failed, by id.

    `called` are those for which the external scheduler was called at all.
    """

    until: datetime
    ends: timedelta
    leases: dict[int, Publication] = field(default_factory=dict)
    published: dict[int, Rendering] = field(default_factory=dict)
    errors: dict[int, BelfryError] = field(default_factory=dict)
    called: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class PublishSchedules:
    store: Store
    publications: Publications
    scheduler: Scheduler
    clock: Clock
    crash_points: CrashPoints
    environment: str

    def __call__(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Errors by row id; all rows of one workflow share its outcome."""
        asked: dict[int, list[int]] = defaultdict(list)
        errors: dict[int, BelfryError] = {}
        for row in rows:
            if number := _read_number(row.aggregate_id):
                asked[number].append(row.id)
            else:
                errors[row.id] = InputError(f"{row.aggregate_id!r} is no workflow's number")
        failed = self.publish(asked)
        return errors | {row_id: failed[number] for number in failed for row_id in asked[number]}

    def publish(
        self, workflow_ids: Iterable[int], existing: Mapping[int, Collection[str]] | None = None
    ) -> Mapping[int, BelfryError]:
        """Errors by workflow; `found` are names of schedules that the external scheduler has."""
        batch = Batch(self.clock.now() + HELD_FOR, self.clock.elapsed() + HELD_FOR - LAST_CALL)
        batch.leases = self._find_free(list(workflow_ids), batch)
        todo = self._read(batch.leases, batch)
        for _ in range(MOST_ROUNDS):
            self._hold(todo, batch)
            self._publish(todo, existing or {}, batch)
            todo = self._read([number for number in todo if number not in batch.errors], batch)
            if not todo:
                break
        busy = Temporary("it changes more quickly than it can be published")
        batch.errors |= dict.fromkeys(todo, busy)
        self._give_back(batch)
        return batch.errors

    def _find_free(self, workflow_ids: Collection[int], batch: Batch) -> dict[int, Publication]:
        """The publications of the workflows that no other process has leased."""
        now = self.clock.now()
        stored = self.publications.find_publications(workflow_ids)
        known = {
            number: begin(stored.get(number), number, self.environment) for number in workflow_ids
        }
        waits = {number: wait for number, p in known.items() if (wait := find_wait(p, now))}
        for number, wait in waits.items():
            batch.errors[number] = Temporary("another publisher is at it", retry_after=wait)
        return {number: p for number, p in known.items() if number not in waits}

    def _read(self, workflow_ids: Collection[int], batch: Batch) -> dict[int, Rendering]:
        """What has to be published, or published again because it changed since."""
        now = self.clock.now()
        standings = self.publications.find_standings(workflow_ids)
        todo = {}
        for number in workflow_ids:
            done, standing = batch.published.get(number), standings.get(number)
            if done and done.revision == _find_revision(standing):
                continue
            try:
                rendering = self._prepare(number, standing, now)
            except BelfryError as error:
                batch.errors[number] = error
                continue
            if done is None or done.published != rendering.published:
                todo[number] = rendering
        return todo

    def _prepare(
        self, number: int, standing: Standing | Unreadable | None, now: datetime
    ) -> Rendering:
        if isinstance(standing, Unreadable):
            raise InputError(f"workflow {number}: {standing.problem}")
        revision = _find_revision(standing)
        published = find_published_schedule(standing, now)
        schedules = render_schedules(
            published, number, revision, environment=self.environment, now=now
        )
        return Rendering(revision, published, schedules)

    def _hold(self, todo: Mapping[int, Rendering], batch: Batch) -> None:
        """Store the leases; one that was taken meanwhile has another revision."""
        wanted = {
            number: hold(batch.leases[number], len(rendering.schedules), batch.until)
            for number, rendering in todo.items()
        }
        written = self.store.commit_each([[Put(lease)] for lease in wanted.values()])
        for (number, lease), is_written in zip(wanted.items(), written, strict=True):
            if is_written:
                batch.leases[number] = replace(lease, revision=lease.revision + 1)
            else:
                del batch.leases[number]
                self._lose(number, batch)
        self.crash_points.reached("publish.held")

    def _publish(
        self, todo: Mapping[int, Rendering], existing: Mapping[int, Collection[str]], batch: Batch
    ) -> None:
        silences = 0
        for number, rendering in todo.items():
            if number in batch.errors:
                continue
            try:
                if silences >= MOST_SILENCES:
                    raise Temporary("the scheduler does not answer just now: not tried")
                batch.called.add(number)
                self._call(batch.leases[number], rendering, existing.get(number, ()), batch)
            except BelfryError as error:
                silences = silences + 1 if isinstance(error, Temporary) else 0
                batch.errors[number] = error
            else:
                silences = 0
                batch.published[number] = rendering
            self.crash_points.reached("publish.published")

    def _call(
        self, lease: Publication, rendering: Rendering, existing: Collection[str], batch: Batch
    ) -> None:
        """Create new schedules before removing old ones, so that no fire is lost."""
        for name, schedule in rendering.schedules.items():
            self._check_time(batch)
            self.scheduler.put(name, schedule)
        if lease.count == len(rendering.schedules) and not existing:
            return
        for name in sorted({*lease.names, *existing} - rendering.schedules.keys()):
            self._check_time(batch)
            self.scheduler.remove(name)

    def _check_time(self, batch: Batch) -> None:
        if self.clock.elapsed() >= batch.ends:
            raise Temporary("the lease ran out")

    def _give_back(self, batch: Batch) -> None:
        free = {
            number: self._end(lease, batch)
            for number, lease in batch.leases.items()
            if lease.held_until == batch.until
        }
        written = self.store.commit_each([[Put(lease)] for lease in free.values()])
        for number, is_written in zip(free, written, strict=True):
            if not is_written:
                self._lose(number, batch)
        self.crash_points.reached("publish.given_back")

    def _lose(self, number: int, batch: Batch) -> None:
        """Another publisher has or had the lease: our calls may have come after its own.

        The change is announced again, because the rows it came by may be done by now.
        """
        batch.errors.setdefault(number, Temporary("another publisher took the lease"))
        if number in batch.called:
            event = Event(AGGREGATE, str(number), "upsert", {}, self.clock.now())
            self.store.commit([Announce(event)])

    def _end(self, lease: Publication, batch: Batch) -> Publication:
        if error := batch.errors.get(lease.workflow_id):
            return give_up(lease, str(error))
        done = batch.published[lease.workflow_id]
        return give_back(lease, len(done.schedules), done.revision)


def _find_revision(standing: Standing | Unreadable | None) -> int:
    """0 for a deleted workflow."""
    match standing:
        case Standing():
            return standing.revision
        case Unreadable():
            return -1
        case None:
            return 0


def _read_number(text: str) -> int | None:
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        return None
    number = int(text)
    return number if number <= HIGHEST_NUMBER else None
