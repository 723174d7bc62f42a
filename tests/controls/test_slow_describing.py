"""Whether a model that looks at evidence ever stands in anybody's way."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.controls.acting import DRILL, acts, give, mark_done, open_list
from tests.controls.describing import DOOR, lines, seeing, waiting, with_model
from tests.controls.offices import START, open_office
from tests.controls.papers import make_pdf
from tests.fakes.crash_points import CrashingPoints, Struck
from tests.fakes.describer import ScriptedDescriber, Shown
from tests.houses import memory_ports
from tests.pictures import make_picture

from belfry.adapters.system.clock import VirtualClock
from belfry.controls.answers.describe_evidence import PATIENCE
from belfry.kernel.errors import Temporary
from belfry.settings import ModelSettings

TASKS_WITH_PROOF = """\
name,repeat,first_due,requires_evidence
Fire drill,monthly,2026-12-10,yes
"""


def test_control_is_done_whatever_the_model_does() -> None:
    office, model = seeing([Temporary("too slow")])
    office.write("controls/tasks.csv", TASKS_WITH_PROOF)
    office.house.services.controls.sync()
    give(office, content=make_picture())
    mark_done(office, DRILL)
    assert (office.control().opened_by, model.shown) == (1, [])


def test_slow_model_holds_up_no_other_news() -> None:
    clock = VirtualClock(START)

    def look(shown: Shown) -> str:
        clock.advance(PATIENCE / 2 + timedelta(seconds=1))
        return DOOR

    model = ScriptedDescriber(look)
    office = with_model(model, clock)
    for text in ("one", "two", "three", "four"):
        give(office, content=make_pdf(text))
    mark_done(office, DRILL)
    rows = office.ports.outbox.claim(now=clock.now(), limit=9, within=timedelta(0), about="control")

    data_problems = office.house.services.controls.hear_news(rows)

    assert [type(data_problems.get(row.id)) for row in rows] == [
        type(None),
        type(None),
        Temporary,
        Temporary,
        type(None),
    ]
    assert len(model.shown) == 2
    office.relay()
    clock.advance(timedelta(hours=2))
    office.relay()
    assert lines(office) == [(DOOR, "scripted")] * 4


def test_reminders_and_the_list_come_before_the_model() -> None:
    seen: list[list[str]] = []

    def look(shown: Shown) -> str:
        folder = office.ports.folder.read("controls/tasks.csv").content.decode()
        seen.append(folder.splitlines()[:1])
        return DOOR

    office, _ = seeing(look)
    give(office, content=make_picture())
    mark_done(office, DRILL)
    office.relay()
    [[head]] = seen
    assert head.endswith("last_done,done_by")


def test_model_is_told_how_long_it_may_take() -> None:
    asked: list[timedelta] = []

    class Patient(ScriptedDescriber):
        def describe(
            self,
            content: bytes,
            media_type: str,
            instructions: str,
            *,
            within: timedelta,
            longest: int,
        ) -> str:
            asked.append(within)
            return super().describe(
                content, media_type, instructions, within=within, longest=longest
            )

    for seconds in (7.0, 60.0):
        ports = memory_ports(VirtualClock(START), CrashingPoints())
        settings = {"model": ModelSettings(within_seconds=seconds)}
        office = open_office(replace(ports, describer=Patient([DOOR])), **settings)
        open_list(office)
        give(office, content=make_picture())
        office.relay()
    assert asked == [timedelta(seconds=7), PATIENCE]


def test_look_that_was_struck_down_is_taken_again() -> None:
    office, model = seeing([DOOR])
    give(office, content=make_picture())
    office.house.crash_points.strike_at("evidence.described")
    with pytest.raises(Struck):
        office.relay()
    assert lines(office) == [("", "")]
    office.house.clock.advance(timedelta(minutes=2))
    office.relay()
    assert (lines(office), len(model.shown)) == ([(DOOR, "a small model")], 2)


def test_two_looks_at_the_same_moment_leave_one_line() -> None:
    looked: list[Shown] = []

    def look(shown: Shown) -> str:
        looked.append(shown)
        if len(looked) > 1:
            return DOOR
        rows = office.ports.outbox.claim(
            now=office.house.clock.now() + timedelta(hours=1),
            limit=9,
            within=timedelta(0),
            about="control",
        )
        other = replace(acts(office).describe_evidence, describer=ScriptedDescriber(["A lamp"]))
        assert other(rows) == {}
        return DOOR

    office, _ = seeing(look)
    give(office, content=make_picture())
    office.relay()
    assert (lines(office), waiting(office)) == ([("A lamp", "scripted")], 0)
