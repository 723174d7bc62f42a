"""Two weeks of a shop in which everything goes wrong now and then: what must hold, holds."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from tests.jobs.shops import list_repeated_news
from tests.simulation.shop_weeks import SIDE, STAGES, World
from tests.stories.benches import london

from belfry.messaging.messages import State

ENDS = {State.SENT, State.DROPPED, State.FAILED, State.UNCERTAIN}
SEEDS = (1, 20261102)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"seed {seed}")
def test_every_message_of_two_rough_weeks_is_true_and_said_once(seed: int, tmp_path: Path) -> None:
    world = World(seed, tmp_path)
    try:
        world.live(weeks=2)
        calm_down(world)
        assert world.wrong == []
        check_messages(world)
        check_moves(world)
        assert list_repeated_news(world.bench.messages) == []
        check_books(world)
        assert world.crashes > 5, world.acts
    finally:
        world.bench.stop()


def calm_down(world: World) -> None:
    """Nothing more happens for two working days, so that whatever waits has its turn."""
    world.post.outcomes.clear()
    world.bench.write("jobs/settings.txt", world.doc())
    world.go_to(london("2026-11-17T20:00"))


def check_messages(world: World) -> None:
    # Notices to the owner about killed workers are no business of the jobs.
    handed_over = Counter(
        name for name in world.post.handed_over if not name.startswith("scheduler/")
    )
    messages = {message.id: message for message in world.bench.messages}
    assert handed_over.keys() <= messages.keys()
    for message in messages.values():
        if message.state is State.QUEUED:
            assert world.bench.job(str(message.facts["job"])).doubt, message
            continue
        assert message.state in ENDS, message
        assert message.state is State.SENT or message.why, message
        allowed = {State.SENT: {1}, State.UNCERTAIN: {0, 1}}.get(message.state, {0})
        assert handed_over[message.id] in allowed, message
    states = Counter(message.state for message in messages.values())
    assert states[State.SENT] > 100
    assert min(states[state] for state in ENDS) > 0, states


def check_moves(world: World) -> None:
    """Every move follows from the one before; each one to be announced has its message."""
    messages = {message.id for message in world.bench.messages}
    jobs = world.bench.services.ports.jobs
    for job in jobs.list_page(limit=1000):
        job_id, moves = job.id, jobs.list_moves(job.id)
        assert [move.number for move in moves] == list(range(1, len(moves) + 1))
        stages = [move.went_to for move in moves]
        assert [move.came_from for move in moves] == ["", *stages[:-1]][: len(moves)]
        announced_ids = {f"jobs/{job_id}/move-{move.number}" for move in moves if move.is_told}
        assert announced_ids <= messages


def check_books(world: World) -> None:
    bench = world.bench
    ports = bench.services.ports
    stages = {job: stage for job, (_, stage) in bench.rows.items() if stage in (*STAGES, SIDE)}
    known = {job.number: job.stage for job in ports.jobs.list_current(list(stages))}
    assert known == stages
    customers = {bench.rows[number][0][2] for number in stages}
    assert {job.contact for job in ports.jobs.list_current(list(stages))} == customers
    assert ports.outbox.list_failed(limit=10) == []
    later = bench.clock.now() + timedelta(days=1)
    assert ports.outbox.claim(now=later, limit=10, within=timedelta(minutes=1)) == []
    assert bench.services.accounts.verify_audit_log().breaks == ()
