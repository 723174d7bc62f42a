"""Tell the scheduler outside what has become of the workflows whose schedules changed.

It is told how things stand, not what was done: of ten edits only the last counts. A lease for each
workflow keeps two publishers from telling different things at once; whoever has told looks again
before giving it back, so that what changed meanwhile is told as well. A publisher that is slower
than its lease finds so and leaves its rows for another try.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from belfry.kernel.changes import Announce, Event, Put
from belfry.kernel.errors import BelfryError, InputError, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.ports.clock import Clock
from belfry.ports.scheduler import Scheduler
from belfry.ports.store import CrashPoints, OutboxRow, Store
from belfry.scheduler.ports import Publications
from belfry.scheduler.publishing.publications import (
    HELD_FOR,
    Publication,
    Standing,
    Unreadable,
    begin,
    find_wait,
    give_back,
    give_up,
    held,
    hold,
)
from belfry.scheduler.publishing.published_schedules import (
    PublishedSchedule,
    find_published_schedule,
    render_schedules,
)

AGGREGATE = "workflow"
LAST_CALL = timedelta(minutes=1)
"""No call begins so shortly before the lease ends that it could reach past it."""
HIGHEST_NUMBER = 2**31 - 1
LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
MOST_ROUNDS = 5
MOST_SILENCES = 3


@dataclass(frozen=True, slots=True)
class Telling:
    """What the outside is to know of one workflow, as it stood at this revision."""

    revision: int
    published: PublishedSchedule | None
    schedules: Mapping[str, Schedule]


@dataclass(slots=True)
class Batch:
    """Workflows told of together: our leases, what was told, and what went wrong, by number.

    `called` are those about which the scheduler has heard anything from us, whatever came of it.
    """

    until: datetime
    ends: timedelta
    leases: dict[int, Publication] = field(default_factory=dict)
    told: dict[int, Telling] = field(default_factory=dict)
    data_problems: dict[int, BelfryError] = field(default_factory=dict)
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
        """What went wrong, by the row's id; all rows of one workflow share its fate."""
        asked: dict[int, list[int]] = defaultdict(list)
        data_problems: dict[int, BelfryError] = {}
        for row in rows:
            if number := _read_number(row.aggregate_id):
                asked[number].append(row.id)
            else:
                data_problems[row.id] = InputError(f"{row.aggregate_id!r} is no workflow's number")
        failed = self.publish(asked)
        return data_problems | {row_id: failed[one] for one in failed for row_id in asked[one]}

    def publish(
        self, workflow_ids: Iterable[int], there: Mapping[int, Collection[str]] | None = None
    ) -> Mapping[int, BelfryError]:
        """What went wrong, by workflow; `there` names schedules that were found outside."""
        batch = Batch(self.clock.now() + HELD_FOR, self.clock.elapsed() + HELD_FOR - LAST_CALL)
        batch.leases = self._find_free(list(workflow_ids), batch)
        todo = self._look(batch.leases, batch)
        for _ in range(MOST_ROUNDS):
            self._hold(todo, batch)
            self._tell(todo, there or {}, batch)
            todo = self._look(
                [number for number in todo if number not in batch.data_problems], batch
            )
            if not todo:
                break
        busy = Temporary("it changes more quickly than it can be told")
        batch.data_problems |= dict.fromkeys(todo, busy)
        self._give_back(batch)
        return batch.data_problems

    def _find_free(self, workflow_ids: Collection[int], batch: Batch) -> dict[int, Publication]:
        """What is known of the workflows that nobody else is telling of."""
        now = self.clock.now()
        stored = self.publications.find_publications(workflow_ids)
        known = {one: begin(stored.get(one), one, self.environment) for one in workflow_ids}
        waits = {one: wait for one, found in known.items() if (wait := find_wait(found, now))}
        for one, wait in waits.items():
            batch.data_problems[one] = Temporary("another publisher is at it", retry_after=wait)
        return {one: found for one, found in known.items() if one not in waits}

    def _look(self, workflow_ids: Collection[int], batch: Batch) -> dict[int, Telling]:
        """What has to be told, or told anew because it has changed since."""
        now = self.clock.now()
        found = self.publications.find_standings(workflow_ids)
        todo = {}
        for number in workflow_ids:
            told, standing = batch.told.get(number), found.get(number)
            if told and told.revision == _find_revision(standing):
                continue
            try:
                telling = self._prepare(number, standing, now)
            except BelfryError as error:
                batch.data_problems[number] = error
                continue
            if told is None or told.published != telling.published:
                todo[number] = telling
        return todo

    def _prepare(
        self, number: int, standing: Standing | Unreadable | None, now: datetime
    ) -> Telling:
        if isinstance(standing, Unreadable):
            raise InputError(f"workflow {number}: {standing.problem}")
        revision = _find_revision(standing)
        published = find_published_schedule(standing, now)
        schedules = render_schedules(
            published, number, revision, environment=self.environment, now=now
        )
        return Telling(revision, published, schedules)

    def _hold(self, todo: Mapping[int, Telling], batch: Batch) -> None:
        """A lease was free when we looked; should it have been taken since, its revision tells."""
        wanted = {
            number: hold(batch.leases[number], len(telling.schedules), batch.until)
            for number, telling in todo.items()
        }
        written = self.store.commit_each([[Put(lease)] for lease in wanted.values()])
        for (number, lease), is_written in zip(wanted.items(), written, strict=True):
            if is_written:
                batch.leases[number] = held(lease)
            else:
                del batch.leases[number]
                self._lose(number, batch)
        self.crash_points.reached("publish.held")

    def _tell(
        self, todo: Mapping[int, Telling], there: Mapping[int, Collection[str]], batch: Batch
    ) -> None:
        silences = 0
        for number, telling in todo.items():
            if number in batch.data_problems:
                continue
            try:
                if silences >= MOST_SILENCES:
                    raise Temporary("the scheduler does not answer just now: not tried")
                batch.called.add(number)
                self._call(batch.leases[number], telling, there.get(number, ()), batch)
            except BelfryError as error:
                silences = silences + 1 if isinstance(error, Temporary) else 0
                batch.data_problems[number] = error
            else:
                silences = 0
                batch.told[number] = telling
            self.crash_points.reached("publish.told")

    def _call(
        self, lease: Publication, telling: Telling, there: Collection[str], batch: Batch
    ) -> None:
        """New schedules come before old ones go, so that no fire falls in between."""
        for name, schedule in telling.schedules.items():
            self._check_time(batch)
            self.scheduler.put(name, schedule)
        if lease.count == len(telling.schedules) and not there:
            return
        for name in sorted({*lease.names, *there} - telling.schedules.keys()):
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
        """Another publisher has the lease, or had it: what we told may have come after its word.

        The news is announced anew, because the rows it came by may be done by now.
        """
        batch.data_problems.setdefault(number, Temporary("another publisher took the lease"))
        if number in batch.called:
            event = Event(AGGREGATE, str(number), "upsert", {}, self.clock.now())
            self.store.commit([Announce(event)])

    def _end(self, lease: Publication, batch: Batch) -> Publication:
        if data_problem := batch.data_problems.get(lease.workflow_id):
            return give_up(lease, str(data_problem))
        told = batch.told[lease.workflow_id]
        return give_back(lease, len(told.schedules), told.revision)


def _find_revision(standing: Standing | Unreadable | None) -> int:
    """0 for a workflow that is gone."""
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
