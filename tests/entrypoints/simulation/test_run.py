"""Weeks of made-up teams with all rooms in use: what must hold, holds."""

from __future__ import annotations

import pytest

from belfry.entrypoints.simulation.run import simulate

SEEDS, WEEKS = range(1, 31), 4


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
