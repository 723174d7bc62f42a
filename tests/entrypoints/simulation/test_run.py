"""Weeks of made-up teams with all rooms in use: what must hold, holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from belfry.entrypoints.simulation.invariants import Watch, find_unasked, find_uneven_turns
from belfry.entrypoints.simulation.run import simulate
from belfry.entrypoints.simulation.world import BEGINS, MANAGER, MARKET, RARE_SHIFT, World
from belfry.kernel.changes import Put, Remove
from belfry.rota.drafts.drafted_weeks import DraftLine, line_key

SEEDS, WEEKS = range(1, 17), 4


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_false_is_said_in_four_weeks_of_any_team(seed: int) -> None:
    """Every second team has faults: mail servers that fail, and processes that are killed."""
    run = simulate(seed, WEEKS, has_faults=seed % 2 == 0)
    assert run.broken == (), "\n".join(run.story)
    assert run.sent > 50
    assert (run.crashes > 0) == (seed % 2 == 0)


def test_one_seed_gives_one_story() -> None:
    first, second = (simulate(7, 1, has_faults=True) for _ in range(2))
    assert first.story == second.story
    assert first.digest == second.digest != simulate(8, 1, has_faults=True).digest


@pytest.fixture
def published(tmp_path: Path) -> Iterator[World]:
    """A team on the Monday of a published week, the second one of its rota."""
    world = World(1, tmp_path)
    rota = world.services.rota
    for week in (1, 2):
        monday = (BEGINS + timedelta(weeks=week)).date()
        world.go_to(BEGINS + timedelta(weeks=week, days=-1))
        rota.publishing.approve(monday, by=MANAGER)
    world.go_to(BEGINS + timedelta(weeks=2))
    yield world
    world.stop()


def test_watch_sees_a_published_shift_of_somebody_who_may_not_work_it(published: World) -> None:
    watch = Watch(published)
    watch.check()
    assert published.broken == []
    line = list_published(published)[-1]
    published.off.add((line.people[0], line.day))
    watch.check()
    [problem] = published.broken
    assert problem == f"{line.people[0]} is off that day and has {line.shift_id} on {line.day}"


def test_watch_sees_uneven_turns(published: World) -> None:
    assert list(find_uneven_turns(published)) == []
    [last] = [line for line in list_published(published) if line.shift_id == RARE_SHIFT]
    store = published.services.ports.store
    before = store.find(DraftLine, line_key("2026-03-09", 1, RARE_SHIFT))
    assert before is not None
    assert len({*before.people, *last.people} & set(MARKET)) == 2
    store.commit([Put(replace(before, assigned=last.assigned))])
    assert list(find_uneven_turns(published)) != []


def test_watch_sees_time_off_that_nobody_was_asked_about(published: World) -> None:
    published.write("rota/time_off.csv", "name,start_date,status\nAna Diaz,2026-03-17,pending\n")
    rota, monday = published.services.rota, published.today
    assert list(find_unasked(published)) == []
    rota.publishing.redraft(monday, by=MANAGER)
    assert list(find_unasked(published)) == []
    [request] = rota.requests.list().time_off
    store = published.services.ports.store
    store.commit([Remove(request)])
    assert list(find_unasked(published)) == ["draft 2 of 2026-03-16 waits for Ana Diaz, unasked"]


def list_published(world: World) -> list[DraftLine]:
    lines = world.services.ports.rotas.list_lines(str(world.today), 1)
    return [line for line in lines if line.people]
