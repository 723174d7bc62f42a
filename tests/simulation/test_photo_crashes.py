"""The process crashes between any two steps with a picture, and starts again.

No photo is lost, none is doubled, none is without its bytes, and no bytes are without their photo.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.fakes.blob_store import MemoryBlobStore
from tests.fakes.crash_points import Crashed
from tests.jobs.photos.galleries import (
    actions,
    data_problems,
    drop,
    listed,
    look,
    photos,
    put_cells,
)
from tests.jobs.shops import Bench, open_bench
from tests.pictures import BLUE, GREEN, RED, make_picture
from tests.samples import NOON
from tests.simulation.shop_scenes import NthCrashPoint

from belfry.adapters.system.clock import VirtualClock
from belfry.bootstrap import Ports
from belfry.kernel.errors import NotFound

MAX = "user/7"
Act = Callable[[Bench], object]


def add_by_hand(bench: Bench) -> None:
    act = bench.app.services.jobs.photos.add
    act("J1", content=make_picture(GREEN), source="upload", by=MAX, stage="ready")


def take_away(bench: Bench) -> None:
    """A second attempt after the crash may find that the first one worked."""
    if len(photos(bench, "J2")) == 1:
        bench.app.services.jobs.photos.remove("J2", 1, by=MAX)


def replace_file(bench: Bench) -> None:
    drop(bench, "J1/in-progress.jpg", make_picture(BLUE))
    look(bench)


def expire(bench: Bench) -> None:
    bench.app.services.jobs.gather_photos.expire()


def grow_old(bench: Bench) -> None:
    """J3 leaves the board for good, and its photo is old enough to go."""
    put_cells(bench, J1="", J2="bench.jpg")
    bench.poll(after=3)
    bench.poll(after=11)
    bench.poll(after=11)
    assert bench.job("J3").closed_at is not None
    bench.app.clock.advance(timedelta(days=91))


ACTS: Sequence[Act] = (look, add_by_hand, replace_file, take_away)


def open_shop(ports: Ports) -> Bench:
    """Three jobs: one has a file for its stage, one a cell, and one a good and a bad file."""
    bench = open_bench(ports)
    put_cells(bench, J1="", J2="bench.jpg", J3="")
    drop(bench, "J1/in-progress.jpg", make_picture(RED))
    drop(bench, "bench.jpg", make_picture(GREEN))
    drop(bench, "J3/ready.jpg", make_picture(BLUE))
    drop(bench, "J3/received.jpg", b"no picture")
    return bench


def do(bench: Bench, act: Act) -> None:
    """Do the act, and once more if it crashed."""
    try:
        act(bench)
    except Crashed:
        act(bench)


def live(bench: Bench, crash_points: NthCrashPoint, *, crash_at: int = 0) -> None:
    bench.poll()
    crash_points.left = crash_at
    for act in ACTS:
        do(bench, act)
    crash_points.left = 0


def check(bench: Bench, folder: Path | None = None) -> None:
    assert listed(bench, "J1") == [
        (1, "in progress", "red"),
        (2, "ready", "green"),
        (3, "in progress", "blue"),
    ]
    assert listed(bench, "J2") == []
    assert listed(bench, "J3") == [(1, "ready", "blue")]
    assert [place for place, _ in data_problems(bench)] == ["jobs/photos/J3/received.jpg"]
    assert actions(bench, "J1")[1:] == [
        "photo added by belfry",
        f"photo added by {MAX}",
        "photo added by belfry",
    ]
    assert actions(bench, "J2")[1:] == ["photo added by belfry", f"photo removed by {MAX}"]
    check_blob_store(bench, folder)
    assert str(look(bench)) == ""


def check_blob_store(bench: Bench, folder: Path | None = None) -> None:
    known = {photo.blob_name for job in ("J1", "J2", "J3") for photo in photos(bench, job)}
    assert list_kept(bench, folder) == known
    assert bench.app.services.accounts.verify_audit_log().breaks == ()


def list_kept(bench: Bench, folder: Path | None) -> set[str]:
    """What is in the blob store, in memory or in the team's folder."""
    if isinstance(bench.ports.blobs, MemoryBlobStore):
        return set(bench.ports.blobs.kept)
    assert folder is not None
    kept_folder = folder / ".belfry" / "kept"
    return {
        path.relative_to(kept_folder).as_posix()
        for path in kept_folder.rglob("*")
        if path.is_file()
    }


def memory_shop() -> tuple[Bench, NthCrashPoint]:
    crash_points = NthCrashPoint()
    return open_shop(memory_ports(VirtualClock(NOON), crash_points)), crash_points


def list_steps() -> list[str]:
    bench, crash_points = memory_shop()
    bench.poll()
    before = len(crash_points.seen)
    for act in ACTS:
        act(bench)
    return crash_points.seen[before:]


IN_MEMORY = list_steps()


def test_scene_has_crash_points() -> None:
    assert {"photos.kept", "photos.recorded", "photos.taken_down", "store.written"} <= set(
        IN_MEMORY
    )
    assert IN_MEMORY.count("photos.kept") == 5


@pytest.mark.parametrize("nth", range(1, len(IN_MEMORY) + 1))
def test_a_crash_at_any_step_loses_and_doubles_no_photo_in_memory(nth: int) -> None:
    bench, crash_points = memory_shop()
    live(bench, crash_points, crash_at=nth)
    assert crash_points.crashed == IN_MEMORY[nth - 1]
    check(bench)


def test_a_crash_at_any_step_loses_and_doubles_no_photo_on_sqlite(tmp_path: Path) -> None:
    new = tmp_path / "new"
    sql_ports(None, new, VirtualClock(NOON), NthCrashPoint()).close()
    for nth in count(1):
        place = tmp_path / str(nth)
        shutil.copytree(new, place)
        crash_points = NthCrashPoint()
        ports = sql_ports(None, place, VirtualClock(NOON), crash_points)
        bench = open_shop(ports)
        try:
            live(bench, crash_points, crash_at=nth)
            check(bench, place)
        except AssertionError as error:
            raise AssertionError(f"crashed at {nth}, {crash_points.crashed}: {error}") from error
        finally:
            ports.close()
        shutil.rmtree(place)
        if not crash_points.crashed:
            break
    assert nth > len(IN_MEMORY)


@pytest.mark.parametrize("nth", range(1, 12))
def test_a_crash_while_old_photos_go_leaves_neither_bytes_nor_record(nth: int) -> None:
    bench, crash_points = memory_shop()
    look(bench)
    grow_old(bench)
    (old,) = photos(bench, "J3")
    crash_points.left = nth

    do(bench, expire)

    assert photos(bench, "J3") == []
    with pytest.raises(NotFound):
        bench.ports.blobs.get(old.blob_name)
    assert actions(bench, "J3").count("photos expired by belfry") == 1
    check_blob_store(bench)
