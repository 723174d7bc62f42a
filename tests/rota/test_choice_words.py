"""Why one of two people has a shift that both may take."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.rota.explaining.outcomes import say_chosen, say_not_chosen
from belfry.rota.rules.members import Member
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank
from belfry.rota.shifts import Shift

SHIFT = make_shift("Fri 09:00-17:00", id="asked")


def stand(
    ana: Member, ben: Member, ben_has: int = 0, kept: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[Placed, Shift, Rank, Rank]:
    """Ana has the shift, and Ben has so many others of eight hours each."""
    others = [make_shift(f"{day} 09:00-17:00") for day in ("Mon", "Tue", "Wed")]
    week = make_week([*others, SHIFT], [ana, ben], kept=kept)
    rota = {"asked": ("Ana",), **{shift.id: ("Ben",) for shift in others[:ben_has]}}
    placed = Placed(week, rota)
    ranks = {rank.name: rank for rank in placed.ranks}
    return placed, SHIFT, placed.find_rank_without(ana, SHIFT), ranks["Ben"]


@pytest.mark.parametrize(
    "ana, ben, ben_has, chosen, not_chosen",
    [
        pytest.param(
            make_member("Ana"),
            make_member("Ben"),
            2,
            "Ana was 40 h below the target of 40 h without it; "
            "next is Ben, 24 h below the target of 40 h",
            "Ben may take it but ranks 16 h lower: 24 h below the target of 40 h, "
            "Ana was 40 h below without it",
            id="more hours open",
        ),
        pytest.param(
            make_member("Ana", 16),
            make_member("Ben", 40),
            1,
            "Ana was 16 h below the target of 16 h without it, the larger share; "
            "next is Ben, 32 h below the target of 40 h",
            "Ben may take it but has the smaller share open: 32 h of 40 h, "
            "against Ana with 16 h of 16 h without it",
            id="a larger share of fewer hours",
        ),
        pytest.param(
            make_member("Ana", 16),
            make_member("Ben", 20),
            3,
            "Ana was 16 h below the target of 16 h without it, the larger share; "
            "next is Ben, 4 h over the target of 20 h",
            "Ben may take it but has the smaller share open: 4 h more than 20 h, "
            "against Ana with 16 h of 16 h without it",
            id="somebody over the target",
        ),
        pytest.param(
            make_member("Ana", 8),
            make_member("Ben", 0),
            0,
            "Ana was 8 h below the target of 8 h without it; next is Ben, no target",
            "Ben may take it but has no target, so Ana comes first",
            id="somebody without a target",
        ),
        pytest.param(
            make_member("Ana", below=5),
            make_member("Ben", below=2),
            0,
            "Ana and Ben are level this week, "
            "and Ana is 3 h further behind over the last four weeks",
            "Ben may take it and is level with Ana, "
            "but Ana is 3 h further behind over the last four weeks",
            id="the weeks before",
        ),
    ],
)
def test_first_by_rank_is_said_to_be_so(
    ana: Member, ben: Member, ben_has: int, chosen: str, not_chosen: str
) -> None:
    standing = stand(ana, ben, ben_has)
    assert say_chosen(*standing) == chosen
    assert say_not_chosen(*standing) == not_chosen


def test_lot_is_said_where_nothing_else_decides() -> None:
    placed, shift, ana, ben = stand(make_member("Ana"), make_member("Ben"))
    first, second = sorted((ana, ben), key=lambda rank: rank.key)
    assert say_chosen(placed, shift, first, second) == (
        f"{first.name} and {second.name} are level this week, "
        f"and this week's lot fell to {first.name}"
    )


@pytest.mark.parametrize(
    "hours, end",
    [
        pytest.param(
            8,
            ", but the hours of the whole week are more even with Ana on it",
            id="it would be all of the other's target",
        ),
        pytest.param(
            40,
            ", but the hours of the whole week are just as even with Ana on it",
            id="it weighs the same on both",
        ),
        pytest.param(
            48,
            ": the hours would be a little more even with Ben on it",
            id="it would weigh less on the other",
        ),
    ],
)
def test_second_by_rank_is_weighed_against_the_whole_week(hours: int, end: str) -> None:
    standing = stand(make_member("Ana", 40), make_member("Ben", hours, below=1))
    turn = (
        "Ben may take it too, is level with Ana this week, "
        "and Ben is 1 h further behind over the last four weeks"
    )
    assert say_chosen(*standing) == f"{turn}{end}"
    assert say_not_chosen(*standing) == f"{turn}{end}"


def test_second_by_rank_may_keep_what_people_know() -> None:
    standing = stand(make_member("Ana"), make_member("Ben", below=1), kept={"asked": ("Ana",)})
    assert say_chosen(*standing) == (
        "Ben may take it too, is level with Ana this week, "
        "and Ben is 1 h further behind over the last four weeks, "
        "but Ana had it already in the rota that people know"
    )
