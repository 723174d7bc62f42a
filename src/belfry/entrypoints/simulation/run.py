"""Run a simulated team for some weeks and tell what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from belfry.entrypoints.simulation.invariants import Watch
from belfry.entrypoints.simulation.people import People
from belfry.entrypoints.simulation.world import BEGINS, World
from belfry.kernel.texts import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable

AFTERWARDS = timedelta(days=2)
# A move that was made then has been seen, and does not count yet.
WHILE_SETTLING = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class Simulated:
    """`story` has every act and every message, so `digest` is equal for equal runs alone.

    `acts` is what people did, `sent` the messages that were handed over, `runs` those of workflows.
    """

    seed: int
    weeks: int
    story: tuple[str, ...]
    broken: tuple[str, ...]
    acts: int
    sent: int
    runs: int
    crashes: int

    @property
    def digest(self) -> str:
        return digest_of("\n".join(self.story))


def simulate(
    seed: int,
    weeks: int,
    *,
    has_faults: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Simulated:
    """Weeks of a small team; the clock jumps from one thing that is due to the next."""
    with TemporaryDirectory() as folder:
        world = World(seed, Path(folder), has_faults=has_faults)
        people, watch = People(world, seed), Watch(world)
        world.list_deeds = people.list_deeds
        world.mailbox.inspect = watch.inspect
        try:
            for week in range(1, weeks + 1):
                for moment in people.list_middles(BEGINS + timedelta(weeks=week - 1)):
                    world.go_to(moment + WHILE_SETTLING)
                    world.rest_crash_points(watch.check_day)
                world.go_to(BEGINS + timedelta(weeks=week))
                world.rest_crash_points(watch.check)
                progress(week / weeks)
            world.list_deeds = lambda since, until: []
            world.mailbox.errors.clear()
            world.crash_points.left = 0
            world.go_to(world.clock.now() + AFTERWARDS)
            watch.check()
            watch.finish()
            runs = world.count_runs()
        finally:
            world.stop()
    return Simulated(
        seed,
        weeks,
        tuple(world.story),
        tuple(world.broken),
        acts=world.acts,
        sent=len(world.mailbox.handed_over),
        runs=runs,
        crashes=world.crashes,
    )
