"""Compare the schedules outside with the database, and mend what differs if asked to.

Only schedules named as ours in this environment are looked at. Mending goes the publisher's way,
under its leases and from the workflow as it stands then, so that it never undoes a newer change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import assert_never

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
from belfry.scheduler.ports import Publications, Workflows
from belfry.scheduler.publishing.publications import Publication, Unreadable, begin
from belfry.scheduler.publishing.publish_schedules import PublishSchedules
from belfry.scheduler.publishing.published_schedules import (
    find_published_schedule,
    render_schedules,
)
from belfry.scheduler.workflows import Workflow

AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What differed, and what could not be judged or mended, by workflow."""

    drifts: Sequence[Drift]
    problems: Mapping[int, str]
    is_fixed: bool = False

    @property
    def is_right(self) -> bool:
        return not self.problems and (self.is_fixed or not self.drifts)


@dataclass(slots=True)
class Sides:
    """Both sides by name; a workflow with a problem is on neither."""

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
        there = self._group(sides.actual)
        numbers = iter(dict.fromkeys(drift.workflow_id for drift in drifts))
        while some := list(islice(numbers, AT_ONCE)):
            failed = self.publish.publish(some, there)
            sides.problems |= {number: str(error) for number, error in failed.items()}
        return Reconciled(drifts, sides.problems, is_fixed=True)

    def _read(self) -> Sides:
        """The outside first: what is saved after that is on its way there anyway."""
        sides = Sides(dict(self.scheduler.list()))
        there = self._group(sides.actual)
        for some in self._list_workflows():
            told = self.publications.find_publications([workflow.id for workflow in some])
            for workflow in some:
                self._add(workflow, told.get(workflow.id), there.pop(workflow.id, ()), sides)
        # Nobody lists these: they are gone, put away, or cannot be read, which is not the same.
        for number, found in self.publications.find_standings(list(there)).items():
            if isinstance(found, Unreadable):
                self._set_apart(number, found.problem, there[number], sides)
        return sides

    def _list_workflows(self) -> Iterator[Sequence[Workflow]]:
        after = 0
        while some := self.workflows.list(team_id=None, after=after, limit=AT_ONCE):
            yield some
            after = some[-1].id

    def _add(
        self, workflow: Workflow, told: Publication | None, there: Collection[str], sides: Sides
    ) -> None:
        now = self.clock.now()
        publication = begin(told, workflow.id, self.environment)
        revision = publication.published_revision or workflow.revision
        try:
            wanted = self._render(workflow, revision, now)
            spent = {} if wanted else self._render(workflow, revision, workflow.schedule_since)
        except InputError as error:
            self._set_apart(workflow.id, str(error), there, sides)
            return
        sides.wanted |= wanted
        # A single time that has come stays outside for a while, and does no harm there.
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
        found: dict[int, list[str]] = defaultdict(list)
        for name in actual:
            if ours := find_ours(name, self.environment):
                found[ours.workflow_id].append(name)
        return found


@dataclass(frozen=True, slots=True)
class Drift:
    """One schedule that is not as it should be."""

    name: str
    workflow_id: int
    says: str


def describe(step: Step, actual: Mapping[str, Schedule], environment: str) -> Drift:
    """What is wrong, for somebody who has to decide whether to have it mended."""
    ours = find_ours(step.name, environment)
    number = ours.workflow_id if ours else 0
    match step:
        case Create(name, schedule):
            return Drift(name, number, f"is missing: {schedule.expression} in {schedule.timezone}")
        case Change(name, schedule):
            says = "; ".join(_list_differences(schedule, actual[name]))
            return Drift(name, number, says or "starts at other minutes than it should")
        case Delete(name):
            return Drift(name, number, f"is not wanted by workflow {number}")
    assert_never(step)


def _list_differences(wanted: Schedule, found: Schedule) -> Iterator[str]:
    if wanted.expression != found.expression:
        yield f"says {found.expression} where {wanted.expression} is right"
    if wanted.timezone != found.timezone:
        yield f"is in {found.timezone} and belongs in {wanted.timezone}"
    if wanted.is_enabled != found.is_enabled:
        states = ("is off and should be on", "is on and should be off")
        yield states[found.is_enabled]
    if wanted.handed_on != found.handed_on:
        yield "hands on something else than it should"
