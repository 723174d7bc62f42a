"""Which changes on the board are moves, which are corrections, and which are nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.jobs.board.moves import (
    Corrected,
    Moved,
    Unchanged,
    UnknownStage,
    judge_change,
)
from belfry.jobs.settings.stages import parse_stages

BENCH = parse_stages(
    "received, diagnosing, in progress (also: started, working on it), "
    "awaiting parts (side), ready (also: ready to collect), collected"
)
TWO_SIDES = parse_stages("in, on hold (side), work, at the plater (side), done, out")

Judged = Moved | Corrected | Unchanged | UnknownStage


def judge(was: str, seen: str, entered_from: str | None = None) -> Judged:
    return judge_change(seen, stage=was, entered_from=entered_from, stages=BENCH)


def shorten(judged: Judged) -> str:
    match judged:
        case Moved(is_jump=is_jump):
            return "jump" if is_jump else "step"
        case Corrected():
            return "back"
        case Unchanged():
            return "same"
        case UnknownStage():
            return "unknown"


# From each stage (down) to each stage (across), worked out by hand. A job in awaiting parts came
# there from in progress.
TABLE = """
                received  diagnosing  in-progress  awaiting-parts  ready  collected
received        same      step        jump         step            jump   jump
diagnosing      back      same        step         step            jump   jump
in-progress     back      back        same         step            step   jump
awaiting-parts  back      back        step         same            step   jump
ready           back      back        back         step            same   step
collected       back      back        back         step            back   same
"""


def list_pairs() -> list[tuple[str, str, str]]:
    head, *rows = (line.split() for line in TABLE.strip().splitlines())
    return [
        (row[0].replace("-", " "), to.replace("-", " "), outcome)
        for row in rows
        for to, outcome in zip(head, row[1:], strict=True)
    ]


@for_each(
    "was, seen, outcome",
    [pytest.param(*pair, id=f"{pair[0]} to {pair[1]} is {pair[2]}") for pair in list_pairs()],
)
def test_every_pair_of_the_sample_stages_is_judged_as_worked_out_by_hand(
    was: str, seen: str, outcome: str
) -> None:
    entered_from = "in progress" if was == "awaiting parts" else None
    assert shorten(judge(was, seen, entered_from)) == outcome


def test_the_table_has_every_pair() -> None:
    names = [stage.name for stage in BENCH]
    assert {pair[:2] for pair in list_pairs()} == {(a, b) for a in names for b in names}


@pytest.mark.parametrize(
    "entered_from, outcomes",
    [
        pytest.param("received", "step step jump jump jump", id="from the first stage"),
        pytest.param("diagnosing", "back step step jump jump", id="from the second stage"),
        pytest.param("ready", "back back back step step", id="from the ready stage"),
        pytest.param("collected", "back back back back step", id="from the last stage"),
        pytest.param("started", "back back step step jump", id="from a stage by another name"),
        pytest.param(None, "back back step step jump", id="from nobody knows where"),
        pytest.param("polishing", "back back step step jump", id="from a stage that is gone"),
        pytest.param("awaiting parts", "back back step step jump", id="from itself by mistake"),
    ],
)
def test_out_of_a_side_stage_is_forward_from_where_it_was_entered(
    entered_from: str | None, outcomes: str
) -> None:
    main = ["received", "diagnosing", "in progress", "ready", "collected"]
    judged = [shorten(judge("awaiting parts", to, entered_from)) for to in main]
    assert " ".join(judged) == outcomes


def test_a_side_stage_keeps_the_main_stage_it_was_entered_from() -> None:
    judged = judge("in progress", "Awaiting Parts")
    assert judged == Moved(
        "in progress", "awaiting parts", "in progress", False, "awaiting parts is a side stage"
    )


def test_from_one_side_stage_to_another_keeps_the_main_stage() -> None:
    judged = judge_change("at the plater", stage="on hold", entered_from="work", stages=TWO_SIDES)
    assert isinstance(judged, Moved)
    assert (judged.was, judged.now, judged.entered_from) == ("on hold", "at the plater", "work")


def test_back_on_the_main_line_nothing_is_kept() -> None:
    judged = judge("awaiting parts", "in progress", "in progress")
    assert judged == Moved(
        "awaiting parts", "in progress", None, False, "it has left awaiting parts"
    )


@pytest.mark.parametrize(
    "seen, outcome", [("in", "step"), ("work", "step"), ("done", "jump"), ("out", "jump")]
)
def test_a_job_first_seen_in_a_side_stage_came_from_the_main_stage_before_it(
    seen: str, outcome: str
) -> None:
    judged = judge_change(seen, stage="on hold", entered_from=None, stages=TWO_SIDES)
    assert shorten(judged) == outcome


def test_any_main_stage_is_forward_from_a_side_stage_that_comes_first() -> None:
    stages = parse_stages("queue (side), in, work, out")
    judged = [
        shorten(judge_change(to, stage="queue", entered_from=None, stages=stages))
        for to in ("in", "work", "out")
    ]
    assert judged == ["step", "step", "step"]


@pytest.mark.parametrize(
    "seen, nearest",
    [("in pgress", "in progress"), ("", None), ("ask Tom", None), ("redy", "ready")],
)
def test_a_cell_that_names_no_stage_is_told_with_the_nearest(
    seen: str, nearest: str | None
) -> None:
    assert judge("received", seen) == UnknownStage(seen, nearest)


@pytest.mark.parametrize("seen", ["started", "In-Progress", "WORKING ON IT"])
def test_another_name_of_the_same_stage_is_no_move(seen: str) -> None:
    assert judge("in progress", seen) == Unchanged("in progress")


def test_a_renamed_stage_listed_under_its_old_name_is_the_same_stage() -> None:
    assert judge("started", "in progress") == Unchanged("in progress")
    assert shorten(judge("started", "ready")) == "step"


@pytest.mark.parametrize("seen", ["received", "awaiting parts", "ready", "collected"])
def test_from_a_stage_that_is_gone_any_stage_is_taken_and_not_told(seen: str) -> None:
    judged = judge("polishing", seen, "in progress")
    assert judged == Corrected(
        "polishing",
        seen,
        None,
        f"polishing is no longer one of the stages, so {seen} is taken as where it is",
    )


def test_a_correction_says_why() -> None:
    judged = judge("ready", "in progress")
    assert judged == Corrected("ready", "in progress", None, "in progress comes before ready")


NAMES = st.sampled_from([stage.name for stage in BENCH])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(NAMES, min_size=1, max_size=12), NAMES)
def test_a_walk_over_the_board_never_tells_of_going_back(walk: list[str], start: str) -> None:
    """Between two visits to side stages, main stages that are told only ever go up."""
    main = [stage.name for stage in BENCH.main]
    stage, entered_from = start, None
    for seen in walk:
        judged = judge_change(seen, stage=stage, entered_from=entered_from, stages=BENCH)
        assert isinstance(judged, Moved | Corrected | Unchanged)
        if isinstance(judged, Unchanged):
            assert seen == stage
            continue
        floor = stage if stage in main else entered_from or "in progress"
        if isinstance(judged, Moved) and seen in main:
            assert main.index(seen) >= main.index(floor)
        if isinstance(judged, Corrected):
            assert main.index(seen) < main.index(floor)
        assert (judged.was, judged.now) == (stage, seen)
        stage, entered_from = seen, judged.entered_from
        assert entered_from is None or (stage == "awaiting parts" and entered_from in main)
