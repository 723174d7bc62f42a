"""Whose turn it is."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from tests.rota.weeks import MONDAY, make_member

from belfry.rota.rules.ranks import find_rank, render_left, say_left
from belfry.rota.rules.weeks import HOUR, Member


def order(*standings: tuple[Member, int]) -> list[str]:
    """Names in the order of their turn, from people and the hours they have."""
    ranks = [find_rank(member, hours * HOUR, MONDAY) for member, hours in standings]
    return [rank.name for rank in sorted(ranks, key=lambda rank: rank.key)]


def test_larger_share_of_the_target_comes_before_more_hours() -> None:
    assert order((make_member("Full", 40), 24), (make_member("Part", 10), 2)) == ["Part", "Full"]


def test_share_is_exact() -> None:
    rank = find_rank(make_member("Ana", 30), 20 * HOUR, MONDAY)
    assert rank.share == Fraction(1, 3)


def test_equal_shares_go_by_the_last_four_weeks() -> None:
    behind, ahead = make_member("Behind", below=3), make_member("Ahead", below=-3)
    assert order((ahead, 8), (behind, 8)) == ["Behind", "Ahead"]


def test_whoever_has_no_target_comes_last() -> None:
    none = make_member("None", 0, below=50)
    assert order((none, 0), (make_member("Over", 8), 40)) == ["Over", "None"]


def test_equals_are_told_apart_by_a_lot_that_changes_from_week_to_week() -> None:
    firsts = set()
    for week in range(20):
        starts_on = MONDAY + timedelta(weeks=week)
        ranks = [find_rank(make_member(name), 0, starts_on) for name in ("Ana", "Ben")]
        firsts.add(min(ranks, key=lambda rank: rank.key).name)
    assert firsts == {"Ana", "Ben"}


@pytest.mark.parametrize(
    "target, hours, expected",
    [
        pytest.param(40, 24, "Ana is 16 h below the target of 40 h", id="below it"),
        pytest.param(40, 40, "Ana is at the target of 40 h", id="at it"),
        pytest.param(8, 12, "Ana is 4 h over the target of 8 h", id="over it"),
        pytest.param(0, 12, "Ana has no target", id="without one"),
    ],
)
def test_standing_is_said_in_hours(target: int, hours: int, expected: str) -> None:
    rank = find_rank(make_member("Ana", target), hours * HOUR, MONDAY)
    assert say_left(rank) == expected
    assert expected.endswith(render_left(rank))
