"""Whether a customer sees the way of their job, and never a step that was a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.samples import NOON

from belfry.jobs.board.moves import Corrected, Moved, judge_change
from belfry.jobs.customers.show_tracking import Reach, list_progress, list_stage_entries
from belfry.jobs.jobs import Course, Move
from belfry.jobs.settings.stages import parse_stages

STAGES = parse_stages("received, diagnosing, in progress, awaiting parts (side), ready, collected")
NAMES = [stage.name for stage in STAGES]


def line(stage: str, entered_from: str = "") -> str:
    """The line as signs: behind, (now), ahead."""
    signs = {Reach.DONE: "{}", Reach.NOW: "({})", Reach.TO_COME: "-{}"}
    stops = list_progress(stage, entered_from, STAGES)
    return " ".join(signs[stop.reach].format(stop.stage.replace(" ", "_")) for stop in stops)


@pytest.mark.parametrize(
    ("stage", "entered_from", "drawn"),
    [
        ("received", "", "(received) -diagnosing -in_progress -ready -collected"),
        ("in progress", "", "received diagnosing (in_progress) -ready -collected"),
        ("collected", "", "received diagnosing in_progress ready (collected)"),
        (
            "awaiting parts",
            "in progress",
            "received diagnosing in_progress (awaiting_parts) -ready -collected",
        ),
        (
            "awaiting parts",
            "received",
            "received (awaiting_parts) -diagnosing -in_progress -ready -collected",
        ),
        ("awaiting parts", "", "(awaiting_parts)"),
        ("polishing", "", "(polishing)"),
        ("awaiting parts", "polishing", "(awaiting_parts)"),
    ],
    ids=[
        *("at the beginning", "in the middle", "at the end", "aside", "aside early"),
        *("aside from nobody knows where", "a stage that is gone", "aside from one that is gone"),
    ],
)
def test_line_shows_what_is_behind_here_and_ahead(
    stage: str, entered_from: str, drawn: str
) -> None:
    assert line(stage, entered_from) == drawn


def moves_of(*steps: tuple[Course, str]) -> list[Move]:
    return [
        Move(
            job_id="J-1",
            number=number,
            came_from="",
            went_to=stage,
            course=course,
            seen_at=NOON + timedelta(hours=number),
            at=NOON + timedelta(hours=number, minutes=3),
            is_told=True,
        )
        for number, (course, stage) in enumerate(steps)
    ]


NEW, ON, BACK = Course.NEW, Course.FORWARD, Course.BACK


@pytest.mark.parametrize(
    ("moves", "seen"),
    [
        ([(NEW, "received"), (ON, "ready")], [("received", 0), ("ready", 1)]),
        (
            [(NEW, "in progress"), (ON, "awaiting parts"), (ON, "in progress")],
            [("in progress", 0), ("awaiting parts", 1), ("in progress", 2)],
        ),
        (
            [(NEW, "received"), (ON, "in progress"), (ON, "ready"), (BACK, "in progress")],
            [("received", 0), ("in progress", 1)],
        ),
        (
            [(NEW, "received"), (ON, "ready"), (BACK, "in progress")],
            [("received", 0), ("in progress", 2)],
        ),
        ([(NEW, "ready"), (BACK, "received")], [("received", 1)]),
        (
            [(NEW, "received"), (ON, "ready"), (BACK, "diagnosing"), (ON, "ready")],
            [("received", 0), ("diagnosing", 2), ("ready", 3)],
        ),
        (
            [(NEW, "in progress"), (ON, "awaiting parts"), (BACK, "diagnosing")],
            [("diagnosing", 2)],
        ),
        ([], []),
    ],
    ids=[
        *("steps forward", "aside and on", "put back to where it was", "put back to between"),
        *("put back to before the first", "put back and on again", "put back from aside", "none"),
    ],
)
def test_steps_are_the_way_forward(
    moves: Sequence[tuple[Course, str]], seen: Sequence[tuple[str, int]]
) -> None:
    expected = [(stage, NOON + timedelta(hours=hour)) for stage, hour in seen]
    steps = list_stage_entries(moves_of(*moves), STAGES)
    assert [(step.stage, step.at) for step in steps] == expected


@settings(derandomize=True, max_examples=300)
@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=12))
def test_steps_end_where_the_job_is_and_never_go_back(cells: list[str]) -> None:
    """Whatever people write on the board, one cell after the other."""
    stage, origin, taken = cells[0], None, [(NEW, cells[0])]
    for cell in cells[1:]:
        judged = judge_change(cell, stage=stage, entered_from=origin, stages=STAGES)
        if isinstance(judged, Moved | Corrected):
            stage, origin = judged.now, judged.entered_from
            taken.append((ON if isinstance(judged, Moved) else BACK, stage))

    steps = list_stage_entries(moves_of(*taken), STAGES)
    assert steps[-1].stage == stage
    assert [step.at for step in steps] == sorted(step.at for step in steps)
    along = [STAGES.position(found) for step in steps if (found := STAGES.find(step.stage))]
    main = [place for place in along if place is not None]
    assert main == sorted(main)
    assert [stop.reach for stop in list_progress(stage, origin or "", STAGES)].count(Reach.NOW) == 1
