"""kill -9 of a process between the board and the message; then a new one takes over."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.services.shaped_databases import settle_in
from tests.simulation.killed_shop import EMAILS
from tests.simulation.nursery import Live, open_nursery
from tests.simulation.shop_scenes import AFTER, LOOKED_AT, OVER, sql_scene

# At each step, how many messages were sent, and how many messages are in doubt.
STEPS = [
    ("jobs.recorded", 1, 0, 0),
    ("jobs.chased", 1, 0, 0),
    ("relay.delivered", 1, 0, 0),
    ("send.claimed", 1, 0, 4),
    ("send.handed_over", 1, 1, 4),
    ("send.handed_over", 4, 4, 4),
    ("send.marked", 1, 4, 0),
]


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    with open_nursery("tests.simulation.killed_shop") as live:
        yield live


def at_each(steps: list[tuple[str, int, int, int]]) -> pytest.MarkDecorator:
    names = [f"{step} {nth}" for step, nth, _, _ in steps]
    return pytest.mark.parametrize("step, nth, left, in_doubt", steps, ids=names)


@at_each(STEPS)
def test_a_killed_process_doubles_and_loses_no_message_on_sqlite(
    step: str, nth: int, left: int, in_doubt: int, live: Live, tmp_path: Path
) -> None:
    assert kill_and_take_over(live, "", settle_in(tmp_path), step, nth) == (left, in_doubt)


@at_each(STEPS[3:5])
def test_a_killed_process_doubles_and_loses_no_message_on_postgres(
    step: str, nth: int, left: int, in_doubt: int, live: Live, tmp_path: Path, postgres_url: str
) -> None:
    assert kill_and_take_over(live, postgres_url, tmp_path, step, nth) == (left, in_doubt)


def kill_and_take_over(live: Live, url: str, folder: Path, step: str, nth: int) -> tuple[int, int]:
    """How many messages were sent when it was killed, and how many messages were in doubt."""
    assert live(str(folder), url, step, str(nth)) == -signal.SIGKILL

    written = folder / EMAILS
    scene = sql_scene(url or None, folder, start=LOOKED_AT, board=AFTER)
    lines = written.read_text().splitlines() if written.exists() else []
    scene.earlier = [line for line in lines if line.startswith("jobs/")]
    try:
        scene.note_doubts()
        scene.driver.run_until(OVER)
        scene.check()
        return len(scene.earlier), len(scene.in_doubt)
    finally:
        scene.services.ports.close()
