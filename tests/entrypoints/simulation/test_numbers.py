"""A number that two places show differently is found, and one that they share is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from belfry.bootstrap import Services
from belfry.entrypoints.simulation.numbers import find_unequal_numbers
from belfry.entrypoints.simulation.people import People
from belfry.entrypoints.simulation.world import BEGINS, World
from belfry.jobs.jobs import Job
from belfry.scheduler.runs import WorkflowHealth

SEED = 4
# Jobs stand still then, one settles, a message waits, and some were sent.
BUSY = (BEGINS, 5)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    world = World(SEED, Path(tmp_path_factory.mktemp("world")))
    people = People(world, SEED)
    world.list_deeds = people.list_deeds
    since, number = BUSY
    world.go_to(people.list_middles(since)[number] + timedelta(seconds=90))
    yield world
    world.stop()


def list_differences(services: Services) -> list[str]:
    [owner] = services.ports.users.list(limit=1)
    return [problem.partition(":")[0] for problem in find_unequal_numbers(services, owner)]


class Lying:
    """A part of the team's services that answers one question wrongly."""

    def __init__(self, honest: object, **lies: Callable[..., Any]) -> None:
        self._honest, self._lies = honest, lies

    def __getattr__(self, name: str) -> Any:
        return self._lies.get(name) or getattr(self._honest, name)


def miscount_messages(services: Services) -> Services:
    figures = services.ports.figures

    def count(stretches: Sequence[tuple[datetime, datetime]]) -> list[Mapping[str, int]]:
        return [
            {**counts, "sent": counts.get("sent", 0) + 1}
            for counts in figures.count_messages(stretches)
        ]

    lying = cast("Any", Lying(figures, count_messages=count))
    return replace(services, ports=replace(services.ports, figures=lying))


def hide_a_job(services: Services) -> Services:
    def list_newest(stage: str, *, limit: int) -> Sequence[Job]:
        return services.ports.open_jobs.list_newest(stage, limit=limit)[1:]

    lying = cast("Any", Lying(services.ports.open_jobs, list_newest=list_newest))
    board = replace(services.jobs.show_board, open_jobs=lying)
    return replace(services, jobs=replace(services.jobs, show_board=board))


def chase_those_who_want_nothing(services: Services) -> Services:
    sweep = Lying(services.jobs.sweep, find_refusal=lambda job: "the customer wants no messages")
    return replace(services, jobs=replace(services.jobs, sweep=cast("Any", sweep)))


def invent_a_control(services: Services) -> Services:
    controls = services.ports.controls
    lying = cast("Any", Lying(controls, count=lambda **days: controls.count(**days) + 1))
    lists = replace(services.controls.list_controls, controls=lying)
    return replace(services, controls=replace(services.controls, list_controls=lists))


def invent_a_need(services: Services) -> Services:
    """The pages of weeks flag a shift that Today knows nothing of."""
    published = services.rota.drafts.open_published
    lying = cast("Any", Lying(published, list_needing_cover=lambda heads: [None]))
    show_week = replace(services.rota.drafts.show_week, open_published=lying)
    drafts = replace(services.rota.drafts, show_week=show_week)
    return replace(services, rota=replace(services.rota, drafts=drafts))


def miscount_failures(services: Services) -> Services:
    counts = iter(range(3, 9))

    def list_failing(*, limit: int) -> list[WorkflowHealth]:
        [workflow] = services.ports.workflows.list(team_id=None, limit=1)
        at = services.ports.clock.now()
        return [WorkflowHealth(workflow.id, failures=next(counts), failing_since=at)]

    lying = cast("Any", Lying(services.ports.monitor, list_failing=list_failing))
    return replace(services, ports=replace(services.ports, monitor=lying))


def test_numbers_agree_in_the_midst_of_a_busy_day(world: World) -> None:
    assert list_differences(world.services) == []
    assert world.services.jobs.settle_moves.list_settling(limit=9)
    assert world.services.jobs.sweep.find_stuck(limit=9)


@pytest.mark.parametrize(
    "lie, what",
    [
        (miscount_messages, "messages sent today"),
        (hide_a_job, "open jobs"),
        (chase_those_who_want_nothing, "holding notes to come"),
        (invent_a_control, "open controls"),
        (invent_a_need, "shifts that need cover"),
        (miscount_failures, "failed attempts of workflows"),
    ],
)
def test_number_that_differs_is_found(
    world: World, lie: Callable[[Services], Services], what: str
) -> None:
    assert what in list_differences(lie(world.services))
