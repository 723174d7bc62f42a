"""What one look at the board means for a job, looked at by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.shops import SHOP
from tests.samples import NOON

from belfry.jobs.board.moves import BoardRow, JudgedRow, Poll, judge_row
from belfry.jobs.jobs import Course, Job
from belfry.jobs.settings.shop import Shop, read_shop
from belfry.kernel.hours.calendar import Calendar

MINUTE = timedelta(minutes=1)
STAGES = ("received", "diagnosing", "in progress", "awaiting parts", "ready", "collected")


@cache
def make_shop(*lines: str, stages: str | None = None) -> Shop:
    text = SHOP if stages is None else _without_stages(stages)
    reading = read_shop("\n".join([text, *lines]))
    assert reading.shop is not None, reading.problems
    return reading.shop


def _without_stages(stages: str) -> str:
    """Only what does not name a stage is kept."""
    return f"Shop: The Repair Bench\nStages: {stages}\nOpening hours: Mon-Fri 9am-6pm"


def a_poll(at: datetime = NOON, shop: Shop | None = None, *, is_first: bool = False) -> Poll:
    shop = shop or make_shop()
    return Poll(at, shop, Calendar(shop.opening, ZoneInfo("Europe/London")), is_first)


def row(stage: str, **cells: Any) -> BoardRow:
    fields: dict[str, Any] = {
        "id": "J-1",
        "text": f"J-1,Ann,{stage}",
        "customer": "Ann",
        "contact": "ann@example.com",
        "channel": "email",
        "item": "kettle",
        "consent": "",
        "zone": "",
    }
    return BoardRow(stage=stage, **{**fields, **cells})


def meet(stage: str = "received", at: datetime = NOON, shop: Shop | None = None) -> Job:
    job = judge_row(row(stage), None, a_poll(at, shop)).job
    assert job is not None
    return job


def watch(job: Job, *readings: tuple[float, str], shop: Shop | None = None) -> JudgedRow:
    """What the last of several looks came to, each so many minutes after noon."""
    seen = JudgedRow(job)
    for minutes, stage in readings:
        assert seen.job is not None
        seen = judge_row(row(stage), seen.job, a_poll(NOON + minutes * MINUTE, shop))
    return seen


def test_a_change_counts_at_the_first_look_after_the_settle_time() -> None:
    seen = watch(meet(), (3, "diagnosing"), (5, "diagnosing"))

    assert seen.move is not None
    assert (seen.move.came_from, seen.move.went_to) == ("received", "diagnosing")
    assert (seen.move.seen_at, seen.move.at) == (NOON + 3 * MINUTE, NOON + 5 * MINUTE)
    assert (seen.move.number, seen.move.course, seen.move.is_told) == (2, Course.FORWARD, True)
    assert seen.job is not None
    assert (seen.job.stage, seen.job.moves, seen.job.told) == ("diagnosing", 2, 2)
    assert (seen.job.pending, seen.job.pending_since) == ("", None)


@pytest.mark.parametrize(
    "readings",
    [
        pytest.param([(3, "diagnosing")], id="seen once"),
        pytest.param([(3, "diagnosing"), (4.99, "diagnosing")], id="a second too early"),
        pytest.param([(3, "ready"), (4, "received")], id="taken back at once"),
        pytest.param([(3, "ready"), (4, "received"), (9, "ready")], id="taken back and said again"),
        pytest.param([(3, "ready"), (9, "diagnosing")], id="changed while it was settling"),
        pytest.param([(3, "ready"), (4, "redy"), (9, "ready")], id="misspelt in between"),
        pytest.param([(3, "ready"), (4, ""), (9, "ready")], id="blank in between"),
        pytest.param([(3, "ready"), (-60, "ready")], id="the clock was set back"),
        pytest.param([(3, "ready"), (-60, "ready"), (-59, "ready")], id="and time went on"),
    ],
)
def test_a_change_that_did_not_stand_is_no_move(readings: list[tuple[float, str]]) -> None:
    seen = watch(meet(), *readings)

    assert seen.move is None
    assert seen.job is not None
    assert (seen.job.stage, seen.job.moves, seen.job.entered_at) == ("received", 1, NOON)


@pytest.mark.parametrize(
    ("readings", "since"),
    [
        pytest.param([(3, "ready"), (9, "diagnosing"), (12, "diagnosing")], 9, id="changed anew"),
        pytest.param([(3, "ready"), (-60, "ready"), (-58, "ready")], -60, id="clock set back"),
        pytest.param([(3, "started"), (6, "In  Progress")], 3, id="another name for the same"),
        pytest.param([(3, "ready"), (4, ""), (9, "ready"), (11, "ready")], 9, id="said again"),
    ],
)
def test_a_change_stands_from_when_it_was_last_new(
    readings: list[tuple[float, str]], since: float
) -> None:
    seen = watch(meet(), *readings)

    assert seen.move is not None
    assert seen.move.seen_at == NOON + since * MINUTE
    assert seen.job is not None
    assert seen.job.entered_at == NOON + since * MINUTE


def test_the_shop_says_how_long_a_change_has_to_stand() -> None:
    shop = make_shop("Settle time: 10 minutes")

    early = watch(meet(), (3, "ready"), (12, "ready"), shop=shop)
    late = watch(meet(), (3, "ready"), (13, "ready"), shop=shop)

    assert (early.move is None, late.move is None) == (True, False)


@pytest.mark.parametrize(
    ("stage", "is_told"),
    [
        pytest.param("diagnosing", True, id="the next stage"),
        pytest.param("ready", True, id="several stages at once"),
        pytest.param("awaiting parts", True, id="a side stage"),
        pytest.param("collected", False, id="the last stage, silently"),
    ],
)
def test_a_step_forward_is_one_move(stage: str, is_told: bool) -> None:
    seen = watch(meet(), (3, stage), (6, stage))

    assert seen.move is not None
    assert (seen.move.number, seen.move.course) == (2, Course.FORWARD)
    assert (seen.move.is_told, seen.move.went_to) == (is_told, stage)
    assert seen.job is not None
    assert seen.job.is_open == (stage != "collected")
    assert seen.job.told == (2 if is_told else 0)


def test_the_last_stage_is_told_if_the_shop_wants_it() -> None:
    shop = make_shop("Tell customers of the last stage: yes")

    seen = watch(meet(), (3, "collected"), (6, "collected"), shop=shop)

    assert seen.move is not None
    assert seen.move.is_told


def test_a_side_stage_remembers_where_the_job_came_from() -> None:
    into = watch(meet("in progress"), (3, "awaiting parts"), (6, "awaiting parts")).job
    assert into is not None
    assert into.entered_from == "in progress"

    back = watch(into, (9, "in progress"), (12, "in progress"))
    too_far = watch(into, (9, "diagnosing"), (12, "diagnosing"))

    assert back.move is not None
    assert (back.move.course, back.move.is_told) == (Course.FORWARD, True)
    assert back.job is not None
    assert back.job.entered_from == ""
    assert too_far.move is not None
    assert (too_far.move.course, too_far.move.is_told) == (Course.BACK, False)


def test_a_step_back_is_recorded_and_not_told() -> None:
    announced = watch(meet(), (3, "ready"), (6, "ready")).job
    assert announced is not None

    seen = watch(announced, (9, "in progress"), (12, "in progress"))

    assert seen.move is not None
    assert (seen.move.course, seen.move.is_told, seen.move.number) == (Course.BACK, False, 3)
    assert seen.job is not None
    assert (seen.job.stage, seen.job.told, seen.job.slip) == ("in progress", 2, "ready")


def test_a_slip_stands_through_more_steps_back_and_ends_with_a_step_forward() -> None:
    readings = [(3, "ready"), (6, "ready"), (9, "in progress"), (12, "in progress")]
    further = [(15, "received"), (18, "received")]

    back = watch(meet(), *readings, *further).job
    forward = watch(meet(), *readings, *further, (21, "diagnosing"), (24, "diagnosing")).job

    assert back is not None
    assert (back.stage, back.slip) == ("received", "ready")
    assert forward is not None
    assert (forward.stage, forward.slip) == ("diagnosing", "")


def test_a_silent_move_that_is_taken_back_is_no_slip() -> None:
    seen = watch(meet(), (3, "collected"), (6, "collected"), (9, "ready"), (12, "ready")).job

    assert seen is not None
    assert (seen.stage, seen.slip, seen.is_open) == ("ready", "", True)


def test_an_eta_counts_from_the_moment_the_move_was_first_seen() -> None:
    seen = watch(meet(), (3, "in progress"), (60 * 24, "in progress"))

    assert seen.job is not None
    assert seen.job.eta == "Wednesday afternoon"
    assert seen.job.eta_stage == "ready"
    assert seen.move is not None
    assert seen.move.eta == "Wednesday afternoon"


def test_an_eta_is_kept_when_the_settings_change() -> None:
    job = watch(meet(), (3, "in progress"), (6, "in progress")).job
    assert job is not None
    slower = make_shop("Buffer: 90%")

    again = watch(job, (9, "in progress"), shop=slower).job

    assert again == job


@pytest.mark.parametrize("stage", ["awaiting parts", "ready", "collected"])
def test_an_eta_ends_where_no_stage_is_foreseen(stage: str) -> None:
    job = watch(meet(), (3, "in progress"), (6, "in progress"), (9, stage), (12, stage)).job

    assert job is not None
    assert (job.eta, job.eta_by, job.eta_stage) == ("", None, "")


def test_a_chase_is_forgotten_when_the_job_moves() -> None:
    chased = replace(meet(), chases=1, chased_at=NOON, chased_stage="received")

    job = watch(chased, (3, "diagnosing"), (6, "diagnosing")).job

    assert job is not None
    assert (job.chases, job.chased_at, job.chased_stage) == (1, None, "")


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.sampled_from([1, 2, 3, 7]), st.sampled_from((*STAGES, "", "redy")))))
def test_moves_are_counted_without_gaps_and_each_stood_for_the_settle_time(
    readings: list[tuple[int, str]],
) -> None:
    job, now, standing = meet(), NOON, ("received", NOON)
    for gap, stage in readings:
        now += gap * MINUTE
        if stage != standing[0]:
            standing = (stage, now)
        seen = judge_row(row(stage), job, a_poll(now))
        assert seen.job is not None
        if seen.move:
            assert (seen.move.went_to, seen.move.seen_at) == standing
            assert now - seen.move.seen_at >= 2 * MINUTE
            assert seen.move.went_to != job.stage
        assert seen.job.moves == job.moves + bool(seen.move)
        job = seen.job


@pytest.mark.parametrize(
    ("lines", "is_first", "stage", "is_told"),
    [
        pytest.param([], False, "received", False, id="not unless the shop wants it"),
        pytest.param(["Tell customers of new jobs: yes"], False, "received", True, id="if it does"),
        pytest.param(["Tell customers of new jobs: yes"], True, "received", False, id="at first"),
        pytest.param(["Tell customers of new jobs: yes"], False, "collected", False, id="if over"),
    ],
)
def test_a_new_job_is_told(lines: list[str], is_first: bool, stage: str, is_told: bool) -> None:
    seen = judge_row(row(stage), None, a_poll(shop=make_shop(*lines), is_first=is_first))

    assert seen.move is not None
    assert (seen.move.course, seen.move.is_told, seen.move.number) == (Course.NEW, is_told, 1)
    assert seen.job is not None
    assert (seen.job.told, seen.job.is_open) == (int(is_told), stage != "collected")


def test_an_unknown_stage_is_a_problem_that_names_the_nearest() -> None:
    names = ", ".join(STAGES)
    seen = watch(meet(), (3, "in pgress"))

    assert (
        seen.problem == f"'in pgress' is not a stage; expected {names}. Did you mean in progress?"
    )
    assert seen.job is not None
    assert seen.job.row == ""
    assert judge_row(row(""), None, a_poll()) == JudgedRow(
        None, problem=f"the stage is empty; expected {names}"
    )


def test_details_are_taken_from_the_board_at_once() -> None:
    job = judge_row(row("received", item="toaster", contact=""), meet(), a_poll()).job

    assert job is not None
    assert (job.item, job.contact, job.stage) == ("toaster", "", "received")


def test_a_job_that_is_back_on_the_board_is_open_again() -> None:
    gone = replace(meet(), is_open=False, missing_since=NOON, closed_at=NOON)

    assert judge_row(row("received"), gone, a_poll()).job == meet()


def test_a_stage_that_was_renamed_is_no_move() -> None:
    shop = make_shop(stages="booked in (also: received), ready, collected")

    seen = watch(meet(), (3, "received"), (9, "received"), shop=shop)

    assert seen.move is None
    assert seen.job == replace(meet(), stage="booked in")


def test_a_stage_that_was_taken_out_is_left_without_a_word() -> None:
    """The customer was told the truth of that day: nothing of it is to be taken back."""
    announced = watch(meet(), (3, "in progress"), (6, "in progress")).job
    assert announced is not None
    shop = make_shop(stages="received, on the bench, ready, collected")

    unknown = watch(announced, (9, "in progress"), shop=shop)
    seen = watch(announced, (9, "on the bench"), (12, "on the bench"), shop=shop)

    assert unknown.problem.startswith("'in progress' is not a stage")
    assert seen.move is not None
    assert (seen.move.course, seen.move.is_told) == (Course.BACK, False)
    assert seen.job is not None
    assert (seen.job.stage, seen.job.slip) == ("on the bench", "")


@pytest.mark.parametrize(
    ("stage", "is_open"), [("received", True), ("collected", False)], ids=["open", "over"]
)
def test_a_job_in_a_stage_that_was_taken_out_is_as_open_as_it_was(
    stage: str, is_open: bool
) -> None:
    shop = make_shop(stages="booked in, ready, picked up")

    seen = watch(meet(stage), (3, stage), shop=shop)

    assert seen.problem
    assert seen.job is not None
    assert seen.job.is_open == is_open


def test_a_new_last_stage_opens_the_jobs_that_were_in_the_old_one() -> None:
    shop = make_shop(stages="received, ready, collected, filed")

    seen = watch(meet("collected"), (3, "collected"), shop=shop)

    assert seen.job is not None
    assert seen.job.is_open
