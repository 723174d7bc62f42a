"""Compare the external scheduler's schedules with the database, and fix differences if asked.

Only schedules named as ours in this environment are compared. Fixes go through the publisher, under
its leases and from the workflow as it stands then, so that they never undo a newer change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import assert_never

from belfry.kernel.changes import MOST_CHANGES
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge import (
    Change,
    Create,
    Delete,
    Schedule,
    Step,
    find_ours,
    plan_schedules,
)
from belfry.kernel.eventbridge.schedules import are_alike
from belfry.ports.clock import Clock
from belfry.ports.scheduler import Scheduler
from belfry.scheduler.change_workflows import announce_schedule
from belfry.scheduler.ports import Publications, Workflows
from belfry.scheduler.publications import (
    Publication,
    Unreadable,
    begin,
    find_published_schedule,
    render_schedules,
)
from belfry.scheduler.publish_schedules import PublishSchedules
from belfry.scheduler.workflows import Workflow

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What differed, and what could not be compared or fixed, by workflow."""

    drifts: Sequence[Drift]
    problems: Mapping[int, str]
    is_fixed: bool = False

    @property
    def is_right(self) -> bool:
        return not self.problems and (self.is_fixed or not self.drifts)


@dataclass(slots=True)
class Sides:
    """Both sides by schedule name; a workflow with a problem is on neither."""

    actual: dict[str, Schedule]
    wanted: dict[str, Schedule] = field(default_factory=dict)
    problems: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReconcileSchedules:
    scheduler: Scheduler
    workflows: Workflows
    publications: Publications
    clock: Clock
    environment: str
    publish: PublishSchedules

    def __call__(self, *, fix: bool = False) -> Reconciled:
        sides = self._read()
        steps = plan_schedules(sides.wanted, sides.actual, environment=self.environment)
        drifts = [describe(step, sides.actual, self.environment) for step in steps]
        if not fix:
            return Reconciled(drifts, sides.problems)
        names_by_workflow = self._group(sides.actual)
        numbers = iter(dict.fromkeys(drift.workflow_id for drift in drifts))
        while batch := list(islice(numbers, AT_ONCE)):
            failed = self.publish.publish(batch, names_by_workflow)
            sides.problems |= {number: str(error) for number, error in failed.items()}
        return Reconciled(drifts, sides.problems, is_fixed=True)

    def list_unpublished(self) -> list[Workflow]:
        """The workflows that belong in the external scheduler and were never brought there.

        Those whose schedule it refused are not among them: they are to be changed first.
        """
        unpublished = []
        for workflows in self._list_workflows():
            known = self.publications.find_publications([workflow.id for workflow in workflows])
            for workflow in workflows:
                publication = begin(known.get(workflow.id), workflow.id, self.environment)
                is_known = publication.published_revision or publication.problem
                if not is_known and self._is_wanted(workflow):
                    unpublished.append(workflow)
        return unpublished

    def announce_unpublished(self) -> int:
        """Give the publisher a row for each of them: they were there before the environment was."""
        now = self.clock.now()
        events = [announce_schedule(workflow, now) for workflow in self.list_unpublished()]
        for start in range(0, len(events), MOST_CHANGES):
            self.publish.store.commit(events[start : start + MOST_CHANGES])
        return len(events)

    def _is_wanted(self, workflow: Workflow) -> bool:
        try:
            return find_published_schedule(workflow, self.clock.now()) is not None
        except InputError:
            return False

    def _read(self) -> Sides:
        """Read the external scheduler first: later changes are published anyway."""
        sides = Sides(dict(self.scheduler.list()))
        names = self._group(sides.actual)
        for workflows in self._list_workflows():
            known = self.publications.find_publications([workflow.id for workflow in workflows])
            for workflow in workflows:
                self._add(workflow, known.get(workflow.id), names.pop(workflow.id, ()), sides)
        # The rest is deleted, archived or unreadable; only the unreadable is a problem.
        for number, standing in self.publications.find_standings(list(names)).items():
            if isinstance(standing, Unreadable):
                self._set_apart(number, standing.problem, names[number], sides)
        return sides

    def _list_workflows(self) -> Iterator[Sequence[Workflow]]:
        after = 0
        while workflows := self.workflows.list(team_id=None, after=after, limit=AT_ONCE):
            yield workflows
            after = workflows[-1].id

    def _add(
        self, workflow: Workflow, known: Publication | None, names: Collection[str], sides: Sides
    ) -> None:
        now = self.clock.now()
        publication = begin(known, workflow.id, self.environment)
        revision = publication.published_revision or workflow.revision
        try:
            wanted = self._render(workflow, revision, now)
            spent = {} if wanted else self._render(workflow, revision, workflow.schedule_since)
        except InputError as error:
            self._set_apart(workflow.id, str(error), names, sides)
            return
        sides.wanted |= wanted
        # EventBridge keeps a one-time schedule for a while after its fire; it does no harm.
        for name, schedule in spent.items():
            if name in sides.actual and are_alike(schedule, sides.actual[name]):
                del sides.actual[name]

    def _render(self, workflow: Workflow, revision: int, now: datetime) -> dict[str, Schedule]:
        return render_schedules(
            find_published_schedule(workflow, now),
            workflow.id,
            revision,
            environment=self.environment,
            now=now,
        )

    def _set_apart(self, number: int, problem: str, names: Collection[str], sides: Sides) -> None:
        sides.problems[number] = problem
        for name in names:
            del sides.actual[name]

    def _group(self, actual: Collection[str]) -> dict[int, list[str]]:
        """The names that are ours, by workflow."""
        names: dict[int, list[str]] = defaultdict(list)
        for name in actual:
            if own_name := find_ours(name, self.environment):
                names[own_name.workflow_id].append(name)
        return names


@dataclass(frozen=True, slots=True)
class Drift:
    """One schedule that is not as it should be."""

    name: str
    workflow_id: int
    says: str


def describe(step: Step, actual: Mapping[str, Schedule], environment: str) -> Drift:
    """What is wrong, for a person who decides whether to fix it."""
    own_name = find_ours(step.name, environment)
    number = own_name.workflow_id if own_name else 0
    match step:
        case Create(name, schedule):
            return Drift(name, number, f"is missing: {schedule.expression} in {schedule.timezone}")
        case Change(name, schedule):
            says = "; ".join(_list_differences(schedule, actual[name]))
            return Drift(name, number, says or "starts at other minutes than it should")
        case Delete(name):
            return Drift(name, number, f"is not wanted by workflow {number}")
    assert_never(step)


def _list_differences(wanted: Schedule, actual: Schedule) -> Iterator[str]:
    if wanted.expression != actual.expression:
        yield f"says {actual.expression} where {wanted.expression} is right"
    if wanted.timezone != actual.timezone:
        yield f"is in {actual.timezone} and belongs in {wanted.timezone}"
    if wanted.is_enabled != actual.is_enabled:
        states = ("is off and should be on", "is on and should be off")
        yield states[actual.is_enabled]
    if wanted.handed_on != actual.handed_on:
        yield "hands on something else than it should"
