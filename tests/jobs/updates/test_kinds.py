"""Which kinds of messages a shop can send."""

from __future__ import annotations

import pytest
from tests.jobs.updates.saying import BENCH, make_shop

from belfry.jobs.updates.kinds import find_kind, is_back, is_return, list_kinds

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
