"""Whether equal people get equal turns over the weeks."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
from tests.rota.teams import MONDAY, WEEK_FILE, Team, memory_team
from tests.rota.weeks import make_member, make_shift, make_week

from belfry.rota.drafting.search import draft_rota
from belfry.rota.rules.ranks import find_leans
from belfry.rota.rules.weeks import HOUR, Member


def run_weeks(spans: list[str], names: list[str], count: int, hours: int = 8) -> list[Counter[str]]:
    """Each person's hours after each of so many weeks with the same shifts."""
    totals = Counter[str](dict.fromkeys(names, 0))
    placed: list[dict[str, int]] = []
    after: list[Counter[str]] = []
    for number in range(count):
        monday = MONDAY + number * timedelta(days=7)
        lately = placed[-4:]
        members = [make_equal(name, hours, lately) for name in names]
        shifts = [
            make_shift(span, id=f"{place}", monday=monday) for place, span in enumerate(spans)
        ]
        rota = draft_rota(make_week(shifts, members, monday=monday)).rota
        week = Counter[str](dict.fromkeys(names, 0))
        for shift in shifts:
            for name in rota[shift.id]:
                week[name] += shift.minutes // HOUR
        placed.append(dict(week))
        totals.update(week)
        after.append(totals.copy())
    return after


def make_equal(name: str, hours: int, lately: list[dict[str, int]]) -> Member:
    """A person after these weeks, the latest last."""
    below = [hours - week[name] for week in lately]
    waited = sum(sum(below[-count:]) for count in range(1, 5))
    return make_member(name, hours, below=sum(below), waited=waited)


@pytest.mark.parametrize("people", range(2, 7))
def test_turns_differ_by_at_most_one_in_any_four_weeks(people: int) -> None:
    """The first weeks are not special: no one has two Saturdays before another has one."""
    names = ["Ana", "Ben", "Cem", "Dev", "Eve", "Fay"][:people]
    none = Counter[str](dict.fromkeys(names, 0))
    after = [none, *run_weeks(["Sat 09:00-17:00"], names, 16)]
    for first, last in zip(after, after[4:], strict=False):
        turns = [last[name] - first[name] for name in names]
        assert max(turns) - min(turns) <= 8


def test_each_of_three_gets_their_turn_of_one_saturday_a_week() -> None:
    after = run_weeks(["Sat 09:00-17:00"], ["Ana", "Ben", "Cem"], 4)
    assert set(after[2].values()) == {8}
    assert sorted(after[3].values()) == [8, 8, 16]


@pytest.mark.parametrize(
    "spans, people",
    [
        pytest.param(["Sat 09:00-17:00"], 4, id="one shift a week for four"),
        pytest.param(["Sat 09:00-17:00", "Sun 09:00-17:00"], 3, id="two for three"),
        pytest.param(["Fri 09:00-18:00", "Sat 09:00-16:00"], 2, id="a long and a short one"),
        pytest.param(
            ["Mon 09:00-17:00", "Mon 14:00-22:00", "Tue 09:00-17:00"], 5, id="three for five"
        ),
    ],
)
def test_equal_people_are_even_over_four_weeks(spans: list[str], people: int) -> None:
    names = ["Ana", "Ben", "Cem", "Dev", "Eve"][:people]
    for totals in run_weeks(spans, names, 4, hours=16):
        assert max(totals.values()) - min(totals.values()) <= 9


def test_published_weeks_count_in_the_next_draft() -> None:
    team = memory_team()
    team.write_staff(
        *(f"{name},,8,,,{name.lower()}@example.com,," for name in ("Ana", "Ben", "Cem"))
    )
    turns = [publish_saturday(team, number) for number in range(3)]
    assert sorted(turns) == ["Ana", "Ben", "Cem"]


def publish_saturday(team: Team, number: int) -> str:
    monday = MONDAY + number * timedelta(days=7)
    name = WEEK_FILE.replace(str(MONDAY), str(monday))
    team.write_week("sat,Sat,09:00,17:00,,,1,,,", name=name)
    team.rota.drafts.draft_week(monday)
    team.rota.publishing.approve(monday, by="Maria Lopez")
    team.deliver()
    [taker] = team.grid(week=str(monday))["sat"]
    team.go(days=7)
    return taker


def behind(*hours: int) -> list[Member]:
    return [make_member(f"P{place}", below=below) for place, below in enumerate(hours)]


def test_who_is_behind_counts_as_further_below_but_never_more_than_the_margin() -> None:
    assert find_leans(behind(0, 0), 120) == {"P0": 0, "P1": 0}
    assert find_leans(behind(4, 0), 120) == {"P0": 30, "P1": -30}
    leans = find_leans(behind(120, 40, 0), 120)
    assert leans["P0"] == 120 > leans["P1"] > leans["P2"] >= -120
