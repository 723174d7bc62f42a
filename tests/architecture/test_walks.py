"""Four promises followed through the code: the stops they make, and the files they touch."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from tests.apps import sql_app
from tests.architecture.sources import ROOT
from tests.stories.benches import CALM, MAYA, TEAM, open_bench
from tests.stories.checklists import open_checklist
from tests.stories.rotas import MONDAY, open_cafe

from belfry.bootstrap import Services
from belfry.scheduler.kinds import RunContext

SRC = str(ROOT / "src") + "/"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
HEADINGS = {
    "cell": "A cell of the board changes",
    "run": "A workflow comes due",
    "control": "A control comes due",
    "week": "A manager approves a week",
}
# No walk may get longer.
MOST_FILES = {"cell": 45, "run": 19, "control": 60, "week": 83}
MARIA = "Maria Lopez"

Walk = set[tuple[str, str]]


@contextmanager
def trace() -> Iterator[Walk]:
    """Every function of ours that is called, as (file, name)."""
    walk: Walk = set()

    def record_call(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(SRC):
            walk.add((frame.f_code.co_filename.removeprefix(SRC), frame.f_code.co_qualname))

    sys.setprofile(record_call)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def run(services: Services, *kinds: str) -> None:
    """Run built-in workflows once, as their schedules do."""
    for kind in kinds:
        at = services.ports.clock.now()
        services.kinds[kind].run({}, RunContext("walk", 1, kind, 1, at, 1))


def walk_cell(folder: Path) -> Walk:
    """A cell of the board changes, and the customer gets a text message."""
    with open_bench(folder, "2026-11-17T09:30", toml=TEAM + CALM) as bench:
        bench.put(MAYA, "received")
        run(bench.services, "poll")
        bench.put(MAYA, "in progress")
        with trace() as walk:
            for _ in range(2):
                run(bench.services, "poll")
                bench.clock.advance_to(datetime(2026, 11, 17, 9, 40, tzinfo=UTC))
            run(bench.services, "relay", "release")
        assert [message.state for message in bench.messages] == ["sent"]
    return walk


def walk_run(folder: Path) -> Walk:
    """A workflow comes due, and its run is recorded."""
    app = sql_app(None, folder)
    app.services.create_workflow(
        {"name": "Hello", "kind": "log", "inputs": {"message": "hi"}, "cron_schedule": "* * * * *"},
        team_id=1,
        by="walk",
    )
    driver = app.driver()
    app.clock.advance(timedelta(minutes=1))
    with trace() as walk:
        driver.settle()
    assert [run.status for run in app.runs()] == ["succeeded"]
    app.ports.close()
    return walk


def walk_control(folder: Path) -> Walk:
    """A control comes due, its owner is reminded and marks it done."""
    row = "Monthly safety check,Safety,monthly,Maria Lopez,,2026-12-10,,,"
    with open_checklist(folder, "2026-12-10T09:00", row) as office:
        with trace() as walk:
            run(office.services, "tick", "relay", "release")
            office.acts.mark_done("Monthly safety check", by=MARIA)
        assert [message.state for message in office.messages] == ["sent"]
    return walk


def walk_week(folder: Path) -> Walk:
    """A manager approves a week's draft, and each person gets a message."""
    with open_cafe(folder, "sqlite") as cafe:
        cafe.services.rota.drafts.copy_template(MONDAY)
        cafe.services.rota.drafts.draft_week(MONDAY)
        before = cafe.post
        with trace() as walk:
            cafe.services.rota.publishing.approve(MONDAY, by=MARIA)
            run(cafe.services, "relay", "release")
        assert cafe.post > before
    return walk


WALKS: dict[str, Callable[[Path], Walk]] = {
    "cell": walk_cell,
    "run": walk_run,
    "control": walk_control,
    "week": walk_week,
}


def list_stops(name: str) -> list[tuple[str, str]]:
    """The stops that the page lists for a walk, as (file, function)."""
    section = PAGE.partition(f"### {HEADINGS[name]}")[2].partition("\n#")[0]
    return [
        (f"belfry/{file}", function) for file, function in re.findall(r"`(\S+):(\S+)`", section)
    ]


@pytest.mark.parametrize("name", WALKS)
def test_promise_is_kept_by_the_way_that_the_page_tells(name: str, tmp_path: Path) -> None:
    walk = WALKS[name](tmp_path)
    stops, files = list_stops(name), sorted({file for file, _ in walk})
    assert len(stops) > 5
    assert [stop for stop in stops if stop not in walk] == []
    assert len(files) <= MOST_FILES[name], "\n".join(files)


def test_places_that_the_page_names_exist() -> None:
    named = re.findall(r"`((?:\w+/)+\w+\.py)(?::([\w.]+))?`", PAGE)
    texts = {file: (ROOT / "src" / "belfry" / file).read_text("utf-8") for file, _ in named}
    names = [(file, name.rpartition(".")[2]) for file, name in named if name]
    assert [place for place in names if f"def {place[1]}(" not in texts[place[0]]] == []
