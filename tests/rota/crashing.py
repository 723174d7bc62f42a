"""Every place at which a process may crash, one after another, and the same done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.fakes.crash_points import Crashed
from tests.rota.teams import Team, memory_team

Act = Callable[[Team], object]


def list_steps(act: Act, prepare: Act = lambda team: None) -> list[tuple[str, int]]:
    """Each step that an act reaches, and for which time it does so."""
    team = memory_team()
    prepare(team)
    before = len(team.app.crash_points.seen)
    act(team)
    reached = team.app.crash_points.seen[before:]
    return [(step, reached[: place + 1].count(step)) for place, step in enumerate(reached)]


def crash_everywhere(act: Act, prepare: Act = lambda team: None) -> Iterator[tuple[str, Team]]:
    """A team for each step of the act, crashed there; what follows is the test's."""
    steps = list_steps(act, prepare)
    assert steps
    for step, nth in steps:
        team = memory_team()
        prepare(team)
        team.app.crash_points.crash_at(step, nth)
        with pytest.raises(Crashed):
            act(team)
        yield f"{step} {nth}", team
