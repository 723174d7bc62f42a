"""The process crashes between any two steps from the board to the message, and starts again.

Each move is announced once, or is shown as uncertain.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.simulation.sampling import pick_steps
from tests.simulation.shop_scenes import (
    AFTER,
    LOOKED_AT,
    MOVED,
    Scene,
    memory_scene,
    sql_scene,
)


def list_steps(scene: Scene) -> list[str]:
    """The steps of the hour at which it may crash."""
    scene.driver.run_until(MOVED)
    scene.put(AFTER)
    before = len(scene.crash_points.seen)
    scene.driver.run_until(LOOKED_AT)
    return scene.crash_points.seen[before:]


IN_MEMORY = list_steps(memory_scene())


def test_the_hour_has_every_step_to_be_crashed_at() -> None:
    assert {
        "fire.due",
        "claim.committed",
        "jobs.recorded",
        "jobs.chased",
        "relay.delivered",
        "send.claimed",
        "send.handed_over",
        "send.marked",
        "finish.committed",
    } <= set(IN_MEMORY)


@pytest.mark.parametrize("nth", range(1, len(IN_MEMORY) + 1))
def test_a_crash_at_any_step_doubles_and_loses_no_message_in_memory(nth: int) -> None:
    scene = memory_scene()
    scene.live(crash_at=nth)
    assert scene.crash_points.crashed == IN_MEMORY[nth - 1]
    scene.check()


def test_a_crash_at_some_step_doubles_and_loses_no_message_on_sqlite(tmp_path: Path) -> None:
    in_doubt = []
    new = tmp_path / "new"
    sql_scene(None, new).services.ports.close()
    crash_points = list_sql_steps(Path(shutil.copytree(new, tmp_path / "unstruck")))
    for nth in pick_steps(crash_points, every=20):
        place = tmp_path / str(nth)
        shutil.copytree(new, place)
        scene = sql_scene(None, place)
        try:
            scene.live(crash_at=nth)
            assert scene.crash_points.crashed == crash_points[nth - 1]
            scene.check()
        except AssertionError as error:
            raise AssertionError(
                f"crashed at {nth}, {scene.crash_points.crashed}: {error}"
            ) from error
        finally:
            scene.services.ports.close()
        shutil.rmtree(place)
        in_doubt.append(len(scene.in_doubt))
    assert set(in_doubt) == {0, 4}


def list_sql_steps(place: Path) -> list[str]:
    scene = sql_scene(None, place)
    crash_points = list_steps(scene)
    scene.services.ports.close()
    return crash_points
