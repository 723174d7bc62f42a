"""What a look means for jobs first seen, back again, or read by other settings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.jobs.test_polls import STAGES, a_poll, make_shop, meet, row, watch
from tests.samples import NOON

from belfry.jobs.board.moves import JudgedRow, judge_row
from belfry.jobs.jobs import Course


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
    job = judge_row(row("received", customer="Bea", contact=""), meet(), a_poll()).job

    assert job == replace(meet(), customer="Bea", contact="")


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
    told = watch(meet(), (3, "in progress"), (6, "in progress")).job
    assert told is not None
    shop = make_shop(stages="received, on the bench, ready, collected")

    unknown = watch(told, (9, "in progress"), shop=shop)
    seen = watch(told, (9, "on the bench"), (12, "on the bench"), shop=shop)

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
