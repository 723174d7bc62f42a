"""Which kinds of messages a shop can send."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.jobs.updates.saying import BENCH, make_shop

from belfry.jobs.jobs import (
    DIGEST,
    about_help,
    about_job,
    about_wish,
    answer_key,
    correction_key,
    digest_key,
    find_job_id,
    holding_key,
    move_key,
)
from belfry.jobs.updates.wordings import find_kind, is_back, is_return, list_kinds

PLAIN = "Shop: A\nStages: in, cut, at the gilder (side), glued, gone\n"


def test_kinds_are_those_that_can_happen() -> None:
    kinds = [str(kind) for kind in list_kinds(make_shop(PLAIN))]
    assert kinds == [
        *("back/in", "moved/cut", "back/cut", "moved/at the gilder"),
        *("moved/glued", "back/glued"),
    ]


def test_settings_add_kinds() -> None:
    more = "Tell customers of new jobs: yes\nTell customers of the last stage: yes\n"
    shop = make_shop(f"{PLAIN}{more}Chase after: cut 1 day")
    kinds = {str(kind) for kind in list_kinds(shop)}
    added = {"first-seen/in", "first-seen/cut", "first-seen/at the gilder", "first-seen/glued"}
    assert kinds - {str(kind) for kind in list_kinds(make_shop(PLAIN))} == {
        *added,
        "moved/gone",
        "holding/cut",
    }


@pytest.mark.parametrize(
    "text, kind",
    [
        ("ready", "moved/ready"),
        ("holding/awaiting parts", "holding/awaiting parts"),
        ("Back/Started", "back/in progress"),
        ("first-seen/received", "first-seen/received"),
        ("sold", "None"),
        ("lost/ready", "None"),
        ("moved/", "None"),
    ],
)
def test_a_kind_is_found_by_what_people_type(text: str, kind: str) -> None:
    assert str(find_kind(text, BENCH.stages)) == kind


def test_a_job_is_back_when_it_leaves_a_side_stage_and_returns_where_it_was_before() -> None:
    stages = BENCH.stages
    assert is_back(["awaiting parts", "received"], "in progress", stages)
    assert not is_return(["awaiting parts", "received"], "in progress", stages)
    assert is_return(["awaiting parts", "in progress"], "in progress", stages)
    assert not is_back(["diagnosing"], "in progress", stages)
    assert not is_back(["awaiting parts", "ready"], "collected", stages)
    assert not is_back([], "ready", stages)


ids = st.one_of(
    st.text(min_size=1),
    st.sampled_from(["digest", "J-1", "J-1/move-2", "J-1/move", "digest/2026-11-16T07:30+00:00"]),
)
numbers = st.integers(1, 12)


def keys_of(job_id: str, move: int, chase: int) -> set[str]:
    return {
        move_key(job_id, move),
        holding_key(job_id, move, chase),
        correction_key(job_id, move),
    }


def test_keys_name_the_cause() -> None:
    assert move_key("J-1", 2) == "jobs/J-1/move-2"
    assert holding_key("J-1", 2, 3) == "jobs/J-1/holding-2-3"
    assert correction_key("J-1", 2) == "jobs/J-1/correction-2"
    assert digest_key("2026-11-16T07:30+00:00") == "jobs/digest/2026-11-16T07:30+00:00"


@settings(deadline=None, derandomize=True)
@given(st.tuples(ids, numbers, numbers), st.tuples(ids, numbers, numbers))
def test_no_two_causes_have_one_key(
    cause: tuple[str, int, int], other: tuple[str, int, int]
) -> None:
    assert len(keys_of(*cause)) == 3
    if cause[:2] != other[:2]:
        assert keys_of(*cause).isdisjoint(keys_of(*other))


@settings(deadline=None, derandomize=True)
@given(ids, numbers)
def test_no_job_is_taken_for_the_digest(job_id: str, move: int) -> None:
    assert about_job(job_id) != DIGEST
    assert digest_key("2026-11-16T07:30+00:00") not in keys_of(job_id, move, 1)


@settings(deadline=None, derandomize=True)
@given(ids, ids, numbers)
def test_no_answer_to_a_reply_is_taken_for_a_message_about_a_job(
    job_id: str, reply_id: str, move: int
) -> None:
    assert answer_key(reply_id) not in keys_of(job_id, move, 1)
    assert about_job(job_id) not in {about_wish(reply_id), about_help(reply_id)}


@settings(deadline=None, derandomize=True)
@given(ids)
def test_job_is_found_again_by_what_is_about_it(job_id: str) -> None:
    assert find_job_id(about_job(job_id)) == job_id
    assert (find_job_id(about_wish(job_id)), find_job_id("")) == ("", "")
