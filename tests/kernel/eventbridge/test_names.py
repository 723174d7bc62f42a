"""A schedule's name tells its owner, and a foreign name is not taken for ours."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge import ScheduleName, find_ours, name_schedules

_IDS = st.integers(1, 2**63 - 1)
_ENVIRONMENTS = st.text("abcxyz0129", min_size=1, max_size=32)
_EVENTBRIDGE = re.compile(r"[0-9a-zA-Z\-_.]{1,64}")


def test_names_are_numbered_from_the_second_on() -> None:
    assert name_schedules(12, "prod", 3) == ["wf-12-prod", "wf-12-prod-2", "wf-12-prod-3"]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_IDS, _ENVIRONMENTS, st.integers(1, 30))
def test_name_is_read_back_as_it_was_made(workflow_id: int, environment: str, count: int) -> None:
    names = name_schedules(workflow_id, environment, count)
    assert [find_ours(name, environment) for name in names] == [
        ScheduleName(workflow_id, environment, place) for place in range(1, count + 1)
    ]
    assert all(_EVENTBRIDGE.fullmatch(name) for name in names)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(_IDS, _ENVIRONMENTS, _ENVIRONMENTS, st.integers(1, 30))
def test_name_of_one_environment_is_not_ours_in_another(
    workflow_id: int, environment: str, other: str, count: int
) -> None:
    own_names = [find_ours(name, other) for name in name_schedules(workflow_id, environment, count)]
    assert all(own_names) if environment == other else not any(own_names)


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text("wf-0129prod_.", max_size=16), st.sampled_from(["prod", "2", "p"]))
def test_what_is_ours_is_written_in_no_other_way(name: str, environment: str) -> None:
    own_name = find_ours(name, environment)
    assert own_name is None or str(own_name) == name


@for_each(
    "name",
    [
        pytest.param("wf-12-dev", id="another environment"),
        pytest.param("wf-12-prod-1", id="a first with a number"),
        pytest.param("wf-12-prod-0", id="a number before the first"),
        pytest.param("wf-12-prod-02", id="a number with a nought"),
        pytest.param("wf-012-prod", id="an id with a nought"),
        pytest.param("wf-0-prod", id="no workflow's id"),
        pytest.param("wf--prod", id="no id"),
        pytest.param("wf-x-prod", id="a word for an id"),
        pytest.param("wf-12-PROD", id="capitals"),
        pytest.param("wf-12-prod-", id="a loose end"),
        pytest.param("wf-12-prod-2-3", id="two numbers"),
        pytest.param("wf-12-prod\n", id="a line end"),
        pytest.param("my-wf-12-prod", id="something before it"),
        pytest.param("wf-\u0661\u0662-prod", id="digits of another script"),
        pytest.param("ss-weekly-draft", id="a schedule of a stack"),
        pytest.param("", id="nothing"),
    ],
)
def test_what_is_named_otherwise_is_not_ours(name: str) -> None:
    assert find_ours(name, "prod") is None


@pytest.mark.parametrize("environment", ["", "Prod", "pre-prod", "a_b", "é", "x" * 33, "prod\n"])
def test_environment_that_would_blur_names_is_refused(environment: str) -> None:
    with pytest.raises(InputError, match="a-z and 0-9") as caught:
        name_schedules(12, environment, 1)
    assert caught.value.field == "environment"
